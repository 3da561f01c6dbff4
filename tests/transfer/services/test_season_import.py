"""A season is taken to another club, and stands there as it stood."""

import json
from dataclasses import replace
from datetime import date
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.errors import ForbiddenError, StaleError
from accounts.models import Group, Merge, Player
from tests.cast import everything, make_cast, refused
from tests.core.files.test_season_file import VALIDATOR
from tests.examples import examples
from tests.played_seasons import PEOPLE, a_season, an_evening, by, played, player
from tournaments.core.files.season import read_season
from tournaments.core.leagues.rules import TIES, Absence, Members, Places, Scheme, Tied, from_json
from tournaments.core.ranking.places import Step
from tournaments.core.ranking.prize_list import Listed
from tournaments.core.record import Stage
from tournaments.core.results.elsewhere import ResultLine, ResultPrize
from tournaments.evening.services.journal import RequestedBy
from tournaments.models import Award, Division, EntryRow, Evening, Season, SeasonEvening, SeasonLine
from tournaments.prizes.services import prize_give
from tournaments.records.services.people import players_merge
from tournaments.seasons.presenters.journal import load_book
from tournaments.seasons.presenters.prizes import load_season_prizes
from tournaments.seasons.presenters.row import explain_row
from tournaments.seasons.presenters.table import load_season_table
from tournaments.seasons.services.results import season_close, season_prize_give, season_reopen
from tournaments.seasons.services.seasons import (
    divisions_set,
    evening_add,
    player_place,
    season_prizes_change,
)
from tournaments.transfer.presenters.tables import build_season_document
from tournaments.transfer.selectors.imports import plan_season
from tournaments.transfer.services.imported_results import ElsewhereResult, evening_record
from tournaments.transfer.services.imports import season_import


def document(season):
    """The season as its file is after it was written and read; valid by the schema."""
    found = json.loads(json.dumps(build_season_document(Season.objects.get(pk=season.pk), all_known=True)))
    VALIDATOR.validate(found)
    return found


def told(season, **changes):
    return read_season(json.dumps(document(season) | changes))


def bring(cast, file, **changes):
    club = cast.other_club
    given = {"by": cast.charlie, "club": club, "file": file, "mark": plan_season(club, file).mark}
    return season_import(**given | changes)


def standing(season):
    """Every division, place, name, total and reason, as a reader has them."""
    return [
        (
            division.name,
            [
                (row.place, row.name, row.total, row.played, row.counted, row.too_few, row.why)
                for row in division.rows
            ],
        )
        for division in load_season_table(Season.objects.get(pk=season.pk)).divisions
    ]


def rich(cast):
    """A season with divisions, a guest, somebody listed who never came, weights, prizes and a merge."""
    season = a_season(cast, best=2, ties=("countback", "lot"), yellow=1, prize=2, minimum=1)
    divisions_set(by(cast, season), names=["First", "Second"])
    first, second = Division.objects.order_by("rank")
    lines = (
        ResultLine("Ada", "lady", place=1, net=70, yellow=1, best=20),
        ResultLine("Ben", place=2, net=50),
        ResultLine("Gus", place=3),
    )
    prizes = [ResultPrize("Booby", ("Gus",), "booby"), ResultPrize("Nobody’s", ())]
    told = ElsewhereResult("Opening", date(2025, 12, 4), lines, prizes=prizes)
    opening = evening_record(actor=cast.alice, club=cast.club, result=told)
    evening_add(by(cast, season), evening=opening.pk, weight=150)
    for number in (1, 2, 3):
        evening_add(
            by(cast, season), evening=an_evening(cast, number).pk, division=first.pk if number == 3 else None
        )
    player_place(by(cast, season), player=player(cast, "Ada"), division=first.pk)
    player_place(by(cast, season), player=player(cast, "Cora"), division=second.pk)
    player_place(by(cast, season), player=player(cast, "Gus"), guest=True)
    away = Player.objects.create(club=cast.club, name="Away", role="host")
    player_place(by(cast, season), player=away.pk, division=first.pk)
    Merge.objects.create(
        gone=Player.objects.get(name="Dan"), kept=Player.objects.create(club=cast.club, name="Daniel")
    )
    return season


