"""Leagues, seasons, their people, evenings, open questions and prizes, as members and visitors read them.

Members reach a season through its club. Other functions return the tag of its pages, the lines of its book,
the evenings that could be added, the deadline for questions, and the prizes of evenings that give points.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from itertools import starmap
from typing import TYPE_CHECKING, NamedTuple, TypedDict

from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet, Subquery, Sum
from django.utils import timezone

from accounts.answers import STRANGERS, answers
from accounts.database.folding import by_name
from accounts.models import Player, User
from accounts.names import make_name_entry, make_public_names
from accounts.permissions import Right, find_first_with_right, select_role
from accounts.players.selectors import list_standing_players, load_merges
from tournaments.core.leagues.points import NOBODY, EveningFigures, Member
from tournaments.core.leagues.rules import Rules, SeasonStage
from tournaments.core.record import Stage
from tournaments.models import (
    Award,
    Division,
    EntryRow,
    Evening,
    Journal,
    League,
    RowQuestion,
    Season,
    SeasonEvening,
    SeasonLine,
    SeasonPlayer,
)
from tournaments.seasons.selectors.counting import EveningOf, SeasonCount, merge_members

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations


class InAll(TypedDict):
    """How many seasons a league has, or how many evenings count for a season."""

    in_all: int


class EveningCounts(InAll):
    """How many evenings count for a season, and how many of these evenings are finished."""

    finished: int


def find_league(user: User, pk: int, *, reads_all: bool = False) -> tuple[League, Right] | None:
    """Return the league with its club and the user's right there, in one query; None for a stranger."""
    leagues = League.objects.select_related("club").filter(pk=pk)
    return find_first_with_right(
        leagues.annotate(member_role=select_role(user.pk, OuterRef("club"))), reads_all
    )


def find_season(user: User, pk: int, *, reads_all: bool = False) -> tuple[Season, Right] | None:
    """Return the season with league, club and the user's right there, in one query; None for a stranger."""
    seasons = Season.objects.select_related("league__club").filter(pk=pk)
    return find_first_with_right(
        seasons.annotate(member_role=select_role(user.pk, OuterRef("league__club"))), reads_all
    )


@dataclass(frozen=True)
class SeasonName:
    """A season's names and number, and whether the season is open."""

    id: int
    league: int
    league_name: str
    club: int
    name: str
    stage: SeasonStage

    @property
    def open(self) -> bool:
        return self.stage is SeasonStage.OPEN


def name_season(season: Season) -> SeasonName:
    """Return the season's names and number. The caller has read the season's league already."""
    league, stage = season.league, SeasonStage(season.stage)
    return SeasonName(season.pk, league.pk, league.name, league.club_id, season.name, stage)


@answers(
    *("id", "league", "league_name", "club", "name", "stage", "evenings", "finished", "created"),
    component="SeasonInListAnswer",
)
@answers(
    *("id", "name", "open", "evenings", "finished"),
    to=STRANGERS,
    component="PublicSeasonLink",
    description="",
)
@dataclass(frozen=True)
class SeasonLink(SeasonName):
    """A season in a list: how many evenings count for the season, and how many of them are finished."""

    evenings: int
    finished: int
    created: datetime


@answers(
    *("id", "club", "name", "published", "public_address", "names_shown", "created", "seasons"),
    component="LeagueAnswer",
    description="A league, and how many seasons it has. ``published`` as an evening.",
)
@answers("id", "club", "name", "seasons", to=STRANGERS, component="PublicLeagueAnswer")
@dataclass(frozen=True)
class LeagueLink:
    """A league with its seasons, the newest first."""

    # ``seasons``: their number. ``season_links``: the seasons, if they were read. Visitors see the club's
    # name only.

    id: int
    club: int
    club_name: str
    name: str
    public_address: str | None
    names_shown: str
    created: datetime
    seasons: int
    season_links: tuple[SeasonLink, ...] = ()

    @property
    def published(self) -> bool:
        return self.public_address is not None


