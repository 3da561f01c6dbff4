"""The button that opens something to everybody, or closes it again."""

from django import forms
from django.http import QueryDict

from accounts.forms.base import ActionForm


class PublishForm(ActionForm):
    """``published``: whether everybody may read it; left out: nobody but members."""

    published = forms.BooleanField(required=False)

    @classmethod
    def read(cls, sent: QueryDict) -> bool:
        form = cls(sent)
        form.is_valid()
        return bool(form.cleaned_data["published"])
