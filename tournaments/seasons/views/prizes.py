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
from accounts.players.selectors import list_roles
from accounts.shared.views import Success, do, get_or_post, get_signed_in_user
from tournaments.base.views import may_run, read_key
from tournaments.base.words import describe_refusal
from tournaments.core.leagues.moves import SEASON
from tournaments.core.leagues.rules import Rules, SeasonStage, from_json
from tournaments.core.ranking.prize_list import Prizes, list_enabled_prizes
from tournaments.core.results.prizes import list_own_prizes
from tournaments.models import Season
from tournaments.prizes.forms import GiftForm, OneEachForm, PrizeChoices
from tournaments.prizes.presenters.prize_lists import load_saved_sets
from tournaments.prizes.presenters.prizes import PrizeDisplay
from tournaments.prizes.services import prize_set_keep
from tournaments.prizes.views import Holder, Sets, find_gift_address, show_list_with_sets, show_prize
from tournaments.seasons.forms import (
    DivisionsForm,
    EveningCountsForm,
    FollowForm,
    PersonForm,
    SeasonReopenForm,
    StandingsForm,
    WeighForm,
)
from tournaments.seasons.presenters.prizes import (
    build_season_prizes,
    list_season_certificates,
    load_season_prizes,
)
from tournaments.seasons.presenters.row import describe_differences
from tournaments.seasons.presenters.table import build_season_table, closing_obstacles
from tournaments.seasons.selectors.access import (
    DivisionLine,
    load_addable_evenings,
    load_addable_years,
    load_divisions,
    load_names_to_add,
    load_season_people,
)
from tournaments.seasons.selectors.closing import build_proposal, find_successor, propose_closing
from tournaments.seasons.selectors.counting import EveningOf, count_season, load_season_evenings
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
from tournaments.seasons.views.seasons import (
    SET_UP,
    build_frame,
    get_status,
    read_season_request,
    season_page,
    show_refusal,
)
from tournaments.standings.selectors.people import load_group_names


@require_safe
@season_page(Right.VIEW)
def prizes(request: HttpRequest, season: Season) -> HttpResponse:
    """Show the winners of prizes with reasons: as if the season ended now, or at its end."""
    season_prizes_now = load_season_prizes(season, all_known=may_run(request))
    return render(
        request,
        "seasons/prizes/page.html",
        build_frame(request, season, "prizes") | {"found": season_prizes_now},
    )


