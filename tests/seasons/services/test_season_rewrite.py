"""A closed season stands as it was written, until somebody writes it anew with a reason."""

from dataclasses import replace
from itertools import pairwise

import pytest

from accounts.models import Player
from tests.played_seasons import by, played, player
from tests.seasons.services.test_season_close import closed, totals, turn_round
from tests.services.season_cases import CLOSED, SeasonCase
from tournaments.checks.presenters import compare_season
from tournaments.core.ranking.places import build_steps
from tournaments.core.ranking.prize_list import Listed
from tournaments.core.results.elsewhere import ResultLine
from tournaments.evening.services.journal import RequestedBy
from tournaments.models import Award, SeasonEvening, SeasonResult, SeasonSettlement
from tournaments.records.services.people import player_forget, players_merge
from tournaments.seasons.presenters.journal import compare_stands, load_book, load_evening_stands
from tournaments.seasons.presenters.prizes import load_season_prizes
from tournaments.seasons.selectors.closing import compare_with_today
from tournaments.seasons.selectors.counting import count_season
from tournaments.seasons.services.results import season_close, season_reopen, season_rewrite
from tournaments.transfer.services.imported_results import result_record

pytestmark = pytest.mark.postgresql

CASE = SeasonCase(
    season_rewrite, scene=closed, body=lambda cast, season: {}, stages=(CLOSED,), asks_reason=True
)
CHAMPION = Listed("own-1", "Champion", build_steps(("place",)))


@pytest.fixture
def season(cast):
    """Bob wins; Ann and Anna, who are one, were third and second in turn."""
    season = played(
        cast, ("Ann", "Bob", "Cid"), ("Bob", "Anna", "Cid"), ("Anna", "Bob", "Cid"), prizes=(CHAMPION,)
    )
    season_close(by(cast, season))
    season.refresh_from_db()
    return season


def merge(cast):
    stays, goes = (Player.objects.get(club=cast.club, name=name) for name in ("Ann", "Anna"))
    players_merge(by=cast.alice, stays=stays, goes=goes)


def champions(season):
    return load_season_prizes(season, all_known=True).prizes[0].names


def test_closing_writes_table_places_moves_and_winners(cast, season):
    result = SeasonResult.objects.get(season=season)
    assert (result.version, result.rules) == (1, season.rules)
    rows = SeasonSettlement.objects.filter(result=result).order_by("place").select_related("player")
    places = [(str(row.player), row.place, row.played) for row in rows]
    assert places == [("Bob", 1, 3), ("Cid", 2, 3), ("Anna", 3, 2), ("Ann", 4, 1)]
    award = Award.objects.get(season_result=result)
    assert (award.title, [one.name for one in award.players.all()]) == ("Champion", ["Bob"])


def test_a_later_merge_changes_nothing_silently(cast, season):
    before = totals(season)
    merge(cast)
    assert totals(season) == before
    assert champions(season) == ("Bob",)
    assert compare_season(season).equal
    otherwise = compare_with_today(season, count_season(season, all_known=True))
    assert otherwise is not None
    ann, bob = player(cast, "Ann"), player(cast, "Bob")
    assert otherwise.first == {None: ((bob,), (ann,))}
    assert {prize.title: who for prize, who in otherwise.prizes.items()} == {"Champion": ((bob,), (ann,))}


def test_it_is_written_anew_with_a_reason(cast, season):
    merge(cast)
    season_rewrite(by(cast, season, "Ann and Anna are one"))
    season.refresh_from_db()
    assert champions(season) == ("Ann",)
    assert compare_season(season).equal
    assert compare_with_today(season, count_season(season, all_known=True)) is None
    line = load_book(season).lines[0]
    said = ("The standings were written anew: version 2.", "Ann and Anna are one")
    assert (line.words, line.reason) == said
    assert "Champion: Ann, instead of Bob." in line.more
    first = SeasonSettlement.objects.get(result__season=season, result__version=1, place=1)
    assert first.player_id == player(cast, "Bob")
    season_reopen(by(cast, season, "closed too early"))
    season_close(by(cast, season))
    assert "instead of" not in load_book(season).lines[0].more, "the same as in the version before"


def test_reopening_keeps_what_was_written(cast, season):
    merge(cast)
    season_reopen(by(cast, season, "one evening is missing"))
    season.refresh_from_db()
    assert champions(season) == ("Ann",)
    season_close(by(cast, season))
    assert list(SeasonResult.objects.values_list("version", flat=True)) == [1, 2]


def test_a_correction_is_marked_until_it_is_written(cast, season):
    evening = SeasonEvening.objects.order_by("pk")[0].evening_id
    assert compare_with_today(season, count_season(season, all_known=True)) is None
    turn_round(cast, evening)
    assert compare_season(season).equal
    assert compare_with_today(season, count_season(season, all_known=True)) is not None


def test_what_differs_from_what_was_written_is_found(cast, season):
    SeasonSettlement.objects.filter(place=2).update(points="1")
    award = Award.objects.get()
    award.players.set([player(cast, "Cid")])
    found = compare_season(season).differences
    assert [(one.subject, one.figure) for one in found] == [("Cid", "points"), ("Champion", "winners")]


def test_a_season_of_before_there_were_results_counts_as_it_did(cast, season):
    SeasonResult.objects.all().delete()
    before = totals(season)
    assert not compare_season(season).equal
    season_rewrite(by(cast, season, "to have it written"))
    assert totals(season) == before
    assert SeasonResult.objects.get().version == 1


@pytest.mark.parametrize("people", [3, 9])
def test_closing_takes_as_many_queries_for_more_people(cast, people, django_assert_max_num_queries):
    names = tuple(f"P{number}" for number in range(people))
    season = played(cast, names, names[::-1], prizes=(CHAMPION,))
    with django_assert_max_num_queries(40):
        season_close(by(cast, season))


def test_a_removed_name_stands_in_no_line(cast, season):
    merge(cast)
    season_rewrite(by(cast, season, "one person"))
    player_forget(by=cast.alice, player=Player.objects.get(name="Bob"), typed="Bob")
    said = load_book(season).lines[0].more
    assert "Bob" not in said
    assert "instead of A former player" in said


def test_a_second_correction_of_a_closed_season_is_told_by_its_figures(cast, season):
    """The same may be said of two corrections: what each would make of the season tells them apart."""
    evening = SeasonEvening.objects.filter(season=season).order_by("evening__held_on")[0].evening
    stands = [load_evening_stands(evening)]
    for order in (("Bob", "Ann", "Cid"), ("Cid", "Ann", "Bob"), ("Bob", "Cid", "Ann")):
        lines = tuple(ResultLine(who, place=place, net=50 - place) for place, who in enumerate(order, 1))
        result_record(RequestedBy(evening.pk, cast.alice, "typing error"), lines=lines)
        evening.refresh_from_db()
        stands.append(load_evening_stands(evening))
    found = [compare_stands(before, after).closed_seasons for before, after in pairwise(stands)]
    assert [[one.season for one in closed] for closed in found] == [[season.pk]] * 3
    alike = replace(found[0][0], today=replace(found[0][0].today, rows={}))
    assert alike.sentences == found[0][0].sentences
    assert alike != found[0][0]
