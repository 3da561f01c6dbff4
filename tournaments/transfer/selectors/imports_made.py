"""Imports that were made, the plan to take one back, and removed people in the lines of a file.

A line with the place and figures of a removed person is probably that person's.
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
from tournaments.evening.selectors.access import load_counting_seasons
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
"""Keys in the payload of a line: the import that wrote the line, and the players added with it."""


@answers("key", "at", "who", "evenings", component="ImportMadeAnswer")
@dataclass(frozen=True)
class ImportMade:
    """An import of results or of a season; ``evenings``: the number of evenings recorded or changed."""

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
    """The effects of taking back an import; ``mark`` identifies them.

    Evenings are ``removed``, or get their earlier result back (``restored``), or stay because they were
    ``changed_since``. ``players`` are removed, because only this import uses them; ``used_players`` are in
    use elsewhere and stay. ``seasons`` are removed. ``closed_seasons`` must be reopened first.
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
        """Return a mark that is equal for take-backs with equal effects."""
        groups = (self.removed, self.restored, self.players, self.seasons)
        numbers = [[row.pk for row in group] for group in groups]
        return hashlib.sha256(repr(numbers).encode()).hexdigest()


def load_imports(club: int) -> list[ImportMade]:
    """Return the club's imports that still have records, the newest first; in two queries."""
    lines_by_import = defaultdict[str, list[Line]](list)
    for line in _load_lines(club, {"payload__has_key": IMPORT}):
        lines_by_import[line.payload[IMPORT]].append(line)
    return [
        _build_import(lines) for lines in sorted(lines_by_import.values(), key=_find_first_time, reverse=True)
    ]


def _find_first_time(lines: Sequence[Line]) -> tuple[datetime, int]:
    return min((line.at, line.pk) for line in lines)


def _load_lines(club: int, filters: Mapping[str, str]) -> list[Journal | SeasonLine]:
    """Return the lines of imports: those of evenings, then those of seasons."""
    evenings = Journal.objects.filter(evening__club=club, **filters).select_related("actor", "evening")
    seasons = SeasonLine.objects.filter(season__league__club=club, **filters).select_related("actor")
    return [*evenings.order_by("evening__held_on", "evening"), *seasons]


def _build_import(lines: Sequence[Line]) -> ImportMade:
    first = min(lines, key=lambda line: line.at)
    evenings = sum(isinstance(line, Journal) for line in lines)
    return ImportMade(first.payload[IMPORT], first.at, first.author, evenings)


def find_import(evening: Evening) -> str:
    """Return the key of the import that recorded the evening; empty for none or an earlier release."""
    line = Journal.objects.filter(evening=evening, seq=1, payload__has_key=IMPORT).first()
    return line.payload[IMPORT] if line else ""


def plan_take_back(club: int, key: str) -> TakeBack | None:
    """Return the effects of taking back the import; None if none of its records exist any more.

    The number of queries does not depend on the import's size.
    """
    lines = _load_lines(club, {"payload__import": key})
    if not lines:
        return None
    in_evenings = [line for line in lines if isinstance(line, Journal)]
    removed_evenings = [line.evening for line in in_evenings if line.seq == 1]
    changed_lines = [line for line in in_evenings if line.seq != 1]
    last = _load_last_versions([line.evening_id for line in changed_lines])
    restored = [line.evening for line in changed_lines if line.payload["version"] == last[line.evening_id]]
    mine = {player for line in lines for player in line.payload.get(NEW_PLAYERS, ())}
    seasons = _find_seasons(club, key)
    used_players = _find_used(mine, removed_evenings, seasons)
    players = Player.objects.filter(club=club, pk__in=mine)
    numbers = [evening.pk for evening in removed_evenings]
    return TakeBack(
        made=_build_import(lines),
        removed=removed_evenings,
        restored=restored,
        changed_since=[line.evening for line in changed_lines if line.evening not in restored],
        players=[player for player in players if player.pk not in used_players],
        used_players=[player for player in players if player.pk in used_players],
        seasons=seasons,
        open_seasons=[row for row in load_counting_seasons(numbers, SeasonStage.OPEN) if row not in seasons],
        closed_seasons=load_counting_seasons(numbers, SeasonStage.CLOSED),
    )


def _load_last_versions(evenings: Collection[int]) -> dict[int, int]:
    rows = Result.objects.filter(evening__in=evenings).order_by()
    return dict(rows.values_list("evening").annotate(last=Max("version")))


def _find_seasons(club: int, key: str) -> list[Season]:
    """Return the import's seasons that are open and to which nothing else was added."""
    book = SeasonLine.objects.filter(season=OuterRef("pk"))
    has_import = Exists(book.filter(payload__import=key))
    has_evening = Exists(book.filter(verb="evening_counts"))
    open_ones = Season.objects.filter(league__club=club, stage=SeasonStage.OPEN, next=None)
    return list(open_ones.filter(has_import, ~has_evening).select_related("league").order_by("pk"))