def load_leagues(club: int) -> tuple[LeagueLink, ...]:
    """Return the club's leagues by name, in two queries."""
    seasons: dict[int, list[SeasonLink]] = {}
    for season in build_season_links(query_seasons().filter(league__club=club)):
        seasons.setdefault(season.league, []).append(season)
    leagues = League.objects.select_related("club").filter(club=club)
    return tuple(build_league_link(league, seasons.get(league.pk, ())) for league in leagues)


def query_leagues() -> "QuerySet[WithAnnotations[League, InAll]]":
    """Return leagues with their clubs, each with its number of seasons."""
    return League.objects.select_related("club").annotate(in_all=Count("seasons"))


def build_league_links(leagues: "Iterable[WithAnnotations[League, InAll]]") -> tuple[LeagueLink, ...]:
    """Return each league of ``query_leagues`` in the form for lists."""
    return tuple(replace(build_league_link(league), seasons=league.in_all) for league in leagues)


def build_league_link(league: League, seasons: Sequence[SeasonLink] = ()) -> LeagueLink:
    """Return the league with these seasons. The caller has read its club already."""
    return LeagueLink(
        id=league.pk,
        club=league.club_id,
        club_name=league.club.name,
        name=league.name,
        public_address=league.public_address,
        names_shown=league.names_shown,
        created=league.created,
        seasons=len(seasons),
        season_links=tuple(seasons),
    )


def load_seasons(league: int) -> tuple[SeasonLink, ...]:
    """Return the league's seasons, the newest first."""
    return build_season_links(query_seasons().filter(league=league))


def find_used_seasons(league: int) -> tuple[str, ...]:
    """Return the names of the league's seasons with an evening, somebody on the list, or a prize by hand."""
    is_used = Q(evenings__isnull=False) | Q(people__isnull=False) | Q(gifts__isnull=False)
    rows = Season.objects.filter(is_used, league=league).order_by("pk").distinct()
    return tuple(rows.values_list("name", flat=True))


@dataclass(frozen=True)
class OpenSeason:
    """A season for which an evening can count; ``counts``: the evening counts for the season."""

    id: int
    name: str
    counts: bool


def load_open_seasons(club: int, evening: int | None = None) -> tuple[OpenSeason, ...]:
    """Return the club's open seasons by league, in one query.

    ``counts``: whether the evening counts in the season; without ``evening``, whether the last one does.
    """
    last = Evening.held.filter(club=club).order_by("-held_on", "-pk").values("pk")[:1]
    counts = SeasonEvening.objects.filter(season=OuterRef("pk"), evening=evening or Subquery(last))
    rows = Season.objects.filter(league__club=club, stage=SeasonStage.OPEN).annotate(counts=Exists(counts))
    columns = rows.order_by(*by_name("league__name"), "pk").values_list(
        "pk", "league__name", "name", "counts"
    )
    return tuple(OpenSeason(pk, f"{league} · {name}", counts) for pk, league, name, counts in columns)


def query_seasons() -> "QuerySet[WithAnnotations[Season, EveningCounts]]":
    """Return seasons, the newest first, each with its number of evenings and of finished evenings.

    Evenings that were called off are not included.
    """
    finished_count = Count("evenings", filter=Q(evenings__evening__stage=Stage.FINISHED))
    in_all = Count("evenings", filter=~Q(evenings__evening__stage=Stage.CALLED_OFF))
    seasons = Season.objects.select_related("league")
    return seasons.annotate(in_all=in_all, finished=finished_count).order_by("-id")


def build_season_links(seasons: "Iterable[WithAnnotations[Season, EveningCounts]]") -> tuple[SeasonLink, ...]:
    """Return each season of ``query_seasons`` in the form for lists."""
    return tuple(
        SeasonLink(
            **vars(name_season(season)),
            evenings=season.in_all,
            finished=season.finished,
            created=season.created,
        )
        for season in seasons
    )


