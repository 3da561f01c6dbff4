"""The pages' addresses of this subject, by what they are under."""

from django.urls import URLPattern, path

from tournaments.console.views import console

IN_AN_EVENING: list[URLPattern] = [
    path("", console.evening, name="evening"),
]
