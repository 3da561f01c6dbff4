"""The ledger and its law: score sheets worked by hand, and evenings played by chance."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.errors import RuleError
from tests.core.score_sheets import AT_THE_END, EACH_DEAL, Played, Sheet, play, said, shuffled
from tests.rules.tables import refused
from tournaments.core.counters.checks import check_counts, check_deal, compute_changes
from tournaments.core.counters.ledger import (
    LineKind,
    compute_balances,
    compute_balances_at_bell,
    count_on_tables,
    count_taken_away,
    explain_imbalance,
    find_imbalance,
    find_negative_lines,
    list_lines,
)
from tournaments.core.evening import Facts
from tournaments.core.formats.registry import FORMATS, build_play
from tournaments.core.reasons import SENTENCES, Reason
from tournaments.core.record import DealPart, Stake, StakeKind
from tournaments.core.settings import Counting

evenings = st.randoms(use_true_random=False).map(play)


def of(entry: int, facts: Facts, settings=EACH_DEAL) -> list[tuple]:
    """A person's ledger as it is read: (kind, amount, balance)."""
    return [(ln.kind.value, ln.amount, ln.balance) for ln in list_lines(facts, settings) if ln.entry == entry]


#            round 1        round 2        fresh  round 3
#            deal   has     deal   has            deal   has
#   1        +20     70      +3     73             -8     65
#   2        -50      0                    50      +8     58
#   3        +30     80      -3     77              0     77
def three_players() -> Sheet:
    sheet = Sheet().start(1, 2, 3)
    sheet.deal(1, 1, {1: 20, 2: -50, 3: 30}, 3, called=[1])
    sheet.stake(2, StakeKind.FRESH, {2: 50})
    sheet.deal(2, 1, {1: 3, 2: 0, 3: -3}, 1)
    return sheet.deal(3, 1, {1: -8, 2: 8, 3: 0}, 2)


def test_every_line_has_the_balance_after_it_and_who_loses_all_gets_fifty_more():
    """Doc 002: usually fifty counters; any player losing all of them must get a fresh stake of fifty more."""
    facts = three_players().facts
    assert of(1, facts) == [("first", 50, 50), ("deal", 20, 70), ("deal", 3, 73), ("deal", -8, 65)]
    assert of(2, facts) == [
        ("first", 50, 50), ("deal", -50, 0), ("fresh", 50, 50), ("deal", 0, 50), ("deal", 8, 58),
    ]  # fmt: skip
    assert of(3, facts) == [("first", 50, 50), ("deal", 30, 80), ("deal", -3, 77), ("deal", 0, 77)]
    assert count_on_tables(facts, EACH_DEAL) == 50 * (3 + 1) == 65 + 58 + 77
    assert explain_imbalance(facts, EACH_DEAL) == ()


def test_balances_up_to_a_journal_line_and_as_at_a_bell_before_its_fresh_stakes():
    sheet = three_players()
    found = [compute_balances(sheet.facts, EACH_DEAL, seq).get(2) for seq in range(sheet.seq + 1)]
    assert found == [None, 50, 0, 50, 50, 58]
    assert compute_balances_at_bell(sheet.facts, EACH_DEAL, 1) == {1: 70, 2: 0, 3: 80}
    assert compute_balances_at_bell(sheet.facts, EACH_DEAL, 2) == {1: 73, 2: 50, 3: 77}


def noted(sheet, entry, round=1):
    return sheet.write(stakes=(Stake(entry, round, StakeKind.FRESH, 50, sheet.seq + 1, late=True),))


@pytest.mark.parametrize("format", FORMATS)
def test_a_forgotten_fresh_stake_explains_who_was_below_nothing(format):
    """In whole games too, where others are given between the deals, it counts from the beginning."""
    sheet = Sheet(Facts(play=build_play("draw-poker", {}, format))).start(1, 2)
    sheet.deal(1, 1, {1: -50, 2: 50}, 2).deal(1, 1, {1: -10, 2: 10}, 2)
    assert [why.code for why in explain_imbalance(sheet.facts, EACH_DEAL)] == ["counters_negative"]
    noted(sheet, 1)
    assert explain_imbalance(sheet.facts, EACH_DEAL) == ()
    assert of(1, sheet.facts) == [("first", 50, 50), ("fresh", 50, 100), ("deal", -50, 50), ("deal", -10, 40)]


