"""Cuts that decide nothing: of people who do not tie, for something that is not cut for, or after it was."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from tournaments.core.facts import Cut
from tournaments.core.movement.cuts import CutNeed, equal_highest

Needs = Callable[[Sequence[Cut]], Iterable[object]]
"""What a bell still needs, by the cuts that were made."""


def refuse_idle(cuts: Sequence[Cut], needs: Needs) -> None:
    """RuleError at ``cuts.<index>.attempts.<attempt>`` for the first attempt that nobody had to make."""
    for at, cut in enumerate(cuts):
        others = [*cuts[:at], *cuts[at + 1 :]]
        if not any(_asks_for(need, cut) for need in needs(others)):
            raise RuleError(f"cuts.{at}.attempts.0", _("These people do not have to cut for this."))
        equal = frozenset(cut.among)
        for number, attempt in enumerate(cut.attempts):
            if len(equal) == 1 or {entry for entry, _card in attempt} != equal:
                raise RuleError(
                    f"cuts.{at}.attempts.{number}", _("Only those who cut equally high cut again.")
                )
            equal = frozenset(equal_highest(attempt))


def _asks_for(need: object, cut: Cut) -> bool:
    if not isinstance(need, CutNeed) or need.attempts:
        return False
    return (need.purpose, need.position, frozenset(need.among)) == (cut.purpose, cut.position, cut.among)
