"""The addresses of what everybody may see."""

from django.urls import URLPattern, path

from tournaments.hall.views import evening, published

IN_AN_EVENING: list[URLPattern] = [
    path("publish/", published.publish_evening, name="evening-publish"),
]
PAGES: list[URLPattern] = [
    path("leagues/<num:pk>/publish/", published.publish_league, name="league-publish"),
    path("public/evenings/<slug:address>/", published.evening, name="public-evening"),
    path("public/leagues/<slug:address>/", published.league, name="public-league"),
    path("public/leagues/<slug:address>/seasons/<num:pk>/", published.season, name="public-season"),
    path("join/", evening.join, name="join"),
    path("j/<slug:code>/", evening.find_me, name="find-me"),
    path("j/<slug:code>/me/<num:entry>/", evening.player, name="player"),
    path("j/<slug:code>/me/<num:entry>/claim/", evening.claim_way, name="claim-way"),
    path("j/<slug:code>/hall/", evening.hall, name="hall"),
    path("j/<slug:code>/qr.svg", evening.qr, name="join-qr"),
    path("live/<slug:code>/", evening.live, name="live"),
    path("manifest.webmanifest", evening.manifest, name="manifest"),
]
