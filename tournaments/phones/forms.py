"""Small forms of a table's phone, and of the organiser's page about phones.

A phone requests a correction or confirms a result. An organiser marks a request as done or revokes a link.
"""

from typing import cast

from django import forms
from django.http import QueryDict

from accounts.shared.forms import ActionForm, WholeField
from tournaments.phones.services import LONGEST_WORDS


class AskForm(ActionForm):
    """A correction is asked for; ``version`` 0: nothing stands. ``typed`` are lines of what was typed."""

    round = WholeField(min_value=1)
    deal = WholeField(min_value=0)
    version = WholeField(min_value=0)
    words = forms.CharField(max_length=LONGEST_WORDS, required=False)

    @property
    def typed(self) -> list[str]:
        return cast(QueryDict, self.data).getlist("typed")


class ConfirmForm(ActionForm):
    """Who at the table says that this version is right."""

    base_version = WholeField(min_value=1)
    entry = WholeField(min_value=1)


class DoneForm(ActionForm):
    """Which of the asks is done, by its journal line."""

    ask = WholeField(min_value=1)


class TableForm(ActionForm):
    """Whose link is revoked, and whether a new one takes its place."""

    table = WholeField(min_value=1)
    renew = forms.BooleanField(required=False)
