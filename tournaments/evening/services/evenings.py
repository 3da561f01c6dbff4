"""An evening is planned, changed while it is being prepared, and opened for check-in."""

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from datetime import date
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction

from accounts.errors import StateError, TakenError
from accounts.errors import gettext_noop as _
from accounts.models import Club, User
from accounts.names import clean_name, name_key, renamed_roles
from accounts.permissions import Right, require, right_of
from games.house.selectors import refuse_unplayable
from tournaments.base.services.book import answered, digest_of
from tournaments.core.evening import Play
from tournaments.core.formats.registry import POKER_EVENING, play_of
from tournaments.core.movement.table_sizes import refuse_wanted
from tournaments.core.ranking import prize_json, prize_list
from tournaments.core.record import Stage
from tournaments.core.refusals import DRAWN_WITH, SEASON_CLOSED
from tournaments.core.results.standings import refuse_unranked
from tournaments.core.settings import OF_TABLES, Settings, from_json, to_json
from tournaments.evening.selectors.seasons import seasons_by_stage
from tournaments.evening.services.journal import Act, journaled
from tournaments.models import EntryRow, Evening, Journal

SETTLED_WITH_SEATS = ("stake", "counting", "deals", "roles", *OF_TABLES)
"""Settings by which seats are drawn and stakes given; the others only decide what comes later."""


@dataclass(frozen=True)
class Choice:
    """What is to be played: a game by its options, perhaps a club's house rules by name, in a format."""

    game: str = "draw-poker"
    options: Mapping[str, Any] = field(default_factory=dict)
    format: str = POKER_EVENING.format.key
    rules_name: str = ""

    def settled(self) -> "Choice":
        """The choice with every option's value, so that it stays what it is if a default changes.

        RuleError at ``game``, ``options.<key>``, ``format`` or ``rules_name`` if it cannot be played.
        """
        name = clean_name(self.rules_name, "rules_name") if self.rules_name else ""
        return replace(self, options=dict(self.play.chosen), rules_name=name)

    @property
    def play(self) -> Play:
        """What is played. RuleError at ``game``, ``options.<key>`` or ``format``."""
        return play_of(self.game, self.options, self.format)


POKER = Choice()


def refuse_twin(
    club: int,
    name: str,
    held_on: date,
    *,
    key: UUID | None = None,
    but: int = 0,
    field: str = "name",
) -> None:
    """Refuse a second evening of one name and day in the club, beside ``but`` and that of the ``key``.

    One that was called off can be planned again.
    """
    same = Evening.held.filter(club=club, held_on=held_on).exclude(pk=but).exclude(stage=Stage.CALLED_OFF)
    others = same.exclude(request_key=key) if key else same
    if name_key(clean_name(name)) in map(name_key, others.values_list("name", flat=True)):
        raise TakenError(
            field, _("The club already has an evening of this name on that day. Choose another name.")
        )


def play_on(act: Act, off: Journal) -> None:
    """Undo line ``off``, by which the evening was called off.

    TakenError at ``line`` where the evening was planned again since: of one name and day there is one.
    """
    evening = act.evening
    if evening.rehearsal_of_id is None:
        refuse_twin(evening.club_id, evening.name, evening.held_on, but=evening.pk, field="line")
    act.note(line=off.seq)
    act.go_to(Stage(off.payload["stage"]))


def refuse_closed(evening: int, field: str) -> None:
    """Refuse to change an evening that a closed season counts."""
    if closed := seasons_by_stage(evening)[1]:
        raise StateError(field, SEASON_CLOSED, season=closed[0])


def evening_create(
    *,
    actor: User | None,
    club: Club,
    name: str,
    settings: Settings,
    held_on: date | None = None,
    choice: Choice = POKER,
    seasons: Collection[int] = (),
    key: UUID | None = None,
) -> Evening:
    """A new evening in the club. The same request's key twice is the same evening.

    ``seasons``: what the request has it count for, to know the request again; see ``evening_plan``.
    """
    if actor is not None:
        require(right_of(actor.pk, club.pk), Right.RUN)
    _refuse_settings(choice.play, settings)
    refuse_unplayable(club.pk, choice.game, choice.rules_name)
    chosen, day = to_json(settings), {"held_on": held_on} if held_on else {}
    name, plays = clean_name(name), asdict(choice.settled())
    digest = (
        digest_of("evening_planned", club.pk, name, plays, chosen, day, sorted({*seasons})) if key else ""
    )
    try:
        with transaction.atomic():
            evening = Evening.objects.create(
                club=club, name=name, chosen=chosen, request_key=key, seq=1, **plays, **day
            )
            Journal.objects.create(
                evening=evening,
                seq=1,
                verb="evening_planned",
                actor=actor,
                request_key=key,
                request_digest=digest,
            )
    except IntegrityError as error:
        made = Journal.objects.filter(evening__request_key=key, seq=1) if key else Journal.objects.none()
        return answered(made.select_related("evening").first(), digest, error).evening
    return evening


