"""The addresses of the end of an evening."""

from django.urls import URLPattern, path

from tournaments.results.views import ledger, reopening, settling

IN_AN_EVENING: list[URLPattern] = [
    path("standings/", settling.standings, name="standings"),
    path("ledger/", ledger.ledger, name="ledger"),
    path("ledger/stake/", ledger.stake, name="ledger-stake"),
    path("ledger/stake/look/", ledger.stake_look, name="ledger-stake-look"),
    path("settle/", settling.settle, name="settle"),
    path("counts/", settling.counts, name="final-counts"),
    path("prizes/", settling.prizes, name="prizes"),
    path("finish/", settling.finish, name="finish"),
    path("reopen/", reopening.reopen, name="evening-reopen"),
    path("call-off/", reopening.call_off, name="evening-call-off"),
    path("reopen/look/", reopening.reopen_look, name="evening-reopen-look"),
    path("prizes/reveal/", settling.reveal, name="prize-reveal"),
    path("prizes/reveal-all/", settling.reveal_all, name="prizes-reveal"),
]
