"""The API's addresses of the club's evenings."""

from django.urls import path

from tournaments.base.api.addresses import of_evenings
from tournaments.planning.api import creating, evenings, planning_commands

OF_EVENINGS = planning_commands.COMMANDS
urlpatterns = [
    path("evenings/", evenings.evenings, name="api-evenings"),
    path("evenings/<num:pk>/", evenings.evening, name="api-evening"),
    path("evenings/<num:pk>/export/", evenings.evening_export, name="api-evening-export"),
    path("clubs/<num:pk>/evenings/", creating.club_evenings, name="api-club-evenings"),
    path("leagues/<num:pk>/seasons/", creating.league_seasons, name="api-league-seasons"),
    path("seasons/<num:pk>/next/", creating.season_follow, name="api-season-follow"),
    *of_evenings(OF_EVENINGS),
]
