"""What somebody brings along is put into the club: all of it, or nothing."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar
from uuid import UUID, uuid4, uuid5

from django.db import transaction

from accounts.errors import StaleError
from accounts.models import Club, Group, Player, User
from accounts.names import name_key
from accounts.permissions import Right, require, right_of
from accounts.players.services.lists import list_changed, list_lock
from accounts.refusals import CHANGED
from tournaments.core.files.people_table import Person
from tournaments.core.files.results_table import Told
from tournaments.core.formats.recorded import Recorded
from tournaments.evening.services.journal import By
from tournaments.models import Evening, Journal, SeasonLine
from tournaments.transfer.selectors.imports import (
    EveningPlan,
    New,
    PersonPlan,
    Plan,
    plan_people,
    plan_results,
)
from tournaments.transfer.selectors.imports_made import IMPORT, NEW_PLAYERS
from tournaments.transfer.services.imported_results import Played, evening_record, result_record
from tournaments.undo.services.rehearse import NOT_SAID_YET

T = TypeVar("T")


@transaction.atomic
def people_import(*, by: User, club: Club, people: Sequence[Person], mark: str) -> Plan:
    """People for the club's list, as the plan of this ``mark`` has it. Again: nothing is done twice.

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
    evenings: Sequence[Told],
    mark: str,
    reason: str = "",
    not_removed: Sequence[str] = (),
    key: UUID | None = None,
) -> Plan:
    """Results of evenings played elsewhere, as for people; ``reason``: why one is told otherwise now.

    ``not_removed``: names of lines that are probably a removed player, but are not.
    """
    require(right_of(by.pk, club.pk), Right.RUN)
    # Evenings are locked before lists are, as by whoever tells one of these anew.
    recorded = Evening.objects.select_for_update().filter(club=club, format=Recorded.key)
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
    """What notes in each line of one import which import it is, and the players who came with it.

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
    """What ``look`` sees before the plan's changed evenings are told anew, and after. Nothing is kept."""
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
        raise StaleError("text", CHANGED)


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
    """What is told of somebody takes the place of what the list has; what is not told stays."""
    if "role" in one.what:
        player.role = one.person.role
    if "public" in one.what:
        player.public, player.public_name = one.person.public, one.person.public_name


def _write_groups(club: Club, people: Sequence[tuple[int, Person]]) -> None:
    """Everybody into the groups that are named, which are made where there are none."""
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
