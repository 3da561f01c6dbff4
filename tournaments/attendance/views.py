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
from accounts.names import name_key, one_stop
from accounts.numbers import number_in
from accounts.permissions import Right
from accounts.shared.views import Failure, Success, get_or_post
from tournaments.attendance import services
from tournaments.attendance import services as come_and_go
from tournaments.attendance.forms import (
    DoingForm,
    LevelForm,
    ListForm,
    NamesForm,
    TableAddForm,
    TableCloseForm,
    form_for,
)
from tournaments.attendance.presenters.people import (
    LATE,
    Person,
    Room,
    State,
    bell_rung,
    closed_without_role,
    closing,
    everybody,
    for_new_table,
    known_counters,
    levelling_of,
    listed,
    role_prizes,
    room,
    tables_now,
)
from tournaments.attendance.presenters.person import doings, life_of, without
from tournaments.attendance.services import LEFT_BEFORE, people_check_in
from tournaments.base.views import (
    ChangePreview,
    do_at_evening,
    key_of,
    look,
    may_run,
    member_page,
    rights_of,
    show,
    status_of,
)
from tournaments.core.evening import Facts
from tournaments.core.formats.preview import limits_in
from tournaments.core.record import Stage
from tournaments.core.results.prizes import without_roles
from tournaments.evening.presenters.evening_view import corrected_moves
from tournaments.evening.selectors.access import Comer, player_of, public_names_of, was_sent
from tournaments.evening.selectors.evening import load_facts
from tournaments.evening.services.evenings import evening_change
from tournaments.evening.services.journal import By
from tournaments.models import Evening
from tournaments.prizes.presenters.prizes import keeps_secrets, note_at_check_in, note_of
from tournaments.scoring.presenters.deals import page_of_rounds
from tournaments.seating import services as seating_services
from tournaments.seating.forms import DrawForm
from tournaments.seating.services import tables_level

PAGES_AFTER = {"people": "people"}
"""Where a form may ask to go to when it is done; every other goes to the evening."""