def test_a_forgotten_fresh_stake_says_nothing_of_counters_that_nobody_counted():
    sheet = Sheet().start(1, 2).deal(1, 1, {1: None, 2: None}, 1)
    noted(sheet, 1, round=2)
    assert of(1, sheet.facts, AT_THE_END) == [
        ("first", 50, 50), ("deal", None, None), ("fresh", 50, None),
    ]  # fmt: skip


def test_uncounted_deals_leave_the_balance_unknown_until_the_next_count():
    sheet = Sheet().start(1, 2).deal(1, 1, {1: None, 2: None}, 1)
    sheet.count(1, {1: 100, 2: 0}).stake(2, StakeKind.FRESH, {2: 50}).deal(2, 1, {1: None, 2: None}, 2)
    assert of(1, sheet.facts, AT_THE_END) == [
        ("first", 50, 50), ("deal", None, None), ("counted", None, 100), ("deal", None, None),
    ]  # fmt: skip
    assert of(2, sheet.facts, AT_THE_END)[2:] == [
        ("counted", None, 0), ("fresh", 50, 50), ("deal", None, None),
    ]  # fmt: skip
    assert compute_balances(sheet.facts, AT_THE_END) == {1: None, 2: None}
    assert compute_balances_at_bell(sheet.facts, AT_THE_END, 1) == {1: 100, 2: 0}


def test_a_fresh_stake_tells_what_somebody_has_who_was_not_counted():
    sheet = Sheet().start(1, 2).deal(1, 1, {1: None, 2: None}, 1).stake(2, StakeKind.FRESH, {2: 50})
    assert compute_balances(sheet.facts, AT_THE_END) == {1: None, 2: 50}


def test_a_count_made_anew_stands_at_its_own_bell():
    """Player 1 is counted again for round 1 when round 2 has been played already."""
    sheet = Sheet().start(1, 2).deal(1, 1, {1: None, 2: None}, 1).deal(2, 1, {1: None, 2: None}, 1)
    sheet.count(1, {1: 60})
    assert compute_balances(sheet.facts, AT_THE_END) == {1: None, 2: None}
    assert compute_balances_at_bell(sheet.facts, AT_THE_END, 1) == {1: 60, 2: None}


def test_the_final_count_is_the_last_even_if_the_bell_was_counted_anew_after_it():
    sheet = Sheet().start(1, 2).deal(1, 1, {1: None, 2: None}, 1).final(1, {1: 60, 2: 40}).count(1, {1: 58})
    assert compute_balances(sheet.facts, AT_THE_END) == {1: 60, 2: 40}


#            round 1   count at the bell   as corrected: deal   has   counted
#   1        +10       60                               +12     62    -2 -> 60
#   2        -10       (not counted)                    -12     38
def test_a_correction_shifts_the_totals_and_a_count_stays():
    sheet = Sheet().start(1, 2).deal(1, 1, {1: 10, 2: -10}, 1).count(1, {1: 60})
    assert of(1, sheet.facts) == [("first", 50, 50), ("deal", 10, 60)]
    sheet.correct(1, 1, 1, {1: 12, 2: -12})
    assert of(1, sheet.facts) == [("first", 50, 50), ("deal", 12, 62), ("counted", -2, 60)]
    assert of(2, sheet.facts) == [("first", 50, 50), ("deal", -12, 38)]
    broken = find_imbalance(sheet.facts, EACH_DEAL)
    assert broken is not None
    assert (broken.expected, broken.counted, broken.difference, broken.stakes) == (100, 98, -2, 0)
    assert [(ln.entry, ln.round, ln.amount) for ln in broken.lines] == [(1, 1, -2)]
    assert explain_imbalance(sheet.facts, EACH_DEAL) == (
        Reason("counters_short", {"counted": 98, "expected": 100, "difference": 2}),
    )


