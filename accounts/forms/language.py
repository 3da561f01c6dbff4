"""The language that somebody chooses."""

from __future__ import annotations

from django import forms
from django.conf import settings

from accounts.forms.base import PlainForm


class LanguageForm(PlainForm):
    """One of those that Headtable speaks."""

    language = forms.ChoiceField(choices=settings.LANGUAGES)
