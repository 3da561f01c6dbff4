"""A season for a reader: the table in a bounded number of queries, rows explained, and what is a secret."""

from datetime import timedelta
from fractions import Fraction

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Merge, Player
from tests.played_seasons import PEOPLE, a_season, an_evening, by, played, player
from tests.seasons.services.test_divisions_set import divided
from tournaments.base.words import format_points
from tournaments.core.leagues.rules import Absence, Places, Rules, Scheme
from tournaments.core.leagues.standing import State
from tournaments.core.record import Stage
from tournaments.models import Division, EntryRow, Evening, Season, SeasonEvening
from tournaments.prizes.services import prize_reveal, prizes_reveal_all
from tournaments.seasons.presenters.row import explain_row
from tournaments.seasons.presenters.rules import describe_rules
from tournaments.seasons.presenters.table import load_season_table
from tournaments.seasons.selectors.access import (
    load_addable_evenings,
    load_divisions,
    load_season_people,
    load_season_tag,
)
from tournaments.seasons.selectors.closing import propose_closing
from tournaments.seasons.services.seasons import divisions_set, evening_add, evening_weigh, player_place

pytestmark = pytest.mark.postgresql


def rows(season, **asked):
    return [(row.place, row.name, row.total) for row in load_season_table(season, **asked).divisions[0].rows]


def explained(cast, season, name):
    row = explain_row(season, player(cast, name))
    assert row is not None
    return row


def queries(season, ask):
    season = Season.objects.select_related("league").get(pk=season.pk)
    with CaptureQueriesContext(connection) as captured:
        ask(season)
    return len(captured)


def test_six_queries_at_most_whatever_the_size(cast):
    """Prizes that give points are read too."""
    season = played(cast, PEOPLE, prize=1)
    few = [queries(season, ask) for ask in (load_season_table, propose_closing)]
    divisions_set(by(cast, season), names=["Upper", "Lower"])
    crowd = tuple(f"p{n}" for n in range(30))
    for number in range(2, 8):
        evening_add(by(cast, season), evening=an_evening(cast, number, *crowd).pk)
    many = [queries(season, ask) for ask in (load_season_table, propose_closing)]
    assert few == many == [6, 6]
    who = player(cast, "p7")
    first, again = (queries(season, lambda season: explain_row(season, who)) for _time in range(2))
    assert (first, again) == (9, 3)
    assert queries(season, load_season_tag) == 1
    assert queries(season, load_season_people) == 4


def test_the_table_tells_why(cast):
    season = played(cast, PEOPLE, ("Ben", "Ada", "Dan"), ties=("countback", "last"))
    table = load_season_table(season).divisions[0].rows
    assert [(row.name, row.place) for row in table] == [("Ben", 1), ("Ada", 2), ("Dan", 3), ("Cora", 4)]
    assert table[0].why
    assert table[0].why.startswith("Equal with Ada so far. Compared from the last result back, result 1 ")
    assert [row.why for row in table[1:]] == [
        "Points of the season: 22. Dan has 15.",
        "Points of the season: 15. Cora has 8.",
        None,
    ]


