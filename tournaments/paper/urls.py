"""The addresses of sheets."""

from django.urls import URLPattern, path

from tournaments.paper.views import sheets

IN_AN_EVENING: list[URLPattern] = [
    path("paper/", sheets.sheets, name="paper"),
]
