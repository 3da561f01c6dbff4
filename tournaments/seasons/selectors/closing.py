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
from tournaments.core.leagues.moves import Proposed, award_season_prizes, propose_moves
from tournaments.core.leagues.points import NOBODY
from tournaments.core.leagues.rules import Rules, SeasonStage
from tournaments.core.leagues.standing import Otherwise, SeasonRow, Winners
from tournaments.core.ranking.prize_list import list_enabled_prizes
from tournaments.core.reasons import Reason
from tournaments.core.record import ENDED
from tournaments.core.results.prizes import Belongs, Prize, PrizeAward
from tournaments.models import Season, SeasonLine, SeasonResult, SeasonSettlement
from tournaments.seasons.selectors.counting import EveningOf, SeasonCount, count_season
from tournaments.standings.selectors.people import load_group_players

CLOSINGS = ("season_closed", "season_rewritten")
"""The journal's verbs that write a season's result."""


@dataclass(frozen=True)
class DivisionMove:
    """A player who will change the division: ``is_up`` or down, from and to by name, and the reason."""

    player: int
    name: str
    from_name: str
    to_name: str
    to: int
    is_up: bool
    reason: Reason


@dataclass(frozen=True)
class Staying:
    """A person of the season, and the number of their proposed division (None: no division).

    A person who is not ``listed`` has played but is not on the season's list.
    """

    player: int
    name: str
    division: int | None
    guest: bool
    listed: bool


@dataclass(frozen=True)
class Proposal:
    """The effect of closing. ``hindrances``: evenings that prevent the closing, with reasons.

    ``people``: all people of the season, with their next division.
    """

    names: Mapping[int, str]
    divisions: Sequence[str]
    hindrances: "tuple[tuple[EveningOf, Hindrance], ...]"
    moves: tuple[DivisionMove, ...]
    people: tuple[Staying, ...]


class Hindrance(StrEnum):
    """Why an evening prevents closing the season."""

    UNFINISHED = "unfinished"
    UNREVEALED = "unrevealed"
    CUT = "cut"


def find_hindrances(evenings: Iterable[EveningOf]) -> Iterator[tuple[EveningOf, Hindrance]]:
    """Yield the evenings that prevent closing the season, because it would reveal or settle too much."""
    for evening in evenings:
        if evening.stage not in ENDED:
            yield evening, Hindrance.UNFINISHED
        elif evening.unrevealed:
            yield evening, Hindrance.UNREVEALED
        elif evening.awaits_cut:
            yield evening, Hindrance.CUT


def propose_closing(season: Season) -> Proposal:
    """Return the proposal for the season's present results, in six queries at most."""
    return build_proposal(season, count_season(season, all_known=True))


def build_proposal(season: Season, count: SeasonCount) -> Proposal:
    """Return the proposal for a counted season."""
    order = {division: number for number, division in enumerate(count.divisions, start=1)}
    moves = find_moves(season, count)
    to = {move.player: order[move.to] for move in moves}
    inside = {row.player: row.division for row in count.rows}
    listed = {player: member.division for player, member in count.people.items() if player in count.names}
    people = [
        Staying(
            player=player,
            name=count.names[player],
            division=to.get(player, order.get(division or 0)),
            guest=count.people.get(player, NOBODY).guest,
            listed=player in listed,
        )
        for player, division in {**inside, **listed}.items()
    ]
    return Proposal(
        names=count.names,
        divisions=tuple(count.divisions.values()),
        hindrances=tuple(find_hindrances(count.evenings)),
        moves=name_moves(moves, count),
        people=tuple(sorted(people, key=_order_by_division)),
    )


def _order_by_division(person: Staying) -> tuple[bool, int, bool, str, int]:
    return person.division is None, person.division or 0, person.guest, person.name, person.player


@dataclass(frozen=True)
class Successor:
    """The season that was created from the standings of another, and how much depends on them."""

    id: int
    name: str
    divisions: int
    people: int
    rises: int
    falls: int