def page(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Open the check-in. Players can arrive from now on."""
    hall = room(evening)
    return _show(request, evening, hall, _names(evening, hall), _list(evening, hall))


@require_http_methods(["GET", "HEAD", "POST"])
@member_page(Right.RUN)
def check_in(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Check in names; the page by itself is for people who come late."""
    hall = room(evening)
    if request.method != "POST":
        if evening.stage not in LATE:
            return redirect("evening", evening.pk)
        return _show(request, evening, hall, _names(evening, hall), _list(evening, hall))
    form = _names(evening, hall, request)
    return _check_in(request, evening, hall, form) or _show(
        request, evening, hall, form, _list(evening, hall)
    )


@require_POST
@member_page(Right.RUN)
def check_in_from_list(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Check in those who are ticked on the club's list."""
    hall = room(evening)
    form = _list(evening, hall, request)
    return _check_in(request, evening, hall, form) or _show(
        request, evening, hall, _names(evening, hall), form
    )


@get_or_post
@member_page(Right.RUN)
def roles(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Give each player a role by one tap. Sent: the prizes for roles become one prize for everybody."""
    if request.method == "POST":
        settings = without_roles(evening.settings)
        said = gettext("The prizes for roles are now one prize for everybody.")
        do_at_evening(request, evening, partial(evening_change, settings=settings), said)
        return redirect("evening", evening.pk)
    hall = room(evening)
    shown = {
        "evening": evening,
        "people": hall.here,
        "note": note_at_check_in(evening, hall.here),
        "may_run": True,
    }
    return render(request, "attendance/check_in/roles.html", shown)


def _check_in(
    request: HttpRequest, evening: Evening, hall: Room, form: NamesForm | ListForm
) -> HttpResponse | None:
    """Check in whom the form names, and go on; None if it was refused, or if a list is to be looked at."""
    if not form.is_valid() or (isinstance(form, NamesForm) and form.left_out):
        return None
    then = redirect(PAGES_AFTER.get(request.POST.get("next", ""), "evening"), evening.pk)
    away = _named_away(hall, form)
    if isinstance(form, NamesForm) and form.skips and not form.arrivals:
        if away:
            return None
        messages.info(request, gettext("All these players are already checked in."))
        return then
    said = gettext("Checked in: %(n)s.") % {"n": len(form.arrivals)}
    done = do_at_evening(request, evening, partial(people_check_in, people=form.arrivals), said, form=form)
    if isinstance(done, Failure):
        if done.error and done.error.field != "people":
            form.refused()
        return None
    if away:
        words = gettext(LEFT_BEFORE)
        told = words % {"names": ", ".join(person.name for person in away)}
        messages.info(request, one_stop(told), extra_tags="warn")
    without = [" ".join(one.name.split()) for one in form.arrivals if not one.role]
    if evening.stage in LATE:
        _warn_of_prizes(request, evening, without)
    return then


def _named_away(hall: Room, *forms: NamesForm | ListForm) -> list[Comer]:
    """Return those whom a form that was sent names, and who went home or pause."""
    names = [arrival.name for form in forms for arrival in form.arrivals]
    names += [name for form in forms if isinstance(form, NamesForm) for name in form.already]
    keys = {name_key(" ".join(name.split())) for name in names}
    return [person for person in hall.away if name_key(person.name) in keys]


def _warn_of_prizes(request: HttpRequest, evening: Evening, without: Sequence[str]) -> None:
    """Name the prizes that late players without a role cannot win, and those that few can win.

    Before the draw the page itself has this note. Where nobody has a role, nothing is closed to anybody.
    """
    note = note_of(load_facts(evening.pk))
    prizes = role_prizes(evening) if without and not note.undecided else ()
    if prizes:
        words = gettext(
            "No role: %(names)s. Without one they cannot win: %(prizes)s. Set it on the player’s page."
        )
        told = words % {"names": ", ".join(without), "prizes": ", ".join(prizes)}
        messages.info(request, one_stop(told), extra_tags="warn")
    if note.lines:
        messages.info(request, " ".join(note.lines), extra_tags="warn")


def _names(evening: Evening, hall: Room, request: HttpRequest | None = None) -> NamesForm:
    return NamesForm(
        request.POST if request else None,
        roles=evening.settings.roles,
        usual=hall.usual_roles,
        here=hall.keys,
        closed=closed_without_role(evening, hall.here) if evening.stage in LATE else None,
    )


def _list(evening: Evening, hall: Room, request: HttpRequest | None = None) -> ListForm:
    return ListForm(
        request.POST if request else None, roles=evening.settings.roles, offered=hall.offered, here=hall.came
    )


def _show(
    request: HttpRequest, evening: Evening, hall: Room, names: NamesForm, ticks: ListForm
) -> HttpResponse:
    plan = hall.plan
    shown = {
        "evening": evening,
        "may_run": may_run(request),
        "room": hall,
        "roles": evening.settings.roles,
        "note": note_at_check_in(evening, hall.here) if plan.tables else None,
        "names": names,
        "ticks": ticks,
        "back": _named_away(hall, names, ticks),
        "draw": DrawForm(),
        "next": PAGES_AFTER.get(request.POST.get("next", request.GET.get("next", "")), ""),
    }
    late = evening.stage != Stage.CHECK_IN
    template = "attendance/check_in/late.html" if late else "attendance/check_in/page.html"
    return render(request, template, shown, status=max(status_of(names), status_of(ticks)))


Cleaned = Mapping[str, Any]

ACTS: dict[str, Callable[[By, int, Cleaned], object]] = {
    "rename": lambda by, entry, told: services.entry_change(
        by, entry=entry, name=told["name"], role=told.get("role", ""), whose=told.get("whose", "")
    ),
    "reassign": lambda by, entry, told: services.entry_reassign(by, entry=entry, name=told["name"]),
    "withdraw": lambda by, entry, told: come_and_go.entry_withdraw(by, entry=entry),
    "leave": lambda by, entry, told: come_and_go.player_drop(by, entry=entry, counters=told.get("counters")),
    "pause": lambda by, entry, told: come_and_go.player_pause(by, entry=entry, counters=told.get("counters")),
    "return": lambda by, entry, told: come_and_go.player_return(by, entry=entry),
    "keep": lambda by, entry, told: come_and_go.seat_keep(by, entry=entry, keeps=True),
    "free": lambda by, entry, told: come_and_go.seat_keep(by, entry=entry, keeps=False),
    "move": lambda by, entry, told: seating_services.seat_move(by, entry=entry, table=told["table"]),
    "swap": lambda by, entry, told: seating_services.seats_swap(by, first=entry, second=told["second"]),
}
"""What a person's page can ask for, each one service."""

DONE = {
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
"""Where a form may ask to go to when it is done; every other answer goes to the person's page."""

GONE = {"withdraw"}
"""After these the person has no page any more."""


@require_safe
@member_page(Right.VIEW)
def people(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Show everybody of the evening, those who need something first."""
    facts = load_facts(evening.pk)
    everyone = listed(everybody(facts))
    tables = tables_now(facts, everyone)
    shown = {
        "evening": evening,
        "people": everyone,
        "play": facts.play,
        "playing": sum(person.plays for person in everyone),
        "waiting": [person for person in everyone if person.state is State.WAITS],
        "may_sit": any(person.may_sit for person in everyone),
        "last": tables[-1].number if len(tables) > 1 else None,
        "tables": len(tables) or None,
        "can_add": evening.stage in (Stage.CHECK_IN, *LATE),
        "names": NamesForm(
            roles=evening.settings.roles,
            usual={},
            here={},
            closed=closed_without_role(evening, facts.entries) if evening.stage in LATE else None,
        ),
        "secret": not may_run(request) and keeps_secrets(evening),
    }
    return render(request, "attendance/people/list.html", shown | rights_of(request))


@require_safe
@member_page(Right.VIEW)
def person(request: HttpRequest, evening: Evening, entry: int) -> HttpResponse:
    """Show one person's evening, and what can be done now."""
    return _person_page(request, evening, load_facts(evening.pk), entry)


@require_POST
@member_page(Right.RUN)
def change(request: HttpRequest, evening: Evening, entry: int, what: str) -> HttpResponse:
    """Do one of ``ACTS`` for this person."""
    if what not in ACTS:
        raise Http404
    facts = load_facts(evening.pk)
    everyone = everybody(facts)
    if what in GONE and was_sent(evening, key_of(request)):
        return redirect(PAGES_AFTER_A_NAME.get(request.POST.get("next", ""), "people"), evening.pk)
    who = _one(everyone, entry)
    form = form_for(what, evening, facts, everyone, who, request.POST)
    done = do_at_evening(
        request,
        evening,
        lambda by: ACTS[what](by, entry, form.cleaned_data),
        lambda _line: gettext(DONE[what]) % {"who": form.cleaned_data.get("name", who.name)},
        form=form,
    )
    if isinstance(done, Success):
        then = request.POST.get("next", "")
        if then in PAGES_AFTER_A_NAME or what in GONE:
            return redirect(PAGES_AFTER_A_NAME.get(then, "people"), evening.pk)
        return redirect("person", evening.pk, entry)
    return _person_page(request, evening, facts, entry, {what: form})


@require_POST
@member_page(Right.RUN)
def look_at(request: HttpRequest, evening: Evening, entry: int, what: str) -> HttpResponse:
    """Show what one of ``ACTS`` would change by the form as it is filled in; the reason may come later."""
    if what not in ACTS:
        raise Http404
    facts = load_facts(evening.pk)
    everyone = everybody(facts)
    form = form_for(what, evening, facts, everyone, _one(everyone, entry), request.POST)
    return _look(request, evening, form, lambda by: ACTS[what](by, entry, form.cleaned_data))


def _look(request: HttpRequest, evening: Evening, form: Form, act: Callable[[By], object]) -> HttpResponse:
    form.fields.pop("reason", None)
    if form.has_error("name", "required"):
        return HttpResponse()  # nothing is typed yet
    wrong = [str(error) for errors in form.errors.values() for error in errors]
    looked = ChangePreview(refused=" ".join(wrong)) if wrong else look(request, evening, act)
    return show(request, evening, looked)


def _person_page(
    request: HttpRequest,
    evening: Evening,
    facts: Facts,
    entry: int,
    tried: Mapping[str, DoingForm] | None = None,
) -> HttpResponse:
    """Return the page; forms that were ``tried`` and refused are shown as they were filled in."""
    tried = tried or {}
    everyone = everybody(facts)
    who = _one(everyone, entry)
    goes = without(evening, facts, everyone, who)
    offered = doings(evening, who, known_counters(evening, facts, entry), goes)
    acts = [
        (doing, tried.get(doing.what) or form_for(doing.what, evening, facts, everyone, who))
        for doing in offered
    ]
    strange = [form for what, form in tried.items() if what not in {doing.what for doing in offered}]
    shown = {
        "evening": evening,
        "person": who,
        "public": public_names_of(evening)[entry],
        "player": player_of(entry),
        "life": life_of(evening, facts, entry),
        "secret": not may_run(request) and keeps_secrets(evening),
        "acts": [(doing, form) for doing, form in acts if form.possible],
        "later": [doing for doing, form in acts if not form.possible],
        "strange": strange,
        "play": facts.play,
        "next": request.POST.get("next", ""),
    }
    return render(
        request,
        "attendance/people/person.html",
        shown | rights_of(request),
        status=max(map(status_of, tried.values()), default=200),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@member_page(Right.RUN)
def table_add(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Open a new booby table, for those who wait and for people from other tables."""
    facts = load_facts(evening.pk)
    groups = for_new_table(facts, everybody(facts))
    form = TableAddForm(request.POST if request.method == "POST" else None, people=groups)
    added = do_at_evening(
        request,
        evening,
        lambda by: seating_services.table_add(by, entries=form.cleaned_data["entries"]),
        gettext("The new table is open."),
        form=form,
    )
    if isinstance(added, Success):
        return redirect("evening", evening.pk)
    shown = {
        "evening": evening,
        "form": form,
        "play": facts.play,
        "limits": limits_in(evening.play),
        "open": evening.stage == Stage.PLAYING and not bell_rung(facts),
    }
    return render(request, "seating/tables/add.html", shown | rights_of(request), status=status_of(form))


@require_POST
@member_page(Right.RUN)
def table_add_look(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Show who would go where, as people are chosen by now."""
    facts = load_facts(evening.pk)
    form = TableAddForm(request.POST, people=for_new_table(facts, everybody(facts)))
    return _look(
        request,
        evening,
        form,
        lambda by: seating_services.table_add(by, entries=form.cleaned_data["entries"]),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@member_page(Right.RUN)
def table_close(request: HttpRequest, evening: Evening, table: int) -> HttpResponse:
    """Close the booby table, once the organiser has read where everybody goes."""
    plan = closing(evening, load_facts(evening.pk), table)
    if plan is None:
        raise Http404
    form = TableCloseForm(request.POST if request.method == "POST" else None)
    said = gettext("Table %(table)s is closed.") % {"table": table}
    closed = do_at_evening(
        request, evening, partial(seating_services.table_close, table=table), said, form=form
    )
    if isinstance(closed, Success):
        return redirect("evening", evening.pk)
    shown = {"evening": evening, "form": form, "plan": plan, "play": evening.play}
    return render(request, "seating/tables/close.html", shown | rights_of(request), status=status_of(form))


@require_safe
@member_page(Right.VIEW)
def deals(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Show all deals of the evening, newest rounds first; each leads to where it can be corrected."""
    page = number_in(request.GET.get("page")) or 1
    facts = load_facts(evening.pk)
    shown = {
        "evening": evening,
        "play": facts.play,
        "deals": page_of_rounds(evening, facts, page),
        "corrected": corrected_moves(evening, facts) if evening.stage == Stage.PLAYING else None,
        "round": facts.now.number,
    }
    mends = may_run(request) and evening.stage != Stage.CALLED_OFF
    return render(request, "scoring/deal_list.html", shown | rights_of(request) | {"can_run": mends})


def _one(everyone: tuple[Person, ...], entry: int) -> Person:
    found = next((person for person in everyone if person.entry == entry), None)
    if found is None:
        raise Http404
    return found


@require_http_methods(["GET", "HEAD", "POST"])
@member_page(Right.RUN)
def level(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Show who goes where, and level the tables; or show why it cannot be done now."""
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
    shown = {
        "evening": evening,
        "form": form,
        "plan": levelling_of(evening, facts),
        "play": facts.play,
    }
    return render(request, "seating/tables/level.html", shown | rights_of(request), status=status_of(form))