@journaled(
    "evening_changed", Stage.DRAFT, Stage.CHECK_IN, Stage.SEATED, Stage.PLAYING, title="Change the settings"
)
def evening_change(
    act: Act,
    *,
    settings: Settings | Mapping[str, Any],
    name: str | None = None,
    held_on: date | None = None,
    choice: Choice | None = None,
) -> None:
    """Change an evening. After the seats are drawn, only settings for later rounds can change.

    ``settings``: all settings, or only those that change. Fields left out stay as they are.
    """
    if not isinstance(settings, Settings):
        settings = _with(act.settings, settings)
    late = act.stage in (Stage.SEATED, Stage.PLAYING)
    if late:
        _refuse_late_change(act, settings)
    if act.stage is Stage.PLAYING:
        _refuse_fewer_than_played(act, settings)
    evening, after = act.evening, to_json(settings)
    act.note(before=evening.chosen, after=after)
    if choice is not None and (choice := choice.settled()) != _chosen(evening):
        if late:
            raise StateError("game", DRAWN_WITH)
        refuse_unplayable(evening.club_id, choice.game, choice.rules_name)
        act.note(played=[asdict(_chosen(evening)), asdict(choice)])
        for name_, value in asdict(choice).items():
            setattr(evening, name_, value)
        evening.save(update_fields=[chosen.name for chosen in fields(choice)])
    _refuse_settings(evening.play, settings)
    _rename_roles(act, act.settings.roles, settings.roles)
    was = evening.name, evening.held_on
    evening.name, evening.chosen = evening.name if name is None else clean_name(name), after
    evening.held_on = held_on or evening.held_on
    if (evening.name, evening.held_on) != was and evening.rehearsal_of_id is None:
        refuse_twin(evening.club_id, evening.name, evening.held_on, but=evening.pk)
    evening.save(update_fields=["name", "held_on", "chosen"])


def _refuse_settings(play: Play, settings: Settings) -> None:
    """RuleError at a setting by which this cannot be played."""
    play.format.refuse_settings(play, settings)
    refuse_unranked(play, settings)
    refuse_wanted(play.game, settings.wanted)


def _with(before: Settings, changed: Mapping[str, Any]) -> Settings:
    """The settings with some changed; prizes for a role that is called otherwise now go with it."""
    called = renamed_roles(before.roles, tuple(changed.get("roles", before.roles)))
    prizes = prize_json.to_json(prize_list.in_roles(before.prizes, called))
    return from_json({**to_json(before), "prizes": prizes, **changed})


def choose(act: Act, **values: Any) -> None:
    """Change these settings of the evening, within another command."""
    before = act.evening.chosen
    act.evening.chosen = to_json(replace(act.settings, **values))
    act.evening.save(update_fields=["chosen"])
    act.note(before=before, after=act.evening.chosen)


@journaled("check_in_opened", Stage.DRAFT, title="Open the check-in")
def check_in_open(act: Act) -> None:
    """Open the check-in. Players can arrive from now on."""
    act.go_to(Stage.CHECK_IN)


def _chosen(evening: Evening) -> Choice:
    return Choice(evening.game, evening.options, evening.format, evening.rules_name).settled()


def _refuse_late_change(act: Act, after: Settings) -> None:
    """Refuse what the seats are drawn by. Roles that nobody has can still be removed."""
    people = EntryRow.objects.filter(evening=act.evening, void=None).exclude(role="")
    for name in SETTLED_WITH_SEATS:
        free = name == "roles" and not after.roles and not people.exists()
        if getattr(act.settings, name) != getattr(after, name) and not free:
            raise StateError(name, DRAWN_WITH)


def _refuse_fewer_than_played(act: Act, after: Settings) -> None:
    format, played = act.evening.play.format, act.round().number
    if format.agreed(after) != format.agreed(act.settings) and 0 < format.agreed(after) < played:
        why = _("%(round)s have already started. Enter at least as many.")
        raise StateError(format.rounds_word, why, round=played)


def _rename_roles(act: Act, before: tuple[str, ...], after: tuple[str, ...]) -> None:
    """Who is checked in in a role that was renamed has its new name; of one that was dropped, none."""
    for role, new in renamed_roles(before, after).items():
        EntryRow.objects.filter(evening=act.evening, role=role, void=None).update(role=new)