@pytest.mark.thorough
@pytest.mark.postgresql
def test_it_stands_as_it_stood(cast):
    season = rich(cast)
    again = bring(cast, told(season), key=uuid4())
    assert standing(again) == standing(season)
    assert (again.league.name, again.name, again.seed) == (season.league.name, season.name, season.seed)
    assert again.rules == Season.objects.get(pk=season.pk).rules
    theirs = Player.objects.filter(club=cast.other_club)
    assert set(theirs.values_list("name", flat=True)) == {"Ada", "Ben", "Cora", "Daniel", "Gus", "Away"}
    assert theirs.get(name="Away").role == "host"
    assert document(again) == document(season) | {"club": "Charlie's Club"} | {
        "evenings": [evening | {"version": 1} for evening in document(season)["evenings"]]
    }


@pytest.mark.postgresql
def test_where_people_are_known_and_never_came_lots_fall_the_same(cast):
    """Their numbers are those of their names, not of the order in which a club wrote them down."""
    names = ("Gil", "Fay", "Eli", "Deb", "Cid", "Bea")
    season = played(cast, PEOPLE, ties=("lot",))
    for name in names:
        away = Player.objects.create(club=cast.club, name=name)
        player_place(by(cast, season), player=away.pk)
    for name in reversed(names):
        Player.objects.create(club=cast.other_club, name=name)
    assert standing(bring(cast, told(season))) == standing(season)


@pytest.mark.thorough
@pytest.mark.parametrize("names", [("Early", "Late"), ("Late", "Early")])
def test_two_evenings_of_one_day_are_known_in_another_order(cast, names):
    """The last evening decides: it is the last by name, not the last that was written down."""
    orders = {"Early": ("Ada", "Ben"), "Late": ("Ben", "Ada")}

    def evening(actor, club, name):
        lines = tuple(ResultLine(who, place=place) for place, who in enumerate(orders[name], start=1))
        return evening_record(actor=actor, club=club, result=ElsewhereResult(name, date(2026, 1, 8), lines))

    season = a_season(cast, ties=("last",))
    for name in names:
        evening_add(by(cast, season), evening=evening(cast.alice, cast.club, name).pk)
    for name in reversed(names):
        evening(cast.charlie, cast.other_club, name)
    again = bring(cast, told(season))
    assert Evening.objects.filter(club=cast.other_club).count() == 2
    assert standing(again) == standing(season)
    assert [row[1] for row in standing(again)[0][1]] == ["Ben", "Ada"]


def test_each_row_says_why_as_it_said(cast):
    season = rich(cast)
    again = bring(cast, told(season))

    def explained(season, club):
        rows = [
            explain_row(season, pk, all_known=True)
            for pk in Player.objects.filter(club=club, name__in=["Ada", "Ben", "Cora"])
            .order_by("name")
            .values_list("pk", flat=True)
        ]
        return [
            (row.name, row.total, [(one.name, one.points, one.parts, one.says) for one in row.evenings])
            for row in rows
            if row
        ]

    here = explained(Season.objects.get(pk=season.pk), cast.club)
    assert len(here) == 3
    assert explained(again, cast.other_club) == here


def test_a_closed_season_is_closed_and_its_book_tells_where_it_came_from(cast):
    season = played(cast, ("Ada", "Ben"), ("Ben", "Ada"))
    season_close(by(cast, season))
    again = bring(cast, told(season))
    assert again.stage == "closed"
    assert all(row.pinned for row in SeasonEvening.objects.filter(season=again))
    assert standing(again) == standing(season)
    assert "Thursday Club" in load_book(again).lines[1].words
    verbs = SeasonLine.objects.filter(season=again).values_list("verb", flat=True)
    assert list(verbs) == ["season_planned", "season_imported", "season_closed"]


def closed_with_prizes(cast):
    """A closed season with prizes for a group, a role and the best, one by hand, and an evening's raffle."""
    season = played(cast, ("Ada", "Ben", "Cora"), ("Ben", "Ada", "Cora"))
    Player.objects.filter(name__in=["Ben", "Cora"]).update(role="lady")
    Group.objects.create(club=cast.club, name="Juniors").players.add(player(cast, "Cora"))
    prizes = (
        Listed("own-1", "Cup", (Step("points"),), places=2),
        Listed("own-2", "Best of the young", (Step("points"),), group="Juniors"),
        Listed("own-3", "Best lady", (Step("points"),), role="lady"),
    )
    season_prizes_change(by(cast, season), before=from_json(season.rules).prizes, after=prizes)
    away = Player.objects.create(club=cast.club, name="Away")
    winners = [player(cast, "Ada"), away.pk]
    season_prize_give(by(cast, season, "the committee"), title="Fair play", winners=winners)
    opening = season.evenings.order_by("pk")[0].evening
    raffle = EntryRow.objects.get(evening=opening, name="Cora").pk
    prize_give(RequestedBy(opening.pk, cast.alice, "by lot"), title="Raffle", winners=[raffle])
    season_close(by(cast, season))
    Group.objects.all().delete()
    Player.objects.filter(club=cast.club).update(role="gentleman")
    return Season.objects.select_related("league__club").get(pk=season.pk)


