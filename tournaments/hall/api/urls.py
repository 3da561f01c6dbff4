"""The API's addresses of published evenings and leagues."""

from django.urls import path

from tournaments.hall.api import published

LEAGUE = "public/leagues/<slug:address>/"
urlpatterns = [
    path("public/evenings/<slug:address>/", published.public_evening, name="api-public-evening"),
    path("public/evenings/by-code/<slug:code>/", published.public_evening_by_code, name="api-public-code"),
    path(LEAGUE, published.public_league, name="api-public-league"),
    path(f"{LEAGUE}seasons/<num:pk>/", published.public_season, name="api-public-season"),
]
