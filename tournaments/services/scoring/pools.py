"""What a pool came to, from what was told of it: who won and called, the counters, the cards shown."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from games.rules import pool
from games.rules.brag import COMPENSATION, BragGame
from games.rules.options import Options
from games.rules.single_stake import refuse_beyond_limit
from games.rules.three_stakes import Won, settle_three
from tournaments.core.counters import checks
from tournaments.core.counters.callers import (
    Showdown,
    refuse_dropped_level,
    refuse_short_callers,
    refuse_uneven_callers,
)
from tournaments.core.facts import Line
from tournaments.core.settings import Counting
from tournaments.facts.scoring.tables import AtTable, third_waiting
from tournaments.services.journal import Act
from tournaments.services.scoring.counts import Tally, TallyKind, Three, whole
from tournaments.services.scoring.shown_cards import Hand, as_typed, hands_of, winners_by, won_by

Held = Mapping[int, int | None]
Figures = Mapping[str, Any]
"""What is kept of a deal besides its lines: of three stakes, their amounts."""


@dataclass(frozen=True)
class Told:
    """A pool as somebody told it, by entry."""

    winners: tuple[int, ...]
    in_call: tuple[int, ...]
    tally: Tally | Three
    shown: Mapping[int, str] = field(default_factory=dict)


def pool_lines(
    act: Act, at: AtTable, deal: int, told: Told, before: Held, left: Mapping[int, int]
) -> tuple[list[Line], Figures]:
    """The deal's lines, checked by the core against what everybody held ``before``.

    ``left`` is what people who have gone since have in the pool: they lose it, whatever is told.
    """
    amounts = told.tally.amounts
    for name, named in (
        ("winners", told.winners),
        ("in_call", told.in_call),
        ("counters", amounts),
        ("cards", told.shown),
    ):
        if set(named) - set(at.playing):
            raise RuleError(name, _("Somebody named here does not play at table %(table)s."), table=at.table)
    for name, named in (("winners", told.winners), ("in_call", told.in_call)):
        if len(set(named)) < len(named):
            raise RuleError(name, _("Somebody is named twice."))
    whole(amounts)
    if isinstance(told.tally, Three):
        return _three(act, at, deal, told, told.tally, before, left)
    return _one(act, at, deal, told, told.tally, before, left), {}


def _one(
    act: Act, at: AtTable, deal: int, told: Told, tally: Tally, before: Held, left: Mapping[int, int]
) -> list[Line]:
    """A pool of one stake, or of which is told what each has now."""
    game, hands = at.play.game, hands_of(told.shown)
    if isinstance(game, BragGame) and not game.divides and len(told.winners) > 1:
        raise RuleError("winners", _("One player wins: equal hands do not divide the pool in this game."))
    before, told_all = {**before, **left}, tally.with_left(left)
    kind = at.play.kind.of(KINDS)
    winners = kind.winners(at, deal, told, hands)
    net = _net(act, at, deal, winners, told_all, before)
    winners, in_call = kind.in_call(at, deal, told, hands, winners, net)
    lines = [
        Line(
            entry,
            entry in winners,
            entry in in_call,
            net.get(entry),
            cards=as_typed(hands[entry]) if entry in hands else "",
        )
        for entry in before
    ]
    unpaid = isinstance(game, BragGame) and at.play.chosen.get(COMPENSATION.key) == 0
    checks.check_deal(lines, before, act.settings.counting, _broke(tally), for_nothing=unpaid)
    kind.refuse_wrong_call(at, Showdown(winners, in_call, before), told_all, net)
    return lines


def _refuse_wrong_call(at: AtTable, showdown: Showdown, told: Tally, net: Mapping[int, int]) -> None:
    """Refuse people in the call who cannot have called; counters that are not told show nothing."""
    brag = isinstance(at.play.game, BragGame)
    if told.kind is not TallyKind.STAKES:
        if net:
            refuse_uneven_callers(showdown, net, dropped_put_less=brag)
        return
    stakes = dict.fromkeys(showdown.before, 0) | dict(told.amounts)
    if brag:
        _refuse_unequal(at.play.chosen, stakes, showdown)
    _refuse_side_pool(stakes, showdown.winners)
    refuse_short_callers(showdown, stakes)


def _three(
    act: Act, at: AtTable, deal: int, told: Told, three: Three, before: Held, left: Mapping[int, int]
) -> tuple[list[Line], Figures]:
    """A deal of three stakes, as put up; a third that nobody won waits in a whole game, else it goes back."""
    game = at.play.game
    if not isinstance(game, BragGame):
        raise RuleError("game", _("In this game there is only one stake."))
    if act.settings.counting is Counting.AT_THE_END:
        raise RuleError("counters", _("In this evening counters are counted at the end only."))
    if left:
        raise RuleError("counters", _("Somebody left in the middle of this deal: enter what each has now."))
    hands = hands_of(told.shown)
    still_in = {*told.in_call, *told.winners}
    won = _won(at, deal, three, hands, still_in)
    waiting = third_waiting(at, deal)
    try:
        settled = settle_three(
            game,
            at.play.chosen,
            first=three.first,
            second=three.second,
            third=three.third,
            stakes={entry: three.stakes.get(entry, three.second) for entry in at.playing},
            still_in=tuple(still_in),
            won=Won(*won),
            waiting=dict.fromkeys(at.playing, waiting),
        )
    except RuleError as error:
        raise _at_field(error) from None
    lines = [
        Line(
            entry,
            entry == settled.winner,
            entry in still_in or entry == settled.winner,
            settled.net[entry],
            took=tuple(stake for stake, winner in enumerate(won, start=1) if winner == entry),
            cards=as_typed(hands[entry]) if entry in hands else "",
        )
        for entry in at.playing
    ]
    checks.check_deal(lines, before, act.settings.counting)
    figures = {"first": three.first, "second": three.second, "third": three.third}
    waits = three.third + waiting if won[2] is None and at.play.format.plays_games else 0
    return lines, {**figures, "waiting": waits}


def _won(
    at: AtTable, deal: int, three: Three, hands: Mapping[int, Hand], still_in: Collection[int]
) -> tuple[int, int, int | None]:
    told = three.won
    judged = won_by(at, deal, hands, still_in) if hands else told
    if judged is None:
        raise RuleError("won", _("Say who won each stake, or enter everybody's cards."))
    if told not in (None, judged):
        named = tuple(winner for winner in judged if winner is not None)
        raise RuleError("won", _("By the cards, the stakes went to %(others)s."), others=named)
    return judged


def _at_field(error: RuleError) -> RuleError:
    """The settlement's refusal at the field that people see: a person's counters, or who won."""
    what, _dot, which = error.field.partition(".")
    if what in ("stakes", "waiting") and which:
        error.field = f"counters-{which}"
    elif what == "won":
        error.field = "winners"
    elif what == "still_in":
        error.field = "in_call"
    return error


def _of_several(
    at: AtTable, deal: int, told: Told, hands: Mapping[int, Hand], net: Mapping[int, int]
) -> tuple[tuple[int, ...], set[int]]:
    """Of several stakes: who counts as the pool's winner, and who was in the call, which is of the second.

    Told, or by the cards, is who won the second; where counters are not told: who won most.
    """
    still_in = {*told.winners, *told.in_call}
    if not net:
        return told.winners, still_in
    first, second, third = won_by(at, deal, hands, still_in) if hands else (None, None, None)
    ranked = [entry for entry in (*told.winners, second, third, first) if entry is not None]
    winner = _won_most(net, ranked, told.winners)
    if not told.winners and second is not None:
        still_in.add(second)
    return (winner,), {winner, *still_in}


def _won_most(net: Mapping[int, int], ranked: Sequence[int], told: Sequence[int]) -> int:
    """Who won most, net, on the deal; of equals the first ``ranked``: by the second, third, first stake."""
    most = max(net.values())
    equal = tuple(entry for entry, won in net.items() if won == most)
    among = equal if len(equal) == 1 else [entry for entry in ranked if entry in equal]
    if among:
        return among[0]
    if told:
        says = _("%(others)s won equally much: enter what was put up for each stake, or everybody's cards.")
    else:
        says = _("%(others)s won equally much: say which of them won the second stake.")
    raise RuleError("winners", says, others=equal)


def _refuse_unequal(chosen: Options, stakes: Mapping[int, int], showdown: Showdown) -> None:
    """Brag: who is still in put in as much as each other, or all that there was; nobody who dropped as much.

    No stake proves a raise beyond the betting limit.
    """
    level = max(stakes[entry] for entry in showdown.in_call)
    for entry, had in showdown.before.items():
        stake = stakes[entry]
        if entry in showdown.in_call and stake < (level if had is None else min(level, had)):
            raise RuleError(
                f"counters-{entry}", _("All who are still in have put in as much: %(level)s."), level=level
            )
        if entry not in showdown.in_call and stake > level:
            raise RuleError(f"counters-{entry}", _("Who dropped put in more than those who did not."))
    try:
        refuse_beyond_limit(chosen, stakes)
    except RuleError as error:
        raise _at_field(error) from None
    refuse_dropped_level(showdown, stakes)


def _refuse_side_pool(stakes: Mapping[int, int], winners: Collection[int]) -> None:
    """Stakes alone do not say who won a side pool, in which the short winner has no part."""
    if max(stakes.values()) > min(stakes.get(winner, 0) for winner in winners):
        raise RuleError(
            "counters",
            _("Somebody put in more than the winner, so there was a side pool: enter what each has now."),
        )


def _broke(tally: Tally) -> list[int]:
    """Who was counted to have nothing left."""
    return [e for e, left in tally.amounts.items() if tally.kind is TallyKind.COUNTS and left == 0]


def _net(
    act: Act, at: AtTable, deal: int, winners: Collection[int], tally: Tally, before: Held
) -> Mapping[int, int]:
    if act.settings.counting is Counting.AT_THE_END:
        if tally.kind not in (TallyKind.NONE, TallyKind.COUNTS):
            raise RuleError("counters", _("In this evening counters are counted at the end only."))
        return {}
    if tally.kind is TallyKind.STAKES:
        return _from_stakes(
            at, deal, winners, {entry: tally.amounts.get(entry, 0) for entry in before}, before
        )
    if tally.kind is TallyKind.COUNTS:
        return checks.from_counts(before, tally.amounts)
    return tally.amounts


def _from_stakes(
    at: AtTable, deal: int, winners: Collection[int], stakes: Mapping[int, int], before: Held
) -> Mapping[int, int]:
    """What each won or lost, from what each put in."""
    game, dealer = at.play.game, at.chairs[at.dealer(deal)]
    at.play.kind.of(KINDS).refuse_stakes()
    order = at.from_left_of(at.dealer(deal))
    if isinstance(game, BragGame):
        order = [dealer, *(entry for entry in order if entry != dealer)]
        if set(winners) == {dealer} and not any(stakes[e] for e in stakes if e != dealer):
            return _unmet(dealer, int(at.play.chosen[COMPENSATION.key]), before)
    return pool.divide(stakes, [entry for entry in order if entry in winners])


def _unmet(dealer: int, paid: int, before: Held) -> dict[int, int]:
    """Nobody met the dealer's ante: he takes it back, and is paid by each other player who can."""
    net = {entry: -min(paid, had or 0) for entry, had in before.items() if entry != dealer}
    return {**net, dealer: -sum(net.values())}


