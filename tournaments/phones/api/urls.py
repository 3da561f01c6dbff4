"""The API's addresses of the tables' phones."""

from django.urls import path

from tournaments.base.api.addresses import of_evenings
from tournaments.phones.api import phone_commands, phones

OF_EVENINGS = phone_commands.COMMANDS
urlpatterns = [
    path("evenings/<num:pk>/links/", phones.links, name="api-evening-links"),
    path("evenings/<num:pk>/asks/", phones.asks, name="api-evening-asks"),
    *of_evenings(OF_EVENINGS),
]
