"""Pools of Brag, and cards that decide: what the services make of them."""

import pytest

from tests.cast import refused
from tournaments.core.counters import ledger
from tournaments.core.record import Stage
from tournaments.models import Evening
from tournaments.scoring.services.counts import Tally, TallyKind, Three
from tournaments.scoring.services.deals import deal_correct, deal_record


class Table:
    """One table of a game, in play: ``order`` is everybody from the dealer's left, the dealer last."""

    def __init__(self, make, game, players, **chosen):
        self.night = make(players, game=game, **{"format": "fixed", "deals": 4, **chosen})
        self.by = self.night.by

    @property
    def facts(self):
        return self.night.facts

    @property
    def order(self):
        """From the left of who deals next."""
        facts = self.facts
        chairs = {seat.chair: seat.entry for seat in facts.seats if seat.round == 1}
        dealer = facts.tables[0].dealer
        for _pool in facts.pools:
            dealer = min((c for c in chairs if c > dealer), default=min(chairs))
        return [chairs[c] for c in sorted(chairs, key=lambda c: (c <= dealer, c))]

    def record(self, winners, in_call, tally, shown=None, **more):
        told = self.night.told(1, winners, in_call=in_call, deal=len(self.facts.pools) + 1)
        deal_record(self.by, **{**told, "tally": tally, "shown": shown or {}, **more})

    @property
    def lines(self):
        """Of the last deal, by person."""
        return {line.entry: line for line in self.facts.pools[-1].lines}

    @property
    def net(self):
        return {entry: line.counters for entry, line in self.lines.items()}

    @property
    def roles(self):
        """Who won the pool, and who was in the call."""
        lines = self.facts.pools[-1].lines
        return {line.entry for line in lines if line.won}, {line.entry for line in lines if line.in_call}


def net_of(order, *won):
    return Tally(TallyKind.NET, dict.fromkeys(order, 0) | dict(zip(order, won, strict=False)))


def put(order, *amounts):
    return Tally(TallyKind.STAKES, dict(zip(order, amounts, strict=False)))


@pytest.mark.parametrize(
    ("stakes", "cards", "net", "winners"),
    [
        ((5, 5, 1, 0), ("AS AD KH KD 2C", "3S3D3H9C8C"), (-5, 6, -1, 0), (1,)),
        ((2, 2, 1, 0), ("AD KD QD JD 9S", "AS KS QS JS 9D"), (1, 0, -1, 0), (0, 1)),
    ],
    ids=["the better hand wins", "equal hands divide, the odd counter goes left of the dealer"],
)
def test_the_cards_decide_a_pool_of_poker(night, stakes, cards, net, winners):
    table = Table(night, "draw-poker", 4)
    a, b, *_others = order = table.order
    table.record([], [], put(order, *stakes), {a: cards[0], b: cards[1]})
    assert table.net == dict(zip(order, net, strict=True))
    assert table.roles == ({order[place] for place in winners}, {a, b})
    assert table.lines[b].cards == " ".join(cards[1].replace(" ", "")[n : n + 2] for n in range(0, 10, 2))


@pytest.mark.parametrize("shown", [["AS AD KH KD 1X"], ["AS AD KH KD 2C", "AS 3D 3H 9C 8C"]])
def test_cards_that_cannot_be_are_refused_at_their_person(night, shown):
    table = Table(night, "draw-poker", 4)
    order = table.order
    with refused(f"cards-{order[len(shown) - 1]}"):
        table.record([], [], put(order, 5, 5, 1, 0), dict(zip(order, shown, strict=False)))


def test_who_is_told_to_have_won_must_have_by_the_cards(night):
    table = Table(night, "draw-poker", 4)
    a, b, *_others = table.order
    with refused("winners", "By the cards"):
        table.record([a], [b], put((a, b), 5, 5), {a: "2S 3D 5H 7C 8C", b: "AS AD AH KD 2C"})
    with refused(f"cards-{b}", "called"):
        table.record([a], [b], put((a, b), 5, 5), {a: "2S 3D 5H 7C 8C"})


@pytest.mark.parametrize(
    ("game", "players", "options", "put_up", "each"),
    [("brag", 4, {}, 5, 1), ("single-stake-brag", 5, {"compensation": 3}, 5, 3)],
    ids=["one counter", "another compensation is an option"],
)
def test_nobody_meets_the_dealer(night, game, players, options, put_up, each):
    """They take the ante back, and one counter of each other player (documents 000 and 002)."""
    table = Table(night, game, players, options=options)
    *others, dealer = table.order
    table.record([dealer], [], put([dealer], put_up))
    assert table.net == {dealer: each * len(others), **dict.fromkeys(others, -each)}


