"""The closing of a season: its preview, prizes and written versions, and differences as of today.

A closed season differs today if a result was corrected, or players were merged, after it was closed.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeVar

from django.db.models import Count, F

from accounts.models import Player
from accounts.players.selectors import load_merges
from tournaments.core.leagues.moves import Proposed, closing_moves, season_awards
from tournaments.core.leagues.points import NOBODY
from tournaments.core.leagues.rules import Rules, SeasonStage
from tournaments.core.leagues.standing import Otherwise, SeasonRow, Winners
from tournaments.core.ranking.prize_list import given
from tournaments.core.reasons import Reason
from tournaments.core.record import ENDED
from tournaments.core.results.prizes import Belongs, Prize, PrizeAward
from tournaments.models import Season, SeasonLine, SeasonResult, SeasonSettlement
from tournaments.seasons.selectors.counting import Counted, EveningOf, count_season
from tournaments.standings.selectors.people import players_in

CLOSINGS = ("season_closed", "season_rewritten")
"""The journal's verbs that write a season's result."""


@dataclass(frozen=True)
class Moving:
    """Somebody who is to change the division: ``up`` or down, from and to by name, and why."""

    player: int
    name: str
    from_name: str
    to_name: str
    to: int
    up: bool
    why: Reason


@dataclass(frozen=True)
class Staying:
    """Somebody of the season, and the number of the division they are proposed for (None: in none).

    Who is not ``listed`` has only played.
    """

    player: int
    name: str
    division: int | None
    guest: bool
    listed: bool


@dataclass(frozen=True)
class Proposal:
    """What closing would do. Evenings ``in_the_way``, each with why; ``people``: all, as they go on."""

    names: Mapping[int, str]
    divisions: Sequence[str]
    in_the_way: "tuple[tuple[EveningOf, Hindrance], ...]"
    moving: tuple[Moving, ...]
    people: tuple[Staying, ...]


class Hindrance(StrEnum):
    """Why a season cannot be closed on an evening."""

    UNFINISHED = "unfinished"
    UNREVEALED = "unrevealed"
    CUT = "cut"


def in_the_way(evenings: Iterable[EveningOf]) -> Iterator[tuple[EveningOf, Hindrance]]:
    """Yield the evenings on which the season cannot be closed yet: closing would tell or settle too much."""
    for evening in evenings:
        if evening.stage not in ENDED:
            yield evening, Hindrance.UNFINISHED
        elif evening.unrevealed:
            yield evening, Hindrance.UNREVEALED
        elif evening.awaits_cut:
            yield evening, Hindrance.CUT


def closing_proposal(season: Season) -> Proposal:
    """Return the proposal, as the season stands, in six queries at most."""
    return proposal_of(season, count_season(season, all_known=True))


def proposal_of(season: Season, counted: Counted) -> Proposal:
    """Return the proposal of a season that is counted."""
    order = {division: number for number, division in enumerate(counted.divisions, start=1)}
    moves = moves_of(season, counted)
    to = {move.player: order[move.to] for move in moves}
    inside = {row.player: row.division for row in counted.rows}
    listed = {player: member.division for player, member in counted.people.items() if player in counted.names}
    people = [
        Staying(
            player=player,
            name=counted.names[player],
            division=to.get(player, order.get(division or 0)),
            guest=counted.people.get(player, NOBODY).guest,
            listed=player in listed,
        )
        for player, division in {**inside, **listed}.items()
    ]
    return Proposal(
        names=counted.names,
        divisions=tuple(counted.divisions.values()),
        in_the_way=tuple(in_the_way(counted.evenings)),
        moving=moving(moves, counted),
        people=tuple(sorted(people, key=_by_division)),
    )


def _by_division(person: Staying) -> tuple[bool, int, bool, str, int]:
    return person.division is None, person.division or 0, person.guest, person.name, person.player


@dataclass(frozen=True)
class Successor:
    """The season that was set up from the standings of another, and how much of it rests on them."""

    id: int
    name: str
    divisions: int
    people: int
    up: int
    down: int


def successor_of(season: Season) -> Successor | None:
    """Return the season after this one, in two queries; None if there is none yet."""
    rows = Season.objects.filter(follows=season).annotate(
        many=Count("divisions", distinct=True), listed=Count("people", distinct=True)
    )
    found = rows.first()
    if found is None:
        return None
    begun = found.book.order_by("seq").first()
    told = begun.payload if begun else {}
    up, down = told.get("up", 0), told.get("down", 0)
    return Successor(found.pk, found.name, found.many, found.listed, up, down)


def moves_of(season: Season, counted: Counted) -> tuple[Proposed, ...]:
    """Return who is to change the division, as the season is counted."""
    return closing_moves(counted.rules, tuple(counted.divisions), counted.rows, season.seed)


def moving(moves: Iterable[Proposed], counted: Counted) -> tuple[Moving, ...]:
    """Return the moves with the names of people and divisions."""
    order = {division: number for number, division in enumerate(counted.divisions, start=1)}
    return tuple(
        Moving(
            player=move.player,
            name=counted.names[move.player],
            from_name=counted.divisions[move.division],
            to_name=counted.divisions[move.to],
            to=order[move.to],
            up=order[move.to] < order[move.division],
            why=move.why,
        )
        for move in moves
    )


def groups_now(season: Season, rules: Rules) -> dict[str, list[int]]:
    """Return who is in each group for which the season has a prize, as the club has them now."""
    names = {prize.group for prize in given(rules.prizes) if prize.group}
    if not names:
        return {}
    return {name: sorted(players) for name, players in players_in(season.league.club_id, names).items()}


def roles_now(season: Season, rules: Rules) -> dict[str, list[int]]:
    """Return who has each role for which the season has a prize, by the club's list now; in two queries.

    Of merged entries the kept one's role holds, else the oldest's.
    """
    names = {prize.role for prize in given(rules.prizes) if prize.role}
    if not names:
        return {}
    club, role = season.league.club_id, dict[int, str]()
    one = load_merges(club)
    rows = Player.objects.filter(club=club).exclude(role="").order_by("pk")
    for player, of in rows.values_list("pk", "role"):
        if player not in one or one[player] not in role:
            role[one.get(player, player)] = of
    return {name: sorted(player for player, of in role.items() if of == name) for name in sorted(names)}


def row_figures(row: SeasonRow, to: int | None) -> dict[str, Any]:
    """Return the columns of somebody's row in a season's result; ``to``: the division they move to."""
    return {
        "division_id": row.division,
        "place": row.place,
        "points": str(row.total),
        "played": row.played,
        "counted": row.counted,
        "below": row.below,
        "why": row.why.code if row.why else "",
        "figures": dict(row.why.figures) if row.why else {},
        "evenings": [[one.event, str(one.state), str(one.points), one.place] for one in row.scores],
        "moves_to_id": to,
    }


def rows_written(result: SeasonResult) -> list[SeasonSettlement]:
    """Return everybody's row as closing wrote it."""
    return list(SeasonSettlement.objects.filter(result=result))


