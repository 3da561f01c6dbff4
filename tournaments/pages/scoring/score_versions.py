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
from tournaments.models import Deal, DealVersion


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
class Written:
    """A result as somebody wrote it down, when and why; ``by_link``: on a table's phone.

    ``confirmed``: who else at the table said that it is right.
    """

    version: int
    who: str
    at: datetime
    reason: str
    by_link: bool
    confirmed: str

    @property
    def mark(self) -> str:
        """What changes when the result does, or when somebody confirms it."""
        return mark_of(self.version, bool(self.confirmed))


Head = tuple[int, str, datetime, str, bool, str]


def written(record: Deal, names: Mapping[int, str]) -> Iterator[tuple[DealVersion, Head, Sequence[Line]]]:
    """Every version of the deal's result, first to last: what ``Written`` says of it, and its lines."""
    lines = {version.version: version.lines for version in versions_of(record)}
    for version in written_of(record):
        line = version.journal
        by_link, confirmed = line.link_id is not None, confirmed_by(version, names)
        head = (version.version, line.author, line.at, line.reason, by_link, confirmed)
        yield version, head, lines[version.version]


@dataclass(frozen=True)
class ScoreVersion(Written):
    """With the dealer's call and the trump."""

    scores: tuple[Score, ...]
    call: Mapping[str, Any]
    trump: str

    @property
    def best(self) -> str:
        return figures.listed(score.name for score in self.scores if score.best)

    @property
    def all_exact(self) -> bool:
        return all(score.exact for score in self.scores)


def score_versions(at: BidTable, deal: int, names: Mapping[int, str]) -> tuple[ScoreVersion, ...]:
    """Every version of the deal's result, first to last; ``at`` is the table as it was before it."""
    record = Deal.objects.get(round=at.at.round, position=at.at.table, number=deal, void=None)
    return tuple(
        ScoreVersion(*head, tuple(_scores(at, lines, names)), version.call, version.trump)
        for version, head, lines in written(record, names)
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
