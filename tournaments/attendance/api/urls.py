"""The API's addresses of the people of an evening."""

from django.urls import path

from tournaments.attendance.api import people, people_commands
from tournaments.base.api.addresses import of_evenings

OF_EVENINGS = people_commands.COMMANDS
urlpatterns = [
    path("evenings/<num:pk>/people/", people.people, name="api-evening-people"),
    *of_evenings(OF_EVENINGS),
]
