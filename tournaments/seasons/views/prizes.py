"""Pages of a season's prizes, certificates, evenings, divisions and people, and of closing it.

Closing includes reopening, rewriting, and setting up the season that follows.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from accounts.numbers import number_in
from accounts.permissions import Right
from accounts.players.selectors import roles_in
from accounts.shared.views import Success, do, get_or_post, signed_in
from tournaments.base.views import key_of, may_run
from tournaments.base.words import refusal
from tournaments.core.leagues.moves import SEASON
from tournaments.core.leagues.rules import Rules, SeasonStage, from_json
from tournaments.core.ranking.prize_list import Prizes, given
from tournaments.core.results.prizes import own_prizes
from tournaments.models import Season
from tournaments.prizes.forms import GiftForm, OneEachForm, PrizeChoices
from tournaments.prizes.presenters.prize_lists import prize_sets
from tournaments.prizes.presenters.prizes import PrizeDisplay
from tournaments.prizes.services import prize_set_keep
from tournaments.prizes.views import Holder, Sets, given_again, prize_page, with_sets
from tournaments.seasons.forms import (
    DivisionsForm,
    EveningCountsForm,
    FollowForm,
    PersonForm,
    SeasonReopenForm,
    StandingsForm,
    WeighForm,
)
from tournaments.seasons.presenters.prizes import prizes_of, season_certificates, season_prizes
from tournaments.seasons.presenters.row import describe_differences
from tournaments.seasons.presenters.table import closing_obstacles, table_of
from tournaments.seasons.selectors.access import (
    DivisionLine,
    addable_evenings,
    addable_years,
    divisions_of,
    names_to_add,
    people_of,
)
from tournaments.seasons.selectors.closing import closing_proposal, proposal_of, successor_of
from tournaments.seasons.selectors.counting import EveningOf, count_season, evenings_of
from tournaments.seasons.services.leagues import people_place, person_add, season_follow
from tournaments.seasons.services.results import (
    season_close,
    season_prize_give,
    season_prize_take_back,
    season_reopen,
    season_rewrite,
)
from tournaments.seasons.services.seasons import (
    divisions_set,
    evening_remove,
    evening_weigh,
    evenings_add,
    season_prizes_change,
)
from tournaments.seasons.views.seasons import SET_UP, asked_of, frame, refusal_page, season_page, status
from tournaments.standings.selectors.people import groups_in


@require_safe
@season_page(Right.VIEW)
def prizes(request: HttpRequest, season: Season) -> HttpResponse:
    """Show the winners of prizes with reasons: as if the season ended now, or at its end."""
    season_prizes_now = season_prizes(season, all_known=may_run(request))
    return render(
        request, "seasons/prizes/page.html", frame(request, season, "prizes") | {"found": season_prizes_now}
    )


@get_or_post
@season_page(Right.RUN)
def give(request: HttpRequest, season: Season) -> HttpResponse:
    """Give a prize by hand: title, winners and reason."""
    people = [(person.player, person.name) for person in people_of(season)]
    title = request.GET.get("title", "")
    form = GiftForm(request.POST if request.method == "POST" else None, people=people, title=title)
    outcome = do(
        request,
        lambda: season_prize_give(
            asked_of(request, season),
            title=form.cleaned_data["title"],
            winners=form.cleaned_data["winners"],
        ),
        gettext("The prize is given."),
        form=form,
    )
    if isinstance(outcome, Success):
        return redirect("season-prizes", season.pk)
    context = {"form": form, "back": reverse("season-prizes", args=[season.pk])}
    return render(
        request, "seasons/prizes/give.html", frame(request, season, "prizes") | context, status=status(form)
    )


@require_POST
@season_page(Right.RUN)
def take_back(request: HttpRequest, season: Season) -> HttpResponse:
    """Take back a prize that was given by mistake, or whose winner no longer takes part."""
    by, prize = asked_of(request, season), request.POST.get("prize", "")
    message = gettext("The prize is taken back.")
    outcome = do(request, lambda: season_prize_take_back(by, prize=prize), message, words=refusal)
    address = given_again(request, reverse("season-prize-give", args=[season.pk]))
    return (
        redirect(address)
        if address and isinstance(outcome, Success)
        else redirect("season-prizes", season.pk)
    )


@get_or_post
@season_page(Right.RUN)
def prize_list(request: HttpRequest, season: Season) -> HttpResponse:
    """Show the prizes in order, each with its present winners."""
    rules = from_json(season.rules)
    holder = _holder(request, season, rules, now=_now(season, rules))
    one_each = OneEachForm(
        request.POST if request.POST.get("do") == "each" else None,
        initial={"one_prize_each": rules.one_prize_each},
    )
    outcome = do(
        request,
        lambda: season_prizes_change(
            asked_of(request, season),
            before=rules.prizes,
            after=rules.prizes,
            one_each=one_each.cleaned_data["one_prize_each"],
        ),
        gettext("Saved."),
        form=one_each,
    )
    if isinstance(outcome, Success):
        return redirect(holder.at)
    club = season.league.club
    keep = Sets(
        prize_sets(club.pk, for_seasons=True),
        lambda name: prize_set_keep(
            by=signed_in(request), club=club, name=name, prizes=rules.prizes, for_seasons=True
        ),
        reverse("prize-sets", args=[club.pk]),
    )
    return with_sets(request, holder, keep, each=one_each)


@get_or_post
@season_page(Right.RUN)
def prize(request: HttpRequest, season: Season, key: str) -> HttpResponse:
    """Show and change one prize on the list, or a new one."""
    return prize_page(request, _holder(request, season, from_json(season.rules)), key)


@require_safe
@season_page(Right.VIEW)
def certificates(request: HttpRequest, season: Season) -> HttpResponse:
    """Show a sheet for each winner of each prize, to be printed."""
    context = {
        "certificates": season_certificates(season, runs=may_run(request)),
        "small": request.GET.get("size") == "a5",
    }
    return render(request, "seasons/prizes/certificates.html", frame(request, season, "prizes") | context)


def _holder(
    request: HttpRequest,
    season: Season,
    rules: Rules,
    now: dict[str, tuple[PrizeDisplay, ...]] | None = None,
) -> Holder:
    def change(request: HttpRequest, before: Prizes, after: Prizes) -> Any:
        return season_prizes_change(asked_of(request, season), before=before, after=after)

    divisions = [division.name for division in divisions_of(season)]
    return Holder(
        rules.prizes,
        PrizeChoices(
            SEASON,
            roles=roles_in(season.league.club),
            groups=groups_in(season.league.club_id),
            divisions=divisions,
            good=rules.good,
        ),
        reverse("season-prize-list", args=[season.pk]),
        lambda key: reverse("season-prize-edit", args=[season.pk, key]),
        change,
        "seasons/prizes/in_season.html",
        now=now or {},
        shown=frame(request, season, "prizes"),
        final=season.stage != SeasonStage.OPEN,
    )


def _now(season: Season, rules: Rules) -> dict[str, tuple[PrizeDisplay, ...]]:
    """Return the present result of each prize on the list."""
    prizes_by_key = season_prizes(season, all_known=True).by_key
    return {
        prize.key: tuple(prizes_by_key[own.key] for own in own_prizes(prize, SEASON))
        for prize in given(rules.prizes)
    }


MOST_PEOPLE = 200
"""Maximum people on one page: two fields each, and a request may have 2,000 fields."""


@dataclass(frozen=True)
class EveningLine:
    """An evening of the season with its form; ``division``: the only division for which it counts."""

    evening: EveningOf
    division: str
    form: WeighForm


@get_or_post
@season_page(Right.VIEW, Right.RUN)
def evenings(request: HttpRequest, season: Season) -> HttpResponse:
    """Show the evenings that count, and a form to add evenings of the club."""
    divisions = divisions_of(season)
    year_text = request.GET.get("year", "")
    year = number_in(year_text, 4) or None
    form = EveningCountsForm(
        request.POST if request.method == "POST" else None,
        evenings=addable_evenings(season, year) if may_run(request) else (),
        divisions=divisions,
    )
    by = asked_of(request, season)
    outcome = do(request, lambda: evenings_add(by, **form.arguments()), gettext("Saved."), form=form)
    if isinstance(outcome, Success):
        return redirect("season-evenings", season.pk)
    names = {one.id: one.name for one in divisions}
    context = {
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
        request, "seasons/evenings.html", frame(request, season, "evenings") | context, status=status(form)
    )


@require_POST
@season_page(Right.RUN)
def evening(request: HttpRequest, season: Season, evening: int) -> HttpResponse:
    """Give an evening of the season another weight, or remove it from those that count."""
    by, message, address = (
        asked_of(request, season),
        gettext("Saved."),
        reverse("season-evenings", args=[season.pk]),
    )
    if "remove" in request.POST:
        do(request, lambda: evening_remove(by, evening=evening), message, words=refusal)
        return redirect(address)
    form = WeighForm(request.POST, divisions=divisions_of(season))
    weighed = do(request, lambda: evening_weigh(by, evening=evening, **form.cleaned_data), message, form=form)
    return redirect(address) if isinstance(weighed, Success) else refusal_page(request, season, form, address)


@get_or_post
@season_page(Right.VIEW, Right.RUN)
def people(request: HttpRequest, season: Season) -> HttpResponse:
    """Show and set the divisions. Show everybody on the season's list and everybody who has played."""
    by, initial = asked_of(request, season), _names(divisions_of(season))
    form = DivisionsForm(request.POST if request.method == "POST" else None, initial=initial)
    names = do(
        request, lambda: divisions_set(by, names=form.cleaned_data["names"]), gettext("Saved."), form=form
    )
    if isinstance(names, Success):
        return redirect("season-people", season.pk)
    return _people(request, season, divisions_of(season), divided=form)


