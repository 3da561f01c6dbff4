"""The pages' addresses of a club's list of players."""

from django.urls import path

from accounts.players.views import players

urlpatterns = [
    path("clubs/<num:pk>/players/", players.players, name="players"),
    path("clubs/<num:pk>/players/<num:player>/", players.player_edit, name="player-edit"),
]