def test_a_correction_between_people_who_were_counted_is_shown_but_loses_nothing():
    sheet = Sheet().start(1, 2).deal(1, 1, {1: 10, 2: -10}, 1).count(1, {1: 60, 2: 40})
    sheet.correct(1, 1, 1, {1: 12, 2: -12})
    assert of(1, sheet.facts)[-1] == ("counted", -2, 60)
    assert of(2, sheet.facts)[-1] == ("counted", 2, 40)
    assert find_imbalance(sheet.facts, EACH_DEAL) is None


def test_a_count_that_only_confirms_has_a_line_where_deals_are_not_counted():
    sheet = Sheet().start(1, 2).count(1, {1: 50})
    assert of(1, sheet.facts) == [("first", 50, 50)]
    assert of(1, sheet.facts, AT_THE_END) == [("first", 50, 50), ("counted", 0, 50)]


#            round 1   goes with   round 2
#   1        +10                    +5
#   2        -10       40
#   3          0                    -5
def test_who_leaves_takes_the_counters_along():
    sheet = Sheet().start(1, 2, 3).deal(1, 1, {1: 10, 2: -10, 3: 0}, 1)
    sheet.stake(1, StakeKind.DEPARTURE, {2: 40}).deal(2, 1, {1: 5, 3: -5}, 1)
    assert of(2, sheet.facts) == [("first", 50, 50), ("deal", -10, 40), ("departure", -40, 0)]
    assert count_on_tables(sheet.facts, EACH_DEAL) == 150 - 40 == 65 + 45
    assert count_taken_away(sheet.facts) == {2: 40}
    assert explain_imbalance(sheet.facts, EACH_DEAL) == ()


def test_a_pause_leaves_the_counters_with_the_banker_until_the_return():
    sheet = Sheet().start(1, 2).deal(1, 1, {1: 10, 2: -10}, 1).stake(1, StakeKind.DEPARTURE, {2: 40})
    assert count_on_tables(sheet.facts, EACH_DEAL) == 60
    sheet.stake(3, StakeKind.RETURN, {2: 40})
    assert of(2, sheet.facts)[2:] == [("departure", -40, 0), ("return", 40, 40)]
    assert (count_on_tables(sheet.facts, EACH_DEAL), count_taken_away(sheet.facts)) == (100, {})


def test_what_was_taken_away_is_a_count_too():
    """Player 2 left with 40; a later correction says they should have had 45."""
    sheet = Sheet().start(1, 2).deal(1, 1, {1: 10, 2: -10}, 1).stake(1, StakeKind.DEPARTURE, {2: 40})
    sheet.correct(1, 1, 1, {1: 5, 2: -5})
    assert of(2, sheet.facts)[1:] == [("deal", -5, 45), ("counted", -5, 40), ("departure", -40, 0)]
    assert [(ln.round, ln.table, ln.deal) for ln in list_lines(sheet.facts, EACH_DEAL) if ln.entry == 2] == [
        (1, 0, 0), (1, 1, 1), (1, 0, 0), (1, 0, 0),
    ]  # fmt: skip
    broken = find_imbalance(sheet.facts, EACH_DEAL)
    assert broken is not None
    assert (broken.difference, [ln.entry for ln in broken.lines]) == (-5, [2])


@pytest.mark.parametrize(
    ("counts", "code", "stakes"),
    [
        ({1: 70, 2: 80}, "counters_over_by_stakes", 1),
        ({1: 70, 2: 31}, "counters_over", 0),
        ({1: 0, 2: 0}, "counters_short_by_stakes", 2),
        ({1: 70, 2: 29}, "counters_short", 0),
    ],
)
def test_a_fresh_stake_that_was_not_noted_shows_as_a_whole_stake(counts, code, stakes):
    sheet = Sheet().start(1, 2).deal(1, 1, {1: None, 2: None}, 1).final(1, counts)
    broken = find_imbalance(sheet.facts, AT_THE_END)
    assert broken is not None
    assert (broken.why.code, broken.stakes) == (code, stakes)
    assert broken.why in explain_imbalance(sheet.facts, AT_THE_END)
    assert said(broken.why).startswith("Counters counted: ")


