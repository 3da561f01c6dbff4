"""The addresses of “what happens if”, under /api/."""

from django.urls import path

from tournaments.api.prizes import prizes
from tournaments.api.round import round

urlpatterns = [
    path("progressive/round/", round, name="api-progressive-round"),
    path("progressive/prizes/", prizes, name="api-progressive-prizes"),
]
