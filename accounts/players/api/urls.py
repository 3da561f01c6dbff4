"""The API's addresses of a club's list of players."""

from django.urls import path

from accounts.players.api import players

urlpatterns = [
    path("clubs/<num:pk>/players/", players.players, name="api-players"),
    path("clubs/<num:pk>/players/<num:player>/", players.player, name="api-player"),
]