def test_nobody_is_settled_without_a_final_count_where_deals_are_not_counted():
    sheet = Sheet().start(1, 2, 3, 4).deal(1, 1, {1: None, 2: None, 3: None, 4: None}, 1)
    sheet.count(1, {1: 62, 3: 40}).stake(1, StakeKind.DEPARTURE, {3: 40})
    assert find_imbalance(sheet.facts, AT_THE_END) is None
    assert explain_imbalance(sheet.facts, AT_THE_END) == (
        Reason("counters_uncounted", {"others": (1, 2, 4)}),
    )
    assert said(explain_imbalance(sheet.facts, AT_THE_END)[0]) == "Not counted yet: P1, P2, P4."
    sheet.final(1, {1: 62, 2: 50, 4: 48})
    assert explain_imbalance(sheet.facts, AT_THE_END) == ()


#            round 1   fresh   round 2   as corrected: round 1   has   fresh   has
#   1        -50       50                               -53      -3     50      47
#   2        +50                                        +53
def test_a_balance_below_nothing_is_shown_and_keeps_the_evening_open():
    sheet = Sheet().start(1, 2).deal(1, 1, {1: -50, 2: 50}, 2).stake(2, StakeKind.FRESH, {1: 50})
    sheet.correct(1, 1, 1, {1: -53, 2: 53})
    assert of(1, sheet.facts)[1:] == [("deal", -53, -3), ("fresh", 50, 47)]
    assert [(ln.entry, ln.balance) for ln in find_negative_lines(sheet.facts, EACH_DEAL)] == [(1, -3)]
    why = Reason("counters_negative", {"who": 1, "counters": -3, "round": 1})
    assert explain_imbalance(sheet.facts, EACH_DEAL) == (why,)
    assert said(why) == "P1 would have -3 counters after round 1. Correct the deals or fresh stakes of P1."


def test_a_later_count_puts_a_balance_below_nothing_right():
    sheet = Sheet().start(1, 2).deal(1, 1, {1: -53, 2: 53}, 2).stake(2, StakeKind.FRESH, {1: 50})
    sheet.deal(2, 1, {1: -4, 2: 4}, 2).deal(2, 1, {1: 1, 2: -1}, 1)
    assert [ln.balance for ln in find_negative_lines(sheet.facts, EACH_DEAL)] == [-3]
    sheet.final(2, {1: 44})
    assert explain_imbalance(sheet.facts, EACH_DEAL) == ()
    assert of(1, sheet.facts)[-1] == ("deal", 1, 44)


def test_the_lowest_balance_below_nothing_is_the_one_shown():
    sheet = Sheet().start(1, 2)
    for lost in (52, 3, -1):
        sheet.deal(1, 1, {1: -lost, 2: lost}, 2)
    assert [ln.balance for ln in find_negative_lines(sheet.facts, EACH_DEAL)] == [-5]


# What a deal's result can be


def deal_of(
    *counters: int | None, won: tuple[int, ...] = (1,), called: tuple[int, ...] = ()
) -> list[DealPart]:
    return [DealPart(e, e in won, e in called, amount) for e, amount in enumerate(counters, start=1)]


HAD = {1: 50, 2: 50, 3: 5}


