"""What a pool's result can be: who won and called, and counters that neither appear nor vanish.

The checks take what each person at the table had before, and know nothing of the evening around it.
"""

from collections.abc import Iterable, Mapping, Sequence

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from tournaments.core.record import Line
from tournaments.core.settings import Counting

COUNTED_LATER = _("In this evening counters are counted only at the end. Leave the counters empty.")
NET_MISSING = _("Enter how many counters %(who)s won or lost.")
NOT_SEATED = _("%(who)s does not sit at this table. Choose a player of this table.")
ONE_MISSING = _("%(who)s is missing. Enter a number for each player.")
WON_NOTHING = _("%(who)s won the pool and must have won counters. Correct the counters.")

MOST_COUNTERS = 1_000_000
"""More than any hall has; keeps a slip of the finger out of the database."""


def check_deal(
    deal: Sequence[Line],
    before: Mapping[int, int | None],
    counting: Counting,
    broke: Iterable[int] = (),
    *,
    for_nothing: bool = False,
) -> None:
    """Refuse a deal's result that cannot be. ``before``: what each of those at the table had.

    ``broke``: who is known to have nothing left, where deals are not counted. ``for_nothing``: a pool can be
    won without winning a counter, where nobody meets the dealer and nothing is paid for it. RuleError on
    ``winners``, ``in_call``, ``broke``, ``counters`` or ``counters-<entry>``.
    """
    broke = set(broke)
    _check_people(deal, before, broke)
    if not any(line.won for line in deal):
        raise RuleError("winners", _("Choose who won the pool."))
    if counting is Counting.AT_THE_END:
        for line in deal:
            if line.counters is not None:
                raise RuleError(
                    f"counters-{line.entry}",
                    COUNTED_LATER,
                )
    else:
        _check_counters(deal, before, for_nothing)
        broke |= {line.entry for line in deal if (before[line.entry] or 0) + (line.counters or 0) == 0}
    for line in deal:
        if line.won and (line.entry in broke or before[line.entry] == 0):
            raise RuleError(
                "winners",
                WON_NOTHING,
                who=line.entry,
            )


def _check_people(deal: Sequence[Line], before: Mapping[int, int | None], broke: Iterable[int]) -> None:
    """Everybody at the table has one line, and nobody else has any."""
    seen: set[int] = set()
    for line in deal:
        if line.entry not in before:
            field = "winners" if line.won else "in_call" if line.in_call else "counters"
            raise RuleError(field, NOT_SEATED, who=line.entry)
        if line.entry in seen:
            raise RuleError("counters", _("%(who)s is named twice. Name each player once."), who=line.entry)
        seen.add(line.entry)
    for entry in sorted(broke):
        if entry not in before:
            raise RuleError("broke", NOT_SEATED, who=entry)
    for entry in sorted(before):
        if entry not in seen:
            raise RuleError("counters", ONE_MISSING, who=entry)


def _check_counters(deal: Sequence[Line], before: Mapping[int, int | None], for_nothing: bool) -> None:
    """Nobody loses counters that they do not have, no counter is made or lost, and winning gains."""
    for line in deal:
        field, had = f"counters-{line.entry}", before[line.entry]
        if line.counters is None:
            raise RuleError(field, NET_MISSING, who=line.entry)
        if had is not None and line.counters < 0 and had + line.counters < 0:
            raise RuleError(
                field,
                _("%(who)s has only %(had)s counters and cannot lose %(lost)s. Correct the number."),
                who=line.entry,
                lost=-line.counters,
                had=had,
            )
    _refuse_sum("counters", sum(line.counters or 0 for line in deal), 0)
    winners = [line for line in deal if line.won]
    for line in winners:
        if (line.counters or 0) < 0:
            raise RuleError(
                f"counters-{line.entry}",
                WON_NOTHING,
                who=line.entry,
            )
    if for_nothing and not any(line.counters for line in deal):
        return
    if len(winners) == 1 and not winners[0].counters:
        raise RuleError(
            f"counters-{winners[0].entry}",
            WON_NOTHING,
            who=winners[0].entry,
        )


def from_counts(before: Mapping[int, int | None], counts: Mapping[int, int]) -> dict[int, int]:
    """What each person won or lost on a deal, from what everybody at the table has after it."""
    for entry in sorted(counts):
        if entry not in before:
            raise RuleError("counters", NOT_SEATED, who=entry)
    deltas, total = {}, 0
    for entry, had in before.items():
        field = f"counters-{entry}"
        if entry not in counts:
            raise RuleError(field, ONE_MISSING, who=entry)
        if had is None:
            raise RuleError(field, NET_MISSING, who=entry)
        deltas[entry] = counts[entry] - had
        total += had
    check_counts(counts, total)
    return deltas


def check_counts(counts: Mapping[int, int], expected_total: int | None = None) -> None:
    """Refuse counts below nothing, or that together differ from what must be there, if that is known."""
    for entry, counters in sorted(counts.items()):
        if counters < 0:
            raise RuleError(
                f"counters-{entry}",
                _("Counters cannot be negative. Correct the counters of %(who)s."),
                who=entry,
            )
    if expected_total is not None:
        _refuse_sum("counters", sum(counts.values()), expected_total)


def _refuse_sum(field: str, counted: int, expected: int) -> None:
    if counted > expected:
        raise RuleError(
            field,
            _("The counters do not add up: %(difference)s too many. Correct them."),
            difference=counted - expected,
        )
    if counted < expected:
        raise RuleError(
            field,
            _("The counters do not add up: %(difference)s too few. Correct them."),
            difference=expected - counted,
        )
