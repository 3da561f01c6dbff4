"""A deal's result in all versions: each player's part, the author, the reason, and who confirmed it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext

from accounts.answers import answers
from games.describe.parts import join_words
from tournaments.base import words
from tournaments.core.evening import ScoringKind
from tournaments.core.record import PUT_IN, DealPart
from tournaments.evening.selectors.access import load_names
from tournaments.evening.selectors.tables import (
    WrittenVersion,
    load_table_deals,
    load_written_versions,
    make_version_mark,
)
from tournaments.models import Evening

NOBODY: Mapping[int, int | None] = {}
UNKNOWN = "?"


@answers(
    *("entry", "won", "in_call", "counters", "bid", "tricks", "took", "revokes", "score", "cards", "name"),
    component="DealPartAnswer",
    description="Somebody's part with their name. It is no secret, while prizes are hidden neither.",
)
@dataclass(frozen=True)
class NamedPart:
    """A player's line of a deal, with the player's name.

    ``gain``: counters or points from the deal; None if not known, or if players have no own points.
    ``after``: counters or points after the deal, if known. ``is_shared``: several players won the pool.
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
    gain: int | None = None
    after: int | None = None
    is_shared: bool = False

    @property
    def exact(self) -> bool:
        return self.bid is not None and self.bid == self.tricks

    @property
    def signed(self) -> str:
        """Return the change from this deal with its sign, as text."""
        return words.format_signed(self.gain)

    @property
    def hand(self) -> list[str]:
        """Return the shown cards, each as text."""
        return self.cards.split()


def name_part(
    kind: ScoringKind, line: DealPart, name: str, before: int | None = None, *, is_shared: bool = False
) -> NamedPart:
    """Return the named part for a line; ``before``: counters or points before the deal, if known."""
    gain = kind.find_deal_gain(line)
    after = None if before is None or gain is None else before + gain
    return NamedPart(*line, name, gain, after, is_shared)


def name_parts(
    kind: ScoringKind,
    lines: Sequence[DealPart],
    names: Mapping[int, str],
    before: Mapping[int, int | None] = NOBODY,
) -> tuple[NamedPart, ...]:
    """Return the named parts of all players."""
    is_shared = sum(line.won and line.bid is None for line in lines) > 1
    return tuple(
        name_part(kind, line, names.get(line.entry, UNKNOWN), before.get(line.entry), is_shared=is_shared)
        for line in lines
    )


@dataclass(frozen=True, kw_only=True)
class DealResult:
    """The result of a deal; ``lines``: each player's part."""

    lines: tuple[NamedPart, ...]

    @property
    def winners(self) -> list[str]:
        return [part.name for part in self.lines if part.won]

    @property
    def winners_text(self) -> str:
        """Return who won or shares the pool, in words."""
        return words.describe_winners(self.winners)

    @property
    def callers(self) -> str:
        return ", ".join(part.name for part in self.lines if part.in_call and not part.won)

    @property
    def best(self) -> str:
        return join_words(self.winners)

    @property
    def is_shared(self) -> bool:
        """Return whether several players won."""
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
class ResultVersion(DealResult):
    """A version of a result, with author, time and reason. ``by_link``: written on a table's phone.

    ``call``: the dealer's call, or the figures of a pool. ``put_in``: what each player put in; None if the
    pool was entered in another way. ``confirmed_by``: the person at the table who confirmed the
    result, or a second phone.
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
    put_in: Mapping[int, int] | None = None

    @property
    def confirmed(self) -> bool:
        return bool(self.confirmed_by)

    @property
    def confirmers(self) -> tuple[NamedPart, ...]:
        """Return who may confirm the result: not its winners, unless all won."""
        return tuple(part for part in self.lines if not part.won) or self.lines

    @property
    def mark(self) -> str:
        """Return a mark that changes when the result changes or is confirmed."""
        return make_version_mark(self.version, self.confirmed)

    @property
    def dropped(self) -> str:
        """Return the names of players who dropped, as the scorer confirmed."""
        return ", ".join(part.name for part in self.lines if part.entry in self.call.get("dropped", ()))


class Versioned:
    """A base for values with a result in several versions, first to last."""

    versions: tuple[ResultVersion, ...]

    @property
    def stands(self) -> ResultVersion | None:
        """Return the newest version, None if there is no result."""
        return self.versions[-1] if self.versions else None

    @property
    def result(self) -> dict[int, NamedPart]:
        """Return the players' parts in the newest version, by entry."""
        return {part.entry: part for part in self.stands.lines} if self.stands else {}

    @property
    def earlier(self) -> tuple[ResultVersion, ...]:
        """Return the versions before the newest one, the latest first."""
        return self.versions[-2::-1]

    def take_until(self, version: str) -> tuple[ResultVersion, ...]:
        """Return all versions up to ``version``. Empty if ``version`` is not an earlier version."""
        numbers = [str(earlier.version) for earlier in self.versions[:-1]]
        return self.versions[: numbers.index(version) + 1] if version in numbers else ()


def present_versions(
    kind: ScoringKind,
    rows: Iterable[WrittenVersion],
    names: Mapping[int, str],
    before: Mapping[int, int | None] = NOBODY,
) -> tuple[ResultVersion, ...]:
    """Return all versions of a deal's result, first to last; ``before``: holdings before the deal."""
    versions = list[ResultVersion]()
    for stored in rows:
        row, line, confirmed = stored.row, stored.row.journal, stored.row.confirmed
        versions.append(
            ResultVersion(
                version=row.version,
                seq=line.seq,
                at=line.at,
                actor=line.actor_id,
                who=line.author,
                reason=line.reason,
                by_link=line.link_id is not None,
                confirmed_by=_name_confirmer(confirmed.payload, names) if confirmed else "",
                call={key: value for key, value in row.call.items() if key != PUT_IN},
                trump=row.trump,
                put_in=_read_put_in(row.call.get(PUT_IN)),
                lines=name_parts(kind, stored.lines, names, before),
            )
        )
    return tuple(versions)


def _read_put_in(amounts: Mapping[str, int] | None) -> Mapping[int, int] | None:
    return None if amounts is None else {int(entry): counters for entry, counters in amounts.items()}


def _name_confirmer(payload: Mapping[str, Any], names: Mapping[int, str]) -> str:
    return names.get(payload["entry"], UNKNOWN) if "entry" in payload else gettext("a second phone")


DEAL = ("round", "table", "deal", "version", "stands")


@answers(*DEAL, component="TableDealAnswer")
@dataclass(frozen=True)
class RecordedDeal(Versioned):
    """A recorded deal; ``version``: its newest version, the ``base_version`` for a correction."""

    round: int
    table: int
    deal: int
    versions: tuple[ResultVersion, ...]

    @property
    def stands(self) -> ResultVersion:
        return self.versions[-1]

    @property
    def version(self) -> int:
        return self.stands.version


@answers(*DEAL, "versions")
class DealWithVersions(RecordedDeal):
    """A deal with all versions of its result, first to last."""


def load_recorded_deals(evening: Evening, round: int, table: int) -> tuple[DealWithVersions, ...]:
    """Return the table's decided deals in the round, first to last, in four queries."""
    deals, kind = load_table_deals(evening, round, table), evening.play.kind
    rows, names = load_written_versions(deals), load_names(evening)
    return tuple(
        DealWithVersions(round, table, deal.number, present_versions(kind, rows[deal.pk], names))
        for deal in deals
    )
