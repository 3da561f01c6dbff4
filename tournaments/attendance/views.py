"""Pages of the check-in, of all people and each person, of changes to the tables, and of all deals."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.errors import gettext_noop as _
from accounts.names import drop_double_stop, name_key
from accounts.permissions import Right
from accounts.shared.views import Failure, Success, get_or_post
from tournaments.attendance import services
from tournaments.attendance.forms import (
    CheckInListForm,
    LevelForm,
    NamesForm,
    PersonActionForm,
    TableAddForm,
    TableCloseForm,
    make_form,
)
from tournaments.attendance.presenters.people import (
    LATE,
    CheckInHall,
    Person,
    PersonState,
    find_closed_prizes,
    find_known_counters,
    group_for_new_table,
    has_bell_rung,
    list_everybody,
    list_role_prizes,
    list_tables,
    load_check_in_hall,
    preview_closing,
    preview_levelling,
    sort_people,
)
from tournaments.attendance.presenters.person import list_person_actions, load_person_history, load_table_rest
from tournaments.attendance.services import LEFT_BEFORE, people_check_in
from tournaments.base.views import (
    ChangePreview,
    do_at_evening,
    get_status,
    list_rights,
    may_run,
    member_page,
    preview_change,
    read_key,
    render_preview,
)
from tournaments.core.evening import Facts
from tournaments.core.formats.preview import find_limits
from tournaments.core.record import Stage
from tournaments.core.results.prizes import drop_roles
from tournaments.evening.selectors.access import Comer, find_player, is_request_done, public_names_of
from tournaments.evening.selectors.evening import load_facts
from tournaments.evening.services.evenings import evening_change
from tournaments.evening.services.journal import RequestedBy
from tournaments.models import Evening
from tournaments.prizes.presenters.prizes import build_check_in_note, build_note, keeps_secrets
from tournaments.seating import services as seating_services
from tournaments.seating.forms import DrawForm
from tournaments.seating.services import tables_level

PAGES_AFTER = {"people": "people"}
"""The pages that a form may name as the next page. For any other value the next page is the evening."""


def show_page(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Open the check-in. Players can arrive from now on."""
    hall = load_check_in_hall(evening)
    return _show(request, evening, hall, _make_names_form(evening, hall), _make_list(evening, hall))


