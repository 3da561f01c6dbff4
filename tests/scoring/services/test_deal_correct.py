import pytest

from tests.cast import AT_THE_END, refused
from tests.services.cases import Case, refusals
from tournaments.attendance.services import player_drop, player_pause, player_return
from tournaments.bell.services.bell import cut_record, moves_apply
from tournaments.core.counters import ledger
from tournaments.core.counters.ledger import LineKind
from tournaments.core.record import Purpose, Stage
from tournaments.evening.selectors.tables import load_scorer_table
from tournaments.models import Result
from tournaments.results.services import evening_finish
from tournaments.scoring.services.counts import Tally, TallyKind
from tournaments.scoring.services.deals import deal_correct
from tournaments.standings.selectors.standings import query_uncut_corrections


def played(make, **settings):
    night = make(12, **settings)
    night.next_round()
    return night


def body(night, table=2, winner=1, **changes):
    """In round 1 it was the second of those at the table who won, three counters of one other."""
    (pool,) = [pool for pool in night.facts.pools if (pool.round, pool.position) == (1, table)]
    players = [line.entry for line in pool.lines]
    net = dict.fromkeys(players, 0) | {players[winner]: 3, players[0]: -3}
    given = {
        "round": 1,
        "table": table,
        "deal": 1,
        "base_version": 1,
        "winners": [players[winner]],
        "in_call": [],
        "tally": Tally(TallyKind.NET, net),
    }
    return {**given, **changes}


def divide_a_pool(night):
    """The head table's first pool was won by the first two of its players, who have to cut for its chip."""
    divided = body(night, 1)
    players = list(divided["tally"].amounts)
    tally = Tally(TallyKind.NET, dict(zip(players, (3, 3, -3, -3), strict=True)))
    deal_correct(night.because("divided"), **{**divided, "winners": players[:2], "tally": tally})
    return players


CASE = Case(
    deal_correct,
    scene=played,
    body=body,
    stages=(Stage.PLAYING, Stage.SETTLING, Stage.FINISHED),
    asks_reason=True,
)


def test_it_works(night):
    night = played(night)
    seats, before = night.seats(), night.held()
    deal_correct(night.because("written down wrongly"), **body(night))
    (pool,) = [pool for pool in night.facts.pools if (pool.round, pool.position) == (1, 2)]
    assert pool.version == 2
    assert night.seats() == seats
    first, second, third, fourth = (line.entry for line in pool.lines)
    held = night.held()
    assert [held[e] - before[e] for e in (first, second, third, fourth)] == [-6, 4, 1, 1]
    assert sum(held.values()) == 600


def test_the_yellow_chip_follows(night):
    night = played(night)
    (before,) = night.facts.chips.taken
    deal_correct(night.because("it was the other"), **body(night, 1))
    (after,) = night.facts.chips.taken
    assert after.entry != before.entry


def net(*amounts):
    """The body in which the first of the table won, and each has these counters."""

    def made(night):
        players = list(body(night)["tally"].amounts)
        tally = Tally(TallyKind.NET, dict(zip(players, amounts, strict=True)))
        return body(night, winners=players[:1], tally=tally)

    return made


def won_by_a_stranger(night):
    players = body(night)["tally"].amounts
    return body(night, winners=[next(e.id for e in night.facts.entries if e.id not in players)])


test_refusals = refusals(
    CASE,
    {
        "one counter too many": ("counters*", "", net(1, 0, 0, 0)),
        "more than there is": ("counters*", "", net(51, -51, 0, 0)),
        "a text": ("counters*", "", net("1", -1, 0, 0)),
        "who was not in the deal": ("winners", "does not play", won_by_a_stranger),
    },
)


def test_what_was_taken_along_follows_for_nobody_counted_it(night):
    night = played(night)
    loser = next(iter(body(night)["tally"].amounts))
    player_pause(night.by, entry=loser)
    away = ledger.count_taken_away(night.facts)[loser]
    deal_correct(night.because("wrong"), **body(night))
    assert ledger.count_taken_away(night.facts)[loser] == away - 6
    settings = night.evening.settings
    assert [x for x in ledger.list_lines(night.facts, settings) if x.kind is LineKind.COUNTED] == []
    assert ledger.find_imbalance(night.facts, settings) is None
    net = dict.fromkeys(body(night)["tally"].amounts, -1) | {loser: 3}
    first = body(night, winner=0, base_version=2, tally=Tally(TallyKind.NET, net))
    deal_correct(night.because("right after all"), **first)
    assert ledger.count_taken_away(night.facts)[loser] == away


def test_what_was_taken_along_and_brought_back_follows(night):
    night = played(night)
    loser = next(iter(body(night)["tally"].amounts))
    player_pause(night.by, entry=loser)
    player_return(night.by, entry=loser)
    night.next_round()
    had = night.held()[loser]
    deal_correct(night.because("wrong"), **body(night))
    assert night.held()[loser] == had - 6
    assert night.agrees()


def test_nobody_took_along_less_than_nothing(night):
    night = played(night)
    loser, winner, *rest = body(night)["tally"].amounts
    table = night.seats()[loser][0]
    night.play(table, winner=next(entry for entry in night.table(table) if entry != loser), lose=10)
    player_drop(night.by, entry=loser)
    net = {loser: -50, winner: 50} | dict.fromkeys(rest, 0)
    with refused("counters", "so this change cannot take away"):
        deal_correct(night.because("wrong"), **body(night, tally=Tally(TallyKind.NET, net)))


def test_after_the_end_a_deal_of_somebody_who_left_is_corrected(night):
    night = played(night)
    loser = next(iter(body(night)["tally"].amounts))
    player_drop(night.by, entry=loser)
    night.play_round()
    night.settle()
    evening_finish(night.by)
    deal_correct(night.because("disputed"), **body(night))
    first, second = Result.objects.order_by("version")
    before, after = (result.settlements.get(entry=loser).counters or 0 for result in (first, second))
    assert before - after == 6


@pytest.mark.thorough
def test_what_came_back_after_a_pause_is_what_waited(night):
    """The sums that check a deal agree with the ledger, though the deals before the pause changed."""
    night = played(night)
    loser = next(iter(body(night)["tally"].amounts))
    player_pause(night.by, entry=loser)
    deal_correct(night.because("wrong"), **body(night))
    player_return(night.by, entry=loser)
    for table in night.tables:
        night.play(table, winner=next(entry for entry in night.table(table) if entry != loser))
    night.decide()
    moves_apply(night.by, round=2)
    position = night.seats()[loser][0]
    assert load_scorer_table(night.evening, 3, position).balances[loser] == night.held()[loser]


def test_after_the_end_a_pool_that_was_divided_waits_for_its_cut(night):
    night = night(12, Stage.FINISHED)
    assert not query_uncut_corrections(night.evening.pk)
    players = divide_a_pool(night)
    assert Result.objects.count() == 1
    assert query_uncut_corrections(night.evening.pk)
    cards = {players[0]: "KS", players[1]: "2H"}
    cut_record(night.by, round=1, purpose=Purpose.CHIP, table=1, deal=1, cards=cards)
    assert Result.objects.count() == 2
    assert not query_uncut_corrections(night.evening.pk)
    yellow = {s.entry_id: s.yellow or 0 for s in Result.objects.get(version=2).settlements.all()}
    assert (yellow[players[0]], sum(yellow.values())) == (1, 1)


def test_where_deals_are_not_counted(night):
    night = played(night, **AT_THE_END)
    deal_correct(night.because("wrong"), **body(night, tally=Tally()))
    with refused("counters", "only at the end"):
        deal_correct(night.because("wrong"), **body(night, base_version=2))
