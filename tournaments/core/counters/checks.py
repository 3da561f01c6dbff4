"""Checks of a pool's result: winner, callers and counters; and hints at fresh stakes that were forgotten.

No counter may appear or vanish. The checks take what each person at the table had before, and do not depend
on the evening around it. Who can be in the call follows from what each put in, or won or lost. Where
counters differ by whole stakes, the hints say whose fresh stake may be missing.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial

from accounts.errors import RuleError, refuse_all
from accounts.errors import gettext_noop as _
from tournaments.core.counters import ledger
from tournaments.core.counters.ledger import Imbalance, LineKind
from tournaments.core.record import DealPart, EveningRecord, StakeKind
from tournaments.core.settings import Counting, Settings

COUNTED_LATER = _("In this evening counters are counted only at the end. Leave the counters empty.")
NET_MISSING = _("Enter how many counters %(who)s won or lost.")
NOT_SEATED = _("%(who)s does not sit at this table. Choose a player of this table.")
ONE_MISSING = _("%(who)s is missing. Enter a number for each player.")
WON_NOTHING = _("%(who)s won the pool and must have won counters. Correct the counters.")

MOST_COUNTERS = 1_000_000
"""No hall has more counters. The limit keeps mistyped numbers out of the database."""


def check_deal(
    deal: Sequence[DealPart],
    before: Mapping[int, int | None],
    counting: Counting,
    broke: Iterable[int] = (),
    *,
    for_nothing: bool = False,
) -> None:
    """Refuse an impossible result of a deal. ``before``: what each person at the table had.

    ``broke``: people known to have nothing left, where deals are not counted. ``for_nothing``: a pool can
    be won without winning a counter, because nobody met the dealer and nothing is paid. RuleError at
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


def _check_people(deal: Sequence[DealPart], before: Mapping[int, int | None], broke: Iterable[int]) -> None:
    """Refuse unless everybody at the table has exactly one line, and nobody else has a line."""
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


def _check_counters(deal: Sequence[DealPart], before: Mapping[int, int | None], for_nothing: bool) -> None:
    """Refuse lost counters that a person did not have, made or lost counters, and winners without a gain."""
    refuse_all(partial(_refuse_short, line, before[line.entry]) for line in deal)
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


def _refuse_short(line: DealPart, had: int | None) -> None:
    """Refuse a line without counters, or a loss of more than the player had."""
    field = f"counters-{line.entry}"
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


def compute_changes(before: Mapping[int, int | None], counts: Mapping[int, int]) -> dict[int, int]:
    """Return what each person won or lost on a deal, from what everybody at the table has after it."""
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
    """Refuse counts below 0. Refuse a total that differs from the expected one, if that is known."""
    for entry, counters in sorted(counts.items()):
        if counters < 0:
            raise RuleError(
                f"counters-{entry}",
                _("Counters cannot be negative. Correct the counters of %(who)s."),
                who=entry,
            )
    if expected_total is not None:
        _refuse_sum("counters", sum(counts.values()), expected_total)


def _refuse_sum(field: str, total: int, expected: int) -> None:
    if total > expected:
        raise RuleError(
            field,
            _("The counters do not add up: %(difference)s too many. Correct them."),
            difference=total - expected,
        )
    if total < expected:
        raise RuleError(
            field,
            _("The counters do not add up: %(difference)s too few. Correct them."),
            difference=expected - total,
        )


# In the call are the winner and everybody who called. A player who put in less than the winner is in the
# call only if they put in all they had: a side pool (docs/rules.md#side-pools).

FIELD = "in_call"


@dataclass(frozen=True)
class Showdown:
    """Who won the pool, who was in the call, and what everybody at the table had before the deal."""

    winners: Collection[int]
    in_call: Collection[int]
    before: Mapping[int, int | None]

    @property
    def callers(self) -> list[int]:
        """Return people in the call who did not win, in the order of the table."""
        return [entry for entry in self.before if entry in self.in_call and entry not in self.winners]

    @property
    def dropped(self) -> list[int]:
        return [entry for entry in self.before if entry not in self.in_call and entry not in self.winners]


def refuse_short_callers(showdown: Showdown, stakes: Mapping[int, int]) -> None:
    """Refuse callers who put in less than the winner and had more. RuleError at ``in_call``."""
    level = min(stakes.get(winner, 0) for winner in showdown.winners)
    for entry in showdown.callers:
        put, had = stakes.get(entry, 0), showdown.before[entry]
        if not put:
            raise RuleError(
                FIELD, _("%(who)s cannot have called: they put in nothing. Change who called."), who=entry
            )
        if put < level and put != had:
            raise RuleError(
                FIELD,
                _(
                    "%(who)s cannot have called: they put in %(put)s of the winner’s %(level)s and had "
                    "more. Change who called."
                ),
                who=entry,
                put=put,
                level=level,
            )


def refuse_dropped_level(showdown: Showdown, stakes: Mapping[int, int]) -> None:
    """Refuse that a player dropped who put in as much as those in the call. RuleError at ``in_call``.

    In Brag a player drops only before a raise (docs/games.md#single-stake-brag).
    """
    level = max(stakes.get(entry, 0) for entry in {*showdown.winners, *showdown.in_call})
    for entry in showdown.dropped:
        if level and stakes.get(entry, 0) == level:
            raise RuleError(
                FIELD,
                _("%(who)s cannot have dropped: they put in %(level)s like the others. Change who called."),
                who=entry,
                level=level,
            )


