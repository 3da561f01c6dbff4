"""All deals of an evening, and the sheet of a table."""

from collections import Counter

import pytest
from django.urls import reverse

from tests.web.bid_form import CALLER, COOPERATIVE, HOOKED, seen, where
from tests.web.html import Page, shows
from tests.web.visitors import HOSTILE
from tests.web.wording import queries
from tournaments.attendance.services import player_drop
from tournaments.core.record import Ending, Stage
from tournaments.models import RoundRow
from tournaments.scoring.services.counts import Tally, TallyKind
from tournaments.scoring.services.deals import deal_correct, table_end


def page(client, night, **asked):
    return client.get(reverse("deals", args=[night.evening.pk]), asked)


def correct(night, reason, table=2):
    players = night.table(table)
    net = dict.fromkeys(players, -1) | {players[1]: len(players) - 1}
    deal_correct(
        night.because(reason),
        round=night.round,
        table=table,
        deal=1,
        base_version=1,
        winners=[players[1]],
        in_call=[players[2]],
        tally=Tally(TallyKind.NET, net),
    )


def test_it_works(client, cast, night):
    night = night(8)
    night.play(1)
    night.play(2)
    correct(night, HOSTILE)
    address = reverse("deal", args=[night.evening.pk, 1, 2, 1])
    shows(page(client, night), never=address)  # Vera only looks
    client.force_login(cast.sam)
    answer = page(client, night)
    html = answer.content.decode()
    assert address in html
    [shown] = answer.context["deals"].rounds
    names = {entry.id: entry.name for entry in night.facts.entries}
    assert shown.deals[1].winners == [names[night.table(2)[1]]]
    assert shown.deals[1].callers == names[night.table(2)[2]]
    assert shown.deals[1].corrections[0].journal.actor == cast.alice
    shows(html, "&lt;script&gt;", never=HOSTILE)


def test_before_anything_is_played(client, cast, night):
    client.force_login(cast.vera)
    assert (
        "No deals yet. Each deal appears here when it is recorded."
        in page(client, night(6, Stage.CHECK_IN)).content.decode()
    )


def test_of_a_table_and_of_a_player(client, cast, night):
    night = night(8)
    night.next_round()
    night.play(1)
    client.force_login(cast.vera)
    who = night.table(1)[0]
    of_table = page(client, night, table=2).context["deals"].rounds
    assert [(shown.number, shown.open, [deal.table for deal in shown.deals]) for shown in of_table] == [
        (1, True, [2])
    ]
    of_player = page(client, night, person=who).context["deals"].rounds
    assert [(shown.number, len(shown.deals)) for shown in of_player] == [(2, 1), (1, 1)]
    shows(page(client, night, table=1, person=night.table(2)[0], page=2), "Deals")
    assert page(client, night, table="x").context["form"].is_filtered is False


@pytest.mark.thorough
def test_ten_rounds_a_page(client, cast, night):
    night = night(4)
    night.play(1)
    line = night.evening.journal.get(seq=1)
    RoundRow.objects.bulk_create(
        RoundRow(evening=night.evening, number=number, journal=line) for number in range(2, 13)
    )
    client.force_login(cast.vera)
    first, second = page(client, night), page(client, night, page=2)
    assert [shown.number for shown in first.context["deals"].rounds] == list(range(12, 2, -1))
    assert [(shown.number, shown.open) for shown in second.context["deals"].rounds] == [(2, False), (1, True)]
    for odd in ("-3", "x", "99"):
        assert page(client, night, page=odd).status_code == 200


# The sheet of a table: every deal, for whoever may look.


@pytest.fixture(autouse=True)
def vera(client, cast):
    client.force_login(cast.vera)


def sheet(night, table=1, round=1):
    return reverse("table-sheet", args=[night.evening.pk, round, table])


def rows(answer):
    """The sheet's rows: each the words of its cells."""
    body = next(Page(answer.content.decode()).root.all("tbody"))
    return [[cell.words for cell in row.all("th", "td")] for row in body.all("tr")]


