"""Forms that carry who sat at the table when they were made, so that others cannot send them."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _

from accounts.forms.base import ActionForm


def sat(opened: int, people: Iterable[int]) -> str:
    """Who sits at the table in the round, as the hidden field ``sat`` says it.

    ``opened`` is the round's own number in the database: another one where a bell was undone and rang anew.
    """
    return " ".join(map(str, (opened, *sorted(people))))


class SeatedForm(ActionForm):
    """A form about one deal or one round of a table, with ``sat``: who sits there."""

    @property
    def sat(self) -> str:
        raise NotImplementedError

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