@get_or_post
@season_page(Right.RUN)
def give(request: HttpRequest, season: Season) -> HttpResponse:
    """Give a prize by hand: title, winners and reason."""
    people = [(person.player, person.name) for person in load_season_people(season)]
    title = request.GET.get("title", "")
    form = GiftForm(request.POST if request.method == "POST" else None, people=people, title=title)
    outcome = do(
        request,
        lambda: season_prize_give(
            read_season_request(request, season),
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
        request,
        "seasons/prizes/give.html",
        build_frame(request, season, "prizes") | context,
        status=get_status(form),
    )


@require_POST
@season_page(Right.RUN)
def take_back(request: HttpRequest, season: Season) -> HttpResponse:
    """Take back a prize that was given by mistake, or whose winner no longer takes part."""
    by, prize = read_season_request(request, season), request.POST.get("prize", "")
    message = gettext("The prize is taken back.")
    outcome = do(request, lambda: season_prize_take_back(by, prize=prize), message, words=describe_refusal)
    address = find_gift_address(request, reverse("season-prize-give", args=[season.pk]))
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
    holder = _build_holder(request, season, rules, now=_preview_prizes(season, rules))
    one_each = OneEachForm(
        request.POST if request.POST.get("do") == "each" else None,
        initial={"one_prize_each": rules.one_prize_each},
    )
    outcome = do(
        request,
        lambda: season_prizes_change(
            read_season_request(request, season),
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
        load_saved_sets(club.pk, for_seasons=True),
        lambda name: prize_set_keep(
            by=get_signed_in_user(request), club=club, name=name, prizes=rules.prizes, for_seasons=True
        ),
        reverse("prize-sets", args=[club.pk]),
    )
    return show_list_with_sets(request, holder, keep, each=one_each)


@get_or_post
@season_page(Right.RUN)
def prize(request: HttpRequest, season: Season, key: str) -> HttpResponse:
    """Show and change one prize on the list, or a new one."""
    return show_prize(request, _build_holder(request, season, from_json(season.rules)), key)


@require_safe
@season_page(Right.VIEW)
def certificates(request: HttpRequest, season: Season) -> HttpResponse:
    """Show a sheet for each winner of each prize, to be printed."""
    context = {
        "certificates": list_season_certificates(season, runs=may_run(request)),
        "small": request.GET.get("size") == "a5",
    }
    return render(
        request, "seasons/prizes/certificates.html", build_frame(request, season, "prizes") | context
    )


def _build_holder(
    request: HttpRequest,
    season: Season,
    rules: Rules,
    now: dict[str, tuple[PrizeDisplay, ...]] | None = None,
) -> Holder:
    def change(request: HttpRequest, before: Prizes, after: Prizes) -> Any:
        return season_prizes_change(read_season_request(request, season), before=before, after=after)

    divisions = [division.name for division in load_divisions(season)]
    return Holder(
        rules.prizes,
        PrizeChoices(
            SEASON,
            roles=list_roles(season.league.club),
            groups=load_group_names(season.league.club_id),
            divisions=divisions,
            good=rules.find_best,
        ),
        reverse("season-prize-list", args=[season.pk]),
        lambda key: reverse("season-prize-edit", args=[season.pk, key]),
        change,
        "seasons/prizes/in_season.html",
        now=now or {},
        shown=build_frame(request, season, "prizes"),
        final=season.stage != SeasonStage.OPEN,
    )


def _preview_prizes(season: Season, rules: Rules) -> dict[str, tuple[PrizeDisplay, ...]]:
    """Return the present result of each prize on the list."""
    prizes_by_key = load_season_prizes(season, all_known=True).by_key
    return {
        prize.key: tuple(prizes_by_key[own.key] for own in list_own_prizes(prize, SEASON))
        for prize in list_enabled_prizes(rules.prizes)
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
    divisions = load_divisions(season)
    year_text = request.GET.get("year", "")
    year = number_in(year_text, 4) or None
    form = EveningCountsForm(
        request.POST if request.method == "POST" else None,
        evenings=load_addable_evenings(season, year) if may_run(request) else (),
        divisions=divisions,
    )
    by = read_season_request(request, season)
    outcome = do(request, lambda: evenings_add(by, **form.build_arguments()), gettext("Saved."), form=form)
    if isinstance(outcome, Success):
        return redirect("season-evenings", season.pk)
    names = {one.id: one.name for one in divisions}
    context = {
        "form": form,
        "year": year,
        "years": load_addable_years(season) if may_run(request) else (),
        "lines": [
            EveningLine(
                one,
                names.get(one.division or 0, ""),
                WeighForm(initial=_fill_weight(one), divisions=divisions, auto_id=f"{one.id}-%s"),
            )
            for one in load_season_evenings(season, all_known=may_run(request))
        ],
    }
    return render(
        request,
        "seasons/evenings.html",
        build_frame(request, season, "evenings") | context,
        status=get_status(form),
    )


@require_POST
@season_page(Right.RUN)
def evening(request: HttpRequest, season: Season, evening: int) -> HttpResponse:
    """Give an evening of the season another weight, or remove it from those that count."""
    by, message, address = (
        read_season_request(request, season),
        gettext("Saved."),
        reverse("season-evenings", args=[season.pk]),
    )
    if "remove" in request.POST:
        do(request, lambda: evening_remove(by, evening=evening), message, words=describe_refusal)
        return redirect(address)
    form = WeighForm(request.POST, divisions=load_divisions(season))
    weighed = do(request, lambda: evening_weigh(by, evening=evening, **form.cleaned_data), message, form=form)
    return redirect(address) if isinstance(weighed, Success) else show_refusal(request, season, form, address)


@get_or_post
@season_page(Right.VIEW, Right.RUN)
def people(request: HttpRequest, season: Season) -> HttpResponse:
    """Show and set the divisions. Show everybody on the season's list and everybody who has played."""
    by, initial = read_season_request(request, season), _fill_names(load_divisions(season))
    form = DivisionsForm(request.POST if request.method == "POST" else None, initial=initial)
    names = do(
        request, lambda: divisions_set(by, names=form.cleaned_data["names"]), gettext("Saved."), form=form
    )
    if isinstance(names, Success):
        return redirect("season-people", season.pk)
    return _show_people(request, season, load_divisions(season), divided=form)


@require_POST
@season_page(Right.RUN)
def standings(request: HttpRequest, season: Season) -> HttpResponse:
    """Save the changed entries: put people into divisions, make them guests, or take them off the list."""
    divisions = load_divisions(season)
    people_sent = [one for one in load_season_people(season) if f"place-{one.player}" in request.POST]
    form = StandingsForm(request.POST, people=people_sent, divisions=divisions)
    outcome = do(
        request,
        lambda: form.changes and people_place(read_season_request(request, season), people=form.changes),
        gettext("Saved."),
        form=form,
    )
    if isinstance(outcome, Success):
        return redirect(f"{reverse('season-people', args=[season.pk])}?page={_read_page(request)}")
    return _show_people(request, season, divisions, stand=form)


@require_POST
@season_page(Right.RUN)
def person(request: HttpRequest, season: Season) -> HttpResponse:
    """Put a person of the club's list on the season's list."""
    divisions = load_divisions(season)
    form = PersonForm(request.POST, divisions=divisions)
    outcome = do(
        request,
        lambda: person_add(
            read_season_request(request, season), name=form.cleaned_data["name"], entry=form.entry
        ),
        gettext("Saved."),
        form=form,
    )
    if isinstance(outcome, Success):
        return redirect("season-people", season.pk)
    return _show_people(request, season, divisions, form=form)


def _show_people(
    request: HttpRequest,
    season: Season,
    divisions: Sequence[DivisionLine],
    *,
    divided: DivisionsForm | None = None,
    stand: StandingsForm | None = None,
    form: PersonForm | None = None,
) -> HttpResponse:
    """Show the page with a submitted form, if there is one, and the other forms unchanged."""
    everybody = load_season_people(season)
    page = Paginator(everybody, MOST_PEOPLE).get_page(_read_page(request))
    divided = divided or DivisionsForm(initial=_fill_names(divisions))
    form = form or PersonForm(divisions=divisions)
    stand = stand or StandingsForm(people=tuple(page), divisions=divisions)
    names = {one.id: one.name for one in divisions}
    context = {
        "form": divided,
        "add": form,
        "to_add": load_names_to_add(season, everybody) if may_run(request) else (),
        "page": page,
        "stand": stand,
        "people": [(one, names.get(one.division or 0, ""), field) for one, field in stand.lines],
    }
    whole = build_frame(request, season, "people") | context
    return render(request, "seasons/people.html", whole, status=get_status(divided, stand, form))


def _read_page(request: HttpRequest) -> int:
    page_text = request.GET.get("page", "")
    number = number_in(page_text, 5)
    return 1 if number is None else number


def _fill_names(divisions: Sequence[DivisionLine]) -> dict[str, object]:
    return {"names": "\n".join(division.name for division in divisions)}


def _fill_weight(evening: EveningOf) -> dict[str, object]:
    return {"weight": evening.weight, "division": evening.division or ""}


@get_or_post
@season_page(Right.RUN)
def close(request: HttpRequest, season: Season) -> HttpResponse:
    """Show what closing settles: final results, and players who move up or down. Then close the season."""
    if request.method == "POST":
        message = gettext("The season is closed.")
        do(
            request,
            lambda: season_close(read_season_request(request, season)),
            message,
            words=describe_refusal,
        )
        return redirect("season", season.pk)
    if season.stage != SeasonStage.OPEN:
        return redirect("season", season.pk)
    count = count_season(season, all_known=True)
    proposal = build_proposal(season, count)
    context = {
        "proposal": proposal,
        "in_the_way": closing_obstacles(proposal),
        "table": build_season_table(count),
        "little": build_season_prizes(season, count).little,
    }
    return render(request, "seasons/closing/close.html", build_frame(request, season, "table") | context)


@get_or_post
@season_page(Right.RUN)
def reopen(request: HttpRequest, season: Season) -> HttpResponse:
    """Reopen a closed season: the newest results count again."""
    form = SeasonReopenForm(request.POST if request.method == "POST" else None, verb="season_reopened")
    message = gettext("The season is open again.")
    reopened = do(request, lambda: season_reopen(read_season_request(request, season)), message, form=form)
    if isinstance(reopened, Success):
        return redirect("season", season.pk)
    count = count_season(season, all_known=True)
    context = {
        "form": form,
        "newer": build_season_table(count).corrected_after_closing,
        "otherwise": describe_differences(season, count),
        "successor": find_successor(season),
    }
    return render(
        request,
        "seasons/closing/reopen.html",
        build_frame(request, season, "table") | context,
        status=get_status(form),
    )


@get_or_post
@season_page(Right.RUN)
def rewrite(request: HttpRequest, season: Season) -> HttpResponse:
    """Write the result of a closed season again, from today's results and merges."""
    if season.stage != SeasonStage.CLOSED and request.method != "POST":
        return redirect("season", season.pk)
    form = SeasonReopenForm(request.POST if request.method == "POST" else None, verb="season_rewritten")
    message = gettext("The standings are written anew.")
    rewritten = do(request, lambda: season_rewrite(read_season_request(request, season)), message, form=form)
    if isinstance(rewritten, Success):
        return redirect("season", season.pk)
    context = {"form": form, "otherwise": describe_differences(season, count_season(season, all_known=True))}
    return render(
        request,
        "seasons/closing/rewrite.html",
        build_frame(request, season, "table") | context,
        status=get_status(form),
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
    proposal = propose_closing(season)
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
        request,
        "seasons/closing/next.html",
        build_frame(request, season, "table") | context,
        status=get_status(form),
    )


def _follow(request: HttpRequest, season: Season, form: FollowForm) -> Season:
    return season_follow(
        by=get_signed_in_user(request),
        season=season,
        name=form.cleaned_data["name"],
        placed=form.placements,
        key=read_key(request),
    )
