"""The addresses of the end of an evening."""

from django.urls import URLPattern, path

from tournaments.results import views

IN_AN_EVENING: list[URLPattern] = [
    path("standings/", views.standings, name="standings"),
    path("ledger/", views.ledger, name="ledger"),
    path("ledger/stake/", views.stake, name="ledger-stake"),
    path("ledger/stake/look/", views.stake_look, name="ledger-stake-look"),
    path("settle/", views.settle, name="settle"),
    path("counts/", views.counts, name="final-counts"),
    path("prizes/", views.prizes, name="prizes"),
    path("finish/", views.finish, name="finish"),
    path("reopen/", views.reopen, name="evening-reopen"),
    path("call-off/", views.call_off, name="evening-call-off"),
    path("reopen/look/", views.reopen_look, name="evening-reopen-look"),
    path("prizes/reveal/", views.reveal, name="prize-reveal"),
    path("prizes/reveal-all/", views.reveal_all, name="prizes-reveal"),
]
