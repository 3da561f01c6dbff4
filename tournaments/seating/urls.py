"""The addresses of the seats."""

from django.urls import URLPattern, path

from tournaments.seating.views import draw, table_sizes

IN_AN_EVENING: list[URLPattern] = [
    path("draw/", draw.draw, name="draw"),
    path("swap/", draw.swap, name="swap"),
    path("start/", draw.start, name="play-start"),
    path("tables/sizes/", table_sizes.sizes, name="table-sizes"),
]
