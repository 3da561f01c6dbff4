"""A season that is brought along from another installation, with all that it stands on."""

from collections.abc import Callable, Mapping, Sequence
from uuid import UUID

from django.db import transaction

from accounts.errors import RuleError, StaleError
from accounts.errors import gettext_noop as _
from accounts.models import Club, User
from accounts.names import name_key
from accounts.permissions import Right, require, right_of
from accounts.players.services.lists import list_lock
from accounts.players.services.players import players_ensure
from accounts.refusals import CHANGED
from tournaments.core.files.season import EveningTold, SeasonTold, refuse_another
from tournaments.core.files.season_prizes import Closing, prizes_won
from tournaments.core.leagues.rules import SeasonStage
from tournaments.evening.services.journal import By
from tournaments.models import (
    Award,
    Division,
    EntryRow,
    Journal,
    Season,
    SeasonEvening,
    SeasonLine,
    SeasonPlayer,
)
from tournaments.prizes.services.gifts import prize_give
from tournaments.seasons.selectors.prizes import Belonging
from tournaments.seasons.services.gifts import season_prize_give
from tournaments.seasons.services.journal import SeasonAct, SeasonBy, booked
from tournaments.seasons.services.leagues import league_ensure, season_create
from tournaments.seasons.services.results import season_close
from tournaments.transfer.selectors.season_imports import plan_season, standing_told
from tournaments.transfer.services.imported_results import Played, evening_record
from tournaments.transfer.services.imports import noting


@transaction.atomic
def season_import(
    *,
    by: User,
    club: Club,
    told: SeasonTold,
    mark: str,
    not_removed: Sequence[str] = (),
    key: UUID | None = None,
) -> Season:
    """The season with league, people and evenings, as the plan of this ``mark`` has it; all, or nothing.

    What the club has already is not made again. It stands as it stood there, or RuleError.
    """
    require(right_of(by.pk, club.pk), Right.RUN)
    list_lock(club.pk)
    planned = plan_season(club, told, not_removed)
    if planned.season is not None:
        return planned.season
    if planned.plan.complaints:
        raise planned.plan.complaints[0].error
    if planned.mark != mark:
        raise StaleError("text", CHANGED)
    told, removed = planned.told, planned.plan.removed.ids
    named = [(person.name, person.role) for person in told.people if name_key(person.name) not in removed]
    noted = noting(club, key)
    found = players_ensure(club=club, people=named)
    evenings = [
        there.evening or _record(by, club, evening, removed, noted)
        for evening, there in zip(told.evenings, planned.plan.evenings, strict=True)
    ]
    league = league_ensure(by=by, club=club, name=told.league)
    season = season_create(by=by, league=league, name=told.name, rules=told.rules, key=key)
    players = {name: player.pk for name, player in found.items()} | removed
    noted(_fill(SeasonBy(season.pk, by), told=told, players=players, evenings=evenings))
    for prize in told.given:
        winners = [players[name_key(name)] for name in prize.winners]
        season_prize_give(SeasonBy(season.pk, by, prize.reason), title=prize.title, winners=winners)
    if told.stage is SeasonStage.CLOSED:
        season_close(SeasonBy(season.pk, by), belonging=_belonging(told.closing, players))
        _refuse_other_winners(season, told.closing)
    season = Season.objects.select_related("league__club").get(pk=season.pk)
    refuse_another(told.standing, standing_told(season))
    return season


def _belonging(closing: Closing | None, players: Mapping[str, int]) -> Belonging | None:
    """Who was in which group and role as the season was closed; None where the file does not say."""
    if closing is None:
        return None

    def listed(members: Mapping[str, Sequence[str]]) -> dict[str, list[int]]:
        return {name: [players[name_key(one)] for one in members[name]] for name in members}

    return Belonging(listed(closing.groups), listed(closing.roles))


def _refuse_other_winners(season: Season, closing: Closing | None) -> None:
    """Refuse at "closing.prizes" a file whose prizes do not follow from its standings."""
    awards = Award.objects.filter(season_result__season=season).prefetch_related("players")
    won = {one.prize: frozenset(name_key(who.name) for who in one.players.all()) for one in awards}
    if closing is not None and won != prizes_won(closing):
        raise RuleError("closing.prizes", _("The prizes do not follow from the standings in the file."))


def _record(
    by: User,
    club: Club,
    evening: EveningTold,
    removed: Mapping[str, int],
    noted: Callable[[Journal | SeasonLine], None],
) -> int:
    played = Played(
        evening.name,
        evening.held_on,
        evening.lines,
        evening.play.game.key,
        dict(evening.play.chosen),
        evening.rules_name,
        steps=(),
        prizes=evening.prizes,
    )
    made = evening_record(actor=by, club=club, played=played, removed=removed)
    noted(made.journal.get())
    pk = made.pk
    entries = EntryRow.objects.filter(evening=pk, void=None)
    of = {name_key(name): entry for entry, name in entries.values_list("pk", "name")}
    for prize in evening.given:
        winners = [of[name_key(name)] for name in prize.winners]
        prize_give(By(pk, by, prize.reason), title=prize.title, winners=winners)
    return pk


@booked("season_imported", SeasonStage.OPEN)
def _fill(act: SeasonAct, *, told: SeasonTold, players: Mapping[str, int], evenings: Sequence[int]) -> None:
    """An empty season as a file tells it: ``players`` by the name's key, its ``evenings`` in order."""
    act.season.seed = told.seed
    divisions = Division.objects.bulk_create(
        Division(season=act.season, rank=rank, name=name) for rank, name in enumerate(told.divisions, start=1)
    )
    rank = dict(enumerate(divisions, start=1))
    SeasonPlayer.objects.bulk_create(
        SeasonPlayer(
            season=act.season,
            player_id=players[name_key(person.name)],
            division=rank.get(person.division or 0),
            guest=person.guest,
        )
        for person in told.people
        if person.listed
    )
    SeasonEvening.objects.bulk_create(
        SeasonEvening(
            season=act.season,
            evening_id=pk,
            weight=evening.weight,
            division=rank.get(evening.division or 0),
        )
        for evening, pk in zip(told.evenings, evenings, strict=True)
    )
    act.note(club=told.club, people=len(told.people), evenings=len(evenings))
