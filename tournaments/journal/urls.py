"""The addresses of the journal."""

from django.urls import URLPattern, path

from tournaments.journal import views

IN_AN_EVENING: list[URLPattern] = [
    path("journal/", views.journal, name="journal"),
    path("journal/<num:seq>/back/", views.back, name="line-back"),
    path("journal/<num:seq>/back/look/", views.back_look, name="line-back-look"),
]
