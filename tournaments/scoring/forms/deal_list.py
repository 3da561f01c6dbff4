"""The filters of an evening's deals."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.names import make_sort_key
from tournaments.base.forms import PagedFilterForm
from tournaments.core.evening import Facts


class DealsForm(PagedFilterForm):
    """The deals of a table, or those of a player."""

    filters = ("table", "person")

    table = forms.TypedChoiceField(label=_("Table"), required=False, coerce=int, empty_value=None)
    person = forms.TypedChoiceField(label=_("Player"), required=False, coerce=int, empty_value=None)

    def __init__(self, data: Any, *, facts: Facts) -> None:
        super().__init__(data)
        tables = sorted({pool.position for pool in facts.pools})
        people = sorted(facts.names.items(), key=lambda person: make_sort_key(person[1]))
        self.offer(table=[(table, str(table)) for table in tables], person=people)