def prizes_of(season):
    """Every prize of a season and of its evenings: its title, why, and who won it."""
    found = load_season_prizes(Season.objects.get(pk=season.pk), all_known=True)
    raffles = Award.objects.filter(evening__in=season.evenings.values("evening"), withdrawn=False)
    return (
        [(one.title, one.names, one.why) for one in found.listed_prizes],
        [(one.title, one.names, one.reason) for one in found.gifts],
        [(one.title, sorted(who.name for who in one.winners.all()), one.figures) for one in raffles],
    )


def test_prizes_stay_what_closing_made_them(cast):
    """Though the club that imports it has neither the group nor the roles."""
    season = closed_with_prizes(cast)
    Player.objects.create(club=cast.other_club, name="Ada", role="lady")
    again = bring(cast, told(season))
    assert prizes_of(again) == prizes_of(season)
    titles = {title: winners for title, winners, _why in prizes_of(again)[0]}
    assert titles["Best of the young: Juniors"] == ("Cora",)
    assert titles["Best lady"] == ("Ben",)
    assert prizes_of(again)[1] == [("Fair play", ("Ada", "Away"), "the committee")]
    assert prizes_of(again)[2][0][:2] == ("Raffle", ["Cora"])
    written = Award.objects.filter(season_result__season=again).order_by("rank")
    mine = Award.objects.filter(season_result__season=season).order_by("rank")
    assert [one.title for one in written] == [one.title for one in mine]
    assert document(again)["closing"] == document(season)["closing"]
    assert plan_season(cast.other_club, told(season)).season == again


def test_a_resultnothing_stays_nothing_and_unknown_stays_unknown(cast):
    season = a_season(cast)
    lines = (ResultLine("Ada", place=1, fresh=0, yellow=0), ResultLine("Ben", place=2))
    result = ElsewhereResult("Opening", date(2026, 1, 8), lines)
    opening = evening_record(actor=cast.alice, club=cast.club, result=result)
    evening_add(by(cast, season), evening=opening.pk)
    again = bring(cast, told(season))
    rows = document(again)["evenings"][0]["lines"]
    assert [(row.get("fresh"), row.get("yellow")) for row in rows] == [(0, 0), (None, None)]


def test_prizes_by_hand_of_an_open_season_come_too(cast):
    season = closed_with_prizes(cast)
    season_reopen(by(cast, season, "a slip"))
    file = told(season)
    assert file.closing is None
    assert [prize.title for prize in bring(cast, file).gifts.all()] == ["Fair play"]


def test_prizes_that_contradict_the_standings_are_refused(cast):
    closing = document(season := closed_with_prizes(cast))["closing"]
    closing["prizes"][0]["winners"] = [3]
    with refused("closing.prizes", "do not follow"):
        bring(cast, told(season, closing=closing))


def test_a_file_of_version_1_is_still_read(cast):
    season = closed_with_prizes(cast)
    old = document(season)
    for one in (old, *old["evenings"]):
        del one["given"]
    del old["closing"]
    assert old["people"].pop()["name"] == "Away"  # who won by hand alone
    old["format_version"] = 1
    file = read_season(json.dumps(old))
    again = bring(cast, file)
    assert standing(again) == standing(season)
    assert plan_season(cast.other_club, file).season == again
    with refused("season", "already has a season of this name"):
        bring(cast, told(season))  # which knows of other prizes


@pytest.mark.thorough
def test_evenings_that_were_played_here_stand_there_too(cast, night):
    season = a_season(cast)
    for number in (1, 2):
        evening = night(8, Stage.FINISHED).reveal().evening
        Evening.objects.filter(pk=evening.pk).update(name=f"Night {number}")
        evening_add(by(cast, season), evening=evening.pk)
    again = bring(cast, told(season))
    assert standing(again) == standing(season)
    assert {row.evening.format for row in again.evenings.all()} == {"recorded"}


