"""The pages' addresses of the library of games."""

from django.urls import path

from games.catalogue import views

urlpatterns = [
    path("games/", views.game_list, name="game-list"),
    path("games/<slug:key>/", views.game, name="game"),
    path("games/<slug:key>/print/", views.game_print, name="game-print"),
    path("games/<slug:key>/<slug:tool>/", views.game_tool, name="game-tool"),
]
