"""What is typed about a row of the season: a question, and an answer."""

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.shared.forms.base import PlainForm
from tournaments.seasons.services.questions import LONGEST

ROWS = 3


class QuestionForm(PlainForm):
    """A question about a row."""

    text = forms.CharField(
        label=_("Your question"),
        max_length=LONGEST,
        widget=forms.Textarea({"rows": ROWS, "autocomplete": "off"}),
    )


class AnswerForm(PlainForm):
    """The answer to a question."""

    answer = forms.CharField(
        label=_("Answer"), max_length=LONGEST, widget=forms.Textarea({"rows": ROWS, "autocomplete": "off"})
    )