def load_season_tag(season: Season) -> str:
    """Return a tag that changes whenever the season's pages change, in one query.

    The tag depends on the season's book, the club's list, the evenings' journals, and whether another season
    follows. It does not depend on the reader or the language. It contains the times of the newest lines,
    because a restore can repeat line numbers.
    """
    evening, book = "evenings__evening", SeasonLine.objects.filter(season=OuterRef("pk"), seq=OuterRef("seq"))
    newest = Journal.objects.filter(evening=OuterRef(evening), seq=OuterRef(f"{evening}__seq"))
    tag_rows = Season.objects.filter(pk=season.pk).annotate(
        lines=Sum(f"{evening}__seq"),
        newest=Max(Subquery(newest.values("at"))),
        written=Subquery(book.values("at")),
    )
    columns = ("pk", "seq", "league__club__revision", "lines", "next", "newest", "written")
    parts = tag_rows.values_list(*columns).get()
    return ".".join(str(part or 0) for part in parts)


def load_book_lines(season: Season, before: int | None, most: int) -> list[SeasonLine]:
    """Return the newest lines of the season's book, or those before line ``before``, in one query."""
    rows = SeasonLine.objects.filter(season=season).select_related("actor").order_by("-seq")
    return list((rows.filter(seq__lt=before) if before else rows)[:most])


def find_published_league(address: str) -> League | None:
    """Return the league at this address with its club; None if the league is not public."""
    return League.objects.filter(public_address=address).select_related("club").first()


def find_published_season(address: str, pk: int) -> Season | None:
    """Return a season of the league at this address, with league and club; None if it is not public."""
    seasons = Season.objects.filter(pk=pk, league__public_address=address)
    return seasons.select_related("league__club").first()


def find_newest_season(league: League) -> Season | None:
    """Return the league's newest season with league and club; None if there is none."""
    return Season.objects.filter(league=league).select_related("league__club").order_by("-pk").first()


def load_public_addresses(season: Season) -> dict[int, str | None]:
    """Return the address of each evening's public page, by evening; None if there is none."""
    evenings = Evening.objects.filter(seasons__season=season).exclude(stage=Stage.DRAFT)
    return dict(evenings.values_list("pk", "public_address"))


def players_called(season: Season, players: Iterable[int], column: str) -> dict[int, str]:
    """Return these players' names for visitors, in one query; ``column``: the form of names on the page."""
    people = Player.objects.filter(pk__in=players).order_by("pk")
    rows = people.values_list("pk", "name", "public", "public_name", "forgotten_at")
    return make_public_names(starmap(make_name_entry, rows), season.league.club.public, column)


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
    """A person of the season: ``listed`` on it or not, the division, and the number of evenings played."""

    player: int
    name: str
    listed: bool
    guest: bool
    division: int | None
    evenings: int


def load_divisions(season: Season) -> tuple[DivisionLine, ...]:
    """Return the divisions, the highest first, in one query."""
    rows = Division.objects.filter(season=season).order_by("rank").values_list("pk", "rank", "name")
    return tuple(DivisionLine(*row) for row in rows)


def load_season_people(season: Season) -> tuple[SeasonPerson, ...]:
    """Return everybody who is on the season's list or played in it, each person once; in four queries."""
    into = load_merges(season.league.club_id)
    rows = SeasonPlayer.objects.filter(season=season).order_by("player_id")
    members = merge_members(
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
            listed=pk in members,
            guest=members.get(pk, NOBODY).guest,
            division=members.get(pk, NOBODY).division,
            evenings=len(evenings.get(pk, ())),
        )
        for pk, name in club.order_by(*by_name(), "id").values_list("pk", "name")
        if pk in members or pk in evenings
    )


def load_names_to_add(season: Season, people: Collection[SeasonPerson]) -> tuple[str, ...]:
    """Return the names on the club's list that could be added to the season's list, in one query."""
    players = {person.player for person in people}
    club = list_standing_players(season.league.club_id).filter(active=True).order_by(*by_name(), "id")
    return tuple(name for pk, name in club.values_list("pk", "name") if pk not in players)


def shadowed_entries(season: Season) -> frozenset[int]:
    """Return the entries whose row on the season's list is hidden by the row of the kept entry."""
    rows = frozenset(SeasonPlayer.objects.filter(season=season).values_list("player", flat=True))
    merges = load_merges(season.league.club_id)
    return frozenset(player for player in rows if merges.get(player) in rows)


