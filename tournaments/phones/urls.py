"""The addresses of the tables' phones, and of what the organiser sees of them."""

from django.urls import URLPattern, path

from tournaments.phones import views

IN_AN_EVENING: list[URLPattern] = [
    path("links/", views.links, name="links"),
    path("links/make/", views.make, name="links-make"),
    path("links/revoke/", views.revoke, name="link-revoke"),
    path("links/<num:table>.svg", views.link_qr, name="link-qr"),
    path("asks/done/", views.ask_done, name="ask-done"),
]
PAGES: list[URLPattern] = [
    path("s/<str:token>/", views.scan, name="scan"),
    path("score/", views.score, name="score"),
    path("score/now/", views.now, name="score-now"),
    path("score/ask/", views.ask, name="score-ask"),
    path("score/<num:round>/sheet/", views.sheet, name="score-sheet"),
    path("score/<num:round>/count/", views.count, name="score-count"),
    path("score/<num:round>/<num:deal>/", views.deal, name="score-deal"),
    path("score/<num:round>/<num:deal>/confirm/", views.confirm, name="score-confirm"),
]