@pytest.mark.thorough
def test_what_is_not_revealed_is_no_part_of_it_for_others(cast, night):
    season = played(cast, ("Ada", "Ben"))
    evening_add(by(cast, season), evening=night(4, Stage.FINISHED).evening.pk)
    assert len(build_season_document(season, all_known=True)["evenings"]) == 2
    hidden = build_season_document(season, all_known=False)
    assert len(hidden["evenings"]) == 1
    assert "p01" not in json.dumps(hidden)
    read_season(json.dumps(hidden))


def test_somebody_on_no_list_any_more(cast):
    season = played(cast, ("Ada", "Ben", "Cora"))
    Player.objects.get(name="Ben").delete()
    again = bring(cast, told(season))
    assert standing(again) == standing(season)
    assert again.people.get(player__name="Ben").guest


def test_people_and_evenings_that_the_club_has_are_not_made_again(cast):
    season = played(cast, ("Ada", "Ben"), ("Ben", "Ada"))
    Player.objects.create(club=cast.other_club, name="ADA")
    evening = document(season)["evenings"][0]
    other = ElsewhereResult(
        evening["name"],
        date.fromisoformat(evening["date"]),
        read_season(json.dumps(document(season))).evenings[0].lines,
    )
    there = evening_record(actor=cast.charlie, club=cast.other_club, result=other)
    again = bring(cast, told(season))
    assert Evening.objects.filter(club=cast.other_club).count() == 2
    assert again.evenings.filter(evening=there).exists()
    assert Player.objects.filter(club=cast.other_club).count() == 2


def test_the_same_file_again_is_known_already(cast):
    """As it is where it came from."""
    mine = rich(cast)
    season = told(mine)
    assert plan_season(cast.club, season).season == mine
    key, mark = uuid4(), plan_season(cast.other_club, season).mark
    again = bring(cast, season, key=key)
    before = everything()
    assert plan_season(cast.other_club, season).season == again
    for other in (key, uuid4()):
        assert bring(cast, season, key=other, mark=mark) == again
    assert everything() == before


def test_another_season_of_its_name_is_refused(cast):
    season = played(cast, ("Ada", "Ben"))
    bring(cast, told(season))
    evening_add(by(cast, season), evening=an_evening(cast, 2, "Ben", "Ada").pk)
    with refused("season", "already has a season of this name"):
        bring(cast, told(season))


def test_another_result_of_an_evening_is_refused(cast):
    season = played(cast, ("Ada", "Ben"))
    result = ElsewhereResult(
        "Evening 1", date(2026, 1, 8), (ResultLine("Ada", place=1), ResultLine("Ben", place=2))
    )
    evening_record(actor=cast.charlie, club=cast.other_club, result=result)
    with refused("evenings", "another result"):
        bring(cast, told(season))


def test_one_person_under_two_names_is_refused(cast):
    season = played(cast, ("Ada", "Ben"))
    gone, kept = (Player.objects.create(club=cast.other_club, name=name) for name in ("Ada", "Ben"))
    Merge.objects.create(gone=gone, kept=kept)
    with refused("name", "are merged on the player list"):
        bring(cast, told(season))


def test_what_cannot_be_brought(cast):
    """Should this installation count otherwise than the file was read, nothing stays of it either."""
    season = told(played(cast, ("Ada", "Ben")))
    for person, club in (
        *((person, cast.other_club) for person in (cast.alice, cast.bob, cast.vera)),
        *((person, cast.club) for person in (cast.vera, cast.sam)),
    ):
        with refused("role", error=ForbiddenError):
            bring(cast, season, by=person, club=club)
    other = replace(season.standing[0], place=7)
    with refused("standing", "standings of Ada do not follow"):
        bring(cast, replace(season, standing=(other, *season.standing[1:])))
    mark = plan_season(cast.other_club, season).mark
    Player.objects.create(club=cast.other_club, name="Ada")
    with refused("text", "changed since you opened the page", error=StaleError):
        bring(cast, season, mark=mark)


def test_an_export_takes_as_many_queries_for_any_season(cast, django_assert_num_queries):
    season = Season.objects.select_related("league__club").get(pk=rich(cast).pk)
    with CaptureQueriesContext(connection) as few:
        build_season_document(season, all_known=True)
    for number in range(10, 16):
        evening_add(by(cast, season), evening=an_evening(cast, number, *(f"p{n}" for n in range(9))).pk)
    with django_assert_num_queries(len(few)):
        build_season_document(season, all_known=True)
    assert len(few) <= 14


