"""The API's addresses of the journal."""

from django.urls import path

from tournaments.journal.api import journal

urlpatterns = [
    path("evenings/<num:pk>/journal/", journal.journal, name="api-evening-journal"),
]
