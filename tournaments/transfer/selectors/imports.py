"""Plans of imports of people, results and a season: each part is new, known or changed.

A plan writes nothing.
"""

import hashlib
import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from typing import Any

from accounts.errors import RuleError, StateError, TakenError
from accounts.models import Club, Player
from accounts.names import name_key
from accounts.players.selectors import load_merges, map_players_by_name
from accounts.refusals import ONE_PERSON
from games.rules.registry import KNOWN
from tournaments.core.files.cells import Complaint
from tournaments.core.files.results_table import ImportedResult, ListedPerson
from tournaments.core.files.season import (
    FileEvening,
    FileRow,
    FileSeason,
    build_file_row,
    extract_essence,
    read_season,
    rename_season,
)
from tournaments.core.record import Stage
from tournaments.core.refusals import ANOTHER_GAME, ANOTHER_RESULT, PLAYED_HERE, SEASON_NAME_TAKEN
from tournaments.core.results.standings import FIGURES
from tournaments.evening.selectors.access import is_recorded
from tournaments.models import Award, Evening, Result, Season, Settlement
from tournaments.seasons.selectors.counting import count_season
from tournaments.seasons.selectors.document import build_document
from tournaments.transfer.selectors.imports_made import RemovedPeople, StoredResult, find_removed

NOBODY = RemovedPeople(())


class ImportState(StrEnum):
    """The effect of an import on a person or an evening of the file."""

    NEW = "new"
    KNOWN = "known"
    CHANGED = "changed"


@dataclass(frozen=True)
class PersonPlan:
    """A person of the file; ``player``: the player on the list, or None; ``columns``: those that change."""

    person: ListedPerson
    state: ImportState
    player: int | None = None
    columns: tuple[str, ...] = ()


@dataclass(frozen=True)
class EveningPlan:
    """An evening of the file; ``evening``: the recorded evening of that name and day, or None."""

    result: ImportedResult
    state: ImportState
    evening: int | None = None


@dataclass(frozen=True)
class ImportPlan:
    """The effects of an import; none while there are complaints."""

    people: tuple[PersonPlan, ...] = ()
    evenings: tuple[EveningPlan, ...] = ()
    complaints: tuple[Complaint, ...] = ()
    removed: RemovedPeople = NOBODY
    unticked: str = ""

    def select_people(self, state: ImportState) -> list[PersonPlan]:
        return [plan for plan in self.people if plan.state is state]

    def select_evenings(self, state: ImportState) -> list[EveningPlan]:
        return [plan for plan in self.evenings if plan.state is state]

    @property
    def nothing_new(self) -> bool:
        states = {*(plan.state for plan in self.people), *(plan.state for plan in self.evenings)}
        return not self.complaints and states <= {ImportState.KNOWN}

    @property
    def mark(self) -> str:
        """Return a mark that is equal for plans with equal effects, apart from ticks (``unticked``)."""
        if self.unticked:
            return self.unticked
        evenings = [
            (
                *(plan.state, plan.evening, plan.result.name, plan.result.held_on, plan.result.play.game.key),
                *(plan.result.lines, plan.result.prizes),
            )
            for plan in self.evenings
        ]
        return hashlib.sha256(repr((self.people, evenings)).encode(errors="replace")).hexdigest()


def plan_people(club: Club, people: Sequence[ListedPerson]) -> ImportPlan:
    """Return how the people of a table would change the club's list; in three queries."""
    players, plans, complaints = map_players_by_name(club.pk), list[PersonPlan](), list[Complaint]()
    groups = _load_groups(club)
    names_by_player: dict[int, str] = {}
    for person in people:
        player = players.get(name_key(person.name))
        if player is None:
            plans.append(PersonPlan(person, ImportState.NEW))
            continue
        if player.pk in names_by_player:
            complaints.append(_build_double_complaint(person.line, names_by_player[player.pk], person.name))
        names_by_player[player.pk] = person.name
        columns = tuple(_find_changes(person, player, groups[player.pk]))
        plans.append(
            PersonPlan(person, ImportState.CHANGED if columns else ImportState.KNOWN, player.pk, columns)
        )
    return ImportPlan(tuple(plans), (), tuple(complaints))


