"""The API's addresses of the seats."""

from django.urls import path

from tournaments.base.api.addresses import of_evenings
from tournaments.seating.api import seat_commands, table_sizes

OF_EVENINGS = seat_commands.COMMANDS
urlpatterns = [
    path("evenings/<num:pk>/table-sizes/", table_sizes.table_sizes, name="api-evening-table-sizes"),
    *of_evenings(OF_EVENINGS),
]
