"""Signing in, the first run, and a club's list of players."""

from django.contrib.auth.views import LogoutView
from django.urls import path

from accounts import views

urlpatterns = [
    path("login/", views.SignIn.as_view(), name="login"),
    path("logout/", LogoutView.as_view(), name="logout"),
    path("start/", views.start, name="start"),
    path("clubs/new/", views.club_new, name="club-new"),
    path("clubs/<int:pk>/players/", views.players, name="players"),
    path("clubs/<int:pk>/players/<int:player>/", views.player_edit, name="player-edit"),
]
