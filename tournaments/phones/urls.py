"""The addresses of the tables' phones, and of what the organiser sees of them."""

from django.urls import URLPattern, path

from tournaments.phones.views import links, phone_pages

IN_AN_EVENING: list[URLPattern] = [
    path("links/", links.links, name="links"),
    path("links/make/", links.make, name="links-make"),
    path("links/revoke/", links.revoke, name="link-revoke"),
    path("links/<num:table>.svg", links.link_qr, name="link-qr"),
    path("asks/done/", links.ask_done, name="ask-done"),
]
PAGES: list[URLPattern] = [
    path("s/<str:token>/", phone_pages.scan, name="scan"),
    path("score/", phone_pages.score, name="score"),
    path("score/now/", phone_pages.now, name="score-now"),
    path("score/ask/", phone_pages.ask, name="score-ask"),
    path("score/<num:round>/sheet/", phone_pages.sheet, name="score-sheet"),
    path("score/<num:round>/count/", phone_pages.count, name="score-count"),
    path("score/<num:round>/<num:deal>/", phone_pages.deal, name="score-deal"),
    path("score/<num:round>/<num:deal>/confirm/", phone_pages.confirm, name="score-confirm"),
]
