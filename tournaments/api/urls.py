"""The addresses of evenings, seasons and “what happens if”, under /api/v1/."""

from django.urls import include, path

from tournaments.api import creating, importing
from tournaments.api.addresses import of_evenings, of_seasons
from tournaments.api.commands import OF_EVENINGS, OF_SEASONS
from tournaments.api.prizes import prizes
from tournaments.api.round import round

urlpatterns = [
    path("", include("tournaments.api.reads.urls")),
    path("", include("tournaments.api.library.urls")),
    path("clubs/<num:pk>/evenings/", creating.club_evenings, name="api-club-evenings"),
    path("leagues/<num:pk>/seasons/", creating.league_seasons, name="api-league-seasons"),
    path("seasons/<num:pk>/next/", creating.season_follow, name="api-season-follow"),
    path("clubs/<num:pk>/people-import/", importing.people, name="api-people-import"),
    path("clubs/<num:pk>/people-import/look/", importing.people_look, name="api-people-import-look"),
    path("clubs/<num:pk>/results-import/", importing.results, name="api-results-import"),
    path("clubs/<num:pk>/results-import/look/", importing.results_look, name="api-results-import-look"),
    path("clubs/<num:pk>/season-import/", importing.season, name="api-season-import"),
    path("clubs/<num:pk>/season-import/look/", importing.season_look, name="api-season-import-look"),
    *of_evenings(OF_EVENINGS),
    *of_seasons(OF_SEASONS),
    path("progressive/round/", round, name="api-progressive-round"),
    path("progressive/prizes/", prizes, name="api-progressive-prizes"),
]
