"""The fresh stakes of an exported round: as they were given, and as they were corrected by hand."""

from collections.abc import Callable, Iterable
from typing import Any

from tournaments.core.evening import Facts
from tournaments.core.movement.seating import seats_of
from tournaments.core.record import Stake, StakeKind
from tournaments.evening.presenters.formats.registry import format_pages
from tournaments.evening.selectors.deals import NEVER, History, RoundLog

Number = Callable[[int], int]


def stakes_of(facts: Facts, history: History, log: RoundLog, number: Number) -> dict[str, Any]:
    """Return what the round's bell gave, what was given between its deals, and what of it was corrected."""
    came_with_bell, bells = (
        format_pages(facts.play.format).came_with_bell,
        {one.closed for one in history.rounds},
    )
    given = _given(facts, history, log)
    at_bell = [
        stake for stake in given if stake.round == log.number + 1 and came_with_bell(stake, {log.closed})
    ]
    between = [
        stake
        for stake in given
        if not came_with_bell(stake, bells)
        and stake.round == log.number
        and stake.seq not in bells
        and history.made_in(stake.seq) == log
    ]
    return {
        "fresh_stakes": _counts(at_bell, number),
        "fresh_between_deals": _counts(between, number),
        "stakes_corrected": _corrected(facts, history, log, number),
    }


def _given(facts: Facts, history: History, log: RoundLog) -> list[Stake]:
    """Return fresh stakes as they were given, struck later or not, each line's in the order of the seats."""
    places = {seat.entry: (seat.position, seat.chair) for seat in seats_of(facts, log.number)}
    fresh = [s for s in _all(facts, history) if s.kind is StakeKind.FRESH and not s.noted]
    return sorted(fresh, key=lambda stake: (stake.seq, places.get(stake.entry, (NEVER, 0))))


def _all(facts: Facts, history: History) -> tuple[Stake, ...]:
    return (*facts.stakes, *(one.stake for one in history.struck))


def _counts(stakes: Iterable[Stake], number: Number) -> list[dict[str, int]]:
    return [{"player": number(stake.entry), "counters": stake.counters} for stake in stakes]


def _corrected(facts: Facts, history: History, log: RoundLog, number: Number) -> list[dict[str, Any]]:
    """Return the round's fresh stakes that were noted afterwards, or struck, in the order of correction."""
    made = [(stake.seq, True, stake) for stake in _all(facts, history) if stake.noted]
    made += [(one.void, False, one.stake) for one in history.struck]
    corrected = []
    for seq, given, stake in sorted(made, key=lambda one: one[0]):
        if stake.round == log.number:
            first = history.made_in(seq)
            corrected.append(
                {
                    "player": number(stake.entry),
                    "given": given,
                    "counters": stake.counters,
                    "counts_from_round": first.number if seq < first.closed else None,
                }
            )
    return corrected
