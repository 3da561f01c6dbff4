"""A deal's result in its versions: everybody's part in it, who wrote it and why, who confirmed it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from accounts.answers import answers
from games.describe.parts import listed
from tournaments.base import words
from tournaments.core.evening import ScoringKind
from tournaments.core.record import DealPart
from tournaments.evening.selectors.access import names_of
from tournaments.evening.selectors.tables import WrittenVersion, deals_of_table, mark_of, written_of
from tournaments.models import Evening

NOBODY: Mapping[int, int | None] = {}
UNKNOWN = "?"


@answers(
    *("entry", "won", "in_call", "counters", "bid", "tricks", "took", "revokes", "score", "cards", "name"),
    component="DealPartAnswer",
    description="Somebody's part with their name. It is no secret, while prizes are hidden neither.",
)
@dataclass(frozen=True)
class Part:
    """Somebody's part in a deal: what is recorded in their line of it, under their name.

    ``brought``: the counters or points of the deal, None where they are not known or nobody has their own;
    ``after``: those they had after it, where that is known. ``shared``: several won the pool.
    """

    entry: int
    won: bool = False
    in_call: bool = False
    counters: int | None = None
    bid: int | None = None
    tricks: int | None = None
    took: tuple[int, ...] = ()
    revokes: int = 0
    score: int | None = None
    cards: str = ""
    name: str = UNKNOWN
    brought: int | None = None
    after: int | None = None
    shared: bool = False

    @property
    def exact(self) -> bool:
        return self.bid is not None and self.bid == self.tricks

    @property
    def signed(self) -> str:
        """Return what the deal brought, as it is shown."""
        return words.signed(self.brought)

    @property
    def hand(self) -> list[str]:
        """Return the cards that were shown, each as its text."""
        return self.cards.split()


def part_of(
    kind: ScoringKind, line: DealPart, name: str, before: int | None = None, *, shared: bool = False
) -> Part:
    """Return the part of the line; ``before``: what this person had before the deal, if it is known."""
    brought = kind.brought(line)
    after = None if before is None or brought is None else before + brought
    return Part(*line, name, brought, after, shared)


def parts_of(
    kind: ScoringKind,
    lines: Sequence[DealPart],
    names: Mapping[int, str],
    before: Mapping[int, int | None] = NOBODY,
) -> tuple[Part, ...]:
    """Return everybody's part in a result."""
    shared = sum(line.won and line.bid is None for line in lines) > 1
    return tuple(
        part_of(kind, line, names.get(line.entry, UNKNOWN), before.get(line.entry), shared=shared)
        for line in lines
    )


@dataclass(frozen=True, kw_only=True)
class Result:
    """What a deal came to. ``lines``: everybody's part in it."""

    lines: tuple[Part, ...]

    @property
    def winners(self) -> list[str]:
        return [part.name for part in self.lines if part.won]

    @property
    def won(self) -> str:
        """Return who won the pool, or who share it, in words."""
        return words.who_won(self.winners)

    @property
    def callers(self) -> str:
        return ", ".join(part.name for part in self.lines if part.in_call and not part.won)

    @property
    def best(self) -> str:
        return listed(self.winners)

    @property
    def shared(self) -> bool:
        """Return whether several are equal first."""
        return len(self.winners) > 1

    @property
    def all_exact(self) -> bool:
        return all(part.exact for part in self.lines)


@answers(
    *("version", "seq", "at", "actor", "who", "reason", "confirmed", "call", "trump", "lines"),
    component="VersionAnswer",
    description="A result as it was written by a journal line, by whom, and why it was corrected.",
)
@dataclass(frozen=True, kw_only=True)
class Version(Result):
    """A result as somebody wrote it down, when and why; ``by_link``: on a table's phone.

    ``call``: the dealer's call, or figures of a pool. ``confirmed_by``: who else at the table said that it is
    right.
    """

    version: int
    seq: int
    at: datetime
    actor: int | None
    who: str
    reason: str
    by_link: bool
    confirmed_by: str
    call: Mapping[str, Any]
    trump: str

    @property
    def confirmed(self) -> bool:
        return bool(self.confirmed_by)

    @property
    def mark(self) -> str:
        """Return a mark that changes when the result does, or when somebody confirms it."""
        return mark_of(self.version, self.confirmed)

    @property
    def dropped(self) -> str:
        """Return who is confirmed to have dropped."""
        return ", ".join(part.name for part in self.lines if part.entry in self.call.get("dropped", ()))


class Versioned:
    """What has a result in versions, first to last."""

    versions: tuple[Version, ...]

    @property
    def stands(self) -> Version | None:
        """Return the version that stands; None if there is none."""
        return self.versions[-1] if self.versions else None

    @property
    def result(self) -> dict[int, Part]:
        """Return everybody's part in the result that stands, by entry."""
        return {part.entry: part for part in self.stands.lines} if self.stands else {}

    @property
    def earlier(self) -> tuple[Version, ...]:
        """Return the versions that were corrected, last first."""
        return self.versions[-2::-1]

    def up_to(self, version: str) -> tuple[Version, ...]:
        """Return the versions up to an earlier one; none if there is no earlier one of that number."""
        numbers = [str(one.version) for one in self.versions[:-1]]
        return self.versions[: numbers.index(version) + 1] if version in numbers else ()


def versions_shown(
    kind: ScoringKind,
    written: Iterable[WrittenVersion],
    names: Mapping[int, str],
    before: Mapping[int, int | None] = NOBODY,
) -> tuple[Version, ...]:
    """Return every version of a deal's result, first to last; ``before``: what each had before the deal."""
    versions = list[Version]()
    for one in written:
        row, line, confirmed = one.row, one.row.journal, one.row.confirmed
        versions.append(
            Version(
                version=row.version,
                seq=line.seq,
                at=line.at,
                actor=line.actor_id,
                who=line.author,
                reason=line.reason,
                by_link=line.link_id is not None,
                confirmed_by=names.get(confirmed.payload["entry"], UNKNOWN) if confirmed else "",
                call=row.call,
                trump=row.trump,
                lines=parts_of(kind, one.lines, names, before),
            )
        )
    return tuple(versions)


DEAL = ("round", "table", "deal", "version", "stands")


@answers(*DEAL, component="TableDealAnswer")
@dataclass(frozen=True)
class RecordedDeal(Versioned):
    """A deal; ``version`` is the one that stands, which is the ``base_version`` of a correction."""

    round: int
    table: int
    deal: int
    versions: tuple[Version, ...]

    @property
    def stands(self) -> Version:
        return self.versions[-1]

    @property
    def version(self) -> int:
        return self.stands.version


@answers(*DEAL, "versions")
class DealWithVersions(RecordedDeal):
    """A deal with every version of its result, first to last."""


def recorded_deals(evening: Evening, round: int, table: int) -> tuple[DealWithVersions, ...]:
    """Return the table's decided deals of the round, first to last, in four queries."""
    deals, kind = deals_of_table(evening, round, table), evening.play.kind
    written, names = written_of(deals), names_of(evening)
    return tuple(
        DealWithVersions(round, table, deal.number, versions_shown(kind, written[deal.pk], names))
        for deal in deals
    )
