"""The API's addresses of deals."""

from django.urls import path

from tournaments.base.api.addresses import of_evenings
from tournaments.scoring.api import bid_commands, deal_commands, deals

AT_TABLE = "evenings/<num:pk>/rounds/<num:round>/tables/<num:table>/deals/"
OF_EVENINGS = (*deal_commands.COMMANDS, *bid_commands.COMMANDS)
urlpatterns = [
    path(AT_TABLE, deals.deals, name="api-evening-deals"),
    path(f"{AT_TABLE}<num:deal>/", deals.deal, name="api-evening-deal"),
    *of_evenings(OF_EVENINGS),
]
