"""What a season that is brought along would make of a club."""

import hashlib
import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from accounts.errors import StateError, TakenError
from accounts.models import Club, Player
from accounts.names import name_key
from accounts.players.selectors.players import called
from tournaments.core.files.cells import Complaint
from tournaments.core.files.people_table import Person
from tournaments.core.files.renaming import rename_season
from tournaments.core.files.results_table import Told
from tournaments.core.files.season import (
    EveningTold,
    RowTold,
    SeasonTold,
    essence,
    read_season,
    row_told,
)
from tournaments.core.refusals import ANOTHER_RESULT, SEASON_NAME_TAKEN
from tournaments.models import Season
from tournaments.seasons.selectors.counting import count_season
from tournaments.seasons.selectors.document import document
from tournaments.transfer.selectors.imports import New, PersonPlan, Plan, plan_results


@dataclass(frozen=True)
class SeasonPlan:
    """``season``: that which the club has already; ``plan``: what is made of people and evenings.

    ``told``: the file, in which removed people have the name that stands for them.
    """

    season: Season | None
    plan: Plan
    told: SeasonTold

    @property
    def mark(self) -> str:
        """What two plans share that do the same."""
        there = self.season.pk if self.season else 0
        return hashlib.sha256(f"{there} {self.plan.mark}".encode()).hexdigest()


def plan_season(club: Club, told: SeasonTold, not_removed: Collection[str] = ()) -> SeasonPlan:
    """The season as it would be in the club, in as many queries for any."""
    unticked = plan_season(club, told).plan.mark if not_removed else ""
    there = Season.objects.filter(league__club=club, league__name=told.league, name=told.name)
    season = there.select_related("league__club").first()
    results = plan_results(club, [told_of(evening) for evening in told.evenings], not_removed)
    told = rename_season(told, results.removed.names)
    # Whoever was merged here since is still several people in the file.
    if season is not None and any(_is(season, told, one) for one in (None, NOT_MERGED)):
        return SeasonPlan(season, Plan(removed=results.removed), told)
    complaints = [*results.complaints, *_others(results), *([_double()] if season else [])]
    people = tuple(_people(club, told, results.removed.people))
    plan = replace(results, people=people, complaints=tuple(complaints), unticked=unticked)
    return SeasonPlan(None, plan, told)


NOT_MERGED: Mapping[int, int] = {}


def _is(season: Season, told: SeasonTold, one: Mapping[int, int] | None) -> bool:
    """Whether the file tells this season; ``one``: as ``count_season`` has it."""
    counted = count_season(season, all_known=True, one=one)
    # Titles of prizes make no difference between two seasons.
    found = read_season(json.dumps(document(season, counted, lambda _result: {})))
    return essence(replace(found, version=told.version)) == essence(told)


def told_of(evening: EveningTold) -> Told:
    """The evening as one of a table."""
    at = {name_key(line.name): 1 for line in evening.lines}
    return Told(evening.held_on, evening.name, evening.play, evening.lines, at)


def _others(results: Plan) -> Iterable[Complaint]:
    for one in results.evenings_of(New.CHANGED):
        figures = {"name": one.told.name, "date": one.told.held_on}
        yield Complaint(0, StateError("evenings", ANOTHER_RESULT, **figures))


def _double() -> Complaint:
    return Complaint(0, TakenError("season", SEASON_NAME_TAKEN))


def _people(club: Club, told: SeasonTold, removed: Mapping[str, Player]) -> Iterable[PersonPlan]:
    known = called(club.pk) | dict(removed)
    for number, person in enumerate(told.people, start=1):
        player = known.get(name_key(person.name))
        state = New.KNOWN if player else New.NEW
        yield PersonPlan(Person(number, person.name, person.role), state, player.pk if player else None)


def standing_told(season: Season) -> tuple[RowTold, ...]:
    """The season's standing as a file has it."""
    counted = count_season(season, all_known=True)
    ranks: dict[int | None, int] = {pk: rank for rank, pk in enumerate(counted.divisions, start=1)}
    return tuple(row_told(row, counted.names[row.player], ranks.get(row.division)) for row in counted.rows)
