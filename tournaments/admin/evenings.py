"""Evenings: a list, a page with ledger and journal, the page of prizes, and actions."""

from datetime import datetime
from typing import Any

from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.admin.base import LookAdmin, make_typed_filter
from games.rules.registry import KNOWN
from tournaments.admin.awards import MOST_EVENINGS, make_evenings_file
from tournaments.admin.leagues import prizes_view
from tournaments.admin.mending import (
    call_off_view,
    correct_view,
    load_chosen,
    number_of,
    remove_view,
    render_comparison,
    take_back_view,
    undo_view,
    waiting_view,
)
from tournaments.checks.presenters import compare_evening
from tournaments.checks.selectors import EveningFigures, is_large, load_evening_figures
from tournaments.core.formats.registry import FORMATS
from tournaments.core.record import Stage
from tournaments.evening.selectors.evening import load_facts
from tournaments.evening.selectors.moves import may_remove
from tournaments.journal.presenters.page import load_journal_page
from tournaments.journal.selectors import LineFilter
from tournaments.models import Evening
from tournaments.planning.forms.prepare import describe_all_settings
from tournaments.results.presenters.ledger import LedgerFilter as LedgerAsked
from tournaments.results.presenters.ledger import build_ledger_page
from tournaments.transfer.selectors.imports_made import find_import

MOST_COMPARED = 20
"""The most results that are recalculated by one action."""


class EveningChangeList(ChangeList):
    """Reads the additional figures of evenings only for the rows of the present page."""

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        evenings = list(self.result_list)
        figures = load_evening_figures(evenings)
        for evening in evenings:
            evening.figures = figures[evening.pk]
        self.result_list: Any = evenings


class GameFilter(admin.SimpleListFilter):
    title, parameter_name = _("Game"), "game"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(key, gettext(game.title)) for key, game in KNOWN.items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(game=self.value()) if self.value() else queryset


class FormatFilter(admin.SimpleListFilter):
    title, parameter_name = _("Format"), "format"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(key, gettext(format.title)) for key, format in FORMATS.items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(format=self.value()) if self.value() else queryset


