"""The addresses of the seats."""

from django.urls import URLPattern, path

from tournaments.seating import views

IN_AN_EVENING: list[URLPattern] = [
    path("draw/", views.draw, name="draw"),
    path("swap/", views.swap, name="swap"),
    path("start/", views.start, name="play-start"),
    path("tables/sizes/", views.sizes, name="table-sizes"),
]
