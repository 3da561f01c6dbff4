"""Who can be in the call of a pool: by the stakes, or by what each won or lost (docs/rules.md#side-pools)."""

from itertools import product

import pytest

from accounts.errors import RuleError
from games.rules import pool
from tournaments.core.counters.checks import (
    Showdown,
    refuse_dropped_level,
    refuse_short_callers,
    refuse_uneven_callers,
)

A, B, C, D = people = (1, 2, 3, 4)


def at(winners, in_call, *before):
    return Showdown(winners, {*winners, *in_call}, dict(zip(people, before or (50,) * 4, strict=True)))


def each(*amounts):
    return dict(zip(people, amounts, strict=True))


@pytest.mark.parametrize(
    ("in_call", "before", "stakes", "who"),
    [
        ([B, C], (50, 50, 50, 50), (5, 5, 4, 0), C),
        ([B, D], (50, 50, 50, 50), (5, 5, 4, 0), D),
        ([B], (50, 50, 50, 50), (5, 5, 4, 0), None),
        # All that they had: a side pool.
        ([B, C], (50, 50, 4, 50), (5, 5, 4, 0), None),
        # Nothing is not all that somebody had to put in.
        ([B, D], (50, 50, 50, 0), (5, 5, 4, 0), D),
    ],
)
def test_who_put_in_less_than_the_winner_called_only_with_all_that_they_had(in_call, before, stakes, who):
    showdown = at([A], in_call, *before)
    if who is None:
        refuse_short_callers(showdown, each(*stakes))
        return
    with pytest.raises(RuleError) as refusal:
        refuse_short_callers(showdown, each(*stakes))
    assert (refusal.value.field, refusal.value.figures["who"]) == ("in_call", who)


@pytest.mark.parametrize(
    ("winners", "in_call", "before", "net", "who"),
    [
        ([A], [B, C], (50, 50, 50, 50), (9, -5, -4, 0), C),
        ([A], [B, D], (50, 50, 50, 50), (9, -5, -4, 0), D),
        ([A], [B], (50, 50, 50, 50), (9, -5, -4, 0), None),
        ([A], [C], (50, 50, 50, 50), (9, -5, -4, 0), C),
        ([A], [], (50, 50, 50, 50), (9, -5, -4, 0), None),
        ([A], [B, C], (50, 50, 4, 50), (9, -5, -4, 0), None),
        # The winner had 4: three play for 4 each, two of them for 6 more, which B wins.
        ([A], [B, C], (4, 50, 50, 50), (8, 2, -10, 0), None),
        # The same, but B would have lost less than the 4 that the winner put in, and won nothing.
        ([A], [B, C], (4, 50, 50, 50), (7, -1, -6, 0), B),
        # Two divide the pool; who called lost what each of them put in.
        ([A, B], [C], (50, 50, 50, 50), (3, 2, -5, 0), None),
        ([A, B], [C], (50, 50, 50, 50), (2, 2, 0, -4), C),
        ([A, B], [C], (50, 50, 50, 50), (0, 0, 0, 0), C),
    ],
)
def test_the_counters_show_who_did_not_call(winners, in_call, before, net, who):
    showdown = at(winners, in_call, *before)
    if who is None:
        refuse_uneven_callers(showdown, each(*net), dropped_put_less=False)
        return
    with pytest.raises(RuleError) as refusal:
        refuse_uneven_callers(showdown, each(*net), dropped_put_less=False)
    assert (refusal.value.field, refusal.value.figures["who"]) == ("in_call", who)


def test_every_pool_that_can_be_is_taken_by_its_counters():
    """All stakes of three players, whoever of them is best, with side pools and divided pools."""
    seen = 0
    for before, dropped in product(product((1, 2, 4), repeat=3), (0, 1, 2)):
        bet = min(max(before), sorted(before)[1])  # nobody can be called for more than the second richest has
        for level in range(max(1, dropped), bet + 1):
            stakes = {entry: min(level, had) for entry, had in zip((A, B, C), before, strict=True)}
            for order in ((A, B, C), (B, C, A), (C, A, B), (A, C, B)):
                for equal in (1, 2, 3):
                    _takes(stakes, order, equal, before, dropped)
                    seen += 1
    assert seen > 1000


def _takes(stakes, order, equal, before, dropped):
    """The best ``equal`` of the ``order`` divide; D dropped, having put in what was bet before a raise."""

    def best(among):
        top = [entry for entry in order[:equal] if entry in among]
        return top or [next(entry for entry in order if entry in among)]

    net = pool.settle({**stakes, D: dropped}, (A, B, C), best)
    winners = best((A, B, C))
    showdown = Showdown(winners, {A, B, C}, {**dict(zip((A, B, C), before, strict=True)), D: 9})
    refuse_uneven_callers(showdown, net, dropped_put_less=False)


def test_in_brag_who_put_in_as_much_has_not_dropped():
    with pytest.raises(RuleError, match="cannot have dropped") as refusal:
        refuse_dropped_level(at([A], [B]), each(5, 5, 5, 0))
    assert (refusal.value.field, refusal.value.figures["who"]) == ("in_call", C)
    refuse_dropped_level(at([A], [B]), each(5, 5, 4, 0))
    refuse_dropped_level(at([A], []), each(0, 0, 0, 0))
    with pytest.raises(RuleError, match="cannot have dropped"):
        refuse_uneven_callers(at([A], [B]), each(10, -5, -5, 0), dropped_put_less=True)
    refuse_uneven_callers(at([A], []), each(10, -5, -5, 0), dropped_put_less=True)
