"""The pages' addresses of a club's list of players."""

from django.urls import path

from accounts.players import views

urlpatterns = [
    path("clubs/<num:pk>/players/", views.players, name="players"),
    path("clubs/<num:pk>/players/<num:player>/", views.player_edit, name="player-edit"),
]