@pytest.mark.parametrize(
    ("deal", "field", "words", "figures"),
    [
        (deal_of(10, -6, -5), "counters", "too few", {"difference": 1}),
        (deal_of(12, -6, -5), "counters", "too many", {"difference": 1}),
        (deal_of(12, -6, -6), "counters-3", "cannot lose", {"who": 3, "lost": 6, "had": 5}),
        (deal_of(11, -6, -5, won=()), "winners", "who won", {}),
        (deal_of(-5, 10, -5), "counters-1", "must have won", {"who": 1}),
        (deal_of(0, 5, -5), "counters-1", "must have won", {"who": 1}),
        (deal_of(10, -5, -5, won=(1, 3)), "counters-3", "must have won", {"who": 3}),
        (deal_of(10, None, -10), "counters-2", "Enter how many", {"who": 2}),
        ([*deal_of(11, -6, -5), DealPart(9, True, True, 0)], "winners", "does not sit", {"who": 9}),
        ([*deal_of(11, -6, -5), DealPart(9, False, True, 0)], "in_call", "does not sit", {"who": 9}),
        ([*deal_of(11, -6, -5), DealPart(9, counters=0)], "counters", "does not sit", {"who": 9}),
        ([*deal_of(11, -6, -5), DealPart(2, counters=0)], "counters", "twice", {"who": 2}),
        (deal_of(6, -6), "counters", "missing", {"who": 3}),
    ],
)
def test_a_counted_deal_that_cannot_be(deal, field, words, figures):
    with pytest.raises(RuleError) as refusal:
        check_deal(deal, HAD, Counting.EACH_DEAL)
    assert (refusal.value.field, dict(refusal.value.figures)) == (field, figures)
    assert words in str(refusal.value)


@pytest.mark.parametrize(
    "deal",
    [
        deal_of(11, -6, -5),
        deal_of(55, -50, -5),
        deal_of(50, -50, 0),
        deal_of(0, 5, -5, won=(1, 2)),
        deal_of(1, 0, -1),
    ],
)
def test_a_deal_that_can_be(deal):
    check_deal(deal, HAD, Counting.EACH_DEAL)


def test_a_broke_winner_is_refused():
    """Player 3 had nothing, and shares a pool that brings them nothing."""
    deal, had = deal_of(5, -5, 0, won=(1, 3)), {1: 50, 2: 50, 3: 0}
    assert "must have won counters" in refused("winners", check_deal, deal, had, Counting.EACH_DEAL)


def test_who_is_below_nothing_after_a_correction_may_still_win():
    check_deal(deal_of(10, -10, 0), {1: -3, 2: 50, 3: -2}, Counting.EACH_DEAL)


@pytest.mark.parametrize(
    ("deal", "broke", "field"),
    [
        (deal_of(None, None, None), [1], "winners"),
        (deal_of(None, None, None), [9], "broke"),
        (deal_of(None, 5, None), [], "counters-2"),
        (deal_of(None, None, None, won=()), [], "winners"),
    ],
)
def test_an_uncounted_deal_that_cannot_be(deal, broke, field):
    refused(field, check_deal, deal, dict.fromkeys(HAD), Counting.AT_THE_END, broke)


def test_an_uncounted_deal_that_can_be():
    check_deal(deal_of(None, None, None), dict.fromkeys(HAD), Counting.AT_THE_END, broke=[2, 3])


def test_a_deal_entered_by_what_everybody_has_after_it():
    assert compute_changes(HAD, {1: 61, 2: 44, 3: 0}) == {1: 11, 2: -6, 3: -5}


@pytest.mark.parametrize(
    ("before", "counts", "field", "figures", "says"),
    [
        (HAD, {1: 60, 2: 44, 3: 0}, "counters", {"difference": 1}, "1 too few"),
        (HAD, {1: 63, 2: 44, 3: 0}, "counters", {"difference": 2}, "2 too many"),
        (HAD, {1: 66, 2: 44, 3: -5}, "counters-3", {"who": 3}, ""),
        (HAD, {1: 61, 2: 44}, "counters-3", {"who": 3}, ""),
        (HAD, {1: 61, 2: 44, 3: 0, 9: 0}, "counters", {"who": 9}, ""),
        ({1: 50, 2: None}, {1: 50, 2: 50}, "counters-2", {"who": 2}, ""),
    ],
)
def test_counts_that_cannot_be(before, counts, field, figures, says):
    with pytest.raises(RuleError) as refusal:
        compute_changes(before, counts)
    assert (refusal.value.field, dict(refusal.value.figures)) == (field, figures)
    assert says in str(refusal.value)


def test_counts_at_a_bell_or_at_the_end():
    check_counts({1: 50, 2: 0})
    check_counts({1: 50, 2: 50}, 100)
    with pytest.raises(RuleError, match="3 too few"):
        check_counts({1: 50, 2: 47}, 100)
    with pytest.raises(RuleError, match="cannot be negative"):
        check_counts({1: -1})


