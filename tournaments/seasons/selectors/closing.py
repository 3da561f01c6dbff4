"""What closing a season would do: which evenings are in the way, and who goes up and who goes down."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.db.models import Count

from accounts.models import Player
from accounts.players.selectors.players import kept
from tournaments.core.leagues.moves import Proposed, closing_moves
from tournaments.core.leagues.points import NOBODY
from tournaments.core.leagues.rules import Rules
from tournaments.core.leagues.standing import SeasonRow
from tournaments.core.ranking.prize_list import given
from tournaments.core.reasons import Reason
from tournaments.core.record import ENDED
from tournaments.models import Season, SeasonResult, SeasonSettlement
from tournaments.seasons.selectors.counting import Counted, EveningOf, count_season
from tournaments.standings.selectors.groups import players_in

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
    """The evenings on which the season cannot be closed yet: closing would tell or settle too much."""
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
    """Who is to change the division, as the season is counted."""
    return closing_moves(counted.rules, tuple(counted.divisions), counted.rows, season.seed)


def moving(moves: Iterable[Proposed], counted: Counted) -> tuple[Moving, ...]:
    """The moves by name."""
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
    """Who is in each of the groups for which the season has a prize, as the club has them now."""
    names = {prize.group for prize in given(rules.prizes) if prize.group}
    if not names:
        return {}
    return {name: sorted(players) for name, players in players_in(season.league.club_id, names).items()}


def roles_now(season: Season, rules: Rules) -> dict[str, list[int]]:
    """Who has each of the roles for which the season has a prize, by the club's list now; in two queries.

    Of merged entries the kept one's role holds, else the oldest's.
    """
    names = {prize.role for prize in given(rules.prizes) if prize.role}
    if not names:
        return {}
    club, role = season.league.club_id, dict[int, str]()
    one = kept(club)
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
    """Everybody's row as closing wrote it."""
    return list(SeasonSettlement.objects.filter(result=result))
