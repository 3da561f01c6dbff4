"""The addresses of the journal."""

from django.urls import URLPattern, path

from tournaments.journal.views import journal

IN_AN_EVENING: list[URLPattern] = [
    path("journal/", journal.journal, name="journal"),
    path("journal/<num:seq>/back/", journal.back, name="line-back"),
    path("journal/<num:seq>/back/look/", journal.back_look, name="line-back-look"),
]
