"""The addresses of the organiser's page."""

from django.urls import URLPattern, path

from tournaments.console import views

IN_AN_EVENING: list[URLPattern] = [
    path("", views.evening, name="evening"),
]
