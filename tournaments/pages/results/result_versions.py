"""The later versions of an evening's result: who wrote each and why, and what it changed for whom."""

from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from tournaments.facts.results.written import results_of
from tournaments.models import Evening
from tournaments.pages.results.changes import WRITTEN, Changes, changes, stand_of


@dataclass(frozen=True)
class Rewritten:
    """A version of the result, and what is otherwise in it than in the one before."""

    version: int
    at: datetime
    who: str
    reason: str
    changes: Changes


def rewritten(evening: Evening, newest: int | None = None) -> tuple[Rewritten, ...]:
    """Every version but the first, or only the ``newest`` so many, the last one first; in five queries."""
    results = results_of(evening, *WRITTEN)
    written = [(result, stand_of(result)) for result in (results[: newest + 1] if newest else results)]
    return tuple(
        Rewritten(
            result.version,
            result.journal.at,
            result.journal.author,
            result.journal.reason,
            changes(before, after),
        )
        for (result, after), (_earlier, before) in pairwise(written)
    )