def _load_groups(club: Club) -> Mapping[int, set[str]]:
    """Return the keys of the names of each player's groups."""
    keys: dict[int, set[str]] = defaultdict(set)
    for player, name in Player.groups.through.objects.filter(group__club=club).values_list(
        "player", "group__name"
    ):
        keys[player].add(name_key(name))
    return keys


def _find_changes(person: ListedPerson, player: Player, groups: Collection[str]) -> Iterable[str]:
    """Yield the columns that differ from the list. A column that is not in the file stays unchanged."""
    if person.role and person.role != player.role:
        yield "role"
    if person.public and (person.public, person.public_name) != (player.public, player.public_name):
        yield "public"
    if {name_key(name) for name in person.groups} - set(groups):
        yield "groups"


def _build_double_complaint(line: int, first: str, second: str) -> Complaint:
    return Complaint(line, RuleError("name", ONE_PERSON, first=first, second=second))


def plan_results(
    club: Club, evenings: Sequence[ImportedResult], not_removed: Collection[str] = ()
) -> ImportPlan:
    """Return the results that a table would add; in seven queries, eight with prizes, for any number.

    One more query if a person's name was removed. ``not_removed``: as in ``find_removed``.
    """
    players, evenings_by_day = map_players_by_name(club.pk), _find_evenings(club, evenings)
    results = _load_newest([evening.pk for evening in evenings_by_day.values()])
    into = load_merges(club.pk)
    result_by_pk = _load_stored_results(results.values(), into)
    club_evenings = [evenings_by_day.get((result.held_on, name_key(result.name))) for result in evenings]
    stored = [
        result_by_pk[results.get(evening.pk, 0)] if evening else StoredResult() for evening in club_evenings
    ]
    removed_people = find_removed(evenings, stored, players, not_removed)
    prizes = _load_prizes(results.values(), into)
    players |= removed_people.people
    plans, complaints = list[EveningPlan](), list(removed_people.complaints)
    for new_result, evening, old_result in zip(removed_people.evenings, club_evenings, stored, strict=True):
        complaints += _check_merged_names(new_result, players)
        if evening is None:
            plans.append(EveningPlan(new_result, ImportState.NEW))
            continue
        complaints += _check_replacement(new_result, evening)
        same_prizes = _has_same_prizes(new_result, players, prizes[results.get(evening.pk, 0)])
        same = (
            is_recorded(evening) and old_result.figures == _index_figures(new_result, players) and same_prizes
        )
        plans.append(EveningPlan(new_result, ImportState.KNOWN if same else ImportState.CHANGED, evening.pk))
    unticked = plan_results(club, evenings).mark if not_removed else ""
    people = tuple(_list_people(removed_people.evenings, players))
    return ImportPlan(people, tuple(plans), tuple(complaints), removed_people, unticked)


def _find_evenings(club: Club, evenings: Sequence[ImportedResult]) -> dict[tuple[date, str], Evening]:
    """Return the club's evenings of those days, by day and name's key; of two, the recorded one.

    Evenings that were called off are excluded: people may have played on without Headtable.
    """
    days = [result.held_on for result in evenings]
    club_evenings = Evening.held.filter(club=club).exclude(stage=Stage.CALLED_OFF)
    rows = club_evenings.filter(held_on__range=(min(days), max(days))) if days else ()
    in_order = sorted(rows, key=lambda evening: (is_recorded(evening), -evening.pk))
    return {(evening.held_on, name_key(evening.name)): evening for evening in in_order}


def _load_newest(evenings: Collection[int]) -> dict[int, int]:
    """Return the result that counts, by evening."""
    rows = Result.objects.filter(evening__in=evenings).order_by("version")
    return dict(rows.values_list("evening", "pk"))


