"""Leagues and their seasons, each season with its book; to look at."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from accounts.admin.base import LookAdmin, LookInline, TypedFilter, typed
from tournaments.admin.asking import chosen_of, compared, number_of
from tournaments.admin.facts import FactAdmin
from tournaments.models import (
    Division,
    League,
    PrizeSet,
    RowQuestion,
    Season,
    SeasonEvening,
    SeasonLine,
    SeasonPlayer,
    SeasonResult,
    SeasonSettlement,
)
from tournaments.pages.results.comparison import compare_season
from tournaments.pages.seasons.journal import season_book
from tournaments.pages.seasons.prizes import season_prizes
from tournaments.pages.seasons.table import season_table

MOST_COMPARED = 10


def in_season(path: str = "season") -> tuple[type[TypedFilter], ...]:
    return (typed("season", _("season"), path),)


class SeasonsInline(LookInline):
    model = Season
    fields = ("name", "stage", "seq", "created")
    ordering = ("-id",)


class EveningsInline(LookInline):
    model = SeasonEvening
    fields = ("evening", "weight", "division", "pinned")
    ordering = ("-evening__held_on", "-id")

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).select_related("evening", "division", "pinned__evening__club")


class PeopleInline(LookInline):
    model = SeasonPlayer
    fields = ("player", "division", "guest")
    ordering = ("id",)

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).select_related("player", "division")


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
    inlines = (EveningsInline, PeopleInline)
    actions = ("compare",)
    change_form_template = "admin/season.html"

    @admin.display(description=_("club"))
    def club(self, season: Season) -> str:
        return season.league.club.name

    def more(self, request: HttpRequest, season: Season) -> dict[str, Any]:
        """The table and the prizes, and the season's book; ``?before=`` says before which line."""
        prizes = season_prizes(season, all_known=True)
        return {
            "divisions": season_table(season).divisions,
            "prizes": (*prizes.prizes, *prizes.gifts),
            "book": season_book(season, number_of(request.GET.get("before"))),
        }

    @admin.action(description=_("Compare with a new calculation"), permissions=["view"])
    def compare(self, request: HttpRequest, queryset: QuerySet[Season]) -> HttpResponse | None:
        chosen = chosen_of(self, request, queryset.select_related("league__club"), MOST_COMPARED)
        return compared(self, request, [*map(compare_season, chosen)]) if chosen else None


@admin.register(SeasonLine)
class SeasonLineAdmin(LookAdmin):
    list_display = ("id", "season", "seq", "verb", "actor", "reason", "at")
    list_filter = in_season()
    list_select_related = ("season", "actor")
    search_fields = ("=verb", "reason")
    fields = ("season", "seq", "verb", "actor", "reason", "at", "payload")


@admin.register(Division)
class DivisionAdmin(LookAdmin):
    list_display = ("name", "rank", "season")
    list_filter = in_season()
    list_select_related = ("season",)
    search_fields = ("name",)


@admin.register(SeasonPlayer)
class SeasonPlayerAdmin(LookAdmin):
    list_display = ("id", "season", "player", "division", "guest")
    list_filter = ("guest", *in_season())
    list_select_related = ("season", "player", "division")
    search_fields = ("player__name",)


@admin.register(SeasonEvening)
class SeasonEveningAdmin(FactAdmin):
    list_display = ("id", "season", "evening_told", "weight", "division", "pinned")
    list_filter = in_season()
    list_select_related = ("season", "evening__club", "division", "pinned__evening__club")
    search_fields = ("evening__name",)


@admin.register(SeasonResult)
class SeasonResultAdmin(LookAdmin):
    list_display = ("id", "season", "version", "journal")
    list_filter = in_season()
    list_select_related = ("season", "journal__season")


@admin.register(SeasonSettlement)
class SeasonSettlementAdmin(LookAdmin):
    list_display = ("id", "result", "division", "place", "player", "points", "played", "moves_to")
    list_filter = in_season("result__season")
    list_select_related = ("result__season", "division", "player", "moves_to")
    search_fields = ("player__name",)


@admin.register(RowQuestion)
class RowQuestionAdmin(LookAdmin):
    list_display = ("id", "season", "player", "question", "answer")
    list_filter = in_season()
    list_select_related = ("season", "player")
    search_fields = ("player__name", "question")


@admin.register(PrizeSet)
class PrizeSetAdmin(LookAdmin):
    list_display = ("name", "club", "for_seasons")
    list_filter = ("for_seasons", typed("club", _("club"), "club"))
    list_select_related = ("club",)
    search_fields = ("name", "club__name")
