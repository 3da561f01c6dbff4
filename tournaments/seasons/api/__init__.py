"""Addresses of the API of leagues and seasons."""

from django.urls import path

from tournaments.base.api.addresses import make_evening_urls, make_season_urls
from tournaments.seasons.api import commands, leagues, seasons

OF_EVENINGS = commands.SEAT_COMMANDS
OF_SEASONS = (*commands.COMMANDS, *seasons.QUESTION_COMMANDS)
urlpatterns = [
    path("clubs/<num:pk>/leagues/", leagues.leagues, name="api-leagues"),
    path("leagues/<num:pk>/", leagues.league, name="api-league"),
    path("leagues/<num:pk>/publish/", leagues.publish, name="api-league-publish"),
    path("seasons/", leagues.seasons, name="api-seasons"),
    path("seasons/<num:pk>/", seasons.season, name="api-season"),
    path("seasons/<num:pk>/table/", seasons.table, name="api-season-table"),
    path("seasons/<num:pk>/prizes/", seasons.prizes, name="api-season-prizes"),
    path("seasons/<num:pk>/book/", seasons.book, name="api-season-book"),
    path("seasons/<num:pk>/versions/", seasons.versions, name="api-season-versions"),
    path("seasons/<num:pk>/versions/<num:version>/", seasons.version, name="api-season-version"),
    path("seasons/<num:pk>/export/", seasons.export, name="api-season-export"),
    path("seasons/<num:pk>/evenings/", seasons.evenings, name="api-season-evenings"),
    path("seasons/<num:pk>/people/", seasons.people, name="api-season-people"),
    path("seasons/<num:pk>/people/<num:player>/", seasons.row, name="api-season-row"),
    path("seasons/<num:pk>/questions/", seasons.questions, name="api-season-questions"),
    *make_evening_urls(OF_EVENINGS),
    *make_season_urls(OF_SEASONS),
]