def _load_stored_results(results: Iterable[int], into: Mapping[int, int]) -> Mapping[int, StoredResult]:
    stored: dict[int, StoredResult] = defaultdict(StoredResult)
    rows = Settlement.objects.filter(result__in=list(results)).order_by()
    for result, player, name, forgotten, *figures in rows.values_list(
        "result", "entry__player", "entry__name", "entry__player__forgotten_at", *FIGURES
    ):
        player_key = name_key(name) if player is None else into.get(player, player)
        stored[result].figures[player_key] = tuple(figures)
        if forgotten is not None and isinstance(player_key, int):
            stored[result].removed_names[player_key] = name
    return stored


def _index_figures(result: ImportedResult, players: Mapping[str, Player]) -> dict[int | str, tuple[Any, ...]]:
    figures: dict[int | str, tuple[Any, ...]] = {}
    for line in result.lines:
        player = players.get(name_key(line.name))
        figures[player.pk if player else name_key(line.name)] = tuple(getattr(line, name) for name in FIGURES)
    return figures


Prizes = frozenset[tuple[str, frozenset[int | str]]]
"""Prizes by the title's key, each with its winners: players, or keys of names."""


def _load_prizes(results: Iterable[int], into: Mapping[int, int]) -> Mapping[int, Prizes]:
    awards = (
        Award.objects.filter(result__in=list(results)).select_related("result").prefetch_related("winners")
    )
    prizes_by_result: dict[int, set[tuple[str, frozenset[int | str]]]] = defaultdict(set)
    for award in awards:
        winners = [
            name_key(entry.name) if entry.player_id is None else into.get(entry.player_id, entry.player_id)
            for entry in award.current_winners
        ]
        if winners and award.result_id is not None:
            prizes_by_result[award.result_id].add((name_key(award.title), frozenset(winners)))
    return defaultdict(frozenset, {result: frozenset(prizes) for result, prizes in prizes_by_result.items()})


def _has_same_prizes(result: ImportedResult, players: Mapping[str, Player], stored: Prizes) -> bool:
    """Return whether the file's prizes equal the stored prizes, or the file has no prizes."""

    def winner_key(name: str) -> int | str:
        player = players.get(name_key(name))
        return player.pk if player else name_key(name)

    return result.prizes is None or stored == {
        (name_key(prize.title), frozenset(map(winner_key, prize.winners))) for prize in result.prizes
    }


def find_removed_people(
    evening: Evening, file_result: ImportedResult, not_removed: Collection[str]
) -> RemovedPeople:
    """Find removed people in the new lines of one evening."""
    result = _load_newest([evening.pk])[evening.pk]
    stored = _load_stored_results([result], load_merges(evening.club_id))[result]
    return find_removed([file_result], [stored], map_players_by_name(evening.club_id), not_removed)


def _check_merged_names(result: ImportedResult, players: Mapping[str, Player]) -> Iterable[Complaint]:
    """Yield a complaint for two names that are one person after a merge."""
    names_by_player: dict[int, str] = {}
    for line in result.lines:
        key = name_key(line.name)
        first = names_by_player.setdefault(players[key].pk, line.name) if key in players else line.name
        if first != line.name:
            yield _build_double_complaint(result.file_lines[key], first, line.name)


def _check_replacement(result: ImportedResult, evening: Evening) -> Iterable[Complaint]:
    """Yield a complaint if the club's evening of that name and day cannot be replaced by the file's."""
    if not is_recorded(evening):
        yield Complaint(result.line, StateError("evening", PLAYED_HERE))
    elif evening.game != result.play.game.key:
        game = KNOWN[evening.game].title if evening.game in KNOWN else evening.game
        yield Complaint(result.line, RuleError("game", ANOTHER_GAME, game=game))


