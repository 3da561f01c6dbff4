"""Imports that were made, the plan to take one back, and removed people in the lines of a file.

A line is probably a removed person's if its place and figures are theirs.
"""

import hashlib
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from django.db.models import Exists, Max, OuterRef, Q

from accounts.answers import answers
from accounts.errors import RuleError
from accounts.models import Player
from accounts.names import name_key
from tournaments.core.files.cells import Complaint
from tournaments.core.files.results_table import ImportedResult
from tournaments.core.files.season import rename_evening
from tournaments.core.leagues.rules import SeasonStage
from tournaments.core.refusals import WHO_IS_REMOVED
from tournaments.core.results.elsewhere import ResultLine as ResultLine
from tournaments.core.results.standings import FIGURES
from tournaments.evening.selectors.access import seasons_counting
from tournaments.models import (
    Award,
    EntryRow,
    Evening,
    Journal,
    Result,
    Season,
    SeasonLine,
    SeasonPlayer,
    SeasonSettlement,
    Settlement,
)
from tournaments.models.evening import Line

IMPORT, NEW_PLAYERS = "import", "new_players"
"""In the payload of a line: which import wrote it, and the players whom it put on the list."""


@answers("key", "at", "who", "evenings", component="ImportMadeAnswer")
@dataclass(frozen=True)
class ImportMade:
    """An import of results or of a season; ``evenings``: how many it recorded or changed."""

    key: str
    at: datetime
    who: str
    evenings: int


@answers(
    *("made", "removed", "restored", "changed_since", "players", "used_players"),
    *("seasons", "open_seasons", "closed_seasons", "mark"),
    component="TakeBackAnswer",
)
@dataclass(frozen=True)
class TakeBack:
    """What taking back the import does; ``mark`` stands for it.

    Evenings are ``removed``, have their earlier result ``restored``, or stay, for they were
    ``changed_since``. ``players`` came with it alone and are removed; ``used_players`` are in use elsewhere
    and stay. ``seasons`` are removed with it. ``closed_seasons`` must be reopened first.
    """

    made: ImportMade
    removed: Sequence[Evening]
    restored: Sequence[Evening]
    changed_since: Sequence[Evening]
    players: Sequence[Player]
    used_players: Sequence[Player]
    seasons: Sequence[Season]
    open_seasons: Sequence[Season]
    closed_seasons: Sequence[Season]

    @property
    def mark(self) -> str:
        """Return a mark that take-backs share if they do the same."""
        rows = (self.removed, self.restored, self.players, self.seasons)
        numbers = [[row.pk for row in some] for some in rows]
        return hashlib.sha256(repr(numbers).encode()).hexdigest()


def imports_made(club: int) -> list[ImportMade]:
    """Return the club's imports of which something is left, the newest first; in two queries."""
    found = defaultdict[str, list[Line]](list)
    for line in _lines(club, {"payload__has_key": IMPORT}):
        found[line.payload[IMPORT]].append(line)
    return [_made(lines) for lines in sorted(found.values(), key=_when, reverse=True)]


def _when(lines: Sequence[Line]) -> tuple[datetime, int]:
    return min((line.at, line.pk) for line in lines)


def _lines(club: int, of: Mapping[str, str]) -> list[Journal | SeasonLine]:
    """Return the lines of imports, of evenings and then of seasons."""
    evenings = Journal.objects.filter(evening__club=club, **of).select_related("actor", "evening")
    seasons = SeasonLine.objects.filter(season__league__club=club, **of).select_related("actor")
    return [*evenings.order_by("evening__held_on", "evening"), *seasons]


def _made(lines: Sequence[Line]) -> ImportMade:
    first = min(lines, key=lambda line: line.at)
    evenings = sum(isinstance(line, Journal) for line in lines)
    return ImportMade(first.payload[IMPORT], first.at, first.author, evenings)


def import_of(evening: Evening) -> str:
    """Return the key of the import that recorded the evening; empty where none did, or an earlier release."""
    line = Journal.objects.filter(evening=evening, seq=1, payload__has_key=IMPORT).first()
    return line.payload[IMPORT] if line else ""


