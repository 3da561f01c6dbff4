"""Pages of evenings beforehand: the front page, a club, planning, settings, the planner and the rehearsal.

Removing an evening, correcting its name, day or game, and opening its check-in are here too.
"""

from collections.abc import Callable
from functools import partial
from typing import Any
from urllib.parse import urlencode
from uuid import UUID, uuid5

from allauth.account.adapter import get_adapter
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.account.selectors import may_begin
from accounts.errors import RuleError
from accounts.models import DEMO, Club, User
from accounts.numbers import number_in
from accounts.permissions import Right, require
from accounts.players.selectors import find_own_player, list_pending_claims
from accounts.shared.views import Success, do, get_club_or_404, get_or_post, get_signed_in_user
from games import describe
from tournaments.base.views import (
    ChangePreview,
    confirm,
    do_at_evening,
    get_member_request,
    get_status,
    list_rights,
    make_requested_by,
    may_run,
    member_page,
    preview_change,
    read_key,
    render_preview,
)
from tournaments.base.words import describe_refusal
from tournaments.console.presenters import describe_removal
from tournaments.core.formats.registry import PLANNED
from tournaments.core.record import ENDED, Stage
from tournaments.evening.selectors import program_clock
from tournaments.evening.selectors.access import find_rehearsal, load_seasons_by_stage
from tournaments.evening.selectors.evening import load_facts
from tournaments.evening.selectors.moves import may_remove
from tournaments.evening.services.evenings import SETTLED_WITH_SEATS, GameChoice, check_in_open
from tournaments.evening.services.journal import RequestedBy
from tournaments.models import Evening, Journal
from tournaments.phones.selectors import ME, ME_SALT, ME_SECONDS, find_claim
from tournaments.planning import presenters
from tournaments.planning.forms.choices import PlannerForm, RehearsalForm, make_usual_settings
from tournaments.planning.forms.prepare import EveningForm, SettingsForm, describe_format
from tournaments.planning.forms.prepare import describe_settings as settings_in_words
from tournaments.planning.presenters import (
    PlannedPlay,
    Planner,
    PlannerInput,
    describe_plan,
    find_format,
    find_last_played,
    find_planned_play,
    list_offers,
    make_beginning,
    make_planner,
    read_plan,
)
from tournaments.planning.services import evening_correct
from tournaments.prizes.presenters.prize_lists import load_saved_sets
from tournaments.prizes.presenters.prizes import build_note
from tournaments.results.forms import CorrectForm
from tournaments.results.presenters.standing import list_similar_games
from tournaments.seasons.selectors.access import load_open_seasons
from tournaments.seasons.services.leagues import evening_delete
from tournaments.seasons.services.seasons import evening_plan, evening_replan
from tournaments.simulation.rehearsal import rehearsal_end, rehearsal_start

MOST_PAGES = 1000


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the join page, or a remembered player's seat; to users, tonight's evening and all clubs."""
    if request.user.is_authenticated:
        user = get_signed_in_user(request)
        view = presenters.load_home(user, timezone.localdate())
        context = {"home": view, "many_clubs": len(view.clubs) > 1, "begin": user.is_demo and may_begin(user)}
        return render(request, "planning/club/home.html", context)
    cookie = request.get_signed_cookie(ME, "", salt=ME_SALT, max_age=ME_SECONDS)
    claim = find_claim(cookie or "")
    if claim and claim.granted:
        return redirect("player", claim.entry.evening.join_code, claim.entry_id)
    if not User.objects.exists():
        return redirect("start")
    context = {
        "may_sign_up": get_adapter().is_open_for_signup(request),
        "has_demo": User.objects.filter(email=DEMO, is_active=True).exists(),
    }
    return render(request, "planning/club/front.html", context)


@require_safe
@login_required
def club(request: HttpRequest, pk: int) -> HttpResponse:
    """Show one club: its evenings by date, each with its stage."""
    mine, right = get_club_or_404(request, pk)
    page = min(max(number_in(request.GET.get("page", "1"), 8) or 1, 1), MOST_PAGES)
    view = presenters.load_club_evenings(mine.pk, timezone.localdate(), page)
    own = find_own_player(get_signed_in_user(request).pk, mine.pk)
    return render(
        request,
        "planning/club/club.html",
        {
            "club": mine,
            "evenings": view,
            "plan_next": not view.on_now,
            "may_run": right >= Right.RUN,
            "may_own": right >= Right.OWN,
            "own": own[1] if own else None,
            "asked": list_pending_claims(mine.pk).count() if right >= Right.RUN else 0,
            "page": page,
            "older": page + 1,
            "newer": page - 1,
        },
    )


@get_or_post
@member_page(Right.RUN, of_recorded=True)
def remove(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Ask, then remove an evening that has no result yet, or was imported."""
    if request.method != "POST":
        question = (
            describe_removal(evening, *load_seasons_by_stage(evening.pk)) if may_remove(evening) else None
        )
        return confirm(request, evening, question)
    message = gettext("The evening was removed.")
    outcome = do(request, lambda: evening_delete(make_requested_by(request, evening)), message)
    return (
        redirect("club", evening.club_id) if isinstance(outcome, Success) else redirect("evening", evening.pk)
    )