@require_POST
@season_page(Right.RUN)
def standings(request: HttpRequest, season: Season) -> HttpResponse:
    """Save the changed entries: put people into divisions, make them guests, or take them off the list."""
    divisions = divisions_of(season)
    people_sent = [one for one in people_of(season) if f"place-{one.player}" in request.POST]
    form = StandingsForm(request.POST, people=people_sent, divisions=divisions)
    outcome = do(
        request,
        lambda: form.changes and people_place(asked_of(request, season), people=form.changes),
        gettext("Saved."),
        form=form,
    )
    if isinstance(outcome, Success):
        return redirect(f"{reverse('season-people', args=[season.pk])}?page={_page(request)}")
    return _people(request, season, divisions, stand=form)


@require_POST
@season_page(Right.RUN)
def person(request: HttpRequest, season: Season) -> HttpResponse:
    """Put a person of the club's list on the season's list."""
    divisions = divisions_of(season)
    form = PersonForm(request.POST, divisions=divisions)
    outcome = do(
        request,
        lambda: person_add(asked_of(request, season), name=form.cleaned_data["name"], entry=form.entry),
        gettext("Saved."),
        form=form,
    )
    if isinstance(outcome, Success):
        return redirect("season-people", season.pk)
    return _people(request, season, divisions, form=form)


