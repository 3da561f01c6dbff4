"""The API's addresses of the bell, and of “what happens if”."""

from django.urls import path

from tournaments.base.api.addresses import of_evenings
from tournaments.bell.api import bell, bell_commands, prizes, round

OF_EVENINGS = bell_commands.COMMANDS
urlpatterns = [
    path("evenings/<num:pk>/bell/", bell.bell, name="api-evening-bell"),
    path("progressive/round/", round.round, name="api-progressive-round"),
    path("progressive/prizes/", prizes.prizes, name="api-progressive-prizes"),
    *of_evenings(OF_EVENINGS),
]
