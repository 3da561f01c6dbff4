"""Rows that the administration writes: each by the services that the pages use, and by nothing else."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from inspect import signature
from typing import Any, ClassVar

from django.contrib.admin.utils import flatten_fieldsets
from django.db.models import QuerySet
from django.http import HttpRequest

from accounts.admin.base import RefusingAdmin

Service = Callable[..., Any]


@dataclass(frozen=True)
class Services:
    """The services that make, change and delete the rows of a model; what has none cannot be done here.

    ``row``: the argument that takes the row. ``names``: the arguments of fields that are called otherwise
    in their form. ``form_only``: fields that only the form needs.
    """

    row: str
    add: Service | None = None
    change: Service | None = None
    delete: Service | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    form_only: frozenset[str] = frozenset()

    def takes(self, service: Service | None, name: str) -> bool:
        """Whether a field of the form goes into this service, or is the form's alone."""
        if name in self.form_only:
            return True
        return service is not None and self.names.get(name, name) in signature(service).parameters

    def call(self, service: Service | None, request: HttpRequest, row: Any, told: Mapping[str, Any]) -> Any:
        """Ask the service; it is told who asks, and that it is in the administration, if it wants to know."""
        assert service is not None  # noqa: S101 - the permissions ask first
        wants = signature(service).parameters
        arguments = {self.row: row, "by": request.user, "admin": True}
        known = {name: value for name, value in arguments.items() if name in wants and value is not None}
        return service(**known, **{self.names.get(name, name): value for name, value in told.items()})


class ByServices(RefusingAdmin):
    """A model of which rows are written. Fields that the service does not take are to be looked at.

    ``add_fields``: what a new row is made of. Rows are deleted one by one, for the service asks of each
    whether it may go.
    """

    services: ClassVar[Services]
    add_fields: ClassVar[tuple[str, ...]] = ()

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return super().get_fields(request, obj) if obj is not None else self.add_fields

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        service = self.services.add if obj is None else self.services.change
        fields = flatten_fieldsets(self.get_fieldsets(request, obj))
        allowed = self.services.form_only
        unwritten = [
            name for name in fields if name not in allowed and not self.services.takes(service, name)
        ]
        return tuple(dict.fromkeys((*super().get_readonly_fields(request, obj), *unwritten)))

    def get_inline_instances(self, request: HttpRequest, obj: Any = None) -> Any:
        """A new row has no rows of its own to look at."""
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
        told = {
            name: _plain(form.cleaned_data[name]) for name in names if name not in self.services.form_only
        }
        if change:
            row = self.model._default_manager.get(pk=obj.pk)  # the form has written into the other one
            if told:
                self.services.call(self.services.change, request, row, told)
        else:
            obj.pk = self.services.call(self.services.add, request, None, told).pk
        obj.refresh_from_db()

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """The service has written all of it; rows within the page are looked at only."""
        for formset in formsets:
            formset.new_objects, formset.changed_objects, formset.deleted_objects = [], [], []

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        self.services.call(self.services.delete, request, obj, {})

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        raise NotImplementedError("Rows are deleted one by one.")


def _plain(value: Any) -> Any:
    """Several rows as services take them: by their numbers."""
    return [row.pk for row in value] if isinstance(value, QuerySet) else value
