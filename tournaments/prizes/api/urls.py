"""The API's addresses of prizes and of sets of them."""

from django.urls import path

from tournaments.base.api.addresses import of_evenings
from tournaments.prizes.api import prize_commands, prize_sets

OF_EVENINGS = prize_commands.COMMANDS
urlpatterns = [
    path("clubs/<num:pk>/prize-sets/", prize_sets.prize_sets, name="api-prize-sets"),
    path("prize-sets/<num:pk>/", prize_sets.prize_set, name="api-prize-set"),
    *of_evenings(OF_EVENINGS),
]
