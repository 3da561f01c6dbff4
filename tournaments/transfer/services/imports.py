"""Services to import people, results, and a season with all its records: all or nothing."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar
from uuid import UUID, uuid4, uuid5

from django.db import transaction

from accounts.errors import RuleError, StaleError
from accounts.errors import gettext_noop as _
from accounts.models import Club, Group, Player, User
from accounts.names import name_key
from accounts.permissions import Right, find_right, require
from accounts.players.services import list_lock, list_touch, players_ensure
from accounts.refusals import CHANGED_MEANWHILE
from tournaments.core.files.results_table import ImportedResult, ListedPerson
from tournaments.core.files.season import (
    FileClosing,
    FileEvening,
    FileSeason,
    map_prize_winners,
    refuse_another,
)
from tournaments.core.formats.progressive import RecordedResults
from tournaments.core.leagues.rules import SeasonStage
from tournaments.evening.services.journal import RequestedBy
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
    ImportPlan,
    ImportState,
    PersonPlan,
    load_standing_rows,
    plan_people,
    plan_results,
    plan_season,
)
from tournaments.transfer.selectors.imports_made import IMPORT, NEW_PLAYERS
from tournaments.transfer.services.imported_results import ElsewhereResult, evening_record, result_record
from tournaments.undo.services.undo import REASON_PENDING

T = TypeVar("T")


@transaction.atomic
def people_import(*, by: User, club: Club, people: Sequence[ListedPerson], mark: str) -> ImportPlan:
    """Import people into the club's list, by the plan with this ``mark``. A repeat changes nothing.

    StaleError if the list has changed since the plan. RuleError at the first error.
    """
    require(find_right(by.pk, club.pk), Right.RUN)
    list_lock(club.pk)
    plan = plan_people(club, people)
    _refuse(plan, mark)
    if not plan.nothing_new:
        _write_people(club, plan)
        list_touch(club.pk)
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
) -> ImportPlan:
    """Import results of evenings played elsewhere, as for people; ``reason``: why a result changes.

    ``not_removed``: names of lines that look like a removed player but are not.
    """
    require(find_right(by.pk, club.pk), Right.RUN)
    # Lock evenings before lists, in the same order as the command that replaces a result.
    rows = Evening.objects.select_for_update().filter(club=club, format=RecordedResults.key)
    list(rows.order_by("pk").values("pk"))
    list_lock(club.pk)
    plan = plan_results(club, evenings, not_removed)
    _refuse(plan, mark)
    note = build_noter(club, key)
    for number, evening_plan in enumerate(plan.evenings):
        mine = uuid5(key, str(number)) if key else None
        if evening_plan.state is ImportState.NEW:
            evening_result = evening_plan.result
            result = ElsewhereResult(
                *(
                    evening_result.name,
                    evening_result.held_on,
                    evening_result.lines,
                    evening_result.play.game.key,
                ),
                steps=evening_result.steps,
                prizes=evening_result.prizes or (),
            )
            evening = evening_record(
                actor=by, club=club, result=result, key=mine, removed_players=plan.removed.ids
            )
            note(evening.journal.get())
        elif evening_plan.state is ImportState.CHANGED:
            note(_replace_result(by, evening_plan, plan.removed.ids, reason, mine))
    return plan


def build_noter(club: Club, key: UUID | None) -> Callable[[Journal | SeasonLine], None]:
    """Return a function that adds to each line the import's key and the players added by the import.

    The caller has locked the list, so every new player belongs to the next line.
    """
    number, people = (key or uuid4()).hex, Player.objects.filter(club=club).order_by("-pk")
    last_player = people.values_list("pk", flat=True).first() or 0

    def note(line: Journal | SeasonLine) -> None:
        nonlocal last_player
        new = list(people.filter(pk__gt=last_player).values_list("pk", flat=True))
        last_player = max(new, default=last_player)
        line.payload = {**line.payload, IMPORT: number, NEW_PLAYERS: new}
        line.save(update_fields=["payload"])

    return note


@transaction.atomic
def results_rehearse(*, by: User, plan: ImportPlan, look: Callable[[], T]) -> tuple[T, T]:
    """Return the values of ``look`` before and after the plan's results are replaced. Save nothing."""
    before = look()
    for evening_plan in plan.select_evenings(ImportState.CHANGED):
        _replace_result(by, evening_plan, plan.removed.ids, REASON_PENDING, None)
    after = look()
    transaction.set_rollback(True)
    return before, after


