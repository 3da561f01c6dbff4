"""A deal’s result in its versions: who wrote each and why; of a deal of bids what everybody scored."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, TypeVar

from games.describe import figures
from tournaments.base import words
from tournaments.core.record import Line
from tournaments.evening.selectors.bid_tables import BidTable
from tournaments.evening.selectors.tables import confirmed_by, decided_deal, mark_of, versions_of, written_of
from tournaments.models import Deal, DealVersion


@dataclass(frozen=True)
class Cell:
    """A player's part in a deal: bid and tricks, what it scored, the total after it; pools have no bid."""

    bid: int | None = None
    tricks: int | None = None
    score: int | None = None
    total: int | None = None
    revokes: int = 0
    won: bool = False

    @property
    def exact(self) -> bool:
        return self.bid is not None and self.bid == self.tricks

    @property
    def signed(self) -> str:
        return words.signed(self.score)

    @property
    def shown_total(self) -> str:
        return words.plain(self.total)


@dataclass(frozen=True, kw_only=True)
class Score(Cell):
    """A player's part in a result. ``total``: the points after it, by this version."""

    entry: int
    name: str
    took: tuple[int, ...]
    best: bool


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
    parts: tuple[Any, ...]
    """Everybody's part in it."""

    @property
    def mark(self) -> str:
        """What changes when the result does, or when somebody confirms it."""
        return mark_of(self.version, bool(self.confirmed))


V = TypeVar("V", bound=Written)


class Versioned(Generic[V]):
    """What has a result in versions, first to last."""

    versions: tuple[V, ...]

    @property
    def standing(self) -> V | None:
        return self.versions[-1] if self.versions else None

    @property
    def result(self) -> dict[int, Any]:
        """Everybody's part in the result that stands, by entry."""
        return {part.entry: part for part in self.standing.parts} if self.standing else {}

    @property
    def earlier(self) -> tuple[V, ...]:
        """The versions that were corrected, last first."""
        return self.versions[-2::-1]

    def up_to(self, version: str) -> tuple[V, ...]:
        """The versions up to an earlier one; none if there is no earlier one of that number."""
        numbers = [str(one.version) for one in self.versions[:-1]]
        return self.versions[: numbers.index(version) + 1] if version in numbers else ()


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

    parts: tuple[Score, ...]
    call: Mapping[str, Any]
    trump: str

    @property
    def best(self) -> str:
        return figures.listed(score.name for score in self.parts if score.best)

    @property
    def shared(self) -> bool:
        """Whether several are equal first."""
        return sum(bool(score.best) for score in self.parts) > 1

    @property
    def all_exact(self) -> bool:
        return all(score.exact for score in self.parts)


def score_versions(at: BidTable, deal: int, names: Mapping[int, str]) -> tuple[ScoreVersion, ...]:
    """Every version of the deal's result, first to last; ``at`` is the table as it was before it."""
    record = decided_deal(at.at, deal)
    return tuple(
        ScoreVersion(*head, tuple(_scores(at, lines, names)), version.call, version.trump)
        for version, head, lines in (written(record, names) if record else ())
    )


def _scores(at: BidTable, lines: Sequence[Line], names: Mapping[int, str]) -> Iterator[Score]:
    for line in lines:
        score = at.play.kind.brought(line)
        yield Score(
            bid=line.bid or 0,
            tricks=line.tricks or 0,
            score=score,
            total=at.totals.get(line.entry, 0) + (score or 0),
            revokes=line.revokes,
            best=line.won,
            entry=line.entry,
            name=names.get(line.entry, "?"),
            took=line.took,
        )