@dataclass(frozen=True)
class Belonging:
    """The players in each of the groups and roles for which the season has a prize."""

    groups: Mapping[str, Sequence[int]]
    roles: Mapping[str, Sequence[int]]


def awards_of(
    season: Season, counted: Counted, *, today: bool = False, belonging: Belonging | None = None
) -> tuple[PrizeAward, ...]:
    """Return every prize of the season with its winners; in four queries at most.

    ``today``: a closed season as if it were open. ``belonging``: by default as the season has it.
    """
    return season_awards(
        counted.rules.prizes,
        counted.rows,
        _belongs(counted, belonging or belonging_of(season, counted, today=today)),
        one_prize_each=counted.rules.one_prize_each,
        seed=season.seed,
    )


def belonging_of(season: Season, counted: Counted, *, today: bool = False) -> Belonging:
    """Return who is in which group and role now; of a closed season, as it was closed."""
    closed = None if today else _closing(season)
    written = closed.payload if closed else {}
    return Belonging(
        _people(written.get("groups"), counted) or groups_now(season, counted.rules),
        _people(written.get("roles"), counted) or roles_now(season, counted.rules),
    )


def _belongs(counted: Counted, belonging: Belonging) -> dict[int, Belongs]:
    """Return which division, role and groups everybody has."""
    members = {name: frozenset(players) for name, players in belonging.groups.items()}
    role = {player: name for name, players in belonging.roles.items() for player in players}
    return {
        row.player: Belongs(
            role=role.get(row.player, ""),
            groups=frozenset(name for name in members if row.player in members[name]),
            division=counted.divisions.get(row.division, "") if row.division else "",
        )
        for row in counted.rows
    }