@admin.register(Evening)
class EveningAdmin(LookAdmin):
    list_display = ("name", "club", "held_on", "stage", "format", "game", "tables", "people", "last_line")
    list_select_related = ("club",)
    list_filter = ("stage", FormatFilter, GameFilter, make_typed_filter("club", _("club"), "club"))
    search_fields = ("name", "club__name", "=join_code")
    search_help_text = _("Search for an evening, a club or a full join code")
    date_hierarchy = "held_on"
    ordering = ("-held_on", "-id")
    sortable_by = ("held_on",)
    fields = (
        *(("name", "club"), ("held_on", "stage"), ("format", "game", "rules_name")),
        *(("join_code", "published", "names_shown"), ("created", "seq")),
    )
    change_form_template = "admin/evening.html"
    actions = ("export", "compare")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).filter(rehearsal_of=None)

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return EveningChangeList

    @admin.display(description=_("public"), boolean=True)
    def published(self, evening: Evening) -> bool:
        return evening.published

    @admin.display(description=_("tables"))
    def tables(self, evening: Any) -> int:
        return self._load_figures(evening).tables

    @admin.display(description=_("players"))
    def people(self, evening: Any) -> int:
        return self._load_figures(evening).people

    @admin.display(description=_("last change"))
    def last_line(self, evening: Any) -> datetime | None:
        return self._load_figures(evening).last

    def _load_figures(self, evening: Any) -> EveningFigures:
        figures: EveningFigures = evening.figures
        return figures

    def get_urls(self) -> list[Any]:
        view = self.admin_site.admin_view(self.prizes_view)
        undo = self.admin_site.admin_view(self.undo_view)
        remove = self.admin_site.admin_view(self.remove_view)
        correct = self.admin_site.admin_view(self.correct_view)
        take_back = self.admin_site.admin_view(self.take_back_view)
        call_off = self.admin_site.admin_view(self.call_off_view)
        waits = self.admin_site.admin_view(self.waiting_view)
        return [
            path("<num:object_id>/undo/", undo, name="tournaments_evening_undo"),
            path("<num:object_id>/call-off/", call_off, name="tournaments_evening_call_off"),
            path("<num:object_id>/remove/", remove, name="tournaments_evening_remove"),
            path("<num:object_id>/correct/", correct, name="tournaments_evening_correct"),
            path("<num:object_id>/import/", take_back, name="tournaments_evening_import"),
            path("waiting/", waits, name="tournaments_evening_waiting"),
            path("<num:object_id>/prizes/", view, name="tournaments_evening_prizes"),
            *super().get_urls(),
        ]

    def waiting_view(self, request: HttpRequest) -> HttpResponse:
        """Show what waits over all clubs."""
        return waiting_view(self, request)

    def prizes_view(self, request: HttpRequest, object_id: int) -> HttpResponse:
        """Show standings and prizes. Here the result is approved and the prizes are announced."""
        return prizes_view(self, request, object_id)

    def undo_view(self, request: HttpRequest, object_id: int) -> HttpResponse:
        """Show the chosen lines of the journal, and undo them with a reason."""
        return undo_view(self, request, object_id)

    def remove_view(self, request: HttpRequest, object_id: int) -> HttpResponse:
        """Ask, then remove the evening."""
        return remove_view(self, request, object_id)

    def correct_view(self, request: HttpRequest, object_id: int) -> HttpResponse:
        """Correct the name and date of a finished evening, with a reason."""
        return correct_view(self, request, object_id)

    def take_back_view(self, request: HttpRequest, object_id: int) -> HttpResponse:
        """Take back the import that recorded the evening, with a reason."""
        return take_back_view(self, request, object_id)

    def call_off_view(self, request: HttpRequest, object_id: int) -> HttpResponse:
        """Call off an evening that is played or settles up, with a reason."""
        return call_off_view(self, request, object_id)

    def get_page_context(self, request: HttpRequest, evening: Evening) -> dict[str, Any]:
        """Return the journal before line ``?before=``, and page ``?people=`` of the ledger."""
        before = number_of(request.GET.get("before"))
        journal = load_journal_page(evening, LineFilter(), before, describe_all_settings)
        may = any(line.may_go_back for group in journal.groups for line in group.lines)
        changes = self.may_change(request)
        context: dict[str, Any] = {"journal": journal, "may": may and changes}
        context["removable"] = changes and may_remove(evening)
        context["correctable"] = changes and evening.stage == Stage.FINISHED
        is_played = evening.stage in (Stage.PLAYING, Stage.SETTLING)
        context["may_call_off"] = changes and is_played and not context["removable"]
        context["imported"] = changes and find_import(evening)
        if not evening.play.format.planned or "fresh" not in evening.play.columns:
            return context
        if is_large(evening) and "ledger" not in request.GET:
            return context | {"large": True}
        page = number_of(request.GET.get("people")) or 1
        ledger = build_ledger_page(evening, load_facts(evening.pk), LedgerAsked(), page)
        return context | {"ledger": ledger, "page": page}

    @admin.action(description=_("Export the selected evenings as JSON"), permissions=["view"])
    def export(self, request: HttpRequest, queryset: QuerySet[Evening]) -> HttpResponse | None:
        evenings = load_chosen(self, request, queryset.select_related("club"), MOST_EVENINGS)
        return make_evenings_file(evenings) if evenings else None

    @admin.action(description=_("Compare with a new calculation"), permissions=["view"])
    def compare(self, request: HttpRequest, queryset: QuerySet[Evening]) -> HttpResponse | None:
        evenings = load_chosen(self, request, queryset.select_related("club"), MOST_COMPARED)
        return render_comparison(self, request, [*map(compare_evening, evenings)]) if evenings else None