def take_back_of(club: int, key: str) -> TakeBack | None:
    """Return what taking back the import does, in as many queries for any; None if nothing of it is left."""
    lines = _lines(club, {"payload__import": key})
    if not lines:
        return None
    in_evenings = [line for line in lines if isinstance(line, Journal)]
    removed = [line.evening for line in in_evenings if line.seq == 1]
    changed = [line for line in in_evenings if line.seq != 1]
    last = _last_versions([line.evening_id for line in changed])
    restored = [line.evening for line in changed if line.payload["version"] == last[line.evening_id]]
    mine = {player for line in lines for player in line.payload.get(NEW_PLAYERS, ())}
    seasons = _seasons_of(club, key)
    used = _used(mine, removed, seasons)
    players = Player.objects.filter(club=club, pk__in=mine)
    numbers = [one.pk for one in removed]
    return TakeBack(
        made=_made(lines),
        removed=removed,
        restored=restored,
        changed_since=[line.evening for line in changed if line.evening not in restored],
        players=[player for player in players if player.pk not in used],
        used_players=[player for player in players if player.pk in used],
        seasons=seasons,
        open_seasons=[one for one in seasons_counting(numbers, SeasonStage.OPEN) if one not in seasons],
        closed_seasons=seasons_counting(numbers, SeasonStage.CLOSED),
    )


def _last_versions(evenings: Collection[int]) -> dict[int, int]:
    rows = Result.objects.filter(evening__in=evenings).order_by()
    return dict(rows.values_list("evening").annotate(last=Max("version")))


def _seasons_of(club: int, key: str) -> list[Season]:
    """Return the seasons that the import made, if they are open and nothing else was added to them."""
    book = SeasonLine.objects.filter(season=OuterRef("pk"))
    made = Exists(book.filter(payload__import=key))
    added = Exists(book.filter(verb="evening_counts"))
    open_ones = Season.objects.filter(league__club=club, stage=SeasonStage.OPEN, next=None)
    return list(open_ones.filter(made, ~added).select_related("league").order_by("pk"))


def _used(mine: Collection[int], goes: Sequence[Evening], seasons: Sequence[Season]) -> set[int]:
    """Return the players in use elsewhere: in other evenings or seasons, in groups, or with an account."""
    me = OuterRef("pk")
    played = EntryRow.objects.filter(player=me).exclude(evening__in=goes)
    listed = SeasonPlayer.objects.filter(player=me).exclude(season__in=seasons)
    written = SeasonSettlement.objects.filter(player=me).exclude(result__season__in=seasons)
    settled = Settlement.objects.filter(player=me).exclude(result__evening__in=goes)
    gifts = Award.players.through.objects.filter(player=me, award__season__isnull=False)
    won = gifts.exclude(award__season__in=seasons)
    others = Q()
    for name in ("merges", "merged", "claims", "groups", "invitations", "questions"):
        others |= Q(**{f"{name}__isnull": False})
    used = Exists(played) | Exists(listed) | Exists(written) | Exists(settled) | Exists(won) | others
    return set(Player.objects.filter(used, pk__in=mine).values_list("pk", flat=True))


@dataclass(frozen=True)
class Written:
    """The newest result of an evening: figures by player, or by the name's key of whoever is not on the list.

    ``removed``: the names in this evening of those whose own name was removed, by player.
    """

    figures: dict[int | str, tuple[Any, ...]] = field(default_factory=dict)
    removed: dict[int, str] = field(default_factory=dict)


@answers("line", "date_", "evening", "name", component="RemovedLineAnswer")
@dataclass(frozen=True)
class RemovedLine:
    """A line with a new name, but with the place and the figures of a player whose name was removed.

    The line stays without the name, unless ``not_removed`` has the name.
    """

    line: int
    date_: date
    evening: str
    name: str


