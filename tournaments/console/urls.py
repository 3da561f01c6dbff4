"""The addresses of the organiser's page."""

from django.urls import URLPattern, path

from tournaments.console.views import console

IN_AN_EVENING: list[URLPattern] = [
    path("", console.evening, name="evening"),
]
