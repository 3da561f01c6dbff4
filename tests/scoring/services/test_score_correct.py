from dataclasses import replace

from tests.bids import taken, told
from tests.cast import refused
from tests.scoring.services.test_bids_record import of, one_table
from tests.services.cases import Case, refusals
from tournaments.attendance.services import player_drop
from tournaments.bell.services.bell import cut_record
from tournaments.core.kinds.points import tally_bids
from tournaments.core.record import Purpose, Stage
from tournaments.evening.selectors.deals import load_bid_table
from tournaments.models import Result
from tournaments.scoring.services.bids import DealBids, TrickResult, score_correct
from tournaments.scoring.services.counts import deal_withdraw
from tournaments.undo.services.undo import bell_undo, moves_replay


def played(make, **settings):
    night = make(8, game="clag", **settings)
    night.next_round()
    return night


def body(night, table=2, numbers=(0, 0, 0, 1), tricks=(0, 0, 0, 1), round=1, deal=1, call=None, **changes):
    """In round 1 the last of the table bid the one trick, and won it."""
    at = load_bid_table(night.evening, round, table, deal)
    said = told(at, numbers, call)
    given = {
        "round": round,
        "table": table,
        "deal": deal,
        "base_version": 1,
        "bids": said,
        "result": taken(at, said, tricks),
    }
    return {**given, **changes}


CASE = Case(
    score_correct,
    scene=played,
    body=body,
    stages=(Stage.PLAYING, Stage.SETTLING, Stage.FINISHED),
    asks_reason=True,
)
WHY = "written down wrongly"


def pool(night, table=2, round=1, deal=1):
    return next(p for p in night.facts.pools if (p.round, p.position, p.deal) == (round, table, deal))


def totals(night):
    return {entry: person.score for entry, person in tally_bids(night.facts).items()}


def test_it_works(night):
    night = played(night)
    seats, before = night.seats(), totals(night)
    *others, last = load_bid_table(night.evening, 1, 2, 1).list_bidders(1)
    assert before[last] == 0  # all bid zero, and the last got the trick
    line = score_correct(night.because(WHY), **body(night))
    assert (pool(night).version, pool(night).seq) == (2, pool(night).seq)
    assert {e: totals(night)[e] - before[e] for e in (*others, last)} == {
        **dict.fromkeys(others, 0), last: 12,
    }  # fmt: skip
    assert pool(night).winners == {last}
    assert night.seats() == seats
    assert line.payload == {"round": 1, "table": 2, "deal": 1}
    assert night.round == 2


def test_the_moves_are_made_again_by_it(night):
    night = played(night)
    *_others, last = load_bid_table(night.evening, 1, 2, 1).list_bidders(1)
    score_correct(night.because(WHY), **body(night))
    moves_replay(night.because(WHY), round=1)
    assert night.seats()[last][0] == 1


def stranger(night):
    """Somebody who was not at table 2 in round 1."""
    return next(e for e in night.seats() if e not in {line.entry for line in pool(night).lines})


def counters(night):
    nothing = dict.fromkeys(night.table(2), 0)
    where = {"round": 1, "table": 2, "deal": 1, "base_version": 1}
    return {**where, "bids": DealBids(nothing), "result": TrickResult(nothing)}


test_refusals = refusals(
    CASE,
    {
        "against the hook": (
            "bids-*",
            "Hook",
            lambda night: body(night, 1, (1, 1, 1, 0), (1, 1, 1, 0)),
            of("jabberwocky", deals=1),
        ),
        "too few tricks": (
            "tricks",
            "total 2. They must total 3",
            lambda night: body(night, 1, (0, 0, 0, 0), (1, 1, 0, 0)),
            of("jabberwocky", deals=1),
        ),
        "a call where nothing is called": (
            "call",
            "",
            lambda night: body(night, bids=replace(body(night)["bids"], call={"cards": 3})),
        ),
        "a stranger's bid": (
            "bids",
            "does not play",
            lambda night: body(night, bids=DealBids({**body(night)["bids"].by_entry, stranger(night): 0})),
        ),
        "a stranger's tricks": (
            "tricks",
            "does not play",
            lambda night: body(
                night, result=TrickResult({**body(night)["result"].tricks, stranger(night): 0})
            ),
        ),
        "counters": ("game", "counters, not for points", counters, lambda make: make(8), lambda n: n.play(2)),
    },
)


def test_who_has_left_since_is_still_in_the_deal(night):
    night = one_table(night, "clag")
    night.score(1)
    gone = night.table(1)[0]
    player_drop(night.by, entry=gone)
    night.score(1)
    score_correct(night.because(WHY), **body(night, 1))
    assert gone in {line.entry for line in pool(night, 1).lines}
    assert gone not in {line.entry for line in pool(night, 1, deal=2).lines}
    assert night.at(1).next_number == 3


def test_a_correction_does_not_ring(night):
    night = night(8, game="clag")
    night.score(1)
    bell_undo(night.because("too early"))
    score_correct(night.because(WHY), **body(night, 1))
    assert not night.preview().rung


def test_a_correction_after_finishing_writes_the_next_result(night):
    night = night(8, Stage.FINISHED, game="clag", rules_name="Our clag", options={"non_exact": True})
    *_others, last = load_bid_table(night.evening, 1, 2, 1).list_bidders(1)
    score_correct(night.because(WHY), **body(night, numbers=(1, 0, 0, 1)))
    first, second = Result.objects.order_by("version")
    assert (first.version, second.version) == (1, 2)
    points = {row.entry_id: (row.score, row.exact, row.counters) for row in second.settlements.all()}
    assert points[last] == (12, 1, None)
    before, after = (dict(result.settlements.values_list("entry", "score")) for result in (first, second))
    assert before != after
    for result in (first, second):
        game = result.game, result.format, result.options, result.rules_name
        assert game == ("clag", "progressive", {"non_exact": True}, "Our clag")


