"""The form for an evening's join code, which needs no account; and the form that publishes something."""

from dataclasses import dataclass

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from accounts.models import NamesShown
from accounts.names import choose_names_shown, list_name_choices
from accounts.shared.forms import ActionForm, PlainForm
from tournaments.models import Evening, League


class JoinForm(ActionForm):
    """A join code as people type it. Case, blanks and hyphens do not matter."""

    code = forms.CharField(
        label=_("Join code"),
        max_length=40,
        error_messages={"required": _("Enter the code from the projector. It has six letters and digits.")},
        widget=forms.TextInput(
            attrs={
                "class": "code",
                "autocomplete": "off",
                "autocapitalize": "characters",
                "autocorrect": "off",
                "spellcheck": "false",
                "enterkeyhint": "go",
            }
        ),
    )

    def clean_code(self) -> str:
        return "".join(sign for sign in self.cleaned_data["code"] if sign.isalnum()).upper()


class CodeForm(PlainForm):
    """The code that the organiser shows for one person. Blanks do not matter."""

    code = forms.CharField(
        label=_("Code from the organiser"),
        max_length=40,
        widget=forms.TextInput(
            attrs={
                "class": "code",
                "autocomplete": "one-time-code",
                "inputmode": "numeric",
                "enterkeyhint": "go",
            }
        ),
    )

    def clean_code(self) -> str:
        return "".join(self.cleaned_data["code"].split())


@dataclass(frozen=True)
class Publishing:
    """Whether a page is public, and how it shows names. The service refuses what is impossible."""

    published: bool
    names: str


class PublishForm(PlainForm):
    """How visitors read the names of players."""

    names = forms.ChoiceField(
        label=_("Names for visitors"),
        widget=forms.RadioSelect,
        help_text=_(
            "A player’s own choice of initials or another name is always kept. Equal first names get "
            "the first letter of the last name: Anna B., Anna C."
        ),
    )

    @classmethod
    def make_for(cls, row: Evening | League, query: QueryDict) -> "PublishForm":
        """Return the form with the names in ``query``, or with the present names."""
        club_how = row.club.public
        form = cls(initial={"names": choose_names_shown(query.get("names", ""), row.names_shown, club_how)})
        offered = list_name_choices(club_how)
        form.choose_from("names", [choice for choice in NamesShown.choices if choice[0] in offered])
        return form

    @property
    def names_shown(self) -> str:
        """Return how the page beside the form shows names."""
        return str(self.initial["names"])

    @classmethod
    def read(cls, data: QueryDict) -> Publishing:
        return Publishing("published" in data, data.get("names", ""))