def _find_used(mine: Collection[int], goes: Sequence[Evening], seasons: Sequence[Season]) -> set[int]:
    """Return the players in use elsewhere: in other evenings or seasons, in groups, or with an account."""
    me = OuterRef("pk")
    has_played = EntryRow.objects.filter(player=me).exclude(evening__in=goes)
    is_listed = SeasonPlayer.objects.filter(player=me).exclude(season__in=seasons)
    has_result = SeasonSettlement.objects.filter(player=me).exclude(result__season__in=seasons)
    has_settlement = Settlement.objects.filter(player=me).exclude(result__evening__in=goes)
    gifts = Award.players.through.objects.filter(player=me, award__season__isnull=False)
    has_prize = gifts.exclude(award__season__in=seasons)
    has_other_data = Q()
    for name in ("merges", "merged", "claims", "groups", "invitations", "questions"):
        has_other_data |= Q(**{f"{name}__isnull": False})
    is_used = (
        Exists(has_played)
        | Exists(is_listed)
        | Exists(has_result)
        | Exists(has_settlement)
        | Exists(has_prize)
        | has_other_data
    )
    return set(Player.objects.filter(is_used, pk__in=mine).values_list("pk", flat=True))


@dataclass(frozen=True)
class StoredResult:
    """An evening's newest result: figures by player, or by the name's key for people not on the list.

    ``removed_names``: for each player whose own name was removed, their name in this evening.
    """

    figures: dict[int | str, tuple[Any, ...]] = field(default_factory=dict)
    removed_names: dict[int, str] = field(default_factory=dict)


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
class RemovedPeople:
    """``evenings`` of a file, with the replacement names for removed people.

    ``names``: the replacement name by the key of the file's name. ``people``: players by the key of the
    replacement name. ``lines``: lines that the user can tick.
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
    results: Sequence[StoredResult],
    known_players: Mapping[str, Player],
    not_removed: Collection[str] = (),
) -> RemovedPeople:
    """Find removed people among the names of a file; one query if there are any.

    ``not_removed``: names in the file that are other people.
    """
    players = {player for result in results for player in result.removed_names}
    if not players:
        return RemovedPeople(tuple(evenings))
    search = _RemovedSearch(
        known_players, Player.objects.in_bulk(players), frozenset(map(name_key, not_removed))
    )
    for evening, result in zip(evenings, results, strict=True):
        search.search_evening(evening, result)
    renamed = tuple(search.rename(evening, result) for evening, result in zip(evenings, results, strict=True))
    people = {name_key(player.name): player for player in search.whose.values()}
    names = {key: player.name for key, player in search.whose.items()}
    return RemovedPeople(renamed, names, people, tuple(search.lines), tuple(search.complaints))


class _RemovedSearch:
    """Search for removed people; ``whose``: the player by name. One name is one person in the whole file."""

    def __init__(
        self, players: Mapping[str, Player], removed_players: Mapping[int, Player], other_keys: frozenset[str]
    ) -> None:
        self.known, self.gone, self.others = players, removed_players, other_keys
        self.whose: dict[str, Player] = {}
        self.lines: list[RemovedLine] = []
        self.complaints: list[Complaint] = []

    def search_evening(self, evening: ImportedResult, result: StoredResult) -> None:
        """Find each removed person of the evening: by their name in it, else by place and figures."""
        free = dict(result.removed_names)
        new = {name_key(line.name): line for line in evening.lines if self._is_new(line, result)}
        for player, name in result.removed_names.items():
            if name_key(name) in new:
                self.whose[name_key(name)] = self.gone[player]
                del free[player], new[name_key(name)]
        for player in free:
            fits = [key for key, line in new.items() if _fits(line, result.figures[player])]
            keys_found = [key for key in fits if self.whose.get(key) == self.gone[player]]
            for key in (keys_found or fits)[:1]:
                self.whose.setdefault(key, self.gone[player])
                del new[key]
        for key, line in new.items():
            if key not in self.whose and any(_fits(line, result.figures[player]) for player in free):
                self._show(evening, line)
                refusal = RuleError("name", WHO_IS_REMOVED, name=line.name)
                self.complaints.append(Complaint(evening.file_lines[key], refusal))

    def rename(self, evening: ImportedResult, result: StoredResult) -> ImportedResult:
        """Return the evening with the replacement names of removed people. Nobody appears twice."""
        names, renamed = dict[str, str](), set[int]()
        lines = [line for line in evening.lines if name_key(line.name) in self.whose]
        for line in sorted(lines, key=lambda line: not _fits(line, result.figures.get(self._get_pk(line)))):
            key, player = name_key(line.name), self._get_pk(line)
            is_renamable = player in result.removed_names or key not in self.known
            if is_renamable and player not in renamed and self._is_new(line, result):
                renamed.add(player)
                names[key] = self.whose[key].name
                if key not in map(name_key, (self.whose[key].name, *result.removed_names.values())):
                    self._show(evening, line)
        return rename_evening(evening, names)

    def _get_pk(self, line: ResultLine) -> int:
        return self.whose[name_key(line.name)].pk

    def _is_new(self, line: ResultLine, result: StoredResult) -> bool:
        key = name_key(line.name)
        player = self.known[key].pk if key in self.known else key
        return key not in self.others and player not in result.figures

    def _show(self, evening: ImportedResult, line: ResultLine) -> None:
        self.lines.append(
            RemovedLine(evening.file_lines[name_key(line.name)], evening.held_on, evening.name, line.name)
        )


def _fits(line: ResultLine, figures: Sequence[Any] | None) -> bool:
    """Return whether the line has this place and no differing figures."""
    own = [getattr(line, name) for name in FIGURES]
    return figures is not None and all(
        figure in (None, stored) for figure, stored in zip(own, figures, strict=True)
    )