def find_successor(season: Season) -> Successor | None:
    """Return the season that follows this one, in two queries; None if there is none yet."""
    rows = Season.objects.filter(follows=season).annotate(
        many=Count("divisions", distinct=True), listed=Count("people", distinct=True)
    )
    successor = rows.first()
    if successor is None:
        return None
    first_line = successor.book.order_by("seq").first()
    payload = first_line.payload if first_line else {}
    up, down = payload.get("up", 0), payload.get("down", 0)
    return Successor(successor.pk, successor.name, successor.many, successor.listed, up, down)


def find_moves(season: Season, count: SeasonCount) -> tuple[Proposed, ...]:
    """Return the players who move to another division, by the counted season."""
    return propose_moves(count.rules, tuple(count.divisions), count.rows, season.seed)


def name_moves(moves: Iterable[Proposed], count: SeasonCount) -> tuple[DivisionMove, ...]:
    """Return the moves with the names of people and divisions."""
    order = {division: number for number, division in enumerate(count.divisions, start=1)}
    return tuple(
        DivisionMove(
            player=move.player,
            name=count.names[move.player],
            from_name=count.divisions[move.division],
            to_name=count.divisions[move.to],
            to=order[move.to],
            is_up=order[move.to] < order[move.division],
            reason=move.why,
        )
        for move in moves
    )


def load_groups_now(season: Season, rules: Rules) -> dict[str, list[int]]:
    """Return the present members of each group for which the season has a prize."""
    names = {prize.group for prize in list_enabled_prizes(rules.prizes) if prize.group}
    if not names:
        return {}
    return {
        name: sorted(players) for name, players in load_group_players(season.league.club_id, names).items()
    }


def load_roles_now(season: Season, rules: Rules) -> dict[str, list[int]]:
    """Return the present players of each role for which the season has a prize, in two queries.

    If entries were merged, use the role of the kept entry, else that of the oldest.
    """
    names = {prize.role for prize in list_enabled_prizes(rules.prizes) if prize.role}
    if not names:
        return {}
    club, role = season.league.club_id, dict[int, str]()
    merges = load_merges(club)
    rows = Player.objects.filter(club=club).exclude(role="").order_by("pk")
    for player, role_name in rows.values_list("pk", "role"):
        if player not in merges or merges[player] not in role:
            role[merges.get(player, player)] = role_name
    return {
        name: sorted(player for player, role_name in role.items() if role_name == name)
        for name in sorted(names)
    }


def build_row_figures(row: SeasonRow, to: int | None) -> dict[str, Any]:
    """Return the columns of a player's row in a season's result; ``to``: the division they move to."""
    return {
        "division_id": row.division,
        "place": row.place,
        "points": str(row.total),
        "played": row.played,
        "counted": row.counted,
        "below": row.below,
        "why": row.why.code if row.why else "",
        "figures": dict(row.why.figures) if row.why else {},
        "evenings": [[score.event, str(score.state), str(score.points), score.place] for score in row.scores],
        "moves_to_id": to,
    }


def load_result_rows(result: SeasonResult) -> list[SeasonSettlement]:
    """Return every player's row as the closing wrote it."""
    return list(SeasonSettlement.objects.filter(result=result))


@dataclass(frozen=True)
class Belonging:
    """The players in each of the groups and roles for which the season has a prize."""

    groups: Mapping[str, Sequence[int]]
    roles: Mapping[str, Sequence[int]]


def compute_season_awards(
    season: Season, count: SeasonCount, *, today: bool = False, belonging: Belonging | None = None
) -> tuple[PrizeAward, ...]:
    """Return every prize of the season with its winners; in four queries at most.

    ``today``: treat a closed season as if it were open. ``belonging``: default: the season's own.
    """
    return award_season_prizes(
        count.rules.prizes,
        count.rows,
        _collect_belongs(count, belonging or load_season_belonging(season, count, today=today)),
        one_prize_each=count.rules.one_prize_each,
        seed=season.seed,
    )


def load_season_belonging(season: Season, count: SeasonCount, *, today: bool = False) -> Belonging:
    """Return the present players of each group and role; for a closed season, those at its closing."""
    closing_line = None if today else _find_closing(season)
    payload = closing_line.payload if closing_line else {}
    return Belonging(
        _read_people(payload.get("groups"), count) or load_groups_now(season, count.rules),
        _read_people(payload.get("roles"), count) or load_roles_now(season, count.rules),
    )


