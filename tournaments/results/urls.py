"""The pages' addresses of this subject, by what they are under."""

from django.urls import URLPattern, path

from tournaments.results.views import gifts, ledger, prize_sets, prizes, reopening, settling

IN_AN_EVENING: list[URLPattern] = [
    path("standings/", settling.standings, name="standings"),
    path("ledger/", ledger.ledger, name="ledger"),
    path("ledger/stake/", ledger.stake, name="ledger-stake"),
    path("ledger/stake/look/", ledger.stake_look, name="ledger-stake-look"),
    path("settle/", settling.settle, name="settle"),
    path("counts/", settling.counts, name="final-counts"),
    path("prizes/", settling.prizes, name="prizes"),
    path("prizes/list/", prizes.prize_list, name="prize-list"),
    path("prizes/list/<slug:key>/", prizes.prize, name="prize-edit"),
    path("prizes/give/", gifts.give, name="prize-give"),
    path("prizes/take-back/", gifts.take_back, name="prize-take-back"),
    path("certificates/", prizes.certificates_page, name="certificates"),
    path("finish/", settling.finish, name="finish"),
    path("reopen/", reopening.reopen, name="evening-reopen"),
    path("call-off/", reopening.call_off, name="evening-call-off"),
    path("reopen/look/", reopening.reopen_look, name="evening-reopen-look"),
    path("prizes/reveal/", settling.reveal, name="prize-reveal"),
    path("prizes/reveal-all/", settling.reveal_all, name="prizes-reveal"),
]
IN_A_CLUB: list[URLPattern] = [
    path("prizes/", prize_sets.prize_sets_page, name="prize-sets"),
]
PAGES: list[URLPattern] = [
    path("prize-sets/<num:pk>/", prize_sets.prize_set, name="prize-set"),
    path("prize-sets/<num:pk>/gone/", prize_sets.prize_set_gone, name="prize-set-gone"),
    path("prize-sets/<num:pk>/<slug:key>/", prize_sets.prize_set_prize, name="prize-set-prize"),
]
