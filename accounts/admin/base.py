"""What every list of the administration has: few queries, few rows, however many there are."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.errors import ForbiddenError, RuleError
from accounts.numbers import number_in
from accounts.shared.forms.base import worded

# The generic classes know their models for the type checker only.
if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
    TabularInline = admin.TabularInline[Any, Any]
    Pages = Paginator[Any]
else:
    ModelAdmin = admin.ModelAdmin
    TabularInline = admin.TabularInline
    Pages = Paginator

MOST_COUNTED = 10_000
"""Rows that a list counts and turns the pages of; to what is behind them search and filters lead."""
DIGITS = 18
"""The longest number that can be a row's."""
A_PAGE = 50


class BoundedPaginator(Pages):
    """Pages of a list that is counted up to a limit only: counting millions of rows takes seconds."""

    @cached_property
    def _found(self) -> int:
        rows: Any = self.object_list
        return int(rows.order_by()[: MOST_COUNTED + 1].count())

    @cached_property
    def count(self) -> int:
        return min(self._found, MOST_COUNTED)

    @property
    def more(self) -> bool:
        """Whether there are rows that no page shows."""
        return self._found > MOST_COUNTED


class TypedFilter(admin.ListFilter):
    """A filter by a club, an evening: its number or part of its name is typed, for there may be many."""

    template = "admin/typed_filter.html"
    parameter_name = ""
    path = ""
    label = _("Number or part of the name")

    def __init__(
        self, request: HttpRequest, params: dict[str, Any], model: type[Model], model_admin: Any
    ) -> None:
        super().__init__(request, params, model, model_admin)
        if self.parameter_name in params:
            self.used_parameters[self.parameter_name] = params.pop(self.parameter_name)[-1]

    @property
    def typed(self) -> str:
        return str(self.used_parameters.get(self.parameter_name, "")).strip().replace("\x00", "")

    def has_output(self) -> bool:
        return True

    def expected_parameters(self) -> list[str | None]:
        return [self.parameter_name]

    def choices(self, changelist: Any) -> Iterator[Any]:
        name = self.parameter_name
        yield {
            "name": name,
            "label": self.label,
            "typed": self.typed,
            "others": [(key, value) for key, value in changelist.params.items() if key != name],
            "clear": changelist.get_query_string(remove=[name]),
        }

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if not self.typed:
            return queryset
        if (number := number_in(self.typed, DIGITS)) is not None:
            return queryset.filter(**{self.path: number})
        return queryset.filter(**{f"{self.path}__name__alike": self.typed})


def typed(name: str, title: Any, path: str) -> type[TypedFilter]:
    """A filter by what ``path`` leads to."""
    return type("Typed", (TypedFilter,), {"parameter_name": name, "title": title, "path": path})


PAGES: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "accounts.club": ("club", ("pk",)),
    "accounts.player": ("player-record", ("club_id", "pk")),
    "accounts.membership": ("members", ("club_id",)),
    "tournaments.evening": ("evening", ("pk",)),
    "tournaments.league": ("league", ("pk",)),
    "tournaments.season": ("season", ("pk",)),
    "tournaments.rowquestion": ("season-row", ("season_id", "player_id")),
    "tournaments.prizeset": ("prize-sets", ("club_id",)),
    "games.houserules": ("house-rules", ("club_id",)),
}
"""The page of each model on the site: its address, and what that needs of a row."""
OWNERS = (
    *("evening", "season", "result", "season_result"),
    *("player", "gone", "club"),
)
"""Where the page of another row is found: the first of these that it has."""


def page_of(row: Model | None) -> str | None:
    """The address of the page on the site where a row is shown, or what it belongs to; None without one."""
    while row is not None:
        if row._meta.label_lower in PAGES:
            name, needs = PAGES[row._meta.label_lower]
            return reverse(name, args=[getattr(row, field) for field in needs])
        row = next((found for name in OWNERS if (found := getattr(row, name, None)) is not None), None)
    return None


class BoundedAdmin(ModelAdmin):
    """A list of which a page is read, and no more."""

    list_per_page = A_PAGE
    show_full_result_count = False
    paginator = BoundedPaginator
    change_list_template = "admin/bounded_list.html"
    ordering: ClassVar[tuple[str, ...]] = ("-id",)
    show_facets = admin.ShowFacets.NEVER

    def get_view_on_site_url(self, obj: Model | None = None) -> str | None:
        """The page of the site on which the row is shown."""
        return page_of(obj)


class RefusingAdmin(ModelAdmin):
    """What a service refuses is told on the page where it was asked, and nothing of it is done."""

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        try:
            return super().changeform_view(request, object_id, form_url, extra_context)
        except ForbiddenError as error:
            raise PermissionDenied from error
        except RuleError as error:
            return self._told(request, error)

    def delete_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        try:
            return super().delete_view(request, object_id, extra_context)
        except ForbiddenError as error:
            raise PermissionDenied from error
        except RuleError as error:
            return self._told(request, error)

    def _told(self, request: HttpRequest, error: RuleError) -> HttpResponse:
        self.message_user(request, worded(error), messages.ERROR)
        return HttpResponseRedirect(request.path)


class LookAdmin(BoundedAdmin):
    """A list in few queries, and a page of fields that nobody can change."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def more(self, request: HttpRequest, obj: Any) -> dict[str, Any]:
        """What the page shows beside the fields, to those who may look at it."""
        return {}

    def render_change_form(self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any) -> Any:
        context |= self.more(request, kwargs["obj"])
        return super().render_change_form(request, context, *args, **kwargs)

    def may_change(self, request: HttpRequest) -> bool:
        """Whether somebody may do with these what the administration does by services."""
        return request.user.has_perm(f"{self.opts.app_label}.change_{self.opts.model_name}")


class LookInline(TabularInline):
    """The newest rows of something, to look at."""

    extra = 0
    most = A_PAGE
    can_delete = False
    show_change_link = True

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_formset(self, request: HttpRequest, obj: Any = None, **kwargs: Any) -> Any:
        formset, most = super().get_formset(request, obj, **kwargs), self.most

        class Bounded(formset):  # type: ignore[misc, valid-type]
            def get_queryset(self) -> Any:
                """A slice can be filtered no further: it is cut last."""
                if not hasattr(self, "_cut"):
                    self._cut = super().get_queryset()[:most]
                return self._cut

        return Bounded
