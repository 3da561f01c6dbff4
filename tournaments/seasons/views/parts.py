"""What a season consists of: the evenings that count, its divisions, and its people."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from accounts.numbers import number_in
from accounts.permissions import Right
from accounts.shared.views.base import Done, do, get_or_post
from tournaments.base.views.pages import may_run
from tournaments.base.words import refusal
from tournaments.models import Season
from tournaments.seasons.forms.seasons import (
    DivisionsForm,
    EveningCountsForm,
    PersonForm,
    StandingsForm,
    WeighForm,
)
from tournaments.seasons.selectors.counting import EveningOf, evenings_of
from tournaments.seasons.selectors.people import (
    DivisionLine,
    addable_evenings,
    addable_years,
    divisions_of,
    names_to_add,
    people_of,
)
from tournaments.seasons.services.people import people_place, person_add
from tournaments.seasons.services.seasons import divisions_set, evening_remove, evening_weigh, evenings_add
from tournaments.seasons.views.base import asked_of, season_page, status
from tournaments.seasons.views.seasons import frame, refused

MOST_PEOPLE = 200
"""People on one page: two fields each, of 2,000 that a request may have."""


@dataclass(frozen=True)
class EveningLine:
    """An evening of the season with its form; ``division``: for which alone it counts."""

    evening: EveningOf
    division: str
    form: WeighForm


@get_or_post
@season_page(Right.VIEW, Right.RUN)
def evenings(request: HttpRequest, season: Season) -> HttpResponse:
    """The evenings that count, and more of the club's."""
    divisions = divisions_of(season)
    asked = request.GET.get("year", "")
    year = number_in(asked, 4) or None
    form = EveningCountsForm(
        request.POST if request.method == "POST" else None,
        evenings=addable_evenings(season, year) if may_run(request) else (),
        divisions=divisions,
    )
    by = asked_of(request, season)
    added = do(request, lambda: evenings_add(by, **form.told()), gettext("Saved."), form=form)
    if isinstance(added, Done):
        return redirect("season-evenings", season.pk)
    names = {one.id: one.name for one in divisions}
    shown = {
        "form": form,
        "year": year,
        "years": addable_years(season) if may_run(request) else (),
        "lines": [
            EveningLine(
                one,
                names.get(one.division or 0, ""),
                WeighForm(initial=_weighs(one), divisions=divisions, auto_id=f"{one.id}-%s"),
            )
            for one in evenings_of(season, all_known=may_run(request))
        ],
    }
    return render(
        request, "seasons/evenings.html", frame(request, season, "evenings") | shown, status=status(form)
    )


@require_POST
@season_page(Right.RUN)
def evening(request: HttpRequest, season: Season, evening: int) -> HttpResponse:
    """An evening of the season weighs something else, or does not count any more."""
    by, said, then = (
        asked_of(request, season),
        gettext("Saved."),
        reverse("season-evenings", args=[season.pk]),
    )
    if "remove" in request.POST:
        do(request, lambda: evening_remove(by, evening=evening), said, words=refusal)
        return redirect(then)
    form = WeighForm(request.POST, divisions=divisions_of(season))
    weighed = do(request, lambda: evening_weigh(by, evening=evening, **form.cleaned_data), said, form=form)
    return redirect(then) if isinstance(weighed, Done) else refused(request, season, form, then)


@get_or_post
@season_page(Right.VIEW, Right.RUN)
def people(request: HttpRequest, season: Season) -> HttpResponse:
    """The divisions, and who stands where: who is on the season's list, and who has played."""
    by, initial = asked_of(request, season), _names(divisions_of(season))
    form = DivisionsForm(request.POST if request.method == "POST" else None, initial=initial)
    names = do(
        request, lambda: divisions_set(by, names=form.cleaned_data["names"]), gettext("Saved."), form=form
    )
    if isinstance(names, Done):
        return redirect("season-people", season.pk)
    return _people(request, season, divisions_of(season), divided=form)


@require_POST
@season_page(Right.RUN)
def standings(request: HttpRequest, season: Season) -> HttpResponse:
    """People are put into divisions, are guests, or come off the list: those that were changed."""
    divisions = divisions_of(season)
    sent = [one for one in people_of(season) if f"place-{one.player}" in request.POST]
    form = StandingsForm(request.POST, people=sent, divisions=divisions)
    placed = do(
        request,
        lambda: form.changed and people_place(asked_of(request, season), people=form.changed),
        gettext("Saved."),
        form=form,
    )
    if isinstance(placed, Done):
        return redirect(f"{reverse('season-people', args=[season.pk])}?page={_page(request)}")
    return _people(request, season, divisions, stand=form)


@require_POST
@season_page(Right.RUN)
def person(request: HttpRequest, season: Season) -> HttpResponse:
    """Somebody of the club's list is put on the season's."""
    divisions = divisions_of(season)
    form = PersonForm(request.POST, divisions=divisions)
    added = do(
        request,
        lambda: person_add(asked_of(request, season), name=form.cleaned_data["name"], standing=form.standing),
        gettext("Saved."),
        form=form,
    )
    if isinstance(added, Done):
        return redirect("season-people", season.pk)
    return _people(request, season, divisions, added=form)


def _people(
    request: HttpRequest,
    season: Season,
    divisions: Sequence[DivisionLine],
    *,
    divided: DivisionsForm | None = None,
    stand: StandingsForm | None = None,
    added: PersonForm | None = None,
) -> HttpResponse:
    """The page with the form that was sent, if one was, and the others as they are."""
    everybody = people_of(season)
    page = Paginator(everybody, MOST_PEOPLE).get_page(_page(request))
    divided = divided or DivisionsForm(initial=_names(divisions))
    added = added or PersonForm(divisions=divisions)
    stand = stand or StandingsForm(people=tuple(page), divisions=divisions)
    names = {one.id: one.name for one in divisions}
    shown = {
        "form": divided,
        "add": added,
        "to_add": names_to_add(season, everybody) if may_run(request) else (),
        "page": page,
        "stand": stand,
        "people": [(one, names.get(one.division or 0, ""), field) for one, field in stand.lines],
    }
    whole = frame(request, season, "people") | shown
    return render(request, "seasons/people.html", whole, status=status(divided, stand, added))


def _page(request: HttpRequest) -> int:
    asked = request.GET.get("page", "")
    number = number_in(asked, 5)
    return 1 if number is None else number


def _names(divisions: Sequence[DivisionLine]) -> dict[str, object]:
    return {"names": "\n".join(one.name for one in divisions)}


def _weighs(evening: EveningOf) -> dict[str, object]:
    return {"weight": evening.weight, "division": evening.division or ""}
