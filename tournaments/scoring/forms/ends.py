"""Forms for a table whose round is over or ends without a result, and for a deal that is taken back."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.refusals import CHOOSE_ONE
from accounts.shared.forms.base import ActionForm
from tournaments.base.forms.reasons import scored_reason
from tournaments.core.record import Ending
from tournaments.models import Journal
from tournaments.scoring.forms.deals import amount_field, amount_of
from tournaments.scoring.forms.seated import RecordForm, SeatedForm
from tournaments.scoring.presenters.deal_entry import Sitter, TableSheet
from tournaments.scoring.services.table_end import table_count
from tournaments.scoring.services.withdraw import deal_withdraw


class CountForm(SeatedForm):
    """A table's counters, counted when the bell has rung. Who is not counted is left empty."""

    def __init__(self, *args: Any, sheet: TableSheet, **kwargs: Any) -> None:
        super().__init__(*args, sheet=sheet, **kwargs)
        for sitter in sheet.players:
            self.fields[amount_of(sitter.entry)] = amount_field(sitter.name, sitter.counted)

    def rows(self) -> Iterator[tuple[Sitter, BoundField]]:
        for sitter in self.sheet.players:
            yield sitter, self[amount_of(sitter.entry)]

    def command(self) -> partial[Journal]:
        told = {sitter.entry: self.cleaned_data.get(amount_of(sitter.entry)) for sitter in self.sheet.players}
        counts = {entry: counters for entry, counters in told.items() if counters is not None}
        return partial(table_count, counts=counts)

    def done(self) -> str:
        return gettext("Counted: table %(table)s.") % {"table": self.sheet.table}


HOW = {
    Ending.VOID: _("The table cannot finish its deal"),
    Ending.EARLY: _("No deal was in play when the bell rang"),
}


class EndForm(ActionForm):
    """How a table's round ended without a pool after the bell."""

    template = "scoring/deal/end.html"

    ending = forms.ChoiceField(widget=forms.RadioSelect, error_messages={"required": _(CHOOSE_ONE)})

    def __init__(self, *args: Any, sheet: TableSheet, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(ending, HOW[ending]) for ending in sheet.endings or HOW]
        self.choose_from("ending", choices)
        if len(choices) == 1:
            self.initial = {"ending": choices[0][0], **self.initial}


class WithdrawForm(RecordForm):
    """Why a table's last deal is taken back."""

    correcting = True
    reason = scored_reason("deal_withdrawn")

    def command(self) -> partial[Journal]:
        return partial(deal_withdraw)

    def done(self) -> str:
        return gettext("Undone. You can record the deal again.")


class StopForm(ActionForm):
    """A table ends its round without its last deal, in the one way that there is."""

    template = "scoring/bids/stop.html"

    ending = forms.ChoiceField(choices=[])

    def __init__(self, *args: Any, ending: Ending, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.choose_from("ending", [(ending, ending)])
        self.way = ending