def test_a_result_waits_for_the_cut_that_a_correction_asks_for(night):
    night = night(8, Stage.FINISHED, game="clag")
    score_correct(night.because(WHY), **body(night, 1, (1, 0, 0, 0), (0, 0, 0, 1)))
    assert Result.objects.count() == 1
    ((_round, need),) = night.facts.chips.needs
    cards = dict(zip(need.among, ("KS", "2H"), strict=True))
    cut_record(night.by, round=1, purpose=Purpose.CHIP, table=1, deal=1, cards=cards)
    yellow = {s.entry_id: s.yellow for s in Result.objects.get(version=2).settlements.all()}
    assert yellow[need.among[0]] == 1


# Whole games


def test_an_earlier_deal_of_a_game_is_corrected_and_totals_follow(night):
    night = one_table(night, "la-podrida")
    for _deal in range(4):
        night.score(1)
    before = dict(night.at(1).totals)
    order = load_bid_table(night.evening, 1, 1, 2).list_bidders(2)
    score_correct(night.because(WHY), **body(night, 1, (12, 1, 1, 1), (0, 4, 4, 4), deal=2))
    after = night.at(1).totals
    assert sum(after.values()) - sum(before.values()) == 12 - (12 + 3 * 10)
    assert after == totals(night)
    assert set(order) == set(after)
    assert night.at(1).next_number == 5


def test_the_dealers_call_is_corrected(night):
    night = one_table(night, "caller-clag", options={"deals": 3})
    night.score(1, call={"cards": 3})
    night.score(1, call={"cards": 4})
    score_correct(
        night.because(WHY), **body(night, 1, (2, 2, 2, 0), (2, 2, 2, 0), call={"cards": 6, "no_trump": True})
    )
    assert pool(night, 1).call == {"cards": 6, "no_trump": True}
    assert night.at(1).next_number == 3


def all_of_it(night, who, deal):
    """All seventeen tricks of Oh Well! by three players are theirs, in bidding order."""
    return tuple(
        17 * (entry == who) for entry in load_bid_table(night.evening, 1, 1, deal).list_bidders(deal)
    )


def oh_well(make, missed=0):
    """A game that somebody wins by bidding and winning all, on each deal but those first ones ``missed``."""
    night = one_table(make, "oh-well", 3)
    who = night.table(1)[0]
    while number := night.at(1).next_number:
        bids = all_of_it(night, who, number)
        night.score(1, *(bids[1:] + bids[:1] if number <= missed else bids), bids=bids)
    return night, who


def test_a_game_that_would_have_ended_sooner_is_not_corrected_so(night):
    night, who = oh_well(night, missed=1)
    assert (night.at(1).totals[who], len(night.at(1).decided)) == (4 * 27, 5)
    bids = all_of_it(night, who, 1)
    with refused("deal", "Undo the later deals"):
        score_correct(night.because(WHY), **body(night, 1, bids, bids))
    bell_undo(night.because("one deal too many"))
    deal_withdraw(night.because("one deal too many"), round=1, table=1, deal=5)
    score_correct(night.because(WHY), **body(night, 1, bids, bids))
    assert night.preview().rung


def test_a_last_deal_by_which_the_game_goes_on_is_corrected_once_the_bell_is_undone(night):
    """And once it is over by another correction, the bell rings again."""
    night, who = oh_well(night)
    bids = all_of_it(night, who, 4)
    again = body(night, 1, bids, bids[1:] + bids[:1], deal=4)
    with refused("round", "Undo the bell first"):
        score_correct(night.because(WHY), **again)
    bell_undo(night.because(WHY))
    score_correct(night.because(WHY), **again)
    assert (night.at(1).totals[who], night.at(1).next_number) == (81, 5)
    assert night.preview().still_out == (1,)
    score_correct(night.because(WHY), **body(night, 1, bids, bids, deal=4, base_version=2))
    assert night.at(1).totals[who] == 108
    assert (night.preview().rung, night.preview().still_out) == (True, ())


def test_a_game_that_was_over_already_is_not_rung_again(night):
    night, who = oh_well(night)
    bell_undo(night.because(WHY))
    won = all_of_it(night, who, 1)
    bids = tuple(bid or 1 for bid in won)  # the others bid one each, and missed
    score_correct(night.because(WHY), **body(night, 1, bids, won))
    assert sorted(night.at(1).totals.values()) == [30, 30, 108]
    assert not night.preview().rung


def test_together_a_lost_round_that_was_won_asks_for_the_later_deals_first(night):
    night = one_table(night, "blackout-cooperative")
    night.score(1, 0, 0, 1, 0, bids=(0, 0, 0, 1))
    assert night.at(1).plan.cards == 1
    score_correct(night.because(WHY), **body(night, 1, (0, 0, 0, 1), (0, 0, 0, 1)))
    assert night.at(1).plan.cards == 2
    night.score(1)
    with refused("deal", "Undo the later deals"):
        score_correct(night.because(WHY), **body(night, 1, (0, 0, 0, 1), (0, 0, 1, 0), base_version=2))
    score_correct(night.because(WHY), **body(night, 1, (1, 0, 0, 0), (1, 0, 0, 0), base_version=2))