class TestARowExplained:
    def test_each_evening(self, cast):
        season = played(cast, PEOPLE, ("Ben", "Cora", "Ada"), ("Dan", "Ben"), taking_part=1, best=1)
        first = SeasonEvening.objects.order_by("pk")[0]
        evening_weigh(by(cast, season), evening=first.evening_id, weight=150)
        row = explained(cast, season, "Ada")
        assert (row.name, row.place, row.total, row.played, row.counted) == ("Ada", 1, "19.5", 2, 1)
        assert (row.above, row.why_above_next) == (None, "Points of the season: 19.5. Ben has 16.5.")
        told = [(one.name, one.state, one.figure, one.parts, one.says) for one in row.evenings]
        assert told == [
            (
                "Evening 1",
                State.COUNTED,
                "19.5",
                ("Place 1: 12.", "For taking part: 1.", "The evening counts 150 %."),
                "Counts.",
            ),
            (
                "Evening 2",
                State.DROPPED,
                "9",
                ("Place 3: 8.", "For taking part: 1."),
                "Does not count. Evenings that count: the best 1.",
            ),
            ("Evening 3", State.MISSED, "–", (), "Was not there."),
        ]

    def test_the_one_before(self, cast):
        season = played(cast, PEOPLE)
        row = explained(cast, season, "Ben")
        assert row.above is not None
        assert (row.above.name, row.above.why) == ("Ada", "Points of the season: 12. Ben has 10.")

    def test_figures_below_nothing_have_a_proper_minus(self, cast):
        season = played(cast, PEOPLE, scheme=Scheme.COUNTERS)
        for name, net in (("Ben", -5), ("Cora", -6)):
            EntryRow.objects.get(name=name).settlements.update(net=net)
        evening_weigh(by(cast, season), evening=Evening.objects.get().pk, weight=33)
        row = explained(cast, season, "Ben")
        assert row.why_above_next == "Points of the season: −1.65. Cora has −1.98."

    def test_places_that_close_up_and_missed_ones_with_a_score(self, cast):
        season = played(cast, PEOPLE, ("Ben",), absence=Absence.EVENING, drop=1)
        player_place(by(cast, season), player=player(cast, "Ada"), guest=True)
        row = explained(cast, season, "Cora")
        assert [(one.figure, one.parts, one.says) for one in row.evenings] == [
            (
                "10",
                ("Place 3 of the evening, place 2 among the players who are compared. Points: 10.",),
                "Does not count. Evenings that count: all but the worst 1.",
            ),
            ("10", ("Missed evening: one place after the last of the evening.",), "Was not there."),
        ]
        assert explain_row(season, player(cast, "Ada")) is None

    def test_a_missed_evening_says_what_it_weighs(self, cast):
        season = played(cast, PEOPLE, ("Ada",), absence=Absence.SCORE, absence_score=10)
        evening_weigh(by(cast, season), evening=Evening.objects.get(name="Evening 2").pk, weight=150)
        missed = explained(cast, season, "Ben").evenings[1]
        assert missed.figure == "15"
        assert missed.parts == ("Missed evening: 10.", "The evening counts 150 %.")

    @pytest.mark.parametrize(
        ("places", "place", "points"),
        [(Places.EVERYBODY, 4, 7), (Places.MEMBERS, 3, 8), (Places.DIVISION, 1, 12)],
    )
    def test_among_whom_a_place_is_counted(self, cast, places, place, points):
        """Cora is a guest; Ada and Ben are in a division, and a place of the evening was left out."""
        season = played(cast, PEOPLE, places=places)
        EntryRow.objects.get(name="Dan").settlements.update(place=6)
        divided(cast, season, Upper=("Ada", "Ben"))
        player_place(by(cast, season), player=player(cast, "Cora"), guest=True)
        first = [explained(cast, season, name).evenings[0].parts[0] for name in ("Ada", "Dan")]
        of_dan = (
            f"Place 6 of the evening, place {place} among the players who are compared. Points: {points}."
        )
        assert first == ["Place 1: 12.", of_dan]

    @pytest.mark.parametrize(
        ("scheme", "part"),
        [
            (Scheme.COUNTERS, "Counters after settling up: 49."),
            (Scheme.SCORE, "The evening had nothing that the season counts."),
            (Scheme.PLACE, "Place 1, shared: 11."),
        ],
    )
    def test_by_each_scheme(self, cast, scheme, part):
        season = played(cast, PEOPLE, scheme=scheme)
        if scheme is Scheme.PLACE:
            EntryRow.objects.get(name="Ben").settlements.update(place=1)
        assert explained(cast, season, "Ada").evenings[0].parts == (part,)

    def test_too_few_evenings(self, cast):
        season = played(cast, PEOPLE, ("Ben", "Cora"), minimum=2)
        row = explained(cast, season, "Ada")
        assert (row.place, row.minimum) == (3, 2)
        assert row.above is not None
        assert row.above.why == "Evenings played: 2. Ada has 1. A ranked player needs 2."

    def test_an_evening_of_another_division(self, cast):
        season = played(cast, PEOPLE)
        divided(cast, season, Upper=("Ada",), Lower=())
        (evening,) = SeasonEvening.objects.all()
        lower = season.divisions.get(name="Lower").pk
        evening_weigh(by(cast, season), evening=evening.evening_id, weight=100, division=lower)
        row = explained(cast, season, "Ada")
        assert (row.division, row.total) == ("Upper", "0")
        assert row.evenings[0].says == "Does not count: the evening is for another division."


def test_merged_players_are_one(cast):
    """And two again, when that is undone."""
    season = played(cast, ("Ada", "Ben"), ("Ada L.", "Ben"), ("Ben", "Ada", "Ada L."))
    apart = rows(season)
    merge = Merge.objects.create(gone_id=player(cast, "Ada L."), kept_id=player(cast, "Ada"))
    assert rows(season) == [(1, "Ada", "34"), (2, "Ben", "32")]
    assert explained(cast, season, "Ada L.").name == "Ada"
    assert [one.name for one in load_season_people(season)] == ["Ada", "Ben"]
    merge.undone_at = timezone.now()
    merge.save()
    assert rows(season) == apart


def test_what_the_season_says_of_a_merged_player(cast):
    season = played(cast, ("Ada", "Ben", "Ada L."))
    Merge.objects.create(gone_id=player(cast, "Ada L."), kept_id=player(cast, "Ada"))
    player_place(by(cast, season), player=player(cast, "Ada L."), guest=True)
    assert [name for _place, name, _total in rows(season)] == ["Ben"]
    assert [(one.name, one.guest) for one in load_season_people(season)] == [("Ada", True), ("Ben", False)]


