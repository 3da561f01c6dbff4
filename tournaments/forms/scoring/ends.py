"""What is typed when a table's round is over: its counters at the bell, or why it has no result."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext_lazy as _

from accounts.forms.base import ActionForm
from tournaments.core.record import Ending
from tournaments.forms.scoring.deals import amount_field, amount_of
from tournaments.forms.scoring.seated import SeatedForm, sat
from tournaments.pages.scoring.deal_entry import Sitter, TableSheet


class CountForm(SeatedForm):
    """A table's counters, counted when the bell has rung. Who is not counted is left empty."""

    def __init__(self, *args: Any, sheet: TableSheet, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.sheet = sheet
        for sitter in sheet.players:
            self.fields[amount_of(sitter.entry)] = amount_field(sitter.name, sitter.counted)

    @property
    def sat(self) -> str:
        return sat(self.sheet.opened, (sitter.entry for sitter in self.sheet.players))

    def rows(self) -> Iterator[tuple[Sitter, BoundField]]:
        for sitter in self.sheet.players:
            yield sitter, self[amount_of(sitter.entry)]

    def counts(self) -> dict[int, int]:
        told = {sitter.entry: self.cleaned_data.get(amount_of(sitter.entry)) for sitter in self.sheet.players}
        return {entry: counters for entry, counters in told.items() if counters is not None}


HOW = {
    Ending.VOID: _("The table cannot finish its deal"),
    Ending.EARLY: _("No deal was in play when the bell rang"),
}


class EndForm(ActionForm):
    """How a table's round ended without a pool after the bell."""

    ending = forms.ChoiceField(
        widget=forms.RadioSelect, error_messages={"required": _("Choose one of these.")}
    )

    def __init__(self, *args: Any, sheet: TableSheet, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(ending, HOW[ending]) for ending in sheet.endings or HOW]
        self.choose_from("ending", choices)
        if len(choices) == 1:
            self.initial = {"ending": choices[0][0], **self.initial}
