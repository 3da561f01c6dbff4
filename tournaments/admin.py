"""The evenings' facts to look at. They are read only: what happened is changed by the services alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models import Field, ForeignKey, Model
from django.http import HttpRequest

from tournaments import models

# The generic class knows its model for the type checker only.
if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
else:
    ModelAdmin = admin.ModelAdmin

FACTS: tuple[type[Model], ...] = tuple(getattr(models, name) for name in models.__all__ if name != "Evening")


class FactsAdmin(ModelAdmin):
    """A list in few queries, and a page of fields that nobody can change."""

    list_per_page = 50
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(models.Evening)
class EveningAdmin(FactsAdmin):
    list_display = ("name", "club", "held_on", "stage", "seq")
    list_select_related = ("club",)
    list_filter = ("stage",)
    search_fields = ("name", "club__name", "join_code")
    date_hierarchy = "held_on"


def _columns(model: type[Model]) -> tuple[list[str], list[str]]:
    """The model's fields for its list, and those of them that lead to other rows."""
    shown = [
        f for f in model._meta.get_fields() if isinstance(f, Field) and f.concrete and not f.many_to_many
    ]
    return [f.name for f in shown], [f.name for f in shown if isinstance(f, ForeignKey)]


def _related(model: type[Model]) -> list[str]:
    """Foreign keys to fetch with the list, and those that their own names are made of."""
    found = []
    for name in _columns(model)[1]:
        found.append(name)
        remote = model._meta.get_field(name).related_model
        if isinstance(remote, type) and remote in (models.Deal, models.DealVersion, models.RoundTable):
            found += [f"{name}__{further}" for further in _related(remote)]
        elif remote is models.Result:
            found.append(f"{name}__evening")
    return found


for fact in FACTS:
    admin.site.register(
        fact,
        type(
            f"{fact.__name__}Admin",
            (FactsAdmin,),
            {
                "list_display": _columns(fact)[0],
                "list_select_related": _related(fact),
                "__module__": __name__,
            },
        ),
    )
