"""The API's addresses of results, prizes and the ledger."""

from django.urls import path

from tournaments.base.api.addresses import of_evenings
from tournaments.results.api import ledger, prize_commands, prize_sets, result_commands, standing

OF_EVENINGS = (*result_commands.ENDING, *prize_commands.COMMANDS, *result_commands.COMMANDS)
urlpatterns = [
    path("evenings/<num:pk>/ledger/", ledger.ledger, name="api-evening-ledger"),
    path("evenings/<num:pk>/standing/", standing.standing, name="api-evening-standing"),
    path("evenings/<num:pk>/prizes/", standing.evening_prizes, name="api-evening-prizes"),
    path("clubs/<num:pk>/prize-sets/", prize_sets.prize_sets, name="api-prize-sets"),
    path("prize-sets/<num:pk>/", prize_sets.prize_set, name="api-prize-set"),
    *of_evenings(OF_EVENINGS),
]