def _list_people(evenings: Sequence[ImportedResult], players: Mapping[str, Player]) -> Iterable[PersonPlan]:
    """Yield every person of the file, once."""
    player_keys = set[int | str]()
    for result in evenings:
        for line in result.lines:
            key = name_key(line.name)
            player = players[key].pk if key in players else None
            if (player_key := key if player is None else player) not in player_keys:
                player_keys.add(player_key)
                person = ListedPerson(result.file_lines[key], line.name, line.role)
                yield PersonPlan(person, ImportState.NEW if player is None else ImportState.KNOWN, player)


@dataclass(frozen=True)
class SeasonPlan:
    """``season``: the club's existing equal season, if any; ``plan``: the effects on people and evenings.

    ``file``: the file's season, with the replacement names of removed people.
    """

    season: Season | None
    plan: ImportPlan
    file: FileSeason

    @property
    def mark(self) -> str:
        """Return a mark that is equal for plans with equal effects."""
        number = self.season.pk if self.season else 0
        return hashlib.sha256(f"{number} {self.plan.mark}".encode()).hexdigest()


def plan_season(club: Club, file: FileSeason, not_removed: Collection[str] = ()) -> SeasonPlan:
    """Return the plan to import the season. The number of queries does not depend on its size."""
    unticked = plan_season(club, file).plan.mark if not_removed else ""
    seasons = Season.objects.filter(league__club=club, league__name=file.league, name=file.name)
    season = seasons.select_related("league__club").first()
    results = plan_results(club, [build_result(evening) for evening in file.evenings], not_removed)
    file = rename_season(file, results.removed.names)
    # People merged in this club are still separate people in the file.
    if season is not None and any(_is_same_season(season, file, merges) for merges in (None, NOT_MERGED)):
        return SeasonPlan(season, ImportPlan(removed=results.removed), file)
    name_complaints = [Complaint(0, TakenError("season", SEASON_NAME_TAKEN))] if season else []
    complaints = [*results.complaints, *_check_changed_results(results), *name_complaints]
    people = tuple(_list_season_people(club, file, results.removed.people))
    plan = replace(results, people=people, complaints=tuple(complaints), unticked=unticked)
    return SeasonPlan(None, plan, file)


def build_result(evening: FileEvening) -> ImportedResult:
    """Return the evening in the form of an evening of a table."""
    lines = {name_key(line.name): 1 for line in evening.lines}
    return ImportedResult(evening.held_on, evening.name, evening.play, evening.lines, lines)


def load_standing_rows(season: Season) -> tuple[FileRow, ...]:
    """Return the season's standings in the form of a file."""
    count = count_season(season, all_known=True)
    ranks: dict[int | None, int] = {pk: rank for rank, pk in enumerate(count.divisions, start=1)}
    return tuple(build_file_row(row, count.names[row.player], ranks.get(row.division)) for row in count.rows)


NOT_MERGED: Mapping[int, int] = {}


def _is_same_season(season: Season, file: FileSeason, merges: Mapping[int, int] | None) -> bool:
    """Return whether the file contains this season; ``merges``: see ``count_season``."""
    count = count_season(season, all_known=True, merges=merges)
    # Titles of prizes are ignored in the comparison.
    season_file = read_season(json.dumps(build_document(season, count, lambda _result: {})))
    return extract_essence(replace(season_file, version=file.version)) == extract_essence(file)


def _check_changed_results(results: ImportPlan) -> Iterable[Complaint]:
    for plan in results.select_evenings(ImportState.CHANGED):
        figures = {"name": plan.result.name, "date": plan.result.held_on}
        yield Complaint(0, StateError("evenings", ANOTHER_RESULT, **figures))


def _list_season_people(
    club: Club, file: FileSeason, removed_players: Mapping[str, Player]
) -> Iterable[PersonPlan]:
    players = map_players_by_name(club.pk) | dict(removed_players)
    for number, person in enumerate(file.people, start=1):
        player = players.get(name_key(person.name))
        state = ImportState.KNOWN if player else ImportState.NEW
        yield PersonPlan(ListedPerson(number, person.name, person.role), state, player.pk if player else None)
