"""The API's addresses of the library of games."""

from django.urls import path

from games.catalogue.api import library

urlpatterns = [
    path("games/", library.games, name="api-games"),
    path("games/<slug:key>/", library.game, name="api-game"),
    path("games/<slug:key>/schedule/", library.schedule, name="api-schedule"),
    path("games/<slug:key>/orders/", library.orders, name="api-orders"),
]
