"""The addresses of a table's deals."""

from django.urls import URLPattern, path

from tournaments.scoring.views import slips
from tournaments.scoring.views.corrections import count, deal, end, sheet

IN_A_ROUND: list[URLPattern] = [
    path("tables/<num:table>/deals/<num:deal>/", deal, name="deal"),
    path("tables/<num:table>/count/", count, name="table-count"),
    path("tables/<num:table>/end/", end, name="table-end"),
    path("tables/<num:table>/sheet/", sheet, name="table-sheet"),
    path("slips/", slips.slips, name="slips"),
]