def _people(
    request: HttpRequest,
    season: Season,
    divisions: Sequence[DivisionLine],
    *,
    divided: DivisionsForm | None = None,
    stand: StandingsForm | None = None,
    form: PersonForm | None = None,
) -> HttpResponse:
    """Show the page with a submitted form, if there is one, and the other forms unchanged."""
    everybody = people_of(season)
    page = Paginator(everybody, MOST_PEOPLE).get_page(_page(request))
    divided = divided or DivisionsForm(initial=_names(divisions))
    form = form or PersonForm(divisions=divisions)
    stand = stand or StandingsForm(people=tuple(page), divisions=divisions)
    names = {one.id: one.name for one in divisions}
    context = {
        "form": divided,
        "add": form,
        "to_add": names_to_add(season, everybody) if may_run(request) else (),
        "page": page,
        "stand": stand,
        "people": [(one, names.get(one.division or 0, ""), field) for one, field in stand.lines],
    }
    whole = frame(request, season, "people") | context
    return render(request, "seasons/people.html", whole, status=status(divided, stand, form))


def _page(request: HttpRequest) -> int:
    page_text = request.GET.get("page", "")
    number = number_in(page_text, 5)
    return 1 if number is None else number


def _names(divisions: Sequence[DivisionLine]) -> dict[str, object]:
    return {"names": "\n".join(division.name for division in divisions)}


