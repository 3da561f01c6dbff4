"""Forms of the journal: the filters of a reader, and the reason to undo a line."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.names import make_sort_key
from accounts.shared.forms import ActionForm, WholeField
from tournaments.base.forms import FilterForm, make_reason_field
from tournaments.core.evening import Play
from tournaments.journal.presenters.page import JournalKind, describe_kind, list_verbs
from tournaments.journal.selectors import LineFilter


class BackForm(ActionForm):
    """The reason to undo a line. It is optional."""

    reason = make_reason_field("line_taken_back", required=False)


class JournalForm(FilterForm):
    """The filters of the journal. ``before``: show the lines before this one."""

    filters = ("table", "person", "kind")

    table = forms.TypedChoiceField(label=_("Table"), required=False, coerce=int, empty_value=None)
    person = forms.TypedChoiceField(label=_("Player"), required=False, coerce=int, empty_value=None)
    kind = forms.TypedChoiceField(label=_("What"), required=False, coerce=JournalKind, empty_value=None)
    before = WholeField(required=False, min_value=1, widget=forms.HiddenInput)

    def __init__(self, data: Any, *, tables: int, names: Mapping[int, str], play: Play) -> None:
        super().__init__(data)
        self.offer(
            table=[(table, str(table)) for table in range(1, tables + 1)],
            person=sorted(names.items(), key=lambda person: make_sort_key(person[1])),
            kind=[(kind.value, describe_kind(kind, play)) for kind in JournalKind],
        )

    @property
    def line_filter(self) -> LineFilter:
        values, kind = self.cleaned_data, self.cleaned_data.get("kind")
        return LineFilter(values.get("table"), values.get("person"), list_verbs(kind) if kind else None)

    @property
    def until(self) -> int | None:
        """Return the line before which the page ends."""
        return self.cleaned_data.get("before")

    def make_query(self, before: int | None = None) -> str:
        """Return the query string with the current filters, for the lines before line ``before``."""
        return self.make_address({"before": before} if before else {})
