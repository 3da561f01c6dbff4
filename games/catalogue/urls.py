"""The pages' addresses of the library of games."""

from django.urls import path

from games.catalogue.views import library

urlpatterns = [
    path("games/", library.game_list, name="game-list"),
    path("games/<slug:key>/", library.game, name="game"),
    path("games/<slug:key>/print/", library.game_print, name="game-print"),
    path("games/<slug:key>/<slug:tool>/", library.game_tool, name="game-tool"),
]
