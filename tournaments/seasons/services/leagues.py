"""Services to create, rename and remove leagues, create seasons, place people and delete an evening.

A new season can follow a closed one. Several people are placed together: all or none. Deleting an evening
also removes it from its seasons.
"""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib.admin.models import DELETION
from django.db import IntegrityError, transaction

from accounts.errors import RuleError, StaleError, StateError, TakenError
from accounts.errors import gettext_noop as _
from accounts.models import Club, Player, User
from accounts.names import clean_name, name_key
from accounts.permissions import Right, find_right, require
from accounts.players.selectors import load_merges, map_players_by_name
from accounts.players.services import list_lock, list_touch
from accounts.refusals import CHANGED_MEANWHILE
from accounts.shared.services import write_log
from tournaments.base.fanout import tell
from tournaments.base.services import make_digest, repeat_answer
from tournaments.core.leagues.rules import Rules, SeasonStage, to_json
from tournaments.core.refusals import SEASON_NAME_TAKEN, SEASON_OPEN
from tournaments.evening.selectors.moves import may_remove
from tournaments.evening.services.evenings import refuse_closed
from tournaments.evening.services.journal import RequestedBy, journaled
from tournaments.models import Division, League, Season, SeasonLine, SeasonPlayer
from tournaments.seasons.selectors.access import find_used_seasons
from tournaments.seasons.selectors.closing import propose_closing
from tournaments.seasons.services.seasons import (
    NO_DIVISION,
    NO_PLAYER,
    SeasonAct,
    SeasonBy,
    booked,
    evening_remove,
)

NAME_TAKEN = _("The club already has a league of this name. Choose another name.")
DivisionByPlayer = Mapping[int, int | None]
"""Players by the number of their division, from 1 for the highest; None: no division."""


@transaction.atomic
def league_create(*, by: User, club: Club, name: str) -> League:
    """Create a league of the club. RuleError at ``name`` if the club has a league of this name."""
    require(find_right(by.pk, club.pk), Right.RUN)
    name = clean_name(name)
    list_lock(club.pk)  # Of two simultaneous requests, the second finds the league of the first.
    if _find_league(club, name) is not None:
        raise TakenError("name", NAME_TAKEN)
    list_touch(club.pk)
    return League.objects.create(club=club, name=name)


@transaction.atomic
def league_ensure(*, by: User, club: Club, name: str) -> League:
    """Return the club's league of this name; create the league if there is none."""
    require(find_right(by.pk, club.pk), Right.RUN)
    list_lock(club.pk)
    return _find_league(club, clean_name(name)) or league_create(by=by, club=club, name=name)


def _find_league(club: Club, name: str) -> League | None:
    leagues = League.objects.filter(club=club)
    return next((league for league in leagues if name_key(league.name) == name_key(name)), None)


@transaction.atomic
def league_rename(*, by: User, league: League, name: str) -> League:
    """Rename the league. RuleError at ``name`` if another league of the club has this name."""
    require(find_right(by.pk, league.club_id), Right.RUN)
    name = clean_name(name)
    list_lock(league.club_id)
    league = League.objects.select_related("club").get(pk=league.pk)
    other_leagues = League.objects.filter(club=league.club_id).exclude(pk=league.pk)
    if name_key(name) in map(name_key, other_leagues.values_list("name", flat=True)):
        raise TakenError("name", NAME_TAKEN)
    if name != league.name:
        write_log(by, league, f"Renamed: {league.name} → {name}")
        league.name = name
        league.save(update_fields=["name"])
        list_touch(league.club_id)
    return league


@transaction.atomic
def league_remove(*, by: User, league: League) -> None:
    """Remove a league with its seasons. RuleError at ``league`` if anything has counted for a season."""
    require(find_right(by.pk, league.club_id), Right.RUN)
    list(Season.objects.select_for_update().filter(league=league).order_by("pk").values("pk"))
    list_lock(league.club_id)
    if used := find_used_seasons(league.pk):
        raise StateError(
            "league",
            _("These seasons have evenings, players or prizes: %(seasons)s. The league stays."),
            seasons=", ".join(used),
        )
    write_log(by, league, "Removed", DELETION)
    league.delete()
    list_touch(league.club_id)


