"""The addresses of what everybody may see."""

from django.urls import URLPattern, path

from tournaments.hall import views

IN_AN_EVENING: list[URLPattern] = [
    path("publish/", views.publish_evening, name="evening-publish"),
]
PAGES: list[URLPattern] = [
    path("leagues/<num:pk>/publish/", views.publish_league, name="league-publish"),
    path("public/evenings/<slug:address>/", views.evening, name="public-evening"),
    path("public/leagues/<slug:address>/", views.league, name="public-league"),
    path("public/leagues/<slug:address>/seasons/<num:pk>/", views.season, name="public-season"),
    path("join/", views.join, name="join"),
    path("j/<slug:code>/", views.find_me, name="find-me"),
    path("j/<slug:code>/me/<num:entry>/", views.player, name="player"),
    path("j/<slug:code>/me/<num:entry>/claim/", views.claim_way, name="claim-way"),
    path("j/<slug:code>/hall/", views.hall, name="hall"),
    path("j/<slug:code>/qr.svg", views.qr, name="join-qr"),
    path("live/<slug:code>/", views.live, name="live"),
    path("manifest.webmanifest", views.manifest, name="manifest"),
]
