"""The API's addresses of results and the ledger."""

from django.urls import path

from tournaments.base.api.addresses import of_evenings
from tournaments.results.api import ledger, result_commands, standing

OF_EVENINGS = (*result_commands.ENDING, *result_commands.COMMANDS)
urlpatterns = [
    path("evenings/<num:pk>/ledger/", ledger.ledger, name="api-evening-ledger"),
    path("evenings/<num:pk>/standing/", standing.standing, name="api-evening-standing"),
    path("evenings/<num:pk>/prizes/", standing.evening_prizes, name="api-evening-prizes"),
    *of_evenings(OF_EVENINGS),
]
