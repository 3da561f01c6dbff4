"""Who can be in the call of a pool, by what each put in, or by what each won or lost.

In the call are the winner and all who called. Who put in less than the winner is in the call only if that
was all that they had: a side pool (docs/rules.md#side-pools).
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _

FIELD = "in_call"


@dataclass(frozen=True)
class Showdown:
    """Who won the pool and who was in the call, and what everybody at the table had before the deal."""

    winners: Collection[int]
    in_call: Collection[int]
    before: Mapping[int, int | None]

    @property
    def callers(self) -> list[int]:
        """Those in the call who did not win, in the order of the table."""
        return [entry for entry in self.before if entry in self.in_call and entry not in self.winners]

    @property
    def dropped(self) -> list[int]:
        return [entry for entry in self.before if entry not in self.in_call and entry not in self.winners]


def refuse_short_callers(at: Showdown, stakes: Mapping[int, int]) -> None:
    """Refuse callers who put in less than the winner and had more. RuleError at ``in_call``."""
    level = min(stakes.get(winner, 0) for winner in at.winners)
    for entry in at.callers:
        put, had = stakes.get(entry, 0), at.before[entry]
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


def refuse_dropped_level(at: Showdown, stakes: Mapping[int, int]) -> None:
    """Refuse that somebody dropped who put in as much as those still in: one drops only before a raise.

    So it is in Brag (docs/games.md#single-stake-brag). RuleError at ``in_call``.
    """
    level = max(stakes.get(entry, 0) for entry in {*at.winners, *at.in_call})
    for entry in at.dropped:
        if level and stakes.get(entry, 0) == level:
            raise RuleError(
                FIELD,
                _("%(who)s cannot have dropped: they put in %(level)s like the others. Change who called."),
                who=entry,
                level=level,
            )


def refuse_uneven_callers(at: Showdown, net: Mapping[int, int], *, dropped_put_less: bool) -> None:
    """Refuse callers of whom the counters show that they put in less than the winner and had more.

    Who called and has counters left lost what the winner put in, as each of them did, and nobody who did not
    win lost more: else a winner had put in all that they had, and others played on for a side pool.
    ``dropped_put_less``: who put in as much has not dropped, as in Brag. RuleError at ``in_call``.
    """
    if any(_all_in(at, net, winner) for winner in at.winners):
        return
    lost = {entry: -net[entry] for entry in (*at.callers, *at.dropped)}
    able = [entry for entry in at.callers if _left(at, net, entry)]
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
        refuse_dropped_level(at, lost)


def _left(at: Showdown, net: Mapping[int, int], entry: int) -> int:
    """What somebody has after the deal; where it is not known before, nothing is certain."""
    return (at.before[entry] or 0) + net[entry]


def _all_in(at: Showdown, net: Mapping[int, int], winner: int) -> bool:
    """Whether this winner can have won by putting in all that they had, while others played on.

    Then each who called and has counters left put in as much at least, so it is known what the winner's parts
    of the pool held, and what a share of them is; the odd counters of each part are one a winner.
    """
    had = at.before[winner] or 0
    paid = sum(min(-net[entry], had) for entry in at.dropped)
    for entry in at.callers:
        before = at.before[entry] or 0
        if _left(at, net, entry) and before < had:
            return False
        paid += min(before, had)
    sharing = len(at.winners)
    return abs(sharing * net[winner] - paid) <= (sharing - 1) * len(at.before)
