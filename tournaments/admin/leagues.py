"""Leagues, their seasons, each with its journal, and prize sets; to look at."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from accounts.admin.base import LookAdmin, LookInline, typed
from tournaments.admin.asking import chosen_of, compared, number_of
from tournaments.checks.presenters.comparison import compare_season
from tournaments.checks.selectors.waiting import merges_wait
from tournaments.models import League, PrizeSet, Season
from tournaments.seasons.presenters.journal import season_book
from tournaments.seasons.presenters.otherwise import otherwise_said
from tournaments.seasons.presenters.prizes import prizes_of
from tournaments.seasons.presenters.table import table_of
from tournaments.seasons.selectors.counting import count_season

MOST_COMPARED = 10


class SeasonsInline(LookInline):
    model = Season
    fields = ("name", "stage", "seq", "created")
    ordering = ("-id",)


@admin.register(League)
class LeagueAdmin(LookAdmin):
    list_display = ("name", "club", "published", "created")
    list_filter = (("public_address", admin.EmptyFieldListFilter), typed("club", _("club"), "club"))
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
    list_filter = ("stage", typed("club", _("club"), "league__club"), typed("league", _("league"), "league"))
    list_select_related = ("league__club",)
    search_fields = ("name", "league__name", "league__club__name")
    fields = (("league", "name"), ("stage", "seq"), ("follows", "created"))
    actions = ("compare",)
    change_form_template = "admin/season.html"

    @admin.display(description=_("club"))
    def club(self, season: Season) -> str:
        return season.league.club.name

    def more(self, request: HttpRequest, season: Season) -> dict[str, Any]:
        """The table and the prizes, and the season's book; ``?before=`` says before which line."""
        counted = count_season(season, all_known=True)
        return {
            "otherwise": otherwise_said(season, counted),
            "merges": merges_wait(season),
            "divisions": table_of(counted).divisions,
            "prizes": prizes_of(season, counted).prizes,
            "book": season_book(season, number_of(request.GET.get("before"))),
        }

    @admin.action(description=_("Compare with a new calculation"), permissions=["view"])
    def compare(self, request: HttpRequest, queryset: QuerySet[Season]) -> HttpResponse | None:
        chosen = chosen_of(self, request, queryset.select_related("league__club"), MOST_COMPARED)
        return compared(self, request, [*map(compare_season, chosen)]) if chosen else None


@admin.register(PrizeSet)
class PrizeSetAdmin(LookAdmin):
    list_display = ("name", "club", "for_seasons")
    list_filter = ("for_seasons", typed("club", _("club"), "club"))
    list_select_related = ("club",)
    search_fields = ("name", "club__name")
