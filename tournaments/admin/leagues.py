"""The administration of leagues, seasons, prize sets and groups; and the page of an evening's standings.

A group of a club's players is here because a prize can be for a group. On the page of standings the
administrator approves the result while settling up. After that the administrator announces the prizes.
"""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import admin
from django.contrib.admin.options import ModelAdmin
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.forms import ModelMultipleChoiceField
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from accounts.admin.base import BoundedAdmin, ByServices, LookAdmin, LookInline, Services, make_typed_filter
from accounts.models import Group, Player
from accounts.players.services import group_create
from accounts.shared.views import Success, do
from tournaments.admin.mending import (
    load_chosen,
    make_requested_by,
    number_of,
    render_comparison,
    render_page,
)
from tournaments.base.words import describe_refusal
from tournaments.checks.presenters import compare_season
from tournaments.checks.selectors import has_waiting_merges
from tournaments.core.record import Stage
from tournaments.evening.selectors.access import load_names
from tournaments.evening.selectors.evening import load_facts
from tournaments.evening.services.journal import RequestedBy
from tournaments.models import Evening, Journal, League, PrizeSet, Season
from tournaments.prizes.presenters.prizes import build_prizes_page
from tournaments.prizes.services import prize_reveal, prizes_reveal_all
from tournaments.records.services.people import group_drop, group_set
from tournaments.results.presenters.standing import build_settling, load_standing
from tournaments.results.services import evening_finish
from tournaments.seasons.presenters.journal import load_book
from tournaments.seasons.presenters.prizes import build_season_prizes
from tournaments.seasons.presenters.row import describe_differences
from tournaments.seasons.presenters.table import build_season_table
from tournaments.seasons.selectors.counting import count_season

MOST_COMPARED = 10


class SeasonsInline(LookInline):
    model = Season
    fields = ("name", "stage", "seq", "created")
    ordering = ("-id",)


@admin.register(League)
class LeagueAdmin(LookAdmin):
    list_display = ("name", "club", "published", "created")
    list_filter = (
        ("public_address", admin.EmptyFieldListFilter),
        make_typed_filter("club", _("club"), "club"),
    )
    list_select_related = ("club",)
    search_fields = ("name", "club__name")
    inlines = (SeasonsInline,)
    fields = ("club", "name", ("published", "names_shown"), "created")

    @admin.display(description=_("public"), boolean=True)
    def published(self, league: League) -> bool:
        return league.published


@admin.register(Season)
class SeasonAdmin(LookAdmin):
    list_display = ("name", "league", "club", "stage", "seq", "created")
    list_filter = (
        "stage",
        make_typed_filter("club", _("club"), "league__club"),
        make_typed_filter("league", _("league"), "league"),
    )
    list_select_related = ("league__club",)
    search_fields = ("name", "league__name", "league__club__name")
    fields = (("league", "name"), ("stage", "seq"), ("follows", "created"))
    actions = ("compare",)
    change_form_template = "admin/season.html"

    @admin.display(description=_("club"))
    def club(self, season: Season) -> str:
        return season.league.club.name

    def get_page_context(self, request: HttpRequest, season: Season) -> dict[str, Any]:
        """Return the table, the prizes and the lines of the season's book before line ``?before=``."""
        season_count = count_season(season, all_known=True)
        return {
            "otherwise": describe_differences(season, season_count),
            "merges": has_waiting_merges(season),
            "divisions": build_season_table(season_count).divisions,
            "prizes": build_season_prizes(season, season_count).prizes,
            "book": load_book(season, number_of(request.GET.get("before"))),
        }

    @admin.action(description=_("Compare with a new calculation"), permissions=["view"])
    def compare(self, request: HttpRequest, queryset: QuerySet[Season]) -> HttpResponse | None:
        seasons = load_chosen(self, request, queryset.select_related("league__club"), MOST_COMPARED)
        return render_comparison(self, request, [*map(compare_season, seasons)]) if seasons else None