def season_create(*, by: User, league: League, name: str, rules: Rules, key: UUID | None = None) -> Season:
    """Create a season of the league. A repeated request key returns the season of the first request."""
    require(find_right(by.pk, league.club_id), Right.RUN)
    season = Season(league=league, name=clean_name(name), rules=to_json(rules), request_key=key)
    digest = make_digest("season_planned", league.pk, season.name, season.rules)
    return _begin_season(season, by, "season_planned", {}, digest)


def season_follow(
    *, by: User, season: Season, name: str, placed: DivisionByPlayer | None = None, key: UUID | None = None
) -> Season:
    """Create the season after a closed one, with its rules, divisions and people.

    The closing decides each person's division; ``placed`` overrides it. RuleError at ``season``, ``placed``
    or ``name``.
    """
    require(find_right(by.pk, season.league.club_id), Right.RUN)
    before = Season.objects.select_related("league").get(pk=season.pk)
    follows = Season(
        league=before.league, name=clean_name(name), rules=before.rules, request_key=key, follows=before
    )
    placed = placed or {}
    digest = make_digest("season_followed", before.pk, follows.name, sorted(placed.items()))
    return _begin_season(follows, by, "season_followed", placed, digest)


def _begin_season(season: Season, by: User, verb: str, placements: DivisionByPlayer, digest: str) -> Season:
    """Write the season, the first line of its book, and the people of the previous season."""
    key = season.request_key
    season.seed, season.seq = key.hex if key else secrets.token_hex(16), 1
    try:
        with transaction.atomic():
            list_lock(season.league.club_id)
            _refuse_double(season)
            season.save(force_insert=True)
            payload = _take_over(season, placements) if season.follows else {}
            SeasonLine.objects.create(
                season=season,
                seq=1,
                verb=verb,
                actor=by,
                payload=payload,
                request_key=key,
                request_digest=digest if key else "",
            )
            list_touch(season.league.club_id)
    except IntegrityError as error:
        first_lines = (
            SeasonLine.objects.filter(season__request_key=key, seq=1) if key else SeasonLine.objects.none()
        )
        line = first_lines.select_related("season__league").first()
        return repeat_answer(line, digest, error).season
    return season


def _refuse_double(season: Season) -> None:
    """Refuse an existing name or following season, unless the same request created it."""
    key = season.request_key
    seasons = Season.objects.exclude(request_key=key) if key else Season.objects.all()
    exists = key is not None and Season.objects.filter(request_key=key).exists()
    if season.follows and season.follows.stage != SeasonStage.CLOSED and not exists:
        raise StateError("season", SEASON_OPEN)
    if season.follows and seasons.filter(follows=season.follows).exists():
        raise TakenError("season", _("There is already a season after this one."))
    names = seasons.filter(league=season.league).values_list("name", flat=True)
    if name_key(season.name) in map(name_key, names):
        raise TakenError("name", SEASON_NAME_TAKEN)


def _take_over(season: Season, placements: DivisionByPlayer) -> dict[str, Any]:
    """Copy divisions and people of the previous season. Return the figures for the book."""
    assert season.follows  # noqa: S101
    proposal = propose_closing(season.follows)
    rows = [
        Division(season=season, rank=rank, name=name) for rank, name in enumerate(proposal.divisions, start=1)
    ]
    divisions = dict(enumerate(Division.objects.bulk_create(rows), start=1))
    proposed = {person.player: person.division for person in proposal.people}
    if unknown := set(placements.values()) - {None, *divisions}:
        raise RuleError("placed", _("There is no division %(number)s."), number=unknown.pop())
    if placements.keys() - proposed.keys():
        raise RuleError("placed", _("Only players of the season can have a place."))
    goes = {**proposed, **placements}
    SeasonPlayer.objects.bulk_create(
        SeasonPlayer(
            season=season,
            player_id=person.player,
            division=divisions.get(goes[person.player] or 0),
            guest=person.guest,
        )
        for person in proposal.people
        if person.listed or goes[person.player]
    )
    up = sum(move.is_up for move in proposal.moves)
    otherwise = sum(proposed[player] != division for player, division in placements.items())
    return {
        "season": season.follows.pk,
        "up": up,
        "down": len(proposal.moves) - up,
        "otherwise": otherwise,
    }