def _closing(season: Season) -> SeasonLine | None:
    if season.stage != SeasonStage.CLOSED:
        return None
    return SeasonLine.objects.filter(season=season, verb__in=CLOSINGS).order_by("-seq").first()


def _people(written: Mapping[str, list[int]] | None, counted: Counted) -> Mapping[str, list[int]]:
    """Return the people that the closing wrote down; nothing where it did not, as in earlier versions."""
    told = written or {}
    return {name: [counted.one.get(player, player) for player in told[name]] for name in told}


K = TypeVar("K")


def otherwise_today(
    season: Season, counted: Counted, one: Mapping[int, int] | None = None
) -> Otherwise | None:
    """Return what would be otherwise; None where nothing would. ``counted``: the season as it was closed.

    ``one``: the player for whom each merged entry would count, if merges were others. One query where nothing
    happened that could change the season, else ten more at most.
    """
    if season.stage != SeasonStage.CLOSED or (one is None and not _touched(season, counted)):
        return None
    today = count_season(season, all_known=True, today=True, one=one)
    was, now = _rows(counted), _rows(today)
    people = [player for player in {**was, **now} if was.get(player) != now.get(player)]
    prizes = _changed(_won(season, counted), _won(season, today, today=True))
    if not people and not prizes:
        return None
    first = _changed(_first(counted), _first(today))
    return Otherwise({**today.names, **counted.names}, counted.divisions, first, prizes, people, now)


def _touched(season: Season, counted: Counted) -> bool:
    """Return whether anything that the season counts has changed since it closed.

    A result was corrected, an evening reopened, or anybody merged or parted. Or an evening was finished after
    all that had been called off.
    """
    if any(one.version_after_closing or one.reopened or one.missed for one in counted.evenings):
        return True
    now = load_merges(season.league.club_id)
    return any(now.get(player, player) != counted.one.get(player, player) for player in {*now, *counted.one})


def _rows(counted: Counted) -> dict[int, tuple[object, ...]]:
    return {row.player: (row.division, row.place, row.total) for row in counted.rows}


def _first(counted: Counted) -> dict[int | None, Winners]:
    found: dict[int | None, Winners] = {}
    for row in counted.rows:
        if row.place == 1 and row.played:
            found[row.division] = (*found.get(row.division, ()), row.player)
    return found


def _won(season: Season, counted: Counted, *, today: bool = False) -> dict[Prize, Winners]:
    awards = awards_of(season, counted, today=today)
    return {award.prize: tuple(sorted(award.winners)) for award in awards}


def _changed(was: Mapping[K, Winners], now: Mapping[K, Winners]) -> dict[K, tuple[Winners, Winners]]:
    return {
        key: (was.get(key, ()), now.get(key, ()))
        for key in {**was, **now}
        if was.get(key, ()) != now.get(key, ())
    }


def versions_of(season: Season) -> Sequence[SeasonResult]:
    """Return every version of the season's result, the newest first, with who wrote it; in one query."""
    rows = SeasonResult.objects.filter(season=season).select_related("journal__actor")
    return list(rows.order_by("-version"))


def rows_in_order(result: SeasonResult) -> Sequence[SeasonSettlement]:
    """Return everybody's row by division and place, with its divisions; in one query."""
    rows = SeasonSettlement.objects.filter(result=result).exclude(player=None)
    rows = rows.select_related("division", "moves_to")
    return list(rows.order_by(F("division__rank").asc(nulls_last=True), "place", "pk"))