@dataclass(frozen=True)
class Addable:
    """An evening of the club that does not count for the season yet."""

    id: int
    name: str
    held_on: date
    stage: Stage


def load_addable_evenings(season: Season, year: int | None = None, most: int = 200) -> tuple[Addable, ...]:
    """Return the newest of the club's evenings that could be added, in all years or in this one."""
    rows = _query_addable(season)
    if year is not None:
        rows = rows.filter(held_on__year=year)
    evening_rows = rows.order_by("-held_on", "-pk").values_list("pk", "name", "held_on", "stage")[:most]
    return tuple(Addable(pk, name, held_on, Stage(stage)) for pk, name, held_on, stage in evening_rows)


def load_addable_years(season: Season) -> tuple[int, ...]:
    """Return the years of the evenings that could be added, the newest year first."""
    years = _query_addable(season).order_by("-held_on__year").values_list("held_on__year", flat=True)
    return tuple(years.distinct())


def _query_addable(season: Season) -> QuerySet[Evening]:
    counted_evenings = SeasonEvening.objects.filter(season=season).values("evening")
    rows = Evening.held.filter(club=season.league.club_id).exclude(stage=Stage.CALLED_OFF)
    return rows.exclude(pk__in=counted_evenings)


CLOSED = "season_closed"
"""The verb of the line that closes a season."""


@dataclass(frozen=True)
class WaitingRow:
    """A row with unanswered questions."""

    player: int
    name: str
    questions: int


def query_open_questions(season: Season, players: Collection[int] | None = None) -> QuerySet[RowQuestion]:
    """Return the open questions with their authors: all, or only those about these players' rows."""
    rows = RowQuestion.objects.filter(season=season, closed=None)
    if players is not None:
        rows = rows.filter(player__in=players)
    return rows.select_related("player", "asked__actor", "answered__actor").order_by("pk")


def load_waiting_rows(season: Season) -> tuple[WaitingRow, ...]:
    """Return the rows with unanswered questions, in two queries."""
    rows = RowQuestion.objects.filter(season=season, closed=None, answered=None).order_by("pk")
    into = load_merges(season.league.club_id)
    players = [
        (into.get(player, player), name) for player, name in rows.values_list("player", "player__name")
    ]
    many, names = Counter(player for player, _name in players), dict(players)
    return tuple(WaitingRow(player, names[player], questions) for player, questions in many.items())


def find_ask_deadline(season: Season, rules: Rules, evenings: Iterable[EveningOf]) -> date | None:
    """Return the last day on which members may ask about a row; None if there is no limit."""
    if not rules.question_days:
        return None
    days = [evening.held_on for evening in evenings if evening.counts]
    if season.stage == SeasonStage.CLOSED:
        lines = SeasonLine.objects.filter(season=season, verb=CLOSED).order_by("-seq")
        days += [timezone.localdate(line.at) for line in lines[:1]]
    return max(days) + timedelta(days=rules.question_days) if days else None


class PrizeWon(NamedTuple):
    """A prize: its key, and its title as stored."""

    prize: str
    title: str


def load_prizes_won(count: SeasonCount, lines: Iterable[EveningFigures]) -> Mapping[int, Sequence[PrizeWon]]:
    """Return the prizes that give points, by evening, of the player with these ``lines``; in one query."""
    prizes_by_evening: dict[int, list[PrizeWon]] = defaultdict(list)
    if not count.rules.prize:
        return prizes_by_evening
    evenings = {evening.result: evening.id for evening in count.evenings}
    entries = {line.entry for line in lines if line.prizes}
    award_winners = Award.winners.through.objects.filter(award__result__in=evenings, entryrow__in=entries)
    rows = award_winners.order_by("award__rank").values_list("award__result", "award__prize", "award__title")
    for result, prize, title in rows:
        if count.rules.gives_points(prize):
            prizes_by_evening[evenings[result]].append(PrizeWon(prize, title))
    return prizes_by_evening