def _collect_belongs(count: SeasonCount, belonging: Belonging) -> dict[int, Belongs]:
    """Return the division, role and groups of every player."""
    members = {name: frozenset(players) for name, players in belonging.groups.items()}
    role = {player: name for name, players in belonging.roles.items() for player in players}
    return {
        row.player: Belongs(
            role=role.get(row.player, ""),
            groups=frozenset(name for name in members if row.player in members[name]),
            division=count.divisions.get(row.division, "") if row.division else "",
        )
        for row in count.rows
    }


def _find_closing(season: Season) -> SeasonLine | None:
    if season.stage != SeasonStage.CLOSED:
        return None
    return SeasonLine.objects.filter(season=season, verb__in=CLOSINGS).order_by("-seq").first()


def _read_people(stored: Mapping[str, list[int]] | None, count: SeasonCount) -> Mapping[str, list[int]]:
    """Return the people that the closing wrote; empty if an earlier version did not write them."""
    members = stored or {}
    return {name: [count.merges.get(player, player) for player in members[name]] for name in members}


K = TypeVar("K")


def compare_with_today(
    season: Season, count: SeasonCount, merges: Mapping[int, int] | None = None
) -> Otherwise | None:
    """Return what would differ today; None if nothing would. ``count``: the season as it was closed.

    ``merges``: for each merged entry, the player for whom it would count. Takes one query if nothing happened
    that could change the season, else ten more at most.
    """
    if season.stage != SeasonStage.CLOSED or (merges is None and not _has_changed(season, count)):
        return None
    today = count_season(season, all_known=True, today=True, merges=merges)
    was, now = _index_rows(count), _index_rows(today)
    people = [player for player in {**was, **now} if was.get(player) != now.get(player)]
    prizes = _find_differences(_find_winners(season, count), _find_winners(season, today, today=True))
    if not people and not prizes:
        return None
    first = _find_differences(_find_first(count), _find_first(today))
    return Otherwise({**today.names, **count.names}, count.divisions, first, prizes, people, now)


def _has_changed(season: Season, count: SeasonCount) -> bool:
    """Return whether anything in the season's count has changed since the closing.

    Changes are: a corrected result, a reopened evening, merged or separated players, or the finish of an
    evening that had been called off.
    """
    if any(evening.version_after_closing or evening.reopened or evening.missed for evening in count.evenings):
        return True
    now = load_merges(season.league.club_id)
    return any(
        now.get(player, player) != count.merges.get(player, player) for player in {*now, *count.merges}
    )


def _index_rows(count: SeasonCount) -> dict[int, tuple[object, ...]]:
    return {row.player: (row.division, row.place, row.total) for row in count.rows}


def _find_first(count: SeasonCount) -> dict[int | None, Winners]:
    winners: dict[int | None, Winners] = {}
    for row in count.rows:
        if row.place == 1 and row.played:
            winners[row.division] = (*winners.get(row.division, ()), row.player)
    return winners


def _find_winners(season: Season, count: SeasonCount, *, today: bool = False) -> dict[Prize, Winners]:
    awards = compute_season_awards(season, count, today=today)
    return {award.prize: tuple(sorted(award.winners)) for award in awards}


def _find_differences(was: Mapping[K, Winners], now: Mapping[K, Winners]) -> dict[K, tuple[Winners, Winners]]:
    return {
        key: (was.get(key, ()), now.get(key, ()))
        for key in {**was, **now}
        if was.get(key, ()) != now.get(key, ())
    }


def load_versions(season: Season) -> Sequence[SeasonResult]:
    """Return every version of the season's result, the newest first, with its author; in one query."""
    rows = SeasonResult.objects.filter(season=season).select_related("journal__actor")
    return list(rows.order_by("-version"))


def load_ordered_rows(result: SeasonResult) -> Sequence[SeasonSettlement]:
    """Return every player's row by division and place, with its divisions; in one query."""
    rows = SeasonSettlement.objects.filter(result=result).exclude(player=None)
    rows = rows.select_related("division", "moves_to")
    return list(rows.order_by(F("division__rank").asc(nulls_last=True), "place", "pk"))
