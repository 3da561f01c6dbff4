"""The addresses of prizes."""

from django.urls import URLPattern, path

from tournaments.prizes import views

IN_AN_EVENING: list[URLPattern] = [
    path("prizes/list/", views.prize_list, name="prize-list"),
    path("prizes/list/<slug:key>/", views.prize, name="prize-edit"),
    path("prizes/give/", views.give, name="prize-give"),
    path("prizes/take-back/", views.take_back, name="prize-take-back"),
    path("certificates/", views.certificates_page, name="certificates"),
]
IN_A_CLUB: list[URLPattern] = [
    path("prizes/", views.prize_sets_page, name="prize-sets"),
]
PAGES: list[URLPattern] = [
    path("prize-sets/<num:pk>/", views.prize_set, name="prize-set"),
    path("prize-sets/<num:pk>/gone/", views.prize_set_gone, name="prize-set-gone"),
    path("prize-sets/<num:pk>/<slug:key>/", views.prize_set_prize, name="prize-set-prize"),
]
