"""Small forms of a table's phone, and of the organiser's page about phones.

A phone requests a correction or confirms a result. An organiser marks a request as done or revokes a link.
"""

from typing import Any, cast

from django import forms
from django.http import QueryDict

from accounts.shared.forms import ActionForm, WholeField
from tournaments.phones.services import LONGEST_WORDS

LONGEST_PEOPLE = 1_000
SITS = {"yes": True, "no": False}


class AskForm(ActionForm):
    """A request for a correction. ``version`` 0: no result is recorded. ``typed``: the lines typed before."""

    round = WholeField(min_value=1)
    deal = WholeField(min_value=0)
    version = WholeField(min_value=0)
    mistake = forms.CharField(max_length=LONGEST_WORDS, required=False)
    words = forms.CharField(max_length=LONGEST_WORDS, required=False)

    def clean(self) -> dict[str, Any]:
        """Put the tapped mistake before the typed words."""
        cleaned = super().clean() or {}
        parts = (cleaned.pop("mistake", ""), cleaned.get("words", ""))
        return {**cleaned, "words": ": ".join(filter(None, parts))}

    @property
    def typed(self) -> list[str]:
        return cast(QueryDict, self.data).getlist("typed")


class ConfirmForm(ActionForm):
    """The player who confirms that this version is right."""

    base_version = WholeField(min_value=1)
    entry = WholeField(min_value=1)


class SeatsForm(ActionForm):
    """The answer to *Who sits here?*: whether these people sit at the table in this round."""

    round = WholeField(min_value=1)
    people = forms.CharField(max_length=LONGEST_PEOPLE)
    sits = forms.TypedChoiceField(choices=[(answer, answer) for answer in SITS], coerce=SITS.__getitem__)


class DoneForm(ActionForm):
    """The request that is done, by its journal line."""

    ask = WholeField(min_value=1)


class TableForm(ActionForm):
    """The table whose link is revoked, and whether it gets a new link."""

    table = WholeField(min_value=1)
    renew = forms.BooleanField(required=False)
