"""The addresses of a table's deals."""

from django.urls import URLPattern, path

from tournaments.scoring.views import deals, ends, slips

IN_A_ROUND: list[URLPattern] = [
    path("tables/<num:table>/deals/<num:deal>/", deals.deal, name="deal"),
    path("tables/<num:table>/count/", ends.count, name="table-count"),
    path("tables/<num:table>/end/", ends.end, name="table-end"),
    path("tables/<num:table>/sheet/", ends.sheet, name="table-sheet"),
    path("slips/", slips.slips, name="slips"),
]
