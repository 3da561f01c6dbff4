"""The club's ratings, by game."""

from datetime import timedelta

import pytest

from accounts.models import Player
from accounts.players.services import player_change, player_merge
from tests.cast import AT_THE_END, FIXED
from tests.ratings import Match, followed, paths
from tests.scoring.web.test_deals import correct
from tests.web.html import faults
from tests.web.wording import queries
from tournaments.attendance.services import player_drop
from tournaments.base.words import format_signed
from tournaments.core.record import Stage
from tournaments.core.results.standings import list_games
from tournaments.models import EntryRow, Evening, Result, Settlement

BEHIND = "are being calculated"


@pytest.fixture
def url(cast):
    return f"/clubs/{cast.club.pk}/ratings/"


def standing(night):
    """Everybody's place in the highest version, by player."""
    last = Result.objects.filter(evening=night.evening).order_by("version").last()
    return dict(Settlement.objects.filter(result=last).values_list("entry__player", "place"))


def numbers(found):
    return {player: [rating.number for rating in path] for player, path in found.items()}


def now(cast):
    return followed(cast.club)


def test_it_works(client, cast, night, url):
    first, second = night(8, Stage.FINISHED).reveal(), night(8, Stage.FINISHED).reveal()
    client.force_login(cast.vera)
    now(cast)
    answer = client.get(url)
    assert not faults(answer.text)
    assert BEHIND not in answer.text
    (found,) = answer.context["ratings"].ratings
    expected = paths([Match(n, standing(made)) for n, made in enumerate((first, second))])
    assert {who.player: who.number for who in found.people} == {
        player: path[-1].number for player, path in expected.items()
    }
    assert [who.number for who in found.people] == sorted((who.number for who in found.people), reverse=True)
    assert {who.words for who in found.people} == {"not reliable yet: 2 evenings"}
    assert found.title == "Draw Poker"
    assert answer.text.count('data-value="2"') == len(found.people), "“? 2” is sorted as 2"


@pytest.mark.thorough
def test_at_fixed_tables_each_tables_game_is_a_match(cast, night):
    made = night(8, game="clag", **FIXED)
    tables = [made.table(position) for position in made.tables]
    made.play_round()
    made.finish()
    made.reveal()
    points = {
        entry: sum(line.score for pool in made.facts.pools for line in pool.lines if line.entry == entry)
        for table in tables
        for entry in table
    }
    player = dict(EntryRow.objects.values_list("pk", "player"))
    expected = paths(
        Match(1, {player[one]: 1 + sum(points[other] > points[one] for other in table) for one in table})
        for table in tables
    )
    assert numbers(now(cast)["clag"]) == numbers(expected)


@pytest.mark.thorough
def test_who_goes_home_is_placed_as_in_the_game(cast, night):
    """Two go home during it, one after the other: then the points of both count, not who stayed longer."""
    made = night(8, deals=4, **FIXED)
    _first, early, winner, later = made.table(1)
    for deal, won, goes in ((1, early, None), (2, early, early), (3, winner, later), (4, winner, None)):
        made.play(1, deal=deal, winner=won)
        if goes is not None:
            player_drop(made.by, entry=goes)
    for deal in range(1, 5):
        made.play(2, deal=deal)
    made.finish()
    made.reveal()
    found = list_games(made.facts)
    assert found[0].places[early] < found[0].places[later]
    player = dict(EntryRow.objects.values_list("pk", "player"))
    expected = paths(Match(1, {player[one]: place for one, place in game.places.items()}) for game in found)
    assert numbers(now(cast)["draw-poker"]) == numbers(expected)


def test_where_nobody_counted_each_deal_the_evening_is(cast, night):
    made = night(8, Stage.FINISHED, **FIXED, **AT_THE_END).reveal()
    expected = paths([Match(made.evening.pk, standing(made))])
    assert numbers(now(cast)["draw-poker"]) == numbers(expected)


def test_a_game_that_is_won_together_is_not_rated(cast, night):
    night(8, Stage.FINISHED, game="blackout-cooperative", **FIXED).reveal()
    assert not now(cast)


