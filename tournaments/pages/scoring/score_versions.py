"""A scored deal of bids with its corrections: what each bid, won and scored, who wrote it and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.describe import figures
from tournaments import words
from tournaments.core.facts import Line
from tournaments.facts.scoring.bid_tables import BidTable
from tournaments.facts.scoring.tables import confirmed_by, mark_of, versions_of, written_of
from tournaments.models import Deal


@dataclass(frozen=True)
class Score:
    """A player's part in a result. ``total``: the points after it, by this version."""

    entry: int
    name: str
    bid: int
    tricks: int
    took: tuple[int, ...]
    revokes: int
    score: int
    total: int
    best: bool

    @property
    def exact(self) -> bool:
        return self.bid == self.tricks

    @property
    def signed(self) -> str:
        return words.signed(self.score)

    @property
    def shown_total(self) -> str:
        return words.plain(self.total)


@dataclass(frozen=True)
class ScoreVersion:
    """A result as somebody wrote it down, when and why, with the dealer's call and the trump.

    ``by_link``: on a table's phone; ``confirmed``: who else at the table said that it is right.
    """

    version: int
    scores: tuple[Score, ...]
    call: Mapping[str, Any]
    trump: str
    who: str
    at: datetime
    reason: str
    by_link: bool = False
    confirmed: str = ""

    @property
    def mark(self) -> str:
        """What changes when the result does, or when somebody confirms it."""
        return mark_of(self.version, bool(self.confirmed))

    @property
    def best(self) -> str:
        return figures.listed(score.name for score in self.scores if score.best)

    @property
    def all_exact(self) -> bool:
        return all(score.exact for score in self.scores)


def score_versions(at: BidTable, deal: int, names: Mapping[int, str]) -> tuple[ScoreVersion, ...]:
    """Every version of the deal's result, first to last; ``at`` is the table as it was before it."""
    record = Deal.objects.get(round=at.at.round, position=at.at.table, number=deal, void=None)
    lines = {version.version: version.lines for version in versions_of(record)}
    return tuple(
        ScoreVersion(
            version.version,
            tuple(_scores(at, lines[version.version], names)),
            version.call,
            version.trump,
            version.journal.author,
            version.journal.at,
            version.journal.reason,
            version.journal.link_id is not None,
            confirmed_by(version, names),
        )
        for version in written_of(record)
    )


def _scores(at: BidTable, lines: Sequence[Line], names: Mapping[int, str]) -> Iterator[Score]:
    for line in lines:
        score = line.score or 0
        yield Score(
            line.entry,
            names.get(line.entry, "?"),
            line.bid or 0,
            line.tricks or 0,
            line.took,
            line.revokes,
            score,
            at.totals.get(line.entry, 0) + score,
            line.won,
        )
