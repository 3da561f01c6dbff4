"""An evening is planned, changed while it is being prepared, and opened for check-in."""

from __future__ import annotations

from datetime import date
from uuid import UUID

from django.db import IntegrityError, transaction

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from accounts.models import Club, User
from accounts.names import clean_name
from accounts.permissions import Right, require, right_of
from games.rules.registry import ruleset
from tournaments.core.facts import Stage
from tournaments.core.settings import Settings, to_json
from tournaments.models import EntryRow, Evening, Journal
from tournaments.services.journal import Act, answered, digest_of, journaled

SETTLED_WITH_SEATS = ("stake", "counting", "deals", "roles")
"""Settings by which seats are drawn and stakes given; the others only decide what comes later."""


def evening_create(
    *,
    actor: User | None,
    club: Club,
    name: str,
    settings: Settings,
    held_on: date | None = None,
    game: str = "draw-poker",
    key: UUID | None = None,
) -> Evening:
    """A new evening in the club. The same request's key twice is the same evening."""
    if actor is not None:
        require(right_of(actor.pk, club.pk), Right.RUN)
    if not ruleset(game).progressive:
        raise RuleError("game", _("This game cannot be played in a progressive evening."))
    chosen, day = to_json(settings), {"held_on": held_on} if held_on else {}
    name = clean_name(name)
    digest = digest_of("evening_planned", club.pk, name, game, chosen, day) if key else ""
    try:
        with transaction.atomic():
            evening = Evening.objects.create(
                club=club, name=name, game=game, chosen=chosen, request_key=key, seq=1, **day
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


@journaled("evening_changed", Stage.DRAFT, Stage.CHECK_IN, Stage.SEATED, Stage.PLAYING)
def evening_change(act: Act, *, name: str, held_on: date, settings: Settings) -> None:
    """Change what was chosen; once seats are drawn, only settings that decide what comes later."""
    if act.stage in (Stage.SEATED, Stage.PLAYING):
        _refuse_late_change(act.settings, settings)
    evening, after = act.evening, to_json(settings)
    act.note(before=evening.chosen, after=after)
    _rename_roles(act, act.settings.roles, settings.roles)
    evening.name, evening.held_on, evening.chosen = clean_name(name), held_on, after
    evening.save(update_fields=["name", "held_on", "chosen"])


@journaled("check_in_opened", Stage.DRAFT)
def check_in_open(act: Act) -> None:
    """The hall is open."""
    act.go_to(Stage.CHECK_IN)


def _refuse_late_change(before: Settings, after: Settings) -> None:
    for field in SETTLED_WITH_SEATS:
        if getattr(before, field) != getattr(after, field):
            raise RuleError(field, _("This cannot change any more: seats have been drawn by it."))


def _rename_roles(act: Act, before: tuple[str, ...], after: tuple[str, ...]) -> None:
    """Who is checked in in a role that was renamed has its new name; of one that was dropped, none."""
    for place, role in enumerate(before):
        if role in after:
            continue
        new = after[place] if place < len(after) and after[place] not in before else ""
        EntryRow.objects.filter(evening=act.evening, role=role, void=None).update(role=new)