def test_whoever_was_deleted_from_the_list_is_passed_over(cast):
    season = played(cast, PEOPLE)
    Player.objects.get(name="Ada").delete()
    assert rows(season) == [(1, "Ben", "12"), (2, "Cora", "10"), (3, "Dan", "8")]


@pytest.mark.thorough
def test_prizes_that_the_hall_does_not_know_yet(cast, night):
    """Whoever does not run the evening learns nothing from the season before the last one is revealed."""
    season, night = a_season(cast), night(12, Stage.FINISHED)
    evening_add(by(cast, season), evening=night.evening.pk)
    assert rows(season)
    assert not rows(season, all_known=False)
    assert load_season_table(season, all_known=False).waiting[0].secret
    assert explain_row(season, player(cast, "p01"), all_known=False) is None
    prize_reveal(night.by, prize="booby")
    tag = load_season_tag(season)
    assert not rows(season, all_known=False)
    prizes_reveal_all(night.by)
    assert rows(season, all_known=False) == rows(season)
    assert load_season_tag(season) != tag


def test_evenings_that_can_be_added(cast, night):
    season, other = played(cast, PEOPLE), an_evening(cast, 5)
    night(0, Stage.DRAFT, club=cast.other_club)
    tonight = night(0, Stage.DRAFT).evening
    Evening.objects.filter(pk=tonight.pk).update(held_on=other.held_on + timedelta(days=1))
    assert [(one.id, one.stage) for one in load_addable_evenings(season)] == [
        (tonight.pk, Stage.DRAFT),
        (other.pk, Stage.FINISHED),
    ]


def test_divisions_and_people(cast):
    season = played(cast, PEOPLE, ("Ben", "Ada"))
    divisions_set(by(cast, season), names=["Upper", "Lower"])
    upper, _lower = load_divisions(season)
    player_place(by(cast, season), player=player(cast, "Ben"), division=upper.id)
    Player.objects.create(club=cast.club, name="Gone", active=False)
    assert [(one.number, one.name) for one in load_divisions(season)] == [(1, "Upper"), (2, "Lower")]
    assert [(one.name, one.listed, one.division, one.evenings) for one in load_season_people(season)] == [
        ("Ada", False, None, 2),
        ("Ben", True, upper.id, 2),
        ("Cora", False, None, 1),
        ("Dan", False, None, 1),
    ]


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (
            Rules(),
            {"Points by place": "12, 10, 8, 7, 6, 5, 4, 3, 2; after that 1", "Evenings that count": "all"},
        ),
        (Rules(drop=2), {"Evenings that count": "all but the worst 2"}),
        (
            Rules(scheme=Scheme.SCORE, absence=Absence.SCORE, absence_score=-5),
            {"Points by place": "none", "A missed evening gives": "−5"},
        ),
        (
            Rules(places=Places.DIVISION, ties=()),
            {"Tie-breaks": "nothing: they share the place"},
        ),
        (Rules(promote=(2, 1)), {"Going up": "2, 1", "Going down": "none"}),
    ],
)
def test_rules_in_words(rules, said):
    assert dict(describe_rules(rules)) | said == dict(describe_rules(rules))


@pytest.mark.parametrize(
    ("points", "text"),
    [
        ("12", "12"),
        ("-4", "−4"),
        ("25/3", "8.33"),
        ("1/2", "0.5"),
        ("-1/250", "0"),
        ("201/200", "1.01"),
        ("-1/2", "−0.5"),
    ],
)
def test_points_are_shown_with_two_decimals_at_most(points, text):
    assert format_points(Fraction(points)) == text
    assert format_points(12) == "12"


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_two_merged_entries_have_one_word_of_the_season(cast, order):
    """Neither is the entry that stays: the oldest one's division holds, on every page."""
    season = played(cast, PEOPLE)
    divisions_set(by(cast, season), names=["Upper", "Lower"])
    upper, lower = Division.objects.order_by("rank")
    gone = [Player.objects.create(club=cast.club, name=name) for name in ("Eve", "Eva")]
    for at in order:
        player_place(by(cast, season), player=gone[at].pk, division=(upper, lower)[at].pk)
    stays = Player.objects.create(club=cast.club, name="Evelyn")
    for one in gone:
        Merge.objects.create(gone=one, kept=stays)
    (listed,) = [person.division for person in load_season_people(season) if person.player == stays.pk]
    (found,) = [
        table.id for table in load_season_table(season).divisions if "Evelyn" in [r.name for r in table.rows]
    ]
    assert listed == found == upper.pk
