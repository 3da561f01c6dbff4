"""The pages' addresses of this subject, by what they are under."""

from django.urls import URLPattern, path

from tournaments.paper.views import sheets

IN_AN_EVENING: list[URLPattern] = [
    path("paper/", sheets.sheets, name="paper"),
]
