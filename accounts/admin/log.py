"""Visits of administrators: the lines of the admin's log that tell of looks as administrator."""

from typing import Any

from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from accounts.admin.base import LookAdmin
from accounts.shared.services.traces import LOOKED_AT


@admin.register(LogEntry)
class LogAdmin(LookAdmin):
    list_display = ("action_time", "user", "club", "page")
    list_display_links = None
    list_filter = ("action_time",)
    list_select_related = ("user", "content_type")
    search_fields = ("user__email", "user__name", "object_repr", "change_message")
    search_help_text = _("Search for a user, a club or an address")
    sortable_by = ()
    fields = ("action_time", "user", "object_repr", "change_message")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).filter(change_message__startswith=LOOKED_AT)

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        return super().changelist_view(
            request, {**(extra_context or {}), "title": _("Visits of administrators")}
        )

    @admin.display(description=_("club"))
    def club(self, entry: LogEntry) -> str:
        return format_html('<a href="{}">{}</a>', entry.get_admin_url(), entry.object_repr)

    @admin.display(description=_("page"))
    def page(self, entry: LogEntry) -> str:
        path = entry.change_message.removeprefix(LOOKED_AT).partition(" ")[0]
        return format_html('<a href="{}">{}</a>', path, path)
