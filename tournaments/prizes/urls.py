"""The addresses of prizes."""

from django.urls import URLPattern, path

from tournaments.prizes.views import gifts, prize_sets, prizes

IN_AN_EVENING: list[URLPattern] = [
    path("prizes/list/", prizes.prize_list, name="prize-list"),
    path("prizes/list/<slug:key>/", prizes.prize, name="prize-edit"),
    path("prizes/give/", gifts.give, name="prize-give"),
    path("prizes/take-back/", gifts.take_back, name="prize-take-back"),
    path("certificates/", prizes.certificates_page, name="certificates"),
]
IN_A_CLUB: list[URLPattern] = [
    path("prizes/", prize_sets.prize_sets_page, name="prize-sets"),
]
PAGES: list[URLPattern] = [
    path("prize-sets/<num:pk>/", prize_sets.prize_set, name="prize-set"),
    path("prize-sets/<num:pk>/gone/", prize_sets.prize_set_gone, name="prize-set-gone"),
    path("prize-sets/<num:pk>/<slug:key>/", prize_sets.prize_set_prize, name="prize-set-prize"),
]