def _by_cards(at: AtTable, deal: int, told: Told, hands: Mapping[int, Hand]) -> tuple[int, ...]:
    return winners_by(at, deal, hands, told.in_call, told.winners) if hands else told.winners


def _as_named(at: AtTable, deal: int, told: Told, hands: Mapping[int, Hand]) -> tuple[int, ...]:
    return told.winners


def _callers(
    at: AtTable,
    deal: int,
    told: Told,
    hands: Mapping[int, Hand],
    winners: tuple[int, ...],
    net: Mapping[int, int],
) -> tuple[tuple[int, ...], set[int]]:
    return winners, {*winners, *told.in_call, *hands}


def _callers_of_several(
    at: AtTable,
    deal: int,
    told: Told,
    hands: Mapping[int, Hand],
    winners: tuple[int, ...],
    net: Mapping[int, int],
) -> tuple[tuple[int, ...], set[int]]:
    return _of_several(at, deal, told, hands, net)


def _any_call(at: AtTable, showdown: Showdown, told: Tally, net: Mapping[int, int]) -> None:
    """Of several stakes, what somebody put up does not show whether they were in the call."""


def _refuse_one_stake() -> None:
    raise RuleError("counters", _("Three stakes are put up here: enter each, or what each has now."))


def _one_stake() -> None:
    """What each put in tells what each won or lost."""


class OfKind(NamedTuple):
    """How a pool is read that is recorded by its winners: who won, who called, what cannot be."""

    winners: Callable[[AtTable, int, Told, Mapping[int, Hand]], tuple[int, ...]]
    in_call: Callable[..., tuple[tuple[int, ...], set[int]]]
    refuse_wrong_call: Callable[[AtTable, Showdown, Tally, Mapping[int, int]], None]
    refuse_stakes: Callable[[], None]


KINDS = {
    "pool": OfKind(_by_cards, _callers, _refuse_wrong_call, _one_stake),
    "three_stakes": OfKind(_as_named, _callers_of_several, _any_call, _refuse_one_stake),
}