NAMES = st.sampled_from([f"p{n}" for n in range(7)])
RULES: st.SearchStrategy[dict] = st.builds(
    dict,
    tied=st.sampled_from(list(Tied)),
    places=st.sampled_from(list(Places)),
    yellow=st.integers(0, 2),
    taking_part=st.integers(0, 2),
    prize=st.integers(0, 3),
    best=st.integers(0, 3) | st.just(0),
    minimum=st.integers(0, 2),
    absence=st.sampled_from(list(Absence)),
    drop=st.integers(0, 2),
    absence_score=st.integers(-2, 2),
    members=st.sampled_from(list(Members)),
    ties=st.lists(st.sampled_from(TIES), unique=True, max_size=4).map(tuple),
)
ROW = st.tuples(st.integers(-5, 5), st.integers(0, 2), st.none() | st.integers(0, 10_000))
NIGHTS = st.lists(
    st.tuples(
        st.dictionaries(NAMES, ROW, min_size=1, max_size=6),
        st.integers(50, 200),
        st.booleans(),
        st.integers(0, 6),
    ),
    min_size=1,
    max_size=5,
)
LISTED = st.dictionaries(NAMES, st.tuples(st.none() | st.integers(0, 1), st.booleans()), max_size=4)


def possible(scheme, rules):
    """The rules, where they do not fit each other put right."""
    if rules["best"]:
        rules["drop"] = 0
    places = rules["absence"] in (Absence.EVENING, Absence.SEASON)
    if (places and not scheme.by_place) or (rules["absence"] is Absence.NOTHING and scheme is Scheme.LOW):
        rules["absence"] = Absence.SCORE
    return rules


@pytest.mark.slow
@given(st.sampled_from(list(Scheme)), RULES, NIGHTS, LISTED, st.booleans())
@settings(max_examples=examples(0.4), deadline=None, suppress_health_check=list(HealthCheck))
def test_any_season_stands_as_it_stood(db, scheme, rules, nights, listed, divided):
    """Whatever rules, evenings, weights, divisions, guests and ties: the same places, totals and reasons."""
    with transaction.atomic():
        _there_and_back(scheme, possible(scheme, rules), nights, listed, divided)
        transaction.set_rollback(True)


def _there_and_back(scheme, rules, nights, listed, divided):
    cast = make_cast()
    season = a_season(cast, scheme=scheme, **rules)
    if divided:
        divisions_set(by(cast, season), names=["First", "Second"])
    divisions = list(Division.objects.filter(season=season).order_by("rank"))
    for number, (people, weight, of_first, prize) in enumerate(nights):
        lines = tuple(
            ResultLine(name, net=net, yellow=yellow, share=share, wins=yellow, best=net)
            for name, (net, yellow, share) in people.items()
        )
        prizes = [ResultPrize("Prize", (lines[prize % len(lines)].name,))]
        night = ElsewhereResult(f"N{number}", date(2025, 1, 1 + number // 2), lines, prizes=prizes)
        evening = evening_record(actor=cast.alice, club=cast.club, result=night)
        division = divisions[0].pk if divisions and of_first else None
        evening_add(by(cast, season), evening=evening.pk, weight=weight, division=division)
    for name, (division, guest) in listed.items():
        who, _made = Player.objects.get_or_create(club=cast.club, name=name)
        of = divisions[division].pk if divisions and division is not None and not guest else None
        player_place(by(cast, season), player=who.pk, division=of, guest=guest)
    again = bring(cast, told(season))
    assert standing(again) == standing(season)


@pytest.mark.parametrize("stage", ["open", "closed"])
def test_the_same_file_again_after_two_of_its_people_were_merged(cast, stage):
    season = played(cast, ("Ann", "Bob"), ("Bob", "Anna"))
    if stage == "closed":
        season_close(by(cast, season))
    file = told(season)
    made = bring(cast, file)
    stays, goes = (Player.objects.get(club=cast.other_club, name=name) for name in ("Ann", "Anna"))
    players_merge(by=cast.charlie, stays=stays, goes=goes)
    before = everything()
    assert plan_season(cast.other_club, file).season == made
    assert bring(cast, file) == made
    assert everything() == before