def test_the_sheet(client, night):
    night = night(4, **HOOKED)
    night.score(1, bids=(1, 0, 0, 1))
    night.bid(1, 1, 0, 0, 0)
    answer = client.get(sheet(night))
    found = rows(answer)
    assert len(found) == 13  # every deal of the game, also those to come
    assert [row[0].split()[:3] for row in found[:2]] == [["1", "1", "card"], ["2", "2", "cards"]]
    assert sorted(found[0][1:]) == [
        "Bid 0/, Tricks 0 exact +10, Total 10",
        "Bid 0/, Tricks 0 exact +10, Total 10",
        "Bid 1/, Tricks 0 missed 0, Total 0",
        "Bid 1/, Tricks 1 exact +11, Total 11",
    ]
    assert sorted(found[1][1:]) == ["Bid 0", "Bid 0", "Bid 0", "Bid 1"]
    assert found[2][1:] == [""] * 4
    assert where(night) not in seen(answer)  # Vera only looks
    assert "Enter deal" not in seen(answer)


@pytest.mark.thorough
def test_who_scores_goes_on_from_here(client, cast, night):
    night = night(4, **HOOKED)
    night.score(1)
    client.force_login(cast.sam)
    shown = seen(client.get(sheet(night)))
    assert where(night) in shown
    assert "Enter deal 2" in shown
    assert reverse("table-end", args=[night.evening.pk, 1, 1]) in shown


@pytest.mark.thorough
def test_totals_and_who_leads(client, night):
    night = night(4, **HOOKED)
    night.score(1, bids=(1, 0, 0, 1))
    night.score(1, bids=(0, 0, 0, 0))
    answer = client.get(sheet(night))
    foot = next(Page(answer.content.decode()).root.all("tfoot"))
    points = Counter[int]()
    for pool in night.facts.pools:
        points.update({line.entry: line.score or 0 for line in pool.lines})
    assert [int(cell.words) for cell in foot.all("td")] == [points[entry] for entry in night.table(1)]
    assert seen(answer).count("leads") == [*points.values()].count(max(points.values()))


def test_a_game_won_together(client, night):
    night = night(3, **COOPERATIVE)
    night.score(1, 1, 0, 0, bids=(0, 0, 1))
    night.score(1, bids=(0, 0, 1))
    answer = client.get(sheet(night))
    assert "Rounds won: 1, in 2 deals." in seen(answer)
    first, second, third = rows(answer)
    assert "Round 1 not won" in first[0]
    assert "Round 1 won" in second[0]
    assert "Round 2" in third[0]
    table_end(night.by, round=1, table=1, ending=Ending.EARLY)
    assert "You lose together." in seen(client.get(sheet(night)))


def test_what_was_called(client, night):
    night = night(4, **CALLER)
    night.score(1, bids=(1, 1, 1, 0), call={"cards": 3, "suit_precedence": True, "suits": "SHDC"})
    night.bid(1, 1, 1, 1, 4, call={"cards": 5, "nuloss": True})
    first, second, _third = rows(client.get(sheet(night)))
    assert "♠♥♦♣" in first[0]
    assert "5 cards Nuloss" in second[0]


@pytest.mark.thorough
def test_somebody_who_left_keeps_a_column(client, night):
    night = night(5, **HOOKED)
    night.score(1)
    player_drop(night.because("gone home"), entry=night.table(1)[0])
    night.score(1)
    found = rows(client.get(sheet(night)))
    assert all(found[0])
    assert found[1].count("") == 1


def test_a_session_shows_the_round(client, night):
    night = night(10, game="blackout")
    night.play_round()
    answer = client.get(sheet(night, table=2))
    assert len(rows(answer)) == 1
    assert "Round 1" in seen(answer)


@pytest.mark.thorough
def test_counters_at_fixed_tables(client, night):
    night = night(6, format="fixed", deals=3)
    night.play(1)
    night.play(1, deal=2)
    answer = client.get(sheet(night))
    first, second = rows(answer)
    assert "won the pool +5, Total 5" in first
    assert "won the pool +5, Total 10" in second
    assert "Won or lost" in seen(answer)


def test_its_queries_do_not_grow(client, night):
    counts = []
    for players, deals in ((4, 1), (7, 6)):
        made = night(players, **HOOKED)
        for _deal in range(deals):
            made.score(1)
        counts.append(queries(client.get, sheet(made)))
    assert counts[0] == counts[1] <= 17