def _replace_result(
    by: User, evening_plan: EveningPlan, removed_players: Mapping[str, int], reason: str, key: UUID | None
) -> Journal:
    assert evening_plan.evening is not None  # noqa: S101 - what is changed is there
    result = evening_plan.result
    by_whom = RequestedBy(evening_plan.evening, by, reason, key)
    return result_record(
        by_whom, lines=result.lines, steps=result.steps, prizes=result.prizes, removed=removed_players
    )


def _refuse(plan: ImportPlan, mark: str) -> None:
    if plan.complaints:
        raise plan.complaints[0].error
    if not plan.nothing_new and plan.mark != mark:
        raise StaleError("text", CHANGED_MEANWHILE)


def _write_people(club: Club, plan: ImportPlan) -> None:
    new = [
        Player(
            club=club,
            name=plan_row.person.name,
            role=plan_row.person.role,
            public=plan_row.person.public,
            public_name=plan_row.person.public_name,
        )
        for plan_row in plan.select_people(ImportState.NEW)
    ]
    new_players = Player.objects.bulk_create(new)
    changed_plans = plan.select_people(ImportState.CHANGED)
    players = Player.objects.in_bulk([plan.player for plan in changed_plans])
    for plan_row in changed_plans:
        _change(players[plan_row.player or 0], plan_row)
    Player.objects.bulk_update(players.values(), ["role", "public", "public_name"])
    people = [
        (player.pk, plan_row.person)
        for player, plan_row in zip(new_players, plan.select_people(ImportState.NEW), strict=True)
    ]
    people += [(plan_row.player or 0, plan_row.person) for plan_row in changed_plans]
    _write_groups(club, people)


def _change(player: Player, plan: PersonPlan) -> None:
    """Change a player's fields that the file contains; leave the others unchanged."""
    if "role" in plan.columns:
        player.role = plan.person.role
    if "public" in plan.columns:
        player.public, player.public_name = plan.person.public, plan.person.public_name


def _write_groups(club: Club, people: Sequence[tuple[int, ListedPerson]]) -> None:
    """Put everybody into their named groups; create missing groups."""
    groups = {name_key(group.name): group for group in Group.objects.filter(club=club)}
    names = {name_key(name): name for _player, person in people for name in person.groups}
    new_groups = [Group(club=club, name=name) for key, name in names.items() if key not in groups]
    groups |= {name_key(group.name): group for group in Group.objects.bulk_create(new_groups)}
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
    file: FileSeason,
    mark: str,
    not_removed: Sequence[str] = (),
    key: UUID | None = None,
) -> Season:
    """Import a season with league, people and evenings, by the plan with this ``mark``: all or nothing.

    Existing records are not created again. RuleError if the imported standings differ from the file's.
    """
    require(find_right(by.pk, club.pk), Right.RUN)
    list_lock(club.pk)
    planned = plan_season(club, file, not_removed)
    if planned.season is not None:
        return planned.season
    if planned.plan.complaints:
        raise planned.plan.complaints[0].error
    if planned.mark != mark:
        raise StaleError("text", CHANGED_MEANWHILE)
    file, removed_players = planned.file, planned.plan.removed.ids
    names = [
        (person.name, person.role) for person in file.people if name_key(person.name) not in removed_players
    ]
    note = build_noter(club, key)
    ensured = players_ensure(club=club, people=names)
    evenings = [
        plan.evening or _record(by, club, evening, removed_players, note)
        for evening, plan in zip(file.evenings, planned.plan.evenings, strict=True)
    ]
    league = league_ensure(by=by, club=club, name=file.league)
    season = season_create(by=by, league=league, name=file.name, rules=file.rules, key=key)
    players = {name: player.pk for name, player in ensured.items()} | removed_players
    note(_fill(SeasonBy(season.pk, by), file=file, players=players, evenings=evenings))
    for prize in file.given_prizes:
        winners = [players[name_key(name)] for name in prize.winners]
        season_prize_give(SeasonBy(season.pk, by, prize.reason), title=prize.title, winners=winners)
    if file.stage is SeasonStage.CLOSED:
        season_close(SeasonBy(season.pk, by), belonging=_read_belonging(file.closing, players))
        _refuse_other_winners(season, file.closing)
    season = Season.objects.select_related("league__club").get(pk=season.pk)
    refuse_another(file.standing, load_standing_rows(season))
    return season


