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
from accounts.players.selectors import load_merges, players_by_name
from accounts.refusals import ONE_PERSON
from games.rules.registry import KNOWN
from tournaments.core.files.cells import Complaint
from tournaments.core.files.results_table import ImportedResult, ListedPerson
from tournaments.core.files.season import (
    FileEvening,
    FileRow,
    FileSeason,
    essence,
    file_row,
    read_season,
    rename_season,
)
from tournaments.core.record import Stage
from tournaments.core.refusals import ANOTHER_GAME, ANOTHER_RESULT, PLAYED_HERE, SEASON_NAME_TAKEN
from tournaments.core.results.standings import FIGURES
from tournaments.evening.selectors.access import is_recorded
from tournaments.models import Award, Evening, Result, Season, Settlement
from tournaments.seasons.selectors.counting import count_season
from tournaments.seasons.selectors.document import document
from tournaments.transfer.selectors.imports_made import Removed, Written, find_removed

NOBODY = Removed(())


class New(StrEnum):
    """What is made of somebody, or of an evening, that is told of."""

    NEW = "new"
    KNOWN = "known"
    CHANGED = "changed"


@dataclass(frozen=True)
class PersonPlan:
    """Somebody told of; ``player``: who that is on the list, None: nobody yet; ``what`` changes."""

    person: ListedPerson
    state: New
    player: int | None = None
    what: tuple[str, ...] = ()


@dataclass(frozen=True)
class EveningPlan:
    """An evening told of; ``evening``: the recorded one of that name and day, None: none yet."""

    told: ImportedResult
    state: New
    evening: int | None = None


@dataclass(frozen=True)
class Plan:
    """What an import would do; nothing, as long as there are complaints."""

    people: tuple[PersonPlan, ...] = ()
    evenings: tuple[EveningPlan, ...] = ()
    complaints: tuple[Complaint, ...] = ()
    removed: Removed = NOBODY
    unticked: str = ""

    def of(self, state: New) -> list[PersonPlan]:
        return [one for one in self.people if one.state is state]

    def evenings_of(self, state: New) -> list[EveningPlan]:
        return [one for one in self.evenings if one.state is state]

    @property
    def nothing_new(self) -> bool:
        states = {*(one.state for one in self.people), *(one.state for one in self.evenings)}
        return not self.complaints and states <= {New.KNOWN}

    @property
    def mark(self) -> str:
        """Return a mark that plans share if they do the same, whatever is ticked (``unticked``)."""
        if self.unticked:
            return self.unticked
        evenings = [
            (
                *(one.state, one.evening, one.told.name, one.told.held_on, one.told.play.game.key),
                *(one.told.lines, one.told.prizes),
            )
            for one in self.evenings
        ]
        return hashlib.sha256(repr((self.people, evenings)).encode(errors="replace")).hexdigest()


def plan_people(club: Club, people: Sequence[ListedPerson]) -> Plan:
    """Return what the people of a table would change of the club's list; in three queries."""
    known, plans, complaints = players_by_name(club.pk), list[PersonPlan](), list[Complaint]()
    groups = _groups(club)
    whose: dict[int, str] = {}
    for person in people:
        player = known.get(name_key(person.name))
        if player is None:
            plans.append(PersonPlan(person, New.NEW))
            continue
        if player.pk in whose:
            complaints.append(_one_person(person.line, whose[player.pk], person.name))
        whose[player.pk] = person.name
        what = tuple(_changes(person, player, groups[player.pk]))
        plans.append(PersonPlan(person, New.CHANGED if what else New.KNOWN, player.pk, what))
    return Plan(tuple(plans), (), tuple(complaints))


def _groups(club: Club) -> Mapping[int, set[str]]:
    """Return the keys of the names of everybody's groups."""
    found: dict[int, set[str]] = defaultdict(set)
    for player, name in Player.groups.through.objects.filter(group__club=club).values_list(
        "player", "group__name"
    ):
        found[player].add(name_key(name))
    return found


def _changes(person: ListedPerson, player: Player, groups: Collection[str]) -> Iterable[str]:
    """Yield the columns that are told otherwise than the list has them; what is not told stays."""
    if person.role and person.role != player.role:
        yield "role"
    if person.public and (person.public, person.public_name) != (player.public, player.public_name):
        yield "public"
    if {name_key(name) for name in person.groups} - set(groups):
        yield "groups"


def _one_person(line: int, first: str, second: str) -> Complaint:
    return Complaint(line, RuleError("name", ONE_PERSON, first=first, second=second))


