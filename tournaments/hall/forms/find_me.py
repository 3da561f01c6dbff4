"""The form for an evening’s code, the only one that needs no account."""

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.shared.forms.base import ActionForm


class JoinForm(ActionForm):
    """A join code as people type it: case, blanks and hyphens are forgiven."""

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
