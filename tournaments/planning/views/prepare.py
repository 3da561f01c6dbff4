"""An evening is planned: what is chosen for it, and the opening of its check-in."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.errors import RuleError
from accounts.models import Club
from accounts.permissions import Right, require
from accounts.shared.forms.base import accepted
from accounts.shared.views.base import club_of, get_or_post, signed_in
from games import describe
from tournaments.base.views.pages import (
    asked_by,
    attempt,
    command,
    key_of,
    may_run,
    member_page,
    of_member,
    status_of,
)
from tournaments.base.words import refusal
from tournaments.core.formats.registry import PLANNED
from tournaments.core.record import ENDED, Stage
from tournaments.evening.selectors.evening import load_facts
from tournaments.evening.selectors.seat_options import may_remove
from tournaments.evening.services.evenings import SETTLED_WITH_SEATS, Choice, check_in_open
from tournaments.models import Evening, Journal
from tournaments.planning.forms.choices import usual
from tournaments.planning.forms.prepare import EveningForm, SettingsForm
from tournaments.planning.forms.summary import format_in_words, in_words
from tournaments.planning.presenters.planning import (
    Planned,
    beginning,
    chosen_format,
    last_played,
    offers,
    plan_of,
    planned,
)
from tournaments.prizes.presenters.prize_lists import prize_sets
from tournaments.prizes.presenters.prize_note import note_of
from tournaments.seasons.selectors.access import open_seasons
from tournaments.seasons.services.planning import evening_plan, evening_replan

BEFORE_THE_DRAW = (Stage.DRAFT, Stage.CHECK_IN)
OVER = (Stage.SETTLING, *ENDED)


def page(request: HttpRequest, evening: Evening) -> HttpResponse:
    """A planned evening: how it will be played, and the button that opens the hall."""
    runs = may_run(request)
    shown = {"evening": evening, "may_run": runs, "removable": may_remove(evening), **_summary(evening)}
    return render(request, "planning/draft.html", shown)


@get_or_post
@login_required
def evening_new(request: HttpRequest, pk: int) -> HttpResponse:
    """Plan an evening in this club: what was played last, or what is chosen from all games."""
    club, _right = club_of(request, pk, Right.RUN)
    here = reverse("evening-new", args=[club.pk])
    if "choose" in request.GET:
        shown = {"club": club, "to": here, **_offered(request, club.pk, last_played(club.pk))}
        return render(request, "planning/games.html", shown)

    def make(plan: Planned, data: QueryDict | None) -> EveningForm:
        emptied = (request.GET if data is None else data).get("usual", "")
        begins = beginning(club, plan, usual=bool(emptied))
        return EveningForm(
            data,
            play=begins.play,
            house=bool(plan.rules_name),
            before=usual(begins.play, begins.settings, played=begins.evening is not None),
            sets=prize_sets(club.pk),
            seasons=open_seasons(club.pk, begins.evening),
            filled=begins.evening is not None,
            initial=_chosen(plan) | {"held_on": timezone.localdate(), "usual": emptied},
        )

    plan, form, refused = _form_of(request, club.pk, last_played(club.pk), make)
    if _choose_again(request, form, refused):
        return redirect(f"{here}?choose")
    made: list[Evening] = []
    if form.is_bound and accepted(form, lambda: made.append(_create(request, club, plan, form))):
        return redirect("evening", made[0].pk)
    empty = f"{here}?{urlencode(_chosen(plan) | {'usual': 'on'})}"
    shown = {"club": club, "form": form, "choose": f"{here}?choose", "empty": empty, **_plan_in_words(plan)}
    return render(request, "planning/new.html", shown, status=status_of(form))


def _offered(request: HttpRequest, club: int, stands: Planned) -> dict[str, object]:
    """The formats, and the games that can be played in the one that is asked for; and what was typed."""
    sent = request.POST
    asked = sent.get("way") or request.GET.get("format") or sent.get("format") or stands.play.format.key
    try:
        format = chosen_format(asked)
    except RuleError:
        format = stands.play.format
    typed = [(name, one) for name, values in sent.lists() if name not in NOT_TYPED for one in values]
    return {"groups": offers(club, format), "formats": PLANNED, "format": format, "typed": typed}


NOT_TYPED = {"csrfmiddlewaretoken", "request_key", "way", "pick"}
"""Sent beside what was typed: ``way`` is a format, and ``pick`` a game, chosen from the list of all."""


def _form_of(
    request: HttpRequest, club: int, stands: Planned, make: Callable[[Planned, QueryDict | None], EveningForm]
) -> tuple[Planned, EveningForm, RuleError | None]:
    """What is to be played, and its form: as it was sent, or for a game that was picked since.

    A game that cannot be played is told beside the form that stands.
    """
    sent = request.POST if request.method == "POST" else None
    asked = request.GET if sent is None else sent
    plan, refused = _planned(club, asked.get("game", ""), asked.get("format", ""), stands)
    if sent is None or "pick" not in sent:
        return plan, make(plan, sent), refused
    picked, refused = _planned(club, sent["pick"], sent.get("way", ""), plan)
    form = make(picked, None)
    if "held_on" in sent:
        form.keep(make(plan, sent))
    return picked, form, refused


def _planned(club: int, game: str, format: str, stands: Planned) -> tuple[Planned, RuleError | None]:
    """What was chosen to be played, else what ``stands``; and why it cannot be, if it cannot."""
    if not game:
        return stands, None
    try:
        return planned(club, game, format), None
    except RuleError as error:
        return stands, error


def _choose_again(request: HttpRequest, form: EveningForm, refused: RuleError | None) -> bool:
    """What cannot be played is refused beside the form that was sent; an address leads back to all games."""
    if refused is None:
        return False
    if form.is_bound:
        form.add_error(refused.field, refusal(refused, {}))
        return False
    messages.error(request, refusal(refused, {}))
    return True


def _create(request: HttpRequest, club: Club, plan: Planned, form: EveningForm) -> Evening:
    chosen = form.cleaned_data
    return evening_plan(
        actor=signed_in(request),
        club=club,
        seasons=chosen.get("seasons", ()),
        name=chosen["name"],
        held_on=chosen["held_on"],
        choice=_choice(plan, form),
        settings=form.settings,
        key=key_of(request),
    )


def _choice(plan: Planned, form: EveningForm) -> Choice:
    return Choice(plan.play.game.key, dict(form.options), plan.play.format.key, plan.rules_name)


def _chosen(plan: Planned) -> dict[str, Any]:
    return {"game": plan.key, "format": plan.play.format.key}


@get_or_post
@member_page(Right.VIEW)
def evening_settings(request: HttpRequest, evening: Evening) -> HttpResponse:
    """What was chosen: to read for everybody, to change for who runs the evening."""
    runs = may_run(request)
    shown = {"evening": evening, "may_run": runs, "over": evening.stage in OVER, **_summary(evening)}
    shown["removable"] = runs and may_remove(evening)
    if evening.stage in (Stage.CHECK_IN, Stage.SEATED):
        shown["note"] = note_of(load_facts(evening.pk))
    if request.method != "POST" and (not runs or evening.stage in OVER):
        return render(request, "planning/settings.html", shown)
    require(of_member(request).right, Right.RUN)
    if evening.stage in BEFORE_THE_DRAW:
        return _change_all(request, evening, shown)
    fixed = SETTLED_WITH_SEATS if evening.stage in (Stage.SEATED, Stage.PLAYING) else ()
    form = SettingsForm(
        request.POST if request.method == "POST" else None,
        play=evening.play,
        before=evening.settings,
        planned=True,
        fixed=fixed,
        playing=evening.stage == Stage.PLAYING,
        seasons=open_seasons(evening.club_id, evening.pk),
        initial={"name": evening.name, "held_on": evening.held_on},
    )
    return _changed(request, evening, form, None, shown)


def _change_all(request: HttpRequest, evening: Evening, shown: dict[str, object]) -> HttpResponse:
    """Before seats are drawn everything can change, also what is played."""
    here, stands = reverse("evening-settings", args=[evening.pk]), plan_of(evening)
    if "choose" in request.GET:
        shown = {"evening": evening, "to": here, **_offered(request, evening.club_id, stands)}
        return render(request, "planning/games.html", shown)

    def make(plan: Planned, data: QueryDict | None) -> EveningForm:
        return EveningForm(
            data,
            play=plan.play,
            house=bool(plan.rules_name),
            before=evening.settings if plan is stands else usual(plan.play, evening.settings),
            planned=True,
            seasons=open_seasons(evening.club_id, evening.pk),
            initial=_chosen(plan) | {"name": evening.name, "held_on": evening.held_on},
        )

    plan, form, refused = _form_of(request, evening.club_id, stands, make)
    if _choose_again(request, form, refused):
        return redirect(f"{here}?choose")
    shown |= {"choose": f"{here}?choose", **_plan_in_words(plan)}
    return _changed(request, evening, form, plan, shown)


def _changed(
    request: HttpRequest,
    evening: Evening,
    form: SettingsForm,
    plan: Planned | None,
    shown: dict[str, object],
) -> HttpResponse:
    """Change what the form holds; ``plan``: what is to be played, where that can still change."""

    def change() -> Journal:
        choice = _choice(plan, form) if plan and isinstance(form, EveningForm) else None
        return evening_replan(
            asked_by(request, evening),
            seasons=form.cleaned_data.get("seasons", ()),
            before=form.seasons_before,
            name=form.cleaned_data["name"],
            held_on=form.cleaned_data["held_on"],
            settings=form.settings,
            choice=None if choice == _choice_of(evening) else choice,
        )

    if form.is_bound and form.is_valid() and attempt(form, evening, change):
        messages.success(request, _("Saved."))
        return redirect("evening", evening.pk)
    return render(request, "planning/settings.html", {**shown, "form": form}, status=status_of(form))


def _choice_of(evening: Evening) -> Choice:
    """What the evening plays, with every option."""
    play = evening.play
    return Choice(play.game.key, dict(play.chosen), play.format.key, evening.rules_name)


@require_POST
@member_page(Right.RUN)
def open_check_in(request: HttpRequest, evening: Evening) -> HttpResponse:
    """The doors open."""
    return command(
        request, evening, reverse("evening", args=[evening.pk]), check_in_open, _("Check-in is open.")
    )


def _summary(evening: Evening) -> dict[str, object]:
    """What is played, and the settings in words: the few that matter most, and all the others."""
    first, more = in_words(evening.settings, evening.play)
    return {"first": first, "more": more, **_plan_in_words(plan_of(evening))}


def _plan_in_words(plan: Planned) -> dict[str, object]:
    game, chosen = plan.play.game, plan.play.chosen
    changed = {
        option.key: chosen[option.key] for option in game.options if chosen[option.key] != option.default
    }
    return {
        "play": plan.play,
        "game": _(game.title),
        "rules_name": plan.rules_name,
        "options": describe.options_in_words(game, changed),
        "format": format_in_words(plan.play),
    }