def plan_results(club: Club, evenings: Sequence[ImportedResult], not_removed: Collection[str] = ()) -> Plan:
    """Return what a table's results would add; in seven queries, eight with prizes, however many there are.

    One more if somebody's name was removed. ``not_removed``: as in ``find_removed``.
    """
    known, there = players_by_name(club.pk), _there(club, evenings)
    results = _newest([evening.pk for evening in there.values()])
    into = load_merges(club.pk)
    written = _written(results.values(), into)
    whose = [there.get((told.held_on, name_key(told.name))) for told in evenings]
    of = [written[results.get(evening.pk, 0)] if evening else Written() for evening in whose]
    removed = find_removed(evenings, of, known, not_removed)
    prizes = _prizes_written(results.values(), into)
    known |= removed.people
    plans, complaints = list[EveningPlan](), list(removed.complaints)
    for told, evening, one in zip(removed.evenings, whose, of, strict=True):
        complaints += _twice(told, known)
        if evening is None:
            plans.append(EveningPlan(told, New.NEW))
            continue
        complaints += _another(told, evening)
        same_prizes = _same_prizes(told, known, prizes[results.get(evening.pk, 0)])
        same = is_recorded(evening) and one.figures == _told(told, known) and same_prizes
        plans.append(EveningPlan(told, New.KNOWN if same else New.CHANGED, evening.pk))
    unticked = plan_results(club, evenings).mark if not_removed else ""
    people = tuple(_people(removed.evenings, known))
    return Plan(people, tuple(plans), tuple(complaints), removed, unticked)


def _there(club: Club, evenings: Sequence[ImportedResult]) -> dict[tuple[date, str], Evening]:
    """Return the club's evenings of those days, by day and name's key; the recorded one, where there are two.

    One that was called off is none of them: it may have been played on without Headtable.
    """
    days = [told.held_on for told in evenings]
    held = Evening.held.filter(club=club).exclude(stage=Stage.CALLED_OFF)
    rows = held.filter(held_on__range=(min(days), max(days))) if days else ()
    in_order = sorted(rows, key=lambda evening: (is_recorded(evening), -evening.pk))
    return {(evening.held_on, name_key(evening.name)): evening for evening in in_order}


def _newest(evenings: Collection[int]) -> dict[int, int]:
    """Return the result that counts, by evening."""
    rows = Result.objects.filter(evening__in=evenings).order_by("version")
    return dict(rows.values_list("evening", "pk"))


def _written(results: Iterable[int], into: Mapping[int, int]) -> Mapping[int, Written]:
    found: dict[int, Written] = defaultdict(Written)
    rows = Settlement.objects.filter(result__in=list(results)).order_by()
    for result, player, name, forgotten, *figures in rows.values_list(
        "result", "entry__player", "entry__name", "entry__player__forgotten_at", *FIGURES
    ):
        who = name_key(name) if player is None else into.get(player, player)
        found[result].figures[who] = tuple(figures)
        if forgotten is not None and isinstance(who, int):
            found[result].removed[who] = name
    return found


def _told(told: ImportedResult, known: Mapping[str, Player]) -> dict[int | str, tuple[Any, ...]]:
    figures: dict[int | str, tuple[Any, ...]] = {}
    for line in told.lines:
        player = known.get(name_key(line.name))
        figures[player.pk if player else name_key(line.name)] = tuple(getattr(line, name) for name in FIGURES)
    return figures


Prizes = frozenset[tuple[str, frozenset[int | str]]]
"""Prizes by the title's key, each with everybody who won it as in ``Written``."""


def _prizes_written(results: Iterable[int], into: Mapping[int, int]) -> Mapping[int, Prizes]:
    awards = (
        Award.objects.filter(result__in=list(results)).select_related("result").prefetch_related("winners")
    )
    found: dict[int, set[tuple[str, frozenset[int | str]]]] = defaultdict(set)
    for award in awards:
        who = [
            name_key(entry.name) if entry.player_id is None else into.get(entry.player_id, entry.player_id)
            for entry in award.current_winners
        ]
        if who and award.result_id is not None:
            found[award.result_id].add((name_key(award.title), frozenset(who)))
    return defaultdict(frozenset, {result: frozenset(prizes) for result, prizes in found.items()})


def _same_prizes(told: ImportedResult, known: Mapping[str, Player], written: Prizes) -> bool:
    """Return whether the prizes are told as they are written, or not at all."""

    def who(name: str) -> int | str:
        player = known.get(name_key(name))
        return player.pk if player else name_key(name)

    return told.prizes is None or written == {
        (name_key(prize.title), frozenset(map(who, prize.winners))) for prize in told.prizes
    }


def removed_in(evening: Evening, told: ImportedResult, not_removed: Collection[str]) -> Removed:
    """Find whose names were removed in the new lines of one evening."""
    result = _newest([evening.pk])[evening.pk]
    written = _written([result], load_merges(evening.club_id))[result]
    return find_removed([told], [written], players_by_name(evening.club_id), not_removed)