def test_what_is_not_calculated_yet_is_said(client, cast, night, url):
    first, second = night(8, Stage.FINISHED).reveal(), night(8, Stage.FINISHED).reveal()
    client.force_login(cast.vera)
    answer = client.get(url)
    assert answer.context["ratings"].ratings_behind == first.evening.held_on
    assert not answer.context["ratings"].ratings
    assert BEHIND in answer.text
    assert "Results appear here" not in answer.text
    now(cast)
    assert BEHIND not in client.get(url).text
    tomorrow = second.evening.held_on + timedelta(days=1)
    Evening.objects.filter(pk=second.evening.pk).update(held_on=tomorrow)
    assert BEHIND in client.get(url).text
    now(cast)
    shown = client.get(url).context["ratings"].ratings
    correct(second, "miswritten", table=1)
    answer = client.get(url)
    assert BEHIND in answer.text
    (found,) = answer.context["ratings"].ratings
    assert {who.words for who in found.people} == {"not reliable yet: 1 evening"}, "as before the second day"
    expected = numbers(now(cast)["draw-poker"])
    answer = client.get(url)
    assert BEHIND not in answer.text
    assert answer.context["ratings"].ratings != shown
    (found,) = answer.context["ratings"].ratings
    assert {who.player: who.number for who in found.people} == {
        who: path[-1] for who, path in expected.items()
    }


@pytest.mark.thorough
def test_who_is_merged_is_rated_no_more(client, cast, night, url):
    night(8, Stage.FINISHED).reveal()
    now(cast)
    client.force_login(cast.vera)
    one, two = Player.objects.order_by("name")[:2]
    EntryRow.objects.filter(player=two).update(player=None)
    player_merge(by=cast.alice, gone=two, kept_as=one)
    assert BEHIND not in client.get(url).text, "of nobody whom the merge is about anything was rated"
    assert two.pk not in now(cast)["draw-poker"]


def test_each_has_evenings_and_the_last_change(client, cast, night, url):
    night(8, Stage.FINISHED).reveal()
    now(cast)
    client.force_login(cast.vera)
    (first,) = client.get(url).context["ratings"].ratings
    assert {(who.evenings, who.change) for who in first.people} == {(1, "–")}
    before = {who.player: who.number for who in first.people}
    night(8, Stage.FINISHED).reveal()
    now(cast)
    (second,) = client.get(url).context["ratings"].ratings
    for who in second.people:
        if who.player in before:
            assert (who.evenings, who.change) == (2, format_signed(who.number - before[who.player]))


def test_of_one_game(client, cast, night, url):
    night(8, Stage.FINISHED).reveal()
    night(8, Stage.FINISHED, game="clag", **FIXED).reveal()
    now(cast)
    client.force_login(cast.vera)
    assert {rated.game for rated in client.get(url).context["lists"]} == {"draw-poker", "clag"}
    assert [rated.game for rated in client.get(url, {"game": "clag"}).context["lists"]] == ["clag"]
    assert len(client.get(url, {"game": "chess"}).context["lists"]) == 2


def test_queries_do_not_grow(client, cast, night, url):
    client.force_login(cast.vera)
    counts = []
    for _evening in range(2):
        night(8, Stage.FINISHED).reveal()
        now(cast)
        counts.append(queries(client.get, url))
    assert counts[0] == counts[1] <= 10


def test_who_is_off_the_list_is_rated_but_not_shown(client, cast, night, url):
    night(8, Stage.FINISHED).reveal()
    one = Player.objects.order_by("name")[0]
    player_change(by=cast.alice, player=one, name=one.name, role="", active=False)
    client.force_login(cast.vera)
    now(cast)
    (found,) = client.get(url).context["ratings"].ratings
    assert one.pk not in {who.player for who in found.people}
    assert one.pk in now(cast)["draw-poker"]


@pytest.mark.thorough
def test_somebody_on_no_list_is_somebody_too(cast, night):
    night(8, Stage.FINISHED).reveal()
    before = numbers(now(cast)["draw-poker"])
    gone = Player.objects.order_by("name")[0]
    entry, pk = EntryRow.objects.get(player=gone).pk, gone.pk
    gone.delete()
    after = numbers(now(cast)["draw-poker"])
    assert after == {(-entry if player == pk else player): path for player, path in before.items()}


def test_nothing_yet(client, cast, url):
    client.force_login(cast.vera)
    assert "Results appear here when the prizes" in client.get(url).text