@dataclass(frozen=True)
class Removed:
    """``evenings`` of a file, in which removed people have the name that stands for them.

    ``names``: that name by the key of the file's; ``people``: players by its key. ``lines`` can be ticked.
    """

    evenings: tuple[ImportedResult, ...]
    names: Mapping[str, str] = field(default_factory=dict)
    people: Mapping[str, Player] = field(default_factory=dict)
    lines: tuple[RemovedLine, ...] = ()
    complaints: tuple[Complaint, ...] = ()

    @property
    def ids(self) -> dict[str, int]:
        return {key: player.pk for key, player in self.people.items()}


def find_removed(
    evenings: Sequence[ImportedResult],
    written: Sequence[Written],
    known: Mapping[str, Player],
    not_removed: Collection[str] = (),
) -> Removed:
    """Find who in a file is probably somebody whose name was removed; one query if there is anybody.

    ``not_removed``: names in the file that are somebody else.
    """
    gone = {player for one in written for player in one.removed}
    if not gone:
        return Removed(tuple(evenings))
    search = _Search(known, Player.objects.in_bulk(gone), frozenset(map(name_key, not_removed)))
    for told, one in zip(evenings, written, strict=True):
        search.look_through(told, one)
    changed = tuple(search.renamed(told, one) for told, one in zip(evenings, written, strict=True))
    people = {name_key(player.name): player for player in search.whose.values()}
    names = {key: player.name for key, player in search.whose.items()}
    return Removed(changed, names, people, tuple(search.lines), tuple(search.complaints))


class _Search:
    """Who the names of a file are: ``whose``. A name is one person in the whole file."""

    def __init__(
        self, known: Mapping[str, Player], gone: Mapping[int, Player], others: frozenset[str]
    ) -> None:
        self.known, self.gone, self.others = known, gone, others
        self.whose: dict[str, Player] = {}
        self.lines: list[RemovedLine] = []
        self.complaints: list[Complaint] = []

    def look_through(self, told: ImportedResult, written: Written) -> None:
        """Find each removed person of the evening: by the name there, else by place and figures."""
        free = dict(written.removed)
        new = {name_key(line.name): line for line in told.lines if self._is_new(line, written)}
        for player, name in written.removed.items():
            if name_key(name) in new:
                self.whose[name_key(name)] = self.gone[player]
                del free[player], new[name_key(name)]
        for player in free:
            fits = [key for key, line in new.items() if _fits(line, written.figures[player])]
            known = [key for key in fits if self.whose.get(key) == self.gone[player]]
            for key in (known or fits)[:1]:
                self.whose.setdefault(key, self.gone[player])
                del new[key]
        for key, line in new.items():
            if key not in self.whose and any(_fits(line, written.figures[player]) for player in free):
                self._show(told, line)
                why = RuleError("name", WHO_IS_REMOVED, name=line.name)
                self.complaints.append(Complaint(told.at[key], why))

    def renamed(self, told: ImportedResult, written: Written) -> ImportedResult:
        """Return the evening with the names that stand for removed people. Nobody is in it twice."""
        names, taken = dict[str, str](), set[int]()
        lines = [line for line in told.lines if name_key(line.name) in self.whose]
        for line in sorted(lines, key=lambda line: not _fits(line, written.figures.get(self._pk(line)))):
            key, player = name_key(line.name), self._pk(line)
            there = player in written.removed or key not in self.known
            if there and player not in taken and self._is_new(line, written):
                taken.add(player)
                names[key] = self.whose[key].name
                if key not in map(name_key, (self.whose[key].name, *written.removed.values())):
                    self._show(told, line)
        return rename_evening(told, names)

    def _pk(self, line: ResultLine) -> int:
        return self.whose[name_key(line.name)].pk

    def _is_new(self, line: ResultLine, written: Written) -> bool:
        key = name_key(line.name)
        player = self.known[key].pk if key in self.known else key
        return key not in self.others and player not in written.figures

    def _show(self, told: ImportedResult, line: ResultLine) -> None:
        self.lines.append(RemovedLine(told.at[name_key(line.name)], told.held_on, told.name, line.name))


def _fits(line: ResultLine, figures: Sequence[Any] | None) -> bool:
    """Return whether the line has this place, and no other figures."""
    told = [getattr(line, name) for name in FIGURES]
    return figures is not None and all(one in (None, other) for one, other in zip(told, figures, strict=True))
