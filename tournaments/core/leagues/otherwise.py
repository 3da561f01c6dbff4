"""What a closed season would be today."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.core.results.prizes import Prize

People = tuple[int, ...]
"""Players by number."""


@dataclass(frozen=True)
class Otherwise:
    """What today's results and merges would make of a closed season.

    ``first``: by division, who is first as it was closed, and who would be. ``prizes``: the same by
    prize. ``people``: whose place or points would be others. ``rows``: what everybody would have.
    """

    names: Mapping[int, str]
    divisions: Mapping[int, str]
    first: Mapping[int | None, tuple[People, People]]
    prizes: Mapping[Prize, tuple[People, People]]
    people: Sequence[int]
    rows: Mapping[int, tuple[object, ...]]