def test_where_nothing_is_paid_the_dealer_wins_nothing_but_the_pool(night):
    table = Table(night, "single-stake-brag", 5, options={"compensation": 0})
    *others, dealer = table.order
    table.record([dealer], [], put([dealer], 2))
    assert table.net == dict.fromkeys((*others, dealer), 0)
    assert table.roles == ({dealer}, {dealer})
    *_others, dealer = table.order
    with refused(f"counters-{dealer}", "must have won counters"):
        table.record([dealer], [], net_of(table.order, 2, -2))


def test_first_to_stake_wins_equal_hands_of_single_stake_brag(night):
    """The dealer staked first, by their ante."""
    table = Table(night, "single-stake-brag", 5)
    a, *_others, dealer = table.order
    shown = {a: "KS QS 7S", dealer: "KC QC 7C"}
    table.record([], [], put([a, dealer], 4, 4), shown)
    assert table.net[dealer] == 4
    with refused("winners", "do not divide"):
        table.record([a, dealer], [], put([a, dealer], 4, 4))


THREES = {"first": 2, "second": 1, "third": 2}


def three(order, won, *bets):
    return Three(**THREES, stakes=dict(zip(order, bets, strict=False)), winners=won)


def test_of_equal_most_the_second_stakes_winner_counts_as_the_pools(night):
    table = Table(night, "three-stake-brag", 5)
    a, b, *_others = order = table.order
    table.record([b], order, Three(2, 2, 2, {}, (a, b, None)))
    line = table.lines
    assert line[a].counters == line[b].counters
    assert [entry for entry in order if line[entry].won] == [b]


def test_a_third_stake_that_nobody_won_waits_for_the_next_deal(night):
    table = Table(night, "three-stake-brag", 5)
    a, b, *_others = table.order
    table.record([b], [a], Three(1, 3, 2, dict.fromkeys((a, b), 5), (a, b, None)))
    assert sum(net or 0 for net in table.net.values()) == 0
    c, *_rest = order = table.order
    table.record([c], [a], Three(1, 3, 2, dict.fromkeys((a, c), 5), (c, c, c)))
    assert table.net[c] == 4 * 1 + (5 + 3 * 3) + 4 * (2 + 2)
    held = ledger.compute_balances(table.facts, table.night.evening.settings)
    assert sum(counters or 0 for counters in held.values()) == 50 * len(order)


def test_in_a_session_an_unclaimed_third_stake_goes_back(night):
    table = Table(night, "three-stake-brag", 5, format="progressive", deals=2)
    a, b, *_others = table.order
    table.record([b], [a], Three(1, 3, 2, dict.fromkeys((a, b), 5), (a, b, None)))
    c, *_rest = table.order
    table.record([c], [a], Three(1, 3, 2, dict.fromkeys((a, c), 5), (c, c, c)))
    assert table.net[c] == 4 * 1 + (5 + 3 * 3) + 4 * 2


def test_three_stakes_by_the_cards(night):
    """The first card was turned up, the fourth drawn."""
    table = Table(night, "three-stake-brag", 5)
    a, b, c, d, e = table.order
    shown = {
        a: "KS 2D 3C",  # 15
        b: "QS QD 4C",  # 24, a pair
        c: "AS 9C 5H 6S",  # 25 and 6: thirty-one
        d: "7S 8D 2C",
        e: "3S 5D 6C",
    }
    table.record([], [a, b, c, d, e], Three(2, 1, 2, {}), shown)
    line = table.lines
    assert {entry: line[entry].took for entry in line if line[entry].took} == {b: (2,), c: (1, 3)}
    assert line[c].cards == "AS 9C 5H 6S"


def counts(order, *amounts):
    return Tally(TallyKind.COUNTS, dict(zip(order, amounts, strict=True)))


@pytest.mark.parametrize("by_counts", [False, True])
def test_the_call_of_three_stakes_is_that_of_the_second_however_counters_are_told(night, by_counts):
    """Who won most wins the pool; who won the second stake, or called there, is in the call.

    See docs/games.md#three-stake-brag.
    """
    table = Table(night, "three-stake-brag", 5)
    a, b, c, d, e = order = table.order
    tally = counts(order, 41, 54, 65, 45, 45) if by_counts else three(order, (c, b, c), 5, 5, 1, 1, 1)
    table.record([b], [a], tally)
    assert table.net == {a: -2 - 5 - 2, b: -2 + 8 - 2, c: 8 - 1 + 8, d: -5, e: -5}
    if not by_counts:
        assert {entry: line.took for entry, line in table.lines.items() if line.took} == {b: (2,), c: (1, 3)}
    assert table.roles == ({c}, {a, b, c})


