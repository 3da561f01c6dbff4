"""Forms of a table's deals. Each names its command; others than those who sat there cannot send it."""

from collections.abc import Iterable
from functools import partial
from typing import Any

from django.utils.translation import gettext as _

from accounts.shared.forms.base import ActionForm
from tournaments.models import Journal


def sat(opened: int, people: Iterable[int]) -> str:
    """Who sits at the table in the round, as the hidden field ``sat`` says it.

    ``opened`` is the round's own number in the database: another one where a bell was undone and rang anew.
    """
    return " ".join(map(str, (opened, *sorted(people))))


class RecordForm(ActionForm):
    """A form that writes a deal down. ``correcting``: anew, or not at all, after its result was recorded."""

    correcting = False

    def command(self) -> partial[Journal]:
        """Return the command that the valid form sends, but for the request and the deal."""
        raise NotImplementedError

    def done(self) -> str:
        """Return the message once it is done."""
        raise NotImplementedError

    @property
    def refusal(self) -> str:
        """Why it was refused, where that is no shown field's matter."""
        return str(next(iter(self.non_field_errors()), ""))


class SeatedForm(RecordForm):
    """A form about one deal or one round of a table, with ``sat``: who sits there."""

    def __init__(self, *args: Any, sheet: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.sheet = sheet

    @property
    def sat(self) -> str:
        return sat(self.sheet.opened, self.sheet.people)

    @property
    def number(self) -> int:
        """The deal's number, as people know it."""
        number: int = self.sheet.deal
        return number

    def done(self) -> str:
        if self.correcting:
            return _("The result is corrected.")
        return _("Recorded: table %(table)s, deal %(deal)s.") % {
            "table": self.sheet.table,
            "deal": self.number,
        }

    def clean(self) -> dict[str, Any]:
        """Refuse what was typed while others sat there: on an offline phone, or before a bell was undone."""
        told = self.data.get(self.add_prefix("sat"))
        if told and told != self.sat:
            same_people = told.partition(" ")[2] == self.sat.partition(" ")[2]
            self.add_error(
                None,
                _("This round was started again. Check your entry, then send it again.")
                if same_people
                else _("Other players sit at this table now. Check the names, then send it again."),
            )
        return self.cleaned_data
