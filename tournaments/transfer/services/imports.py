"""Services to import people, results and a season with all that belongs to it: all of it or nothing."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar
from uuid import UUID, uuid4, uuid5

from django.db import transaction

from accounts.errors import RuleError, StaleError
from accounts.errors import gettext_noop as _
from accounts.models import Club, Group, Player, User
from accounts.names import name_key
from accounts.permissions import Right, require, right_of
from accounts.players.services import list_changed, list_lock, players_ensure
from accounts.refusals import CHANGED_MEANWHILE
from tournaments.core.files.results_table import ImportedResult, ListedPerson
from tournaments.core.files.season import FileClosing, FileEvening, FileSeason, prizes_won, refuse_another
from tournaments.core.formats.progressive import RecordedResults
from tournaments.core.leagues.rules import SeasonStage
from tournaments.evening.services.journal import By
from tournaments.models import (
    Award,
    Division,
    EntryRow,
    Evening,
    Journal,
    Season,
    SeasonEvening,
    SeasonLine,
    SeasonPlayer,
)
from tournaments.prizes.services import prize_give
from tournaments.seasons.selectors.closing import Belonging
from tournaments.seasons.services.leagues import league_ensure, season_create
from tournaments.seasons.services.results import season_close, season_prize_give
from tournaments.seasons.services.seasons import SeasonAct, SeasonBy, booked
from tournaments.transfer.selectors.imports import (
    EveningPlan,
    New,
    PersonPlan,
    Plan,
    plan_people,
    plan_results,
    plan_season,
    standing_told,
)
from tournaments.transfer.selectors.imports_made import IMPORT, NEW_PLAYERS
from tournaments.transfer.services.imported_results import Played, evening_record, result_record
from tournaments.undo.services.undo import NOT_SAID_YET

T = TypeVar("T")


@transaction.atomic
def people_import(*, by: User, club: Club, people: Sequence[ListedPerson], mark: str) -> Plan:
    """Import people into the club's list, as the plan of this ``mark`` has it. Again: nothing is done twice.

    StaleError where the list is another one by now, a RuleError at the first thing that is wrong.
    """
    require(right_of(by.pk, club.pk), Right.RUN)
    list_lock(club.pk)
    plan = plan_people(club, people)
    _refuse(plan, mark)
    if not plan.nothing_new:
        _write_people(club, plan)
        list_changed(club.pk)
    return plan


@transaction.atomic
def results_import(
    *,
    by: User,
    club: Club,
    evenings: Sequence[ImportedResult],
    mark: str,
    reason: str = "",
    not_removed: Sequence[str] = (),
    key: UUID | None = None,
) -> Plan:
    """Import results of evenings played elsewhere, as for people; ``reason``: why one is told otherwise now.

    ``not_removed``: names of lines that are probably a removed player, but are not.
    """
    require(right_of(by.pk, club.pk), Right.RUN)
    # Evenings are locked before lists are, as by whoever tells one of these anew.
    recorded = Evening.objects.select_for_update().filter(club=club, format=RecordedResults.key)
    list(recorded.order_by("pk").values("pk"))
    list_lock(club.pk)
    plan = plan_results(club, evenings, not_removed)
    _refuse(plan, mark)
    noted = noting(club, key)
    for number, one in enumerate(plan.evenings):
        mine = uuid5(key, str(number)) if key else None
        if one.state is New.NEW:
            told = one.told
            played = Played(
                *(told.name, told.held_on, told.lines, told.play.game.key),
                steps=told.steps,
                prizes=told.prizes or (),
            )
            made = evening_record(actor=by, club=club, played=played, key=mine, removed=plan.removed.ids)
            noted(made.journal.get())
        elif one.state is New.CHANGED:
            noted(_tell_anew(by, one, plan.removed.ids, reason, mine))
    return plan


def noting(club: Club, key: UUID | None) -> Callable[[Journal | SeasonLine], None]:
    """Return a function that notes in each line of one import its key, and the players who came with it.

    The list is locked: whoever is put on it meanwhile comes with the line.
    """
    number, people = (key or uuid4()).hex, Player.objects.filter(club=club).order_by("-pk")
    seen = people.values_list("pk", flat=True).first() or 0

    def note(line: Journal | SeasonLine) -> None:
        nonlocal seen
        new = list(people.filter(pk__gt=seen).values_list("pk", flat=True))
        seen = max(new, default=seen)
        line.payload = {**line.payload, IMPORT: number, NEW_PLAYERS: new}
        line.save(update_fields=["payload"])

    return note


@transaction.atomic
def results_rehearse(*, by: User, plan: Plan, look: Callable[[], T]) -> tuple[T, T]:
    """Return what ``look`` sees before and after the plan's evenings are told anew. Nothing is kept."""
    before = look()
    for one in plan.evenings_of(New.CHANGED):
        _tell_anew(by, one, plan.removed.ids, NOT_SAID_YET, None)
    after = look()
    transaction.set_rollback(True)
    return before, after


