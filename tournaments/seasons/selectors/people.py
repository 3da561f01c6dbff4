"""Who is on a season's list, who has only played, and which evenings of the club could count."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date

from django.db.models import QuerySet

from accounts.answers import answers
from accounts.database.folding import by_name
from accounts.models import Player
from accounts.players.selectors.players import kept, standing
from tournaments.core.leagues.points import NOBODY, Member
from tournaments.core.record import Stage
from tournaments.models import Division, EntryRow, Evening, Season, SeasonEvening, SeasonPlayer
from tournaments.seasons.selectors.counting import said_of


@answers("id", "number", "name", component="DivisionAnswer")
@dataclass(frozen=True)
class DivisionLine:
    """A division; its ``number`` is 1 for the highest."""

    id: int
    number: int
    name: str


@answers("player", "name", "listed", "guest", "division", "evenings", component="SeasonPersonAnswer")
@dataclass(frozen=True)
class SeasonPerson:
    """Somebody of the season: ``listed`` on it or not, in which division, in how many of its evenings."""

    player: int
    name: str
    listed: bool
    guest: bool
    division: int | None
    evenings: int


def divisions_of(season: Season) -> tuple[DivisionLine, ...]:
    """The divisions, the highest first, in one query."""
    rows = Division.objects.filter(season=season).order_by("rank").values_list("pk", "rank", "name")
    return tuple(DivisionLine(*row) for row in rows)


def people_of(season: Season) -> tuple[SeasonPerson, ...]:
    """Everybody on the season's list or who played in it: one person named once; in four queries."""
    into = kept(season.league.club_id)
    rows = SeasonPlayer.objects.filter(season=season).order_by("player_id")
    said = said_of(
        [
            (pk, Member(division, guest))
            for pk, division, guest in rows.values_list("player_id", "division_id", "guest")
        ],
        into,
    )
    evenings: dict[int, set[int]] = {}
    entries = EntryRow.objects.filter(evening__seasons__season=season, void=None).exclude(player=None)
    for player, evening in entries.order_by().values_list("player", "evening"):
        evenings.setdefault(into.get(player, player), set()).add(evening)
    club = Player.objects.filter(club=season.league.club_id)
    return tuple(
        SeasonPerson(
            player=pk,
            name=name,
            listed=pk in said,
            guest=said.get(pk, NOBODY).guest,
            division=said.get(pk, NOBODY).division,
            evenings=len(evenings.get(pk, ())),
        )
        for pk, name in club.order_by(*by_name(), "id").values_list("pk", "name")
        if pk in said or pk in evenings
    )


def names_to_add(season: Season, there: Collection[SeasonPerson]) -> tuple[str, ...]:
    """Who else of the club's list could be put on the season's, by name, in one query."""
    taken = {person.player for person in there}
    club = standing(season.league.club_id).filter(active=True).order_by(*by_name(), "id")
    return tuple(name for pk, name in club.values_list("pk", "name") if pk not in taken)


def unseen_entries(season: Season) -> frozenset[int]:
    """Entries with a row of the season's list that another one hides: their person's own, which stands."""
    rows = frozenset(SeasonPlayer.objects.filter(season=season).values_list("player", flat=True))
    one = kept(season.league.club_id)
    return frozenset(player for player in rows if one.get(player) in rows)


@dataclass(frozen=True)
class Addable:
    """An evening of the club that does not count for the season yet."""

    id: int
    name: str
    held_on: date
    stage: Stage


def addable_evenings(season: Season, year: int | None = None, most: int = 200) -> tuple[Addable, ...]:
    """The newest of the club's evenings that could be added, in all years or in this one."""
    rows = _not_counted(season)
    if year is not None:
        rows = rows.filter(held_on__year=year)
    found = rows.order_by("-held_on", "-pk").values_list("pk", "name", "held_on", "stage")[:most]
    return tuple(Addable(pk, name, held_on, Stage(stage)) for pk, name, held_on, stage in found)


def addable_years(season: Season) -> tuple[int, ...]:
    """The years of the evenings that could be added, the newest first."""
    years = _not_counted(season).order_by("-held_on__year").values_list("held_on__year", flat=True)
    return tuple(years.distinct())


def _not_counted(season: Season) -> QuerySet[Evening]:
    taken = SeasonEvening.objects.filter(season=season).values("evening")
    rows = Evening.held.filter(club=season.league.club_id).exclude(stage=Stage.CALLED_OFF)
    return rows.exclude(pk__in=taken)