def test_cards_put_nobody_into_the_call_who_dropped_from_the_second_stake(night):
    table = Table(night, "three-stake-brag", 5)
    a, b, c, d, e = order = table.order
    shown = {a: "KS 2D 3C", b: "QS QD 4C", c: "AS 9C 5H 6S", d: "7S 8D 2C", e: "3S 5D 6C"}
    table.record([], [a, b], counts(order, 41, 54, 65, 45, 45), shown)
    assert table.roles == ({c}, {a, b, c})


def test_of_equal_most_without_the_second_stakes_winner_the_cards_say_who(night):
    """The third's, then the first's (docs/games.md#three-stake-brag); what cannot be known is asked for."""
    table = Table(night, "three-stake-brag", 5)
    a, b, c, d, e = order = table.order
    equally = counts(order, 55, 50, 55, 45, 45)
    with refused("winners", "Enter what was put up for each stake"):
        table.record([b], [a, c, d, e], equally)
    shown = {a: "KS 2D 3C", b: "QS QD 4C", c: "JS 9C 5H 7S", d: "7D 8D 2C", e: "3S 5D 6C"}
    table.record([], order, equally, shown)
    assert table.roles == ({c}, set(order))


def test_where_nobody_counts_it_is_told_who_won_most(night):
    table = Table(night, "three-stake-brag", 5, format="progressive", counting="at_the_end", deals=2)
    a, b, c, *_others = table.order
    table.record([c], [a, b], Tally())
    assert table.roles == ({c}, {a, b, c})


@pytest.mark.parametrize(
    ("callers", "amounts", "at"),
    [
        ("d", {"a": 4, "b": 1, "d": 2}, "d"),
        ("c", {"a": 4, "b": 1}, "c"),
        ("d", {"a": 4, "b": 5, "d": 4}, "b"),
    ],
)
def test_all_who_are_still_in_put_in_as_much_and_nobody_who_dropped_more(night, callers, amounts, at):
    """docs/games.md#single-stake-brag: all still in put up equal amounts; nobody who dropped put up more."""
    table = Table(night, "brag", 4)
    names = dict(zip("abcd", table.order, strict=True))
    stakes = Tally(TallyKind.STAKES, {names[name]: put for name, put in amounts.items()})
    with refused(f"counters-{names[at]}"):
        table.record([names["a"]], [names[name] for name in callers], stakes)


def test_who_put_in_as_much_as_those_still_in_has_not_dropped(night):
    table = Table(night, "brag", 4)
    a, b, _c, d = table.order
    with refused("in_call", "cannot have dropped"):
        table.record([a], [d], put((a, b, d), 4, 4, 4))


def test_a_pool_that_nobody_is_told_to_have_won_is_refused_for_that(night):
    table = Table(night, "brag", 4)
    with refused("winners"):
        table.record([], [], put(table.order, 4, 4))


@pytest.mark.parametrize(
    ("tally", "field"),
    [
        (lambda a, b: Three(0, 1, 2, {}, (a, b, a)), "first"),
        (lambda a, b: Three(1, 1, 2, {b: 0}, (a, b, a)), "counters*"),
        (lambda a, b: Three(1, 1, 2, {b: 500, a: 500}, (a, b, a)), "counters*"),
        (lambda a, b: Three(1, 1, 2, {}, None), "won"),
        (lambda a, b: Tally(TallyKind.STAKES, {a: 5, b: 5}), "counters*"),
    ],
)
def test_three_stakes_that_cannot_be_are_refused(night, tally, field):
    table = Table(night, "three-stake-brag", 5)
    a, b, *_others = order = table.order
    with refused(field):
        table.record([b], order, tally(a, b))


def test_three_stakes_where_there_is_only_one(night):
    table = Table(night, "brag", 4)
    a, b, *_others = table.order
    with refused("game"):
        table.record([b], [a], Three(1, 1, 1, {}, (a, b, a)))


def test_a_correction_judges_anew(night):
    table = Table(night, "draw-poker", 3)
    a, b, c = table.order
    table.record([a], [b], put((a, b, c), 3, 3, 1))
    told = table.night.told(1, [], in_call=[a, b]) | {"tally": put((a, b, c), 3, 3, 1)}
    shown = {a: "2S 3D 5H 7C 8C", b: "AS AD AH KD 2C"}
    deal_correct(table.night.because("read the cards wrongly"), **told, shown=shown, base_version=1)
    assert table.net == {a: -3, b: 4, c: -1}
    assert Evening.objects.get().stage == Stage.PLAYING
