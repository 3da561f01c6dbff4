"""Each kind of fact as a list, by evening, and every row to look at; also the clocks of machines."""

from collections.abc import Mapping
from typing import Any

from django.contrib import admin
from django.db.models import Field, ForeignKey, JSONField, Model
from django.utils.translation import gettext_lazy as _

from accounts.admin.base import LookAdmin, TypedFilter, typed
from tournaments import models
from tournaments.models import ClockReference

EVENING_OF: Mapping[type[Model], str] = {
    models.EntryRow: "evening",
    models.PresenceRow: "entry__evening",
    models.RoundRow: "evening",
    models.RoundTable: "round__evening",
    models.SeatRow: "round__evening",
    models.TableEnding: "table__round__evening",
    models.DealVersion: "deal__round__evening",
    models.DealLine: "version__deal__round__evening",
    models.OpenDeal: "round__evening",
    models.BidRow: "deal__round__evening",
    models.CountRow: "round__evening",
    models.StakeRow: "round__evening",
    models.CutRow: "round__evening",
    models.MoveRow: "round__evening",
    models.ScorerLink: "evening",
    models.Rehearsal: "evening",
    models.Result: "evening",
    models.Settlement: "result__evening",
}
"""Facts without a page of their own here, and the way from each to its evening."""
UNSHOWN = ("request_key", "request_digest")
NAMED_BY = (models.Deal, models.DealVersion, models.RoundTable, models.OpenDeal)
"""Rows whose names are made of other rows."""


def columns(model: type[Model]) -> list[str]:
    """The model's fields for its list: those with little in them."""
    names = [field.name for field in _fields(model) if not isinstance(field, JSONField)]
    return ["evening_told" if name == "evening" else name for name in names]


def related(model: type[Model]) -> list[str]:
    """Foreign keys to fetch with the list, and those that their own names are made of."""
    found = []
    for field in _fields(model):
        if isinstance(field, ForeignKey):
            found.append(field.name)
            remote = field.related_model
            if remote in NAMED_BY:
                found += [f"{field.name}__{further}" for further in related(remote)]
            elif remote is models.Result:
                found.append(f"{field.name}__evening__club")
            elif remote is models.Evening:
                found.append(f"{field.name}__club")
    return found


def _fields(model: type[Model]) -> list[Field]:  # type: ignore[type-arg]
    fields = [f for f in model._meta.get_fields() if isinstance(f, Field) and not f.many_to_many]
    return [field for field in fields if field.name not in UNSHOWN]


def in_evening(path: str) -> tuple[type[TypedFilter], ...]:
    return (typed("evening", _("evening"), path),)


class FactAdmin(LookAdmin):
    """A kind of fact. Only the number sorts it: by anything else the whole table would be gone through."""

    sortable_by = ("id",)

    @admin.display(description=_("evening"))
    def evening_told(self, row: Any) -> str:
        """Two evenings of one name are told apart."""
        return str(row.evening.told_apart)


for fact, path in EVENING_OF.items():
    names = {field.name for field in _fields(fact)}
    admin.site.register(
        fact,
        type(
            f"{fact.__name__}Admin",
            (FactAdmin,),
            {
                "list_display": columns(fact),
                "list_select_related": related(fact),
                "list_filter": in_evening(path),
                "search_fields": ("entry__name",) if "entry" in names else ("name",) * ("name" in names),
                "__module__": __name__,
            },
        ),
    )


@admin.register(ClockReference)
class ClockReferenceAdmin(LookAdmin):
    """One row for each machine since its last start."""

    list_display = ("machine", "offset", "seen_at")
    search_fields = ("machine",)