def refuse_uneven_callers(showdown: Showdown, net: Mapping[int, int], *, dropped_put_less: bool) -> None:
    """Refuse callers who put in less than the winner and had more, as their counters show.

    A caller with counters left lost exactly what the winner put in, and nobody else lost more. The
    exception: a winner put in all they had, and others played on for a side pool. ``dropped_put_less``: a
    player who dropped put in less than the callers, as in Brag. RuleError at ``in_call``.
    """
    if any(_may_be_all_in(showdown, net, winner) for winner in showdown.winners):
        return
    lost = {entry: -net[entry] for entry in (*showdown.callers, *showdown.dropped)}
    able = [entry for entry in showdown.callers if _count_left(showdown, net, entry)]
    level = max(lost.values(), default=0)
    for entry in able:
        if lost[entry] < level or level <= 0:
            raise RuleError(
                FIELD,
                _(
                    "%(who)s cannot have called: they lost fewer counters than others and have some left. "
                    "Change who called."
                ),
                who=entry,
            )
    if able and dropped_put_less:
        refuse_dropped_level(showdown, lost)


def _count_left(showdown: Showdown, net: Mapping[int, int], entry: int) -> int:
    """Return what a person has after the deal. An unknown balance before the deal is taken as 0."""
    return (showdown.before[entry] or 0) + net[entry]


def _may_be_all_in(showdown: Showdown, net: Mapping[int, int], winner: int) -> bool:
    """Return whether this winner may have put in all they had, while others played on.

    Each caller with counters left then put in at least as much. So the parts of the pool and the shares of
    them are known. Each part can leave one odd counter per winner.
    """
    had = showdown.before[winner] or 0
    paid = sum(min(-net[entry], had) for entry in showdown.dropped)
    for entry in showdown.callers:
        before = showdown.before[entry] or 0
        if _count_left(showdown, net, entry) and before < had:
            return False
        paid += min(before, had)
    sharing = len(showdown.winners)
    return abs(sharing * net[winner] - paid) <= (sharing - 1) * len(showdown.before)


# Hints rest on facts only. Luck alone makes nobody suspect.


class Clue(StrEnum):
    BROKE = "broke"  # had nothing left, and later had counters, but no fresh stake is noted
    MORE = "more"  # more counters, by whole stakes, than written down
    FEWER = "fewer"  # fewer counters, by whole stakes, and a fresh stake is noted
    NOTED = "noted"  # a fresh stake is noted, and no count of one person shows whether it was given


@dataclass(frozen=True)
class Hint:
    """A person whose fresh stake may explain the difference. ``round``: the round of the clue."""

    entry: int
    clue: Clue
    round: int
    counters: int


def find_hints(facts: EveningRecord, settings: Settings, broken: Imbalance) -> tuple[Hint, ...]:
    """Return whose fresh stake may be unnoted, or not given. Nobody, unless whole stakes are missing."""
    if not broken.stakes:
        return ()
    if broken.difference < 0:
        return tuple(_find_ungiven_stakes(facts, settings, broken))
    broke = tuple(_find_unnoted_stakes(facts, settings))
    with_hint = {hint.entry for hint in broke}
    more = (
        Hint(line.entry, Clue.MORE, line.round, line.amount or 0)
        for line in broken.lines
        if (line.amount or 0) > 0 and (line.amount or 0) % broken.stake == 0 and line.entry not in with_hint
    )
    return (*broke, *more)


def _find_unnoted_stakes(facts: EveningRecord, settings: Settings) -> Iterator[Hint]:
    """Yield people who had nothing left and then played on with counters that nobody noted."""
    since: dict[int, int] = {}
    with_hint: set[int] = set()
    for line in ledger.list_lines(facts, settings):
        entry, before = line.entry, since.get(line.entry)
        if line.kind in (LineKind.FRESH, LineKind.RETURN, LineKind.DEPARTURE):
            since.pop(entry, None)
            continue
        played_on = line.kind is LineKind.DEAL and line.amount and before is not None and line.round > before
        counted = line.kind is LineKind.COUNTED and (line.balance or 0) > 0 and before is not None
        if before is not None and (played_on or counted) and entry not in with_hint:
            with_hint.add(entry)
            yield Hint(entry, Clue.BROKE, before, line.balance or 0)
        if line.balance is not None and line.balance <= 0:
            since.setdefault(entry, line.round)
        elif line.balance:
            since.pop(entry, None)


def _find_ungiven_stakes(facts: EveningRecord, settings: Settings, broken: Imbalance) -> Iterator[Hint]:
    """Yield noted fresh stakes of people who have that many counters too few.

    If there are none and counters are counted at the end only: yield every noted fresh stake.
    """
    noted = [stake for stake in facts.stakes if stake.kind is StakeKind.FRESH]
    fewer = {
        line.entry: -line.amount
        for line in broken.lines
        if (line.amount or 0) < 0 and line.amount is not None and line.amount % broken.stake == 0
    }
    found = [stake for stake in noted if stake.entry in fewer]
    for stake in found:
        yield Hint(stake.entry, Clue.FEWER, stake.round, fewer[stake.entry])
    if not found and settings.counting is Counting.AT_THE_END:
        for stake in noted:
            yield Hint(stake.entry, Clue.NOTED, stake.round, stake.counters)