@require_http_methods(["GET", "HEAD", "POST"])
@member_page(Right.RUN)
def check_in(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Check in names. On GET, show the page for late players, or the names that a field can suggest."""
    hall = load_check_in_hall(evening)
    if request.method != "POST":
        if evening.stage not in LATE:
            return redirect("evening", evening.pk)
        if "HX-Request" in request.headers:
            return render(request, "attendance/check_in/names.html", {"people": hall.offered})
        return _show(request, evening, hall, _make_names_form(evening, hall), _make_list(evening, hall))
    form = _make_names_form(evening, hall, request)
    response = _check_in(request, evening, hall, form)
    return response or _show(request, evening, hall, form, _make_list(evening, hall))


@require_POST
@member_page(Right.RUN)
def check_in_from_list(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Check in the people who are ticked on the club's list."""
    hall = load_check_in_hall(evening)
    form = _make_list(evening, hall, request)
    return _check_in(request, evening, hall, form) or _show(
        request, evening, hall, _make_names_form(evening, hall), form
    )


@get_or_post
@member_page(Right.RUN)
def roles(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Give each player a role by one tap. When sent, the prizes for roles become one prize for everybody."""
    if request.method == "POST":
        settings = drop_roles(evening.settings)
        message = gettext("The prizes for roles are now one prize for everybody.")
        do_at_evening(request, evening, partial(evening_change, settings=settings), message)
        return redirect("evening", evening.pk)
    hall = load_check_in_hall(evening)
    context = {
        "evening": evening,
        "people": hall.people,
        "note": build_check_in_note(evening, hall.people),
        "may_run": True,
    }
    return render(request, "attendance/check_in/roles.html", context)


def _check_in(
    request: HttpRequest, evening: Evening, hall: CheckInHall, form: NamesForm | CheckInListForm
) -> HttpResponse | None:
    """Check in the people of the form, and return the redirect.

    Return None if the form was refused, or if the organiser must look at a cleaned list first.
    """
    if not form.is_valid() or (isinstance(form, NamesForm) and form.left_out):
        return None
    response = redirect(PAGES_AFTER.get(request.POST.get("next", ""), "evening"), evening.pk)
    absent = _list_away(hall, form)
    from_list = isinstance(form, CheckInListForm)
    if form.are_all_here and not (from_list and absent):
        if absent:
            return None
        messages.info(request, gettext("All these players are already checked in."))
        return response
    message = gettext("Checked in: %(n)s.") % {"n": len(form.arrivals)}
    if from_list and len(form.arrivals) == 1:
        message = gettext("%(who)s is checked in.") % {"who": form.arrivals[0].name}
    outcome = do_at_evening(
        request, evening, partial(people_check_in, people=form.arrivals), message, form=form
    )
    if isinstance(outcome, Failure):
        if outcome.error and outcome.error.field != "people":
            form.explain_refusal()
        return None
    if absent:
        words = gettext(LEFT_BEFORE)
        warning = words % {"names": ", ".join(person.name for person in absent)}
        messages.info(request, drop_double_stop(warning), extra_tags="warn")
    without_role = [" ".join(arrival.name.split()) for arrival in form.arrivals if not arrival.role]
    if evening.stage in LATE:
        _warn_of_prizes(request, evening, without_role)
    return response


def _list_away(hall: CheckInHall, *forms: NamesForm | CheckInListForm) -> list[Comer]:
    """Return the people in the sent form who went home or pause."""
    names = [arrival.name for form in forms for arrival in form.arrivals]
    names += [name for form in forms if isinstance(form, NamesForm) for name in form.already]
    keys = {name_key(" ".join(name.split())) for name in names}
    return [person for person in hall.absent if name_key(person.name) in keys]


def _warn_of_prizes(request: HttpRequest, evening: Evening, without_role: Sequence[str]) -> None:
    """Name the prizes that late players without a role cannot win, and those that few people can win.

    Before the draw the check-in page shows this note. If nobody has a role, no prize needs one.
    """
    note = build_note(load_facts(evening.pk))
    prizes = list_role_prizes(evening) if without_role and not note.undecided else ()
    if prizes:
        words = gettext(
            "No role: %(names)s. Without one they cannot win: %(prizes)s. Set it on the player’s page."
        )
        warning = words % {"names": ", ".join(without_role), "prizes": ", ".join(prizes)}
        messages.info(request, drop_double_stop(warning), extra_tags="warn")
    if note.lines:
        messages.info(request, " ".join(note.lines), extra_tags="warn")


def _make_names_form(evening: Evening, hall: CheckInHall, request: HttpRequest | None = None) -> NamesForm:
    return NamesForm(
        request.POST if request else None,
        roles=evening.settings.roles,
        usual=hall.usual_roles,
        checked_in=hall.keys,
        closed_prizes=find_closed_prizes(evening, hall.people) if evening.stage in LATE else None,
    )


def _make_list(evening: Evening, hall: CheckInHall, request: HttpRequest | None = None) -> CheckInListForm:
    data = request.POST if request else None
    return CheckInListForm(data, roles=evening.settings.roles, offered=hall.offered, checked_in=hall.came)


def _show(
    request: HttpRequest, evening: Evening, hall: CheckInHall, names: NamesForm, ticks: CheckInListForm
) -> HttpResponse:
    plan = hall.plan
    context = {
        "evening": evening,
        "may_run": may_run(request),
        "room": hall,
        "tiles": hall.list_tiles(evening.settings.roles),
        "by_tap": "HX-Request" in request.headers and "seq" not in request.GET,
        "roles": evening.settings.roles,
        "note": build_check_in_note(evening, hall.people) if plan.tables else None,
        "names": names,
        "ticks": ticks,
        "back": _list_away(hall, names, ticks),
        "draw": DrawForm(),
        "next": PAGES_AFTER.get(request.POST.get("next", request.GET.get("next", "")), ""),
    }
    late = evening.stage != Stage.CHECK_IN
    template = "attendance/check_in/late.html" if late else "attendance/check_in/page.html"
    return render(request, template, context, status=max(get_status(names), get_status(ticks)))


Cleaned = Mapping[str, Any]

ACTS: dict[str, Callable[[RequestedBy, int, Cleaned], object]] = {
    "rename": lambda by, entry, values: services.entry_change(
        by, entry=entry, name=values["name"], role=values.get("role", ""), whose=values.get("whose", "")
    ),
    "reassign": lambda by, entry, values: services.entry_reassign(by, entry=entry, name=values["name"]),
    "withdraw": lambda by, entry, values: services.entry_withdraw(by, entry=entry),
    "leave": lambda by, entry, values: services.player_drop(by, entry=entry, counters=values.get("counters")),
    "pause": lambda by, entry, values: services.player_pause(
        by, entry=entry, counters=values.get("counters")
    ),
    "return": lambda by, entry, values: services.player_return(by, entry=entry),
    "keep": lambda by, entry, values: services.seat_keep(by, entry=entry, keeps=True),
    "free": lambda by, entry, values: services.seat_keep(by, entry=entry, keeps=False),
    "move": lambda by, entry, values: seating_services.seat_move(by, entry=entry, table=values["table"]),
    "swap": lambda by, entry, values: seating_services.seats_swap(by, first=entry, second=values["second"]),
}
"""The actions of a person's page, each with its service."""

SUCCESS_MESSAGES = {
    "rename": _("Saved."),
    "reassign": _("Saved."),
    "withdraw": _("%(who)s is no longer checked in."),
    "leave": _("%(who)s went home."),
    "pause": _("%(who)s pauses."),
    "return": _("%(who)s is back."),
    "keep": _("%(who)s now keeps the seat."),
    "free": _("%(who)s moves again."),
    "move": _("%(who)s was moved by the organiser."),
    "swap": _("The seats are swapped."),
}

PAGES_AFTER_A_NAME = {"evening": "evening", "people": "people", "roles": "roles"}
"""The pages that a form may name as the next page. For any other value it is the person's page."""

ENDING_ACTS = {"withdraw"}
"""Actions after which the person has no page."""


@require_safe
@member_page(Right.VIEW)
def people(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Show all people of the evening. People who need something are first."""
    facts = load_facts(evening.pk)
    everyone = sort_people(list_everybody(facts))
    tables = list_tables(facts, everyone)
    context = {
        "evening": evening,
        "people": everyone,
        "play": facts.play,
        "playing": sum(person.plays for person in everyone),
        "waiting": [person for person in everyone if person.state is PersonState.WAITS],
        "may_sit": any(person.may_sit for person in everyone),
        "last": tables[-1].number if len(tables) > 1 else None,
        "tables": len(tables) or None,
        "can_add": evening.stage in (Stage.CHECK_IN, *LATE),
        "names": NamesForm(
            roles=evening.settings.roles,
            usual={},
            checked_in={},
            closed_prizes=find_closed_prizes(evening, facts.entries) if evening.stage in LATE else None,
        ),
        "secret": not may_run(request) and keeps_secrets(evening),
    }
    return render(request, "attendance/people/list.html", context | list_rights(request))


@require_safe
@member_page(Right.VIEW)
def person(request: HttpRequest, evening: Evening, entry: int) -> HttpResponse:
    """Show one person's evening, and the actions possible now."""
    return _render_person(request, evening, load_facts(evening.pk), entry)


@require_POST
@member_page(Right.RUN)
def change(request: HttpRequest, evening: Evening, entry: int, action: str) -> HttpResponse:
    """Do one of ``ACTS`` for this person."""
    if action not in ACTS:
        raise Http404
    facts = load_facts(evening.pk)
    everyone = list_everybody(facts)
    if action in ENDING_ACTS and is_request_done(evening, read_key(request)):
        return redirect(PAGES_AFTER_A_NAME.get(request.POST.get("next", ""), "people"), evening.pk)
    person = _get_person_or_404(everyone, entry)
    form = make_form(action, evening, facts, everyone, person, request.POST)
    outcome = do_at_evening(
        request,
        evening,
        lambda by: ACTS[action](by, entry, form.cleaned_data),
        lambda _line: gettext(SUCCESS_MESSAGES[action]) % {"who": form.cleaned_data.get("name", person.name)},
        form=form,
    )
    if isinstance(outcome, Success):
        next_page = request.POST.get("next", "")
        if next_page in PAGES_AFTER_A_NAME or action in ENDING_ACTS:
            return redirect(PAGES_AFTER_A_NAME.get(next_page, "people"), evening.pk)
        return redirect("person", evening.pk, entry)
    return _render_person(request, evening, facts, entry, {action: form})


@require_POST
@member_page(Right.RUN)
def look_at(request: HttpRequest, evening: Evening, entry: int, action: str) -> HttpResponse:
    """Show the effect of one of ``ACTS`` with the values typed so far. The reason may still be empty."""
    if action not in ACTS:
        raise Http404
    facts = load_facts(evening.pk)
    everyone = list_everybody(facts)
    form = make_form(action, evening, facts, everyone, _get_person_or_404(everyone, entry), request.POST)
    return _preview_change(request, evening, form, lambda by: ACTS[action](by, entry, form.cleaned_data))


def _preview_change(
    request: HttpRequest, evening: Evening, form: Form, act: Callable[[RequestedBy], object]
) -> HttpResponse:
    form.fields.pop("reason", None)
    if form.has_error("name", "required"):
        return HttpResponse()  # nothing is typed yet
    wrong = [str(error) for errors in form.errors.values() for error in errors]
    preview = ChangePreview(refusal=" ".join(wrong)) if wrong else preview_change(request, evening, act)
    return render_preview(request, evening, preview)


def _render_person(
    request: HttpRequest,
    evening: Evening,
    facts: Facts,
    entry: int,
    tried: Mapping[str, PersonActionForm] | None = None,
) -> HttpResponse:
    """Return the person's page. Forms in ``tried`` were refused; show them as they were filled in."""
    tried = tried or {}
    everyone = list_everybody(facts)
    person = _get_person_or_404(everyone, entry)
    goes = load_table_rest(evening, facts, everyone, person)
    offered = list_person_actions(evening, person, find_known_counters(evening, facts, entry), goes)
    acts = [
        (action, tried.get(action.key) or make_form(action.key, evening, facts, everyone, person))
        for action in offered
    ]
    strange = [form for key, form in tried.items() if key not in {action.key for action in offered}]
    context = {
        "evening": evening,
        "person": person,
        "public": public_names_of(evening)[entry],
        "player": find_player(entry),
        "life": load_person_history(evening, facts, entry),
        "secret": not may_run(request) and keeps_secrets(evening),
        "acts": [(action, form) for action, form in acts if form.possible],
        "later": [action for action, form in acts if not form.possible],
        "strange": strange,
        "play": facts.play,
        "next": request.POST.get("next", request.GET.get("next", "")),
    }
    return render(
        request,
        "attendance/people/person.html",
        context | list_rights(request),
        status=max(map(get_status, tried.values()), default=200),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@member_page(Right.RUN)
def table_add(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Open a new booby table for people who wait and for people from other tables."""
    facts = load_facts(evening.pk)
    groups = group_for_new_table(facts, list_everybody(facts))
    form = TableAddForm(request.POST if request.method == "POST" else None, people=groups)
    outcome = do_at_evening(
        request,
        evening,
        lambda by: seating_services.table_add(by, entries=form.cleaned_data["entries"]),
        gettext("The new table is open."),
        form=form,
    )
    if isinstance(outcome, Success):
        return redirect("evening", evening.pk)
    context = {
        "evening": evening,
        "form": form,
        "play": facts.play,
        "limits": find_limits(evening.play),
        "open": evening.stage == Stage.PLAYING and not has_bell_rung(facts),
    }
    return render(request, "seating/tables/add.html", context | list_rights(request), status=get_status(form))


@require_POST
@member_page(Right.RUN)
def table_add_look(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Show who would go where, with the people chosen so far."""
    facts = load_facts(evening.pk)
    form = TableAddForm(request.POST, people=group_for_new_table(facts, list_everybody(facts)))
    return _preview_change(
        request,
        evening,
        form,
        lambda by: seating_services.table_add(by, entries=form.cleaned_data["entries"]),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@member_page(Right.RUN)
def table_close(request: HttpRequest, evening: Evening, table: int) -> HttpResponse:
    """Close the booby table after the organiser has read where everybody goes."""
    plan = preview_closing(evening, load_facts(evening.pk), table)
    if plan is None:
        raise Http404
    form = TableCloseForm(request.POST if request.method == "POST" else None)
    message = gettext("Table %(table)s is closed.") % {"table": table}
    outcome = do_at_evening(
        request, evening, partial(seating_services.table_close, table=table), message, form=form
    )
    if isinstance(outcome, Success):
        return redirect("evening", evening.pk)
    context = {"evening": evening, "form": form, "plan": plan, "play": evening.play}
    context |= list_rights(request)
    return render(request, "seating/tables/close.html", context, status=get_status(form))


def _get_person_or_404(everyone: tuple[Person, ...], entry: int) -> Person:
    for listed_person in everyone:
        if listed_person.entry == entry:
            return listed_person
    raise Http404


@require_http_methods(["GET", "HEAD", "POST"])
@member_page(Right.RUN)
def level(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Show who goes where, and level the tables. If that is impossible now, show why."""
    form = LevelForm(request.POST if request.method == "POST" else None)
    levelled = do_at_evening(
        request,
        evening,
        lambda by: tables_level(by, seen=form.cleaned_data["seen"]),
        gettext("The tables are level."),
        form=form,
    )
    if isinstance(levelled, Success):
        return redirect("evening", evening.pk)
    facts = load_facts(evening.pk)
    context = {
        "evening": evening,
        "form": form,
        "plan": preview_levelling(evening, facts),
        "play": facts.play,
    }
    context |= list_rights(request)
    return render(request, "seating/tables/level.html", context, status=get_status(form))