# Properties


@given(evenings)
def test_the_law_of_counters_holds_after_every_line(played: Played):
    facts = played.facts
    for seq in range(played.sheet.seq + 1):
        part = replace(
            facts,
            pools=tuple(pool for pool in facts.pools if pool.seq <= seq),
            stakes=tuple(stake for stake in facts.stakes if stake.seq <= seq),
        )
        held = compute_balances(facts, EACH_DEAL, seq)
        assert sum(held[entry] or 0 for entry in held) == count_on_tables(part, EACH_DEAL)
    held = {
        entry: counters
        for entry, counters in compute_balances(facts, EACH_DEAL).items()
        if entry in played.held
    }
    assert held == played.held
    assert count_taken_away(facts) == played.gone
    assert explain_imbalance(facts, EACH_DEAL) == ()


@given(evenings)
def test_final_counts_reach_the_same_balances_as_the_deals(played: Played):
    facts = played.at_the_end()
    assert compute_balances(facts, AT_THE_END) == compute_balances(played.facts, EACH_DEAL)
    assert explain_imbalance(facts, AT_THE_END) == ()


@given(evenings)
def test_each_balance_is_the_one_before_and_the_amount(played: Played):
    for facts, settings in ((played.facts, EACH_DEAL), (played.at_the_end(), AT_THE_END)):
        before: dict[int, int | None] = {}
        for line in list_lines(facts, settings):
            had = before.get(line.entry, 0)
            if had is not None and line.amount is not None:
                assert line.balance == had + line.amount
            before[line.entry] = line.balance
        assert before == compute_balances(facts, settings)


@given(evenings, st.randoms(use_true_random=False))
def test_the_order_of_the_facts_changes_nothing(played: Played, random: Random):
    for facts, settings in ((played.facts, EACH_DEAL), (played.at_the_end(), AT_THE_END)):
        mixed = shuffled(facts, random)
        assert list_lines(mixed, settings) == list_lines(facts, settings)


@given(evenings.filter(lambda played: bool(played.facts.pools)), st.randoms(use_true_random=False))
def test_a_correction_shifts_exactly_the_lines_it_should(played: Played, random: Random):
    """One counter from one to another: their lines of that deal, and each one's next count or departure."""
    sheet = played.sheet
    pool = random.choice(sheet.facts.pools)
    one, other = random.sample([line.entry for line in pool.lines], 2)
    counters = {line.entry: line.counters or 0 for line in pool.lines}
    old = amounts(sheet.facts)
    sheet.correct(
        pool.round, pool.position, pool.deal, {**counters, one: counters[one] - 1, other: counters[other] + 1}
    )
    new = amounts(sheet.facts)

    expected = {}
    for entry, by in ((one, -1), (other, 1)):
        expected[entry, pool.seq, LineKind.DEAL] = counters[entry] + by
        if seq := next_count(sheet.facts, entry, pool.round):
            expected[entry, seq, LineKind.COUNTED] = -by
    assert {key: amount for key, amount in new.items() if old.get(key) != amount} == expected
    assert old.keys() <= new.keys()


def amounts(facts: Facts) -> dict[tuple, int | None]:
    return {(line.entry, line.seq, line.kind): line.amount for line in list_lines(facts, EACH_DEAL)}


def next_count(facts: Facts, entry: int, round: int) -> int:
    """The journal line of somebody's first count or departure from the round on, or 0."""
    found = [(c.round, 0, c.seq) for c in facts.counts if c.entry == entry and c.round >= round]
    found += [
        (stake.round, 1, stake.seq)
        for stake in facts.stakes
        if stake.entry == entry and stake.round >= round and stake.kind is StakeKind.DEPARTURE
    ]
    return min(found, default=(0, 0, 0))[2]


def test_what_keeps_an_evening_open_is_one_text():
    """A refusal carries one text, so these reasons cannot be several sentences in a row."""
    texts = {code: found for code, found in SENTENCES.items() if code.startswith("counters_")}
    assert len(texts) == 6
    assert {code for code, found in texts.items() if len(found) != 1} == set()