@admin.register(PrizeSet)
class PrizeSetAdmin(LookAdmin):
    list_display = ("name", "club", "for_seasons")
    list_filter = ("for_seasons", make_typed_filter("club", _("club"), "club"))
    list_select_related = ("club",)
    search_fields = ("name", "club__name")


@admin.register(Group)
class GroupAdmin(ByServices, BoundedAdmin):
    list_display = ("name", "club")
    list_filter = (make_typed_filter("club", _("club"), "club"),)
    list_select_related = ("club",)
    fields = ("club", "name", "players")
    add_fields = ("club", "name")
    autocomplete_fields = ("club", "players")
    search_fields = ("name", "club__name")
    services = Services("group", add=group_create, change=group_set, delete=group_drop)

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        """Return the form. In an existing group, the players of its club are the choices."""
        form = super().get_form(request, obj, change, **kwargs)
        players = form.base_fields.get("players") if obj is not None else None
        if isinstance(players, ModelMultipleChoiceField):
            players.queryset = Player.objects.filter(club=obj.club_id)
        return form


PEOPLE_A_PAGE = 50
CONSIDERED = 10
"""The number of people shown of each ranking. More are not needed to explain a win."""
NO_STANDINGS = (Stage.DRAFT, Stage.CHECK_IN, Stage.CALLED_OFF)
SUCCESS_MESSAGES: Mapping[str, str] = {
    "approve": gettext_noop("The evening is finished."),
    "reveal": gettext_noop("The prize is announced."),
    "reveal-all": gettext_noop("All prizes are announced."),
}


def prizes_view(model_admin: "ModelAdmin[Any]", request: HttpRequest, pk: int) -> HttpResponse:
    """Show the page, or do the action of a button. Each button calls a service, with its refusals."""
    evening = model_admin.get_queryset(request).select_related("club").filter(pk=pk).first()
    if not model_admin.has_view_permission(request, evening):
        raise PermissionDenied
    if evening is None:
        raise Http404
    if request.method == "POST":
        return _answer(model_admin, request, evening)
    context = _make_prizes_context(model_admin, request, evening)
    return render_page(model_admin, request, "admin/prizes.html", gettext("Standings and prizes"), **context)


def _answer(model_admin: Any, request: HttpRequest, evening: Evening) -> HttpResponse:
    command, prize = request.POST.get("do", ""), request.POST.get("prize", "")
    acts: Mapping[str, Callable[[RequestedBy], Journal]] = {
        "approve": evening_finish,
        "reveal": lambda by: prize_reveal(by, prize=prize),
        "reveal-all": prizes_reveal_all,
    }
    if not model_admin.may_change(request):
        raise PermissionDenied
    if command not in acts:
        raise Http404
    by, message = make_requested_by(request, evening.pk), gettext(SUCCESS_MESSAGES[command])
    outcome = do(
        request,
        lambda: acts[command](by),
        message,
        words=lambda error: describe_refusal(error, load_names(evening)),
    )
    if isinstance(outcome, Success):
        model_admin.log_change(request, evening, command)
    return redirect(reverse("admin:tournaments_evening_prizes", args=[evening.pk]))


def _make_prizes_context(model_admin: Any, request: HttpRequest, evening: Evening) -> dict[str, Any]:
    context: dict[str, Any] = {
        "evening": evening,
        "considered": CONSIDERED,
        "first": f":{CONSIDERED}",
        "may": model_admin.may_change(request),
    }
    if evening.stage in NO_STANDINGS:
        return context
    result = load_standing(evening)
    rows = result.standing
    number = min(number_of(request.GET.get("page")) or 1, max(-(-len(rows) // PEOPLE_A_PAGE), 1))
    facts = load_facts(evening.pk)
    return context | {
        "play": evening.play,
        "waits": result.cut_awaited,
        "rows": rows[(number - 1) * PEOPLE_A_PAGE : number * PEOPLE_A_PAGE],
        "people": len(rows),
        "newer": number - 1,
        "older": number + 1 if number * PEOPLE_A_PAGE < len(rows) else 0,
        "stands": build_settling(evening, facts) if evening.stage == Stage.SETTLING else None,
        "list": build_prizes_page(evening, facts, runs=True),
    }