def _twice(told: ImportedResult, known: Mapping[str, Player]) -> Iterable[Complaint]:
    """Yield a complaint for two names that are one person by now."""
    whose: dict[int, str] = {}
    for line in told.lines:
        key = name_key(line.name)
        first = whose.setdefault(known[key].pk, line.name) if key in known else line.name
        if first != line.name:
            yield _one_person(told.at[key], first, line.name)


def _another(told: ImportedResult, evening: Evening) -> Iterable[Complaint]:
    """Yield a complaint if the club's evening of that name and day is not the one that is told of."""
    if not is_recorded(evening):
        yield Complaint(told.line, StateError("evening", PLAYED_HERE))
    elif evening.game != told.play.game.key:
        game = KNOWN[evening.game].title if evening.game in KNOWN else evening.game
        yield Complaint(told.line, RuleError("game", ANOTHER_GAME, game=game))


def _people(evenings: Sequence[ImportedResult], known: Mapping[str, Player]) -> Iterable[PersonPlan]:
    """Yield everybody who is told of, once."""
    seen = set[int | str]()
    for told in evenings:
        for line in told.lines:
            key = name_key(line.name)
            player = known[key].pk if key in known else None
            if (who := key if player is None else player) not in seen:
                seen.add(who)
                person = ListedPerson(told.at[key], line.name, line.role)
                yield PersonPlan(person, New.NEW if player is None else New.KNOWN, player)


@dataclass(frozen=True)
class SeasonPlan:
    """``season``: that which the club has already; ``plan``: what is made of people and evenings.

    ``told``: the file, in which removed people have the name that stands for them.
    """

    season: Season | None
    plan: Plan
    told: FileSeason

    @property
    def mark(self) -> str:
        """Return a mark that plans share if they do the same."""
        there = self.season.pk if self.season else 0
        return hashlib.sha256(f"{there} {self.plan.mark}".encode()).hexdigest()


def plan_season(club: Club, told: FileSeason, not_removed: Collection[str] = ()) -> SeasonPlan:
    """Return the season as it would be in the club, in as many queries for any."""
    unticked = plan_season(club, told).plan.mark if not_removed else ""
    there = Season.objects.filter(league__club=club, league__name=told.league, name=told.name)
    season = there.select_related("league__club").first()
    results = plan_results(club, [told_of(evening) for evening in told.evenings], not_removed)
    told = rename_season(told, results.removed.names)
    # Whoever was merged here since is still several people in the file.
    if season is not None and any(_is(season, told, one) for one in (None, NOT_MERGED)):
        return SeasonPlan(season, Plan(removed=results.removed), told)
    taken = [Complaint(0, TakenError("season", SEASON_NAME_TAKEN))] if season else []
    complaints = [*results.complaints, *_others(results), *taken]
    people = tuple(_people_of_season(club, told, results.removed.people))
    plan = replace(results, people=people, complaints=tuple(complaints), unticked=unticked)
    return SeasonPlan(None, plan, told)


def told_of(evening: FileEvening) -> ImportedResult:
    """Return the evening as one of a table."""
    at = {name_key(line.name): 1 for line in evening.lines}
    return ImportedResult(evening.held_on, evening.name, evening.play, evening.lines, at)


def standing_told(season: Season) -> tuple[FileRow, ...]:
    """Return the season's standing as a file has it."""
    counted = count_season(season, all_known=True)
    ranks: dict[int | None, int] = {pk: rank for rank, pk in enumerate(counted.divisions, start=1)}
    return tuple(file_row(row, counted.names[row.player], ranks.get(row.division)) for row in counted.rows)


NOT_MERGED: Mapping[int, int] = {}


def _is(season: Season, told: FileSeason, one: Mapping[int, int] | None) -> bool:
    """Return whether the file tells this season; ``one``: as ``count_season`` has it."""
    counted = count_season(season, all_known=True, one=one)
    # Titles of prizes make no difference between two seasons.
    found = read_season(json.dumps(document(season, counted, lambda _result: {})))
    return essence(replace(found, version=told.version)) == essence(told)


def _others(results: Plan) -> Iterable[Complaint]:
    for one in results.evenings_of(New.CHANGED):
        figures = {"name": one.told.name, "date": one.told.held_on}
        yield Complaint(0, StateError("evenings", ANOTHER_RESULT, **figures))


def _people_of_season(club: Club, told: FileSeason, removed: Mapping[str, Player]) -> Iterable[PersonPlan]:
    known = players_by_name(club.pk) | dict(removed)
    for number, person in enumerate(told.people, start=1):
        player = known.get(name_key(person.name))
        state = New.KNOWN if player else New.NEW
        yield PersonPlan(ListedPerson(number, person.name, person.role), state, player.pk if player else None)
