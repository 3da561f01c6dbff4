"""Base classes of the administration: bounded lists, filters, read-only pages, and writes through services.

A list needs few queries, however many rows there are. The administrators' log is here too. It includes the
club pages that administrators looked at. Only services write rows.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from inspect import signature
from typing import TYPE_CHECKING, Any, ClassVar

from django.contrib import admin, messages
from django.contrib.admin.models import LogEntry
from django.contrib.admin.utils import flatten_fieldsets
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from accounts.errors import ForbiddenError, RuleError
from accounts.numbers import number_in
from accounts.shared.forms import translate_refusal
from accounts.shared.services import LOOKED_AT

# Only the type checker needs the models of the generic classes.
if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
    TabularInline = admin.TabularInline[Any, Any]
    Pages = Paginator[Any]
else:
    ModelAdmin = admin.ModelAdmin
    TabularInline = admin.TabularInline
    Pages = Paginator

MOST_COUNTED = 10_000
"""The most rows that a list counts and pages through. Search and filters find the rows beyond."""
DIGITS = 18
"""The most digits of a row's number."""
A_PAGE = 50


class BoundedPaginator(Pages):
    """Pages of a list that counts at most ``MOST_COUNTED`` rows: counting millions takes seconds."""

    @cached_property
    def _bounded_count(self) -> int:
        rows: Any = self.object_list
        return int(rows.order_by()[: MOST_COUNTED + 1].count())

    @cached_property
    def count(self) -> int:
        return min(self._bounded_count, MOST_COUNTED)

    @property
    def more(self) -> bool:
        """Return whether there are rows beyond the last page."""
        return self._bounded_count > MOST_COUNTED


class TypedFilter(admin.ListFilter):
    """A filter by a club or evening. The user types a number or part of a name: a list could be too long."""

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


def make_typed_filter(name: str, title: Any, path: str) -> type[TypedFilter]:
    """Return a filter class for the value at ``path``."""
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
"""The site's page of each model: the URL name, and the row's fields for its arguments."""
OWNERS = (
    *("evening", "season", "result", "season_result"),
    *("player", "gone", "club"),
)
"""The fields that can lead to a row's owner. The first one that the row has is used."""


def find_page(row: Model | None) -> str | None:
    """Return the address of the site's page for the row, else for its owner; None without such a page."""
    while row is not None:
        if row._meta.label_lower in PAGES:
            name, needs = PAGES[row._meta.label_lower]
            return reverse(name, args=[getattr(row, field) for field in needs])
        row = next((owner for name in OWNERS if (owner := getattr(row, name, None)) is not None), None)
    return None


class BoundedAdmin(ModelAdmin):
    """A list that loads only the rows of one page."""

    list_per_page = A_PAGE
    show_full_result_count = False
    paginator = BoundedPaginator
    change_list_template = "admin/bounded_list.html"
    ordering: ClassVar[tuple[str, ...]] = ("-id",)
    show_facets = admin.ShowFacets.NEVER

    def get_view_on_site_url(self, obj: Model | None = None) -> str | None:
        return find_page(obj)


class RefusingAdmin(ModelAdmin):
    """Shows a service's refusal on the page of the form. A refused change writes nothing."""

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
            return self._show_refusal(request, error)

    def delete_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        try:
            return super().delete_view(request, object_id, extra_context)
        except ForbiddenError as error:
            raise PermissionDenied from error
        except RuleError as error:
            return self._show_refusal(request, error)

    def _show_refusal(self, request: HttpRequest, error: RuleError) -> HttpResponse:
        self.message_user(request, translate_refusal(error), messages.ERROR)
        return HttpResponseRedirect(request.path)


