"""A form carries who sat at the table when it was made, so that it is never taken for other people's."""

from __future__ import annotations

from collections.abc import Iterable

from django import forms
from django.utils.translation import gettext as _


def sat(opened: int, people: Iterable[int]) -> str:
    """Who sits at the table in the round, as the hidden field ``sat`` says it.

    ``opened`` is the round's own number in the database: another one where a bell was undone and rang anew.
    """
    return " ".join(map(str, (opened, *sorted(people))))


def refuse_others(form: forms.Form, now: str) -> None:
    """Refuse what was typed while others sat there: on a phone that was offline, or before a bell's undo."""
    told = form.data.get(form.add_prefix("sat"))
    if told and told != now:
        form.add_error(None, _("Others sit at this table by now: look who they are, then send it again."))