def _tell_anew(
    by: User, one: EveningPlan, removed: Mapping[str, int], reason: str, key: UUID | None
) -> Journal:
    assert one.evening is not None  # noqa: S101 - what is changed is there
    told = one.told
    by_whom = By(one.evening, by, reason, key)
    return result_record(by_whom, lines=told.lines, steps=told.steps, prizes=told.prizes, removed=removed)


def _refuse(plan: Plan, mark: str) -> None:
    if plan.complaints:
        raise plan.complaints[0].error
    if not plan.nothing_new and plan.mark != mark:
        raise StaleError("text", CHANGED_MEANWHILE)


def _write_people(club: Club, plan: Plan) -> None:
    new = [
        Player(
            club=club,
            name=one.person.name,
            role=one.person.role,
            public=one.person.public,
            public_name=one.person.public_name,
        )
        for one in plan.of(New.NEW)
    ]
    made = Player.objects.bulk_create(new)
    changed = plan.of(New.CHANGED)
    known = Player.objects.in_bulk([one.player for one in changed])
    for one in changed:
        _change(known[one.player or 0], one)
    Player.objects.bulk_update(known.values(), ["role", "public", "public_name"])
    of = [(player.pk, one.person) for player, one in zip(made, plan.of(New.NEW), strict=True)]
    of += [(one.player or 0, one.person) for one in changed]
    _write_groups(club, of)


def _change(player: Player, one: PersonPlan) -> None:
    """Change what is told of somebody; what is not told stays as the list has it."""
    if "role" in one.what:
        player.role = one.person.role
    if "public" in one.what:
        player.public, player.public_name = one.person.public, one.person.public_name


def _write_groups(club: Club, people: Sequence[tuple[int, ListedPerson]]) -> None:
    """Put everybody into the groups that are named, which are made where there are none."""
    groups = {name_key(group.name): group for group in Group.objects.filter(club=club)}
    wanted = {name_key(name): name for _player, person in people for name in person.groups}
    missing = [Group(club=club, name=name) for key, name in wanted.items() if key not in groups]
    groups |= {name_key(group.name): group for group in Group.objects.bulk_create(missing)}
    through = Group.players.through
    through.objects.bulk_create(
        [
            through(group_id=groups[name_key(name)].pk, player_id=player)
            for player, person in people
            for name in person.groups
        ],
        ignore_conflicts=True,
    )


@transaction.atomic
def season_import(
    *,
    by: User,
    club: Club,
    told: FileSeason,
    mark: str,
    not_removed: Sequence[str] = (),
    key: UUID | None = None,
) -> Season:
    """Import a season with league, people and evenings, as the plan of this ``mark`` has it; all, or nothing.

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
        raise StaleError("text", CHANGED_MEANWHILE)
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


def _belonging(closing: FileClosing | None, players: Mapping[str, int]) -> Belonging | None:
    """Return who was in which group and role as the season was closed; None where the file does not say."""
    if closing is None:
        return None

    def listed(members: Mapping[str, Sequence[str]]) -> dict[str, list[int]]:
        return {name: [players[name_key(one)] for one in members[name]] for name in members}

    return Belonging(listed(closing.groups), listed(closing.roles))


def _refuse_other_winners(season: Season, closing: FileClosing | None) -> None:
    """Refuse at "closing.prizes" a file whose prizes do not follow from its standings."""
    awards = Award.objects.filter(season_result__season=season).prefetch_related("players")
    won = {one.prize: frozenset(name_key(who.name) for who in one.players.all()) for one in awards}
    if closing is not None and won != prizes_won(closing):
        raise RuleError("closing.prizes", _("The prizes do not follow from the standings in the file."))


def _record(
    by: User,
    club: Club,
    evening: FileEvening,
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
def _fill(act: SeasonAct, *, told: FileSeason, players: Mapping[str, int], evenings: Sequence[int]) -> None:
    """Fill an empty season as a file tells it: ``players`` by the name's key, its ``evenings`` in order."""
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