class LookAdmin(BoundedAdmin):
    """A list with few queries, and a read-only page for each row."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_page_context(self, request: HttpRequest, obj: Any) -> dict[str, Any]:
        """Return further context for the page of a row, for users who may see the row."""
        return {}

    def render_change_form(self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any) -> Any:
        context |= self.get_page_context(request, kwargs["obj"])
        return super().render_change_form(request, context, *args, **kwargs)

    def may_change(self, request: HttpRequest) -> bool:
        """Return whether the user may run the administration's services on these rows."""
        return request.user.has_perm(f"{self.opts.app_label}.change_{self.opts.model_name}")


class LookInline(TabularInline):
    """The newest related rows, read-only."""

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
                """Return the rows, sliced last: Django cannot filter a slice."""
                if not hasattr(self, "_cut"):
                    self._cut = super().get_queryset()[:most]
                return self._cut

        return Bounded


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


Service = Callable[..., Any]


@dataclass(frozen=True)
class Services:
    """The services that create, change and delete rows of a model. None: the action is not offered.

    ``row``: the service's argument for the row. ``names``: arguments with another name than their form field.
    ``form_only``: fields that no service takes.
    """

    row: str
    add: Service | None = None
    change: Service | None = None
    delete: Service | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    form_only: frozenset[str] = frozenset()

    def takes(self, service: Service | None, name: str) -> bool:
        """Return whether the service takes this form field, or only the form needs it."""
        if name in self.form_only:
            return True
        return service is not None and self.names.get(name, name) in signature(service).parameters

    def call(self, service: Service | None, request: HttpRequest, row: Any, values: Mapping[str, Any]) -> Any:
        """Call the service. Pass the user and ``admin`` if the service takes them."""
        assert service is not None  # noqa: S101 - the permissions ask first
        wants = signature(service).parameters
        arguments = {self.row: row, "by": request.user, "admin": True}
        context = {name: value for name, value in arguments.items() if name in wants and value is not None}
        return service(**context, **{self.names.get(name, name): value for name, value in values.items()})


class ByServices(RefusingAdmin):
    """A model whose rows services write. Fields that the service does not take are read-only.

    ``add_fields``: the fields of a new row. Rows are deleted one by one, because the service checks each row.
    """

    services: ClassVar[Services]
    add_fields: ClassVar[tuple[str, ...]] = ()

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return super().get_fields(request, obj) if obj is not None else self.add_fields

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        service = self.services.add if obj is None else self.services.change
        fields = flatten_fieldsets(self.get_fieldsets(request, obj))
        form_only = self.services.form_only
        unwritten = [
            name for name in fields if name not in form_only and not self.services.takes(service, name)
        ]
        return tuple(dict.fromkeys((*super().get_readonly_fields(request, obj), *unwritten)))

    def get_inline_instances(self, request: HttpRequest, obj: Any = None) -> Any:
        """Return no inlines for a new row: there are no related rows yet."""
        return super().get_inline_instances(request, obj) if obj is not None else []

    def has_add_permission(self, request: HttpRequest) -> bool:
        return self.services.add is not None and super().has_add_permission(request)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.services.change is not None and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.services.delete is not None and super().has_delete_permission(request, obj)

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        actions = super().get_actions(request)
        actions.pop("delete_selected", None)
        return actions

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        names = form.changed_data if change else form.fields
        values = {
            name: _convert_value(form.cleaned_data[name])
            for name in names
            if name not in self.services.form_only
        }
        if change:
            row = self.model._default_manager.get(pk=obj.pk)  # the form has already changed ``obj``
            if values:
                self.services.call(self.services.change, request, row, values)
        else:
            obj.pk = self.services.call(self.services.add, request, None, values).pk
        obj.refresh_from_db()

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Save nothing: the service has saved everything, and inlines are read-only."""
        for formset in formsets:
            formset.new_objects, formset.changed_objects, formset.deleted_objects = [], [], []

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        self.services.call(self.services.delete, request, obj, {})

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        raise NotImplementedError("Rows are deleted one by one.")


def _convert_value(value: Any) -> Any:
    """Return the numbers of several rows, as services take them; return any other value unchanged."""
    return [row.pk for row in value] if isinstance(value, QuerySet) else value