@dataclass(frozen=True)
class SeasonEntry:
    """Entry on the season's list: in a division or in none, perhaps as a guest; or not ``listed`` at all."""

    listed: bool = True
    division: int | None = None
    guest: bool = False


@booked("people_placed", SeasonStage.OPEN, title="Place several people")
def people_place(act: SeasonAct, *, people: Mapping[int, SeasonEntry]) -> None:
    """Place these players: all or none. A player taken off the list loses all their entries there.

    RuleError at ``player`` or ``division``.
    """
    club = act.season.league.club_id
    list_lock(club)
    merges = load_merges(club)
    entries_by_player = {merges.get(player, player): entry for player, entry in people.items()}
    players = Player.objects.filter(club=club).in_bulk(list(entries_by_player))
    if entries_by_player.keys() - players.keys():
        raise RuleError("player", NO_PLAYER)
    divisions = dict(Division.objects.filter(season=act.season).values_list("pk", "name"))
    if {entry.division for entry in entries_by_player.values()} - {None, *divisions}:
        raise RuleError("division", NO_DIVISION)
    off_list = {player for player, entry in entries_by_player.items() if not entry.listed}
    entries = [*off_list, *(player_gone for player_gone, stays in merges.items() if stays in off_list)]
    SeasonPlayer.objects.filter(season=act.season, player__in=entries).delete()
    SeasonPlayer.objects.bulk_create(
        [
            SeasonPlayer(
                season=act.season,
                player_id=player,
                division_id=entry.division,
                guest=entry.guest,
            )
            for player, entry in entries_by_player.items()
            if entry.listed
        ],
        update_conflicts=True,
        unique_fields=["season", "player"],
        update_fields=["division", "guest"],
    )
    act.note(
        people=[
            {
                "player": player,
                "name": players[player].name,
                "listed": entry.listed,
                "division": divisions.get(entry.division or 0, ""),
                "guest": entry.guest,
            }
            for player, entry in entries_by_player.items()
        ]
    )


def person_add(by: SeasonBy, *, name: str, entry: SeasonEntry) -> SeasonLine:
    """Add a person of the club's list to the season's list, by any of their names. RuleError at ``name``."""
    club = Season.objects.select_related("league").get(pk=by.season).league.club_id
    player = map_players_by_name(club).get(name_key(" ".join(name.split())))
    if player is None:
        raise RuleError("name", NO_PLAYER)
    return people_place(by, people={player.pk: entry})


def evening_delete(by: RequestedBy) -> None:
    """Delete an evening without a result, or an imported evening, with everything recorded in it.

    StateError at ``stage`` if the evening has a result that was not imported; at ``evening`` if the evening
    counts in a closed season.
    """
    actor = by.actor
    assert actor is not None  # noqa: S101 - the program removes none
    with journaled.share(by.evening), transaction.atomic():
        # Every service that adds an evening to a season locks the season first.
        counts = Season.objects.filter(evenings__evening=by.evening).order_by("pk")
        seasons = list(counts.select_for_update(of=("self",)))
        evening = journaled.lock(by, Right.RUN, None)
        if list(counts.all()) != seasons:
            raise StaleError("evening", CHANGED_MEANWHILE)
        if not may_remove(evening):
            raise StateError("stage", _("There is a result already. The evening can no longer be removed."))
        refuse_closed(evening.pk, "evening")
        for season in seasons:
            in_season = SeasonBy(season.pk, actor, by.reason, admin=by.admin)
            evening_remove(in_season, evening=evening.pk, deleted=True)
        write_log(actor, evening, "Removed", DELETION)
        evening.delete()
        list_touch(evening.club_id)
        tell(by.evening, evening.seq + 1)