def _weighs(evening: EveningOf) -> dict[str, object]:
    return {"weight": evening.weight, "division": evening.division or ""}


@get_or_post
@season_page(Right.RUN)
def close(request: HttpRequest, season: Season) -> HttpResponse:
    """Show what closing settles: final results, and players who move up or down. Then close the season."""
    if request.method == "POST":
        message = gettext("The season is closed.")
        do(request, lambda: season_close(asked_of(request, season)), message, words=refusal)
        return redirect("season", season.pk)
    if season.stage != SeasonStage.OPEN:
        return redirect("season", season.pk)
    count = count_season(season, all_known=True)
    proposal = proposal_of(season, count)
    context = {
        "proposal": proposal,
        "in_the_way": closing_obstacles(proposal),
        "table": table_of(count),
        "little": prizes_of(season, count).little,
    }
    return render(request, "seasons/closing/close.html", frame(request, season, "") | context)


@get_or_post
@season_page(Right.RUN)
def reopen(request: HttpRequest, season: Season) -> HttpResponse:
    """Reopen a closed season: the newest results count again."""
    form = SeasonReopenForm(request.POST if request.method == "POST" else None, verb="season_reopened")
    message = gettext("The season is open again.")
    reopened = do(request, lambda: season_reopen(asked_of(request, season)), message, form=form)
    if isinstance(reopened, Success):
        return redirect("season", season.pk)
    count = count_season(season, all_known=True)
    context = {
        "form": form,
        "newer": table_of(count).corrected_after_closing,
        "otherwise": describe_differences(season, count),
        "successor": successor_of(season),
    }
    return render(
        request, "seasons/closing/reopen.html", frame(request, season, "") | context, status=status(form)
    )


@get_or_post
@season_page(Right.RUN)
def rewrite(request: HttpRequest, season: Season) -> HttpResponse:
    """Write the result of a closed season again, from today's results and merges."""
    if season.stage != SeasonStage.CLOSED and request.method != "POST":
        return redirect("season", season.pk)
    form = SeasonReopenForm(request.POST if request.method == "POST" else None, verb="season_rewritten")
    message = gettext("The standings are written anew.")
    rewritten = do(request, lambda: season_rewrite(asked_of(request, season)), message, form=form)
    if isinstance(rewritten, Success):
        return redirect("season", season.pk)
    context = {"form": form, "otherwise": describe_differences(season, count_season(season, all_known=True))}
    return render(
        request, "seasons/closing/rewrite.html", frame(request, season, "") | context, status=status(form)
    )


@get_or_post
@season_page(Right.RUN)
def follow_season(request: HttpRequest, season: Season) -> HttpResponse:
    """Create the season after a closed one: its name, and each person's division."""
    after = Season.objects.filter(follows=season).first()
    if after is not None and request.method != "POST":
        return redirect("season", after.pk)
    if season.stage != SeasonStage.CLOSED:
        messages.error(request, gettext("Close the season first."))
        return redirect("season-close", season.pk)
    proposal = closing_proposal(season)
    form = FollowForm(
        request.POST if request.method == "POST" else None,
        people=proposal.people,
        divisions=proposal.divisions,
    )
    outcome = do(request, lambda: _follow(request, season, form), gettext(SET_UP), form=form)
    if isinstance(outcome, Success):
        return redirect("season-evenings", outcome.value.pk)
    context = {"form": form, "proposal": proposal}
    return render(
        request, "seasons/closing/next.html", frame(request, season, "") | context, status=status(form)
    )


def _follow(request: HttpRequest, season: Season, form: FollowForm) -> Season:
    return season_follow(
        by=signed_in(request),
        season=season,
        name=form.cleaned_data["name"],
        placed=form.placements,
        key=key_of(request),
    )
