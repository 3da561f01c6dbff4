"""The addresses of sheets."""

from django.urls import URLPattern, path

from tournaments.paper import views

IN_AN_EVENING: list[URLPattern] = [
    path("paper/", views.sheets, name="paper"),
]
