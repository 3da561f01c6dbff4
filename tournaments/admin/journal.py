"""The journal and the deals as lists, from which what was wrong can be taken back for a reason."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.admin.facts import FactAdmin, in_evening
from tournaments.admin.taken_along import MOST_LINES, lines_file
from tournaments.admin.voiding import MOST, take_back
from tournaments.models import Deal, Evening, Journal
from tournaments.services.journal import MAY_CHANGE, By
from tournaments.services.repairs.revert import line_take_back
from tournaments.services.repairs.withdraw import deal_withdraw


class ActingAdmin(FactAdmin):
    """Facts of which some can be taken back by who may change evenings."""

    def has_act_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm(MAY_CHANGE)


@admin.register(Journal)
class JournalAdmin(ActingAdmin):
    list_display = ("id", "evening_told", "seq", "verb", "who", "reason", "at")
    list_select_related = ("evening__club", "actor", "link")
    list_filter = in_evening("evening")
    search_fields = ("=verb", "reason", "actor__name", "actor__email")
    search_help_text = _("Search for a full verb, part of a reason or an author")
    fields = ("evening", "seq", "verb", "actor", "link", "reason", "at", "payload")
    actions = ("export", "void")

    @admin.display(description=_("who"))
    def who(self, line: Journal) -> str:
        return line.author

    @admin.action(description=_("Export the selected lines as CSV"), permissions=["view"])
    def export(self, request: HttpRequest, queryset: QuerySet[Journal]) -> HttpResponse | None:
        rows = queryset.order_by("evening", "seq").select_related("evening__club", "actor", "link")
        chosen = list(rows[: MOST_LINES + 1])
        if len(chosen) > MOST_LINES:
            told = gettext("There are too many. Choose at most %(most)s.") % {"most": MOST_LINES}
            self.message_user(request, told, messages.ERROR)
            return None
        return lines_file(chosen)

    @admin.action(description=_("Undo the selected entries …"), permissions=["act"])
    def void(self, request: HttpRequest, queryset: QuerySet[Journal]) -> HttpResponse | None:
        """The newest first, for what came later rests on what was before."""
        rows = list(queryset.order_by("evening", "-seq").select_related("evening")[: MOST + 1])
        return take_back(self, request, rows, _evening_of_line, _take_back_line)


def _evening_of_line(line: Journal) -> Evening:
    return line.evening


def _take_back_line(by: By, line: Journal) -> object:
    return line_take_back(by, line=line.seq)


@admin.register(Deal)
class DealAdmin(ActingAdmin):
    list_display = ("id", "evening", "round", "position", "number", "journal", "void")
    list_select_related = ("round__evening", "journal", "void")
    list_filter = in_evening("round__evening")
    actions = ("withdraw",)

    @admin.display(description=_("evening"))
    def evening(self, deal: Deal) -> Evening:
        return deal.round.evening

    @admin.action(description=_("Undo the selected entries …"), permissions=["act"])
    def withdraw(self, request: HttpRequest, queryset: QuerySet[Deal]) -> HttpResponse | None:
        """A table's last deal first."""
        order = ("round__evening", "-round__number", "position", "-number")
        rows: list[Any] = list(queryset.order_by(*order).select_related("round__evening")[: MOST + 1])
        return take_back(self, request, rows, _evening_of_deal, _withdraw)


def _evening_of_deal(deal: Deal) -> Evening:
    return deal.round.evening


def _withdraw(by: By, deal: Deal) -> object:
    return deal_withdraw(by, round=deal.round.number, table=deal.position, deal=deal.number)
