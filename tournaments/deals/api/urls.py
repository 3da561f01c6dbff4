"""The API's addresses of deals and of tables' phones."""

from django.urls import path

from tournaments.base.api.addresses import of_evenings
from tournaments.deals.api import bid_commands, deal_commands, deals, phone_commands, phones

AT_TABLE = "evenings/<num:pk>/rounds/<num:round>/tables/<num:table>/deals/"
OF_EVENINGS = (*deal_commands.COMMANDS, *bid_commands.COMMANDS, *phone_commands.COMMANDS)
urlpatterns = [
    path(AT_TABLE, deals.deals, name="api-evening-deals"),
    path(f"{AT_TABLE}<num:deal>/", deals.deal, name="api-evening-deal"),
    path("evenings/<num:pk>/links/", phones.links, name="api-evening-links"),
    path("evenings/<num:pk>/asks/", phones.asks, name="api-evening-asks"),
    *of_evenings(OF_EVENINGS),
]