@get_or_post
@member_page(Right.RUN, of_recorded=True)
def correct(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Correct the name or the day of an evening that is finished, with the reason."""
    if evening.stage != Stage.FINISHED and request.method != "POST":
        return redirect("evening", evening.pk)
    form = _make_form(request, evening)
    corrected = do_at_evening(request, evening, partial(_correct, form=form), gettext("Saved."), form=form)
    if isinstance(corrected, Success):
        return redirect("evening", evening.pk)
    words = (
        gettext("Correct name, date or game") if "game" in form.fields else gettext("Correct name or date")
    )
    _open, closed = load_seasons_by_stage(evening.pk)
    context = list_rights(request) | {"evening": evening, "form": form, "title": words, "closed": closed}
    return render(request, "results/settling/correct.html", context, status=get_status(form))


@require_POST
@member_page(Right.RUN, of_recorded=True)
def correct_look(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Show the effect of a correction with the values typed so far."""
    form = _make_form(request, evening)
    form.fields["reason"].required = False
    valid = form.is_valid()
    preview = preview_change(request, evening, partial(_correct, form=form)) if valid else ChangePreview()
    return render_preview(request, evening, preview)


def _make_form(request: HttpRequest, evening: Evening) -> CorrectForm:
    return CorrectForm(
        request.POST if request.method == "POST" else None,
        games=list_similar_games(evening),
        initial={"name": evening.name, "held_on": evening.held_on, "game": evening.game},
    )


def _correct(by: RequestedBy, form: CorrectForm) -> Journal:
    return evening_correct(by, **form.arguments)


AFTER_PLAY = (Stage.SETTLING, *ENDED)


@require_safe
@member_page(Right.RUN)
def plan(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Show when the evening ends with this number of rounds, and what ends it in time; and the rehearsal."""
    if evening.rehearsal_of_id is not None:
        return redirect("evening-plan", evening.rehearsal_of_id)
    if evening.stage in AFTER_PLAY and find_rehearsal(evening) is None:
        return redirect("evening", evening.pk)
    planner = make_planner(evening, program_clock.read_time())
    first = vars(planner.first)
    form = PlannerForm(request.GET if first.keys() & request.GET.keys() else first, initial=first)
    return _show(request, planner, form, RehearsalForm(initial={"players": planner.people or None}))


def _show(request: HttpRequest, planner: Planner, form: PlannerForm, rehearse: RehearsalForm) -> HttpResponse:
    words = describe_plan(PlannerInput(**form.cleaned_data), planner) if form.is_valid() else None
    context = {
        "evening": planner.evening,
        "may_run": True,
        "form": form,
        "plan": words,
        "rehearse": rehearse,
        "rehearsal": find_rehearsal(planner.evening),
    }
    status = get_status(rehearse if rehearse.is_bound else form)
    return render(request, "planning/before.html", context, status=status)


@require_POST
@member_page(Right.RUN)
def rehearse(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Begin the rehearsal and show its page. Show a refusal at its field."""
    form = RehearsalForm(request.POST)
    by = get_signed_in_user(request)
    outcome = do(
        request, lambda: rehearsal_start(actor=by, evening=evening.pk, **form.cleaned_data), form=form
    )
    if isinstance(outcome, Success):
        return redirect("evening", outcome.value.pk)
    planner = make_planner(evening, program_clock.read_time())
    return _show(request, planner, PlannerForm(vars(planner.first)), form)


@require_POST
@member_page(Right.RUN)
def end(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Delete the rehearsal."""
    by, message = get_signed_in_user(request), _("The rehearsal is thrown away.")
    do(request, lambda: rehearsal_end(actor=by, evening=evening.pk), message, words=describe_refusal)
    return redirect("evening-plan", evening.pk)


BEFORE_THE_DRAW = (Stage.DRAFT, Stage.CHECK_IN)


def show_page(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Show a planned evening: how it is played, and the button that opens the check-in."""
    runs = may_run(request)
    context = {"evening": evening, "may_run": runs, "removable": may_remove(evening), **_outline(evening)}
    return render(request, "planning/draft.html", context)


@get_or_post
@login_required
def evening_new(request: HttpRequest, pk: int) -> HttpResponse:
    """Plan an evening in this club, with the game played last or a game chosen from the list of all games."""
    club, _right = get_club_or_404(request, pk, Right.RUN)
    address = reverse("evening-new", args=[club.pk])
    if "choose" in request.GET:
        context = {"club": club, "to": address, **_list_offers(request, club.pk, find_last_played(club.pk))}
        return render(request, "planning/games.html", context)

    def make(plan: PlannedPlay, data: QueryDict | None) -> EveningForm:
        emptied = (request.GET if data is None else data).get("usual", "")
        begins = make_beginning(club, plan, usual=bool(emptied))
        return EveningForm(
            data,
            play=begins.play,
            house=bool(plan.rules_name),
            before=make_usual_settings(begins.play, begins.settings, from_evening=begins.evening is not None),
            sets=load_saved_sets(club.pk),
            seasons=load_open_seasons(club.pk, begins.evening),
            filled=begins.evening is not None,
            initial=_list_plan_keys(plan) | {"held_on": timezone.localdate(), "usual": emptied},
        )

    plan, form, error = _choose_form(request, club.pk, find_last_played(club.pk), make)
    if _choose_again(request, form, error):
        return redirect(f"{address}?choose")
    outcome = do(request, lambda: _create(request, club, plan, form), form=form)
    if isinstance(outcome, Success):
        if "opens" in request.POST:
            opener = RequestedBy(outcome.value.pk, get_signed_in_user(request), key=_make_key(request))
            do(request, lambda: check_in_open(opener), _("Check-in is open."))
        return redirect("evening", outcome.value.pk)
    empty = f"{address}?{urlencode(_list_plan_keys(plan) | {'usual': 'on'})}"
    context = {
        "club": club,
        "form": form,
        "choose": f"{address}?choose",
        "empty": empty,
        **_describe_plan(plan),
    }
    return render(request, "planning/new.html", context, status=get_status(form))


def _make_key(request: HttpRequest) -> UUID | None:
    """Return the request's key for the opening of the check-in, which is a command of its own."""
    key = read_key(request)
    return uuid5(key, "check_in_opened") if key else None


def _list_offers(request: HttpRequest, club: int, stands: PlannedPlay) -> dict[str, object]:
    """Return the formats, the games of the requested format, and the fields that were typed."""
    data = request.POST
    format_key = data.get("way") or request.GET.get("format") or data.get("format") or stands.play.format.key
    try:
        format = find_format(format_key)
    except RuleError:
        format = stands.play.format
    typed = [(name, value) for name, values in data.lists() if name not in NOT_TYPED for value in values]
    return {"groups": list_offers(club, format), "formats": PLANNED, "format": format, "typed": typed}


NOT_TYPED = {"csrfmiddlewaretoken", "request_key", "way", "pick"}
"""Sent fields that the user did not type. ``way``: a format; ``pick``: a game from the list of all games."""


def _choose_form(
    request: HttpRequest,
    club: int,
    stands: PlannedPlay,
    make: Callable[[PlannedPlay, QueryDict | None], EveningForm],
) -> tuple[PlannedPlay, EveningForm, RuleError | None]:
    """Return the game to play, its form, and the refusal of the game, if any.

    The form contains what was sent. If another game was picked, the form is a new one for that game. A
    refused game leaves the form as ``stands``.
    """
    data = request.POST if request.method == "POST" else None
    choice = request.GET if data is None else data
    plan, error = _plan(club, choice.get("game", ""), choice.get("format", ""), stands)
    if data is None or "pick" not in data:
        return plan, make(plan, data), error
    picked, error = _plan(club, data["pick"], data.get("way", ""), plan)
    form = make(picked, None)
    if "held_on" in data:
        form.keep(make(plan, data))
    return picked, form, error


def _plan(club: int, game: str, format: str, stands: PlannedPlay) -> tuple[PlannedPlay, RuleError | None]:
    """Return the chosen game, else ``stands``; and the error if the game cannot be played."""
    if not game:
        return stands, None
    try:
        return find_planned_play(club, game, format), None
    except RuleError as error:
        return stands, error


def _choose_again(request: HttpRequest, form: EveningForm, error: RuleError | None) -> bool:
    """Show the error of a game that cannot be played, beside the form that was sent.

    Return True if the game came from an address. Then the caller redirects to the list of all games.
    """
    if error is None:
        return False
    if form.is_bound:
        form.add_error(error.field, describe_refusal(error, {}))
        return False
    messages.error(request, describe_refusal(error, {}))
    return True


def _create(request: HttpRequest, club: Club, plan: PlannedPlay, form: EveningForm) -> Evening:
    values = form.cleaned_data
    return evening_plan(
        actor=get_signed_in_user(request),
        club=club,
        seasons=values.get("seasons", ()),
        name=values["name"],
        held_on=values["held_on"],
        choice=_make_choice(plan, form),
        settings=form.settings,
        key=read_key(request),
    )


def _make_choice(plan: PlannedPlay, form: EveningForm) -> GameChoice:
    return GameChoice(plan.play.game.key, dict(form.options), plan.play.format.key, plan.rules_name)


def _list_plan_keys(plan: PlannedPlay) -> dict[str, Any]:
    return {"game": plan.key, "format": plan.play.format.key}


@get_or_post
@member_page(Right.VIEW)
def evening_settings(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Show the settings. Members who run the evening can change them; all others read them."""
    runs = may_run(request)
    context = {"evening": evening, "may_run": runs, "over": evening.stage in AFTER_PLAY, **_outline(evening)}
    context["removable"] = runs and may_remove(evening)
    if evening.stage in (Stage.CHECK_IN, Stage.SEATED):
        context["note"] = build_note(load_facts(evening.pk))
    if request.method != "POST" and (not runs or evening.stage in AFTER_PLAY):
        return render(request, "planning/settings.html", context)
    require(get_member_request(request).right, Right.RUN)
    if evening.stage in BEFORE_THE_DRAW:
        return _change_all(request, evening, context)
    fixed = SETTLED_WITH_SEATS if evening.stage in (Stage.SEATED, Stage.PLAYING) else ()
    form = SettingsForm(
        request.POST if request.method == "POST" else None,
        play=evening.play,
        before=evening.settings,
        planned=True,
        fixed=fixed,
        playing=evening.stage == Stage.PLAYING,
        seasons=load_open_seasons(evening.club_id, evening.pk),
        initial={"name": evening.name, "held_on": evening.held_on},
    )
    return _change_or_show(request, evening, form, None, context)


def _change_all(request: HttpRequest, evening: Evening, context: dict[str, object]) -> HttpResponse:
    """Change all settings, and the game, before seats are drawn."""
    address, stands = reverse("evening-settings", args=[evening.pk]), read_plan(evening)
    if "choose" in request.GET:
        context = {"evening": evening, "to": address, **_list_offers(request, evening.club_id, stands)}
        return render(request, "planning/games.html", context)

    def make(plan: PlannedPlay, data: QueryDict | None) -> EveningForm:
        return EveningForm(
            data,
            play=plan.play,
            house=bool(plan.rules_name),
            before=evening.settings if plan is stands else make_usual_settings(plan.play, evening.settings),
            planned=True,
            seasons=load_open_seasons(evening.club_id, evening.pk),
            initial=_list_plan_keys(plan) | {"name": evening.name, "held_on": evening.held_on},
        )

    plan, form, error = _choose_form(request, evening.club_id, stands, make)
    if _choose_again(request, form, error):
        return redirect(f"{address}?choose")
    context |= {"choose": f"{address}?choose", **_describe_plan(plan)}
    return _change_or_show(request, evening, form, plan, context)


def _change_or_show(
    request: HttpRequest,
    evening: Evening,
    form: SettingsForm,
    plan: PlannedPlay | None,
    context: dict[str, object],
) -> HttpResponse:
    """Save the form, or show it again. ``plan``: the game to play; None if it can no longer change."""

    def change(by: RequestedBy) -> Journal:
        choice = _make_choice(plan, form) if plan and isinstance(form, EveningForm) else None
        return evening_replan(
            by,
            seasons=form.cleaned_data.get("seasons", ()),
            before=form.seasons_before,
            name=form.cleaned_data["name"],
            held_on=form.cleaned_data["held_on"],
            settings=form.settings,
            choice=None if choice == _read_choice(evening) else choice,
        )

    outcome = do_at_evening(request, evening, change, _("Saved."), form=form)
    if isinstance(outcome, Success):
        return redirect("evening", evening.pk)
    return render(request, "planning/settings.html", {**context, "form": form}, status=get_status(form))


def _read_choice(evening: Evening) -> GameChoice:
    """Return the game of the evening, with every option."""
    play = evening.play
    return GameChoice(play.game.key, dict(play.options), play.format.key, evening.rules_name)


@require_POST
@member_page(Right.RUN)
def open_check_in(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Open check-in."""
    do_at_evening(request, evening, check_in_open, _("Check-in is open."))
    return redirect("evening", evening.pk)


def _outline(evening: Evening) -> dict[str, object]:
    """Return the game, and the settings in words: the most important ones, and all the others."""
    first, more = settings_in_words(evening.settings, evening.play)
    return {"first": first, "more": more, **_describe_plan(read_plan(evening))}


def _describe_plan(plan: PlannedPlay) -> dict[str, object]:
    game, options = plan.play.game, plan.play.options
    changes = {one.key: options[one.key] for one in game.options if options[one.key] != one.default}
    return {
        "play": plan.play,
        "game": _(game.title),
        "rules_name": plan.rules_name,
        "options": describe.describe_options(game, changes),
        "format": describe_format(plan.play),
    }