def _read_belonging(closing: FileClosing | None, players: Mapping[str, int]) -> Belonging | None:
    """Return each group's and role's people at the closing; None if the file does not contain them."""
    if closing is None:
        return None

    def listed(names_by_list: Mapping[str, Sequence[str]]) -> dict[str, list[int]]:
        return {name: [players[name_key(member)] for member in names_by_list[name]] for name in names_by_list}

    return Belonging(listed(closing.groups), listed(closing.roles))


def _refuse_other_winners(season: Season, closing: FileClosing | None) -> None:
    """Refuse at "closing.prizes" a file whose prizes do not follow from its standings."""
    awards = Award.objects.filter(season_result__season=season).prefetch_related("players")
    winners = {
        award.prize: frozenset(name_key(player.name) for player in award.players.all()) for award in awards
    }
    if closing is not None and winners != map_prize_winners(closing):
        raise RuleError("closing.prizes", _("The prizes do not follow from the standings in the file."))


def _record(
    by: User,
    club: Club,
    evening: FileEvening,
    removed_players: Mapping[str, int],
    note: Callable[[Journal | SeasonLine], None],
) -> int:
    result = ElsewhereResult(
        evening.name,
        evening.held_on,
        evening.lines,
        evening.play.game.key,
        dict(evening.play.options),
        evening.rules_name,
        steps=(),
        prizes=evening.prizes,
    )
    evening_made = evening_record(actor=by, club=club, result=result, removed_players=removed_players)
    note(evening_made.journal.get())
    pk = evening_made.pk
    entries = EntryRow.objects.filter(evening=pk, void=None)
    entries_by_name = {name_key(name): entry for entry, name in entries.values_list("pk", "name")}
    for prize in evening.given_prizes:
        winners = [entries_by_name[name_key(name)] for name in prize.winners]
        prize_give(RequestedBy(pk, by, prize.reason), title=prize.title, winners=winners)
    return pk


@booked("season_imported", SeasonStage.OPEN)
def _fill(act: SeasonAct, *, file: FileSeason, players: Mapping[str, int], evenings: Sequence[int]) -> None:
    """Fill an empty season from a file: ``players`` by the name's key, its ``evenings`` in order."""
    act.season.seed = file.seed
    divisions = Division.objects.bulk_create(
        Division(season=act.season, rank=rank, name=name) for rank, name in enumerate(file.divisions, start=1)
    )
    rank = dict(enumerate(divisions, start=1))
    SeasonPlayer.objects.bulk_create(
        SeasonPlayer(
            season=act.season,
            player_id=players[name_key(person.name)],
            division=rank.get(person.division or 0),
            guest=person.guest,
        )
        for person in file.people
        if person.listed
    )
    SeasonEvening.objects.bulk_create(
        SeasonEvening(
            season=act.season,
            evening_id=pk,
            weight=evening.weight,
            division=rank.get(evening.division or 0),
        )
        for evening, pk in zip(file.evenings, evenings, strict=True)
    )
    act.note(club=file.club, people=len(file.people), evenings=len(evenings))
