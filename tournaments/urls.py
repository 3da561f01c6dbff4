"""The addresses of clubs' evenings, and of the pages that need no account; each subject has its own.

What belongs to one thing is under its address: Django looks through a list until an address fits.
"""

from django.urls import URLPattern, URLResolver, include, path

from tournaments.attendance import urls as attendance
from tournaments.bell import urls as bell
from tournaments.console import urls as console
from tournaments.hall import urls as hall
from tournaments.journal import urls as journal
from tournaments.paper import urls as paper
from tournaments.phones import urls as phones
from tournaments.planning import urls as planning
from tournaments.prizes import urls as prizes
from tournaments.records import urls as records
from tournaments.results import urls as results
from tournaments.scoring import urls as scoring
from tournaments.seasons import urls as seasons
from tournaments.seating import urls as seating
from tournaments.transfer import urls as transfer

Addresses = list[URLPattern | URLResolver]

IN_A_ROUND: Addresses = [*bell.IN_A_ROUND, *scoring.IN_A_ROUND]
IN_AN_EVENING: Addresses = [
    *console.IN_AN_EVENING,  # what is asked for most
    path("rounds/<num:round>/", include(IN_A_ROUND)),
    *bell.IN_AN_EVENING,
    *phones.IN_AN_EVENING,
    *attendance.IN_AN_EVENING,
    *seating.IN_AN_EVENING,
    *journal.IN_AN_EVENING,
    *results.IN_AN_EVENING,
    *prizes.IN_AN_EVENING,
    *planning.IN_AN_EVENING,
    *paper.IN_AN_EVENING,
    *seasons.IN_AN_EVENING,
    *transfer.IN_AN_EVENING,
    *hall.IN_AN_EVENING,
]
IN_A_CLUB: Addresses = [
    *prizes.IN_A_CLUB,
    *planning.IN_A_CLUB,
    *seasons.IN_A_CLUB,
    *transfer.IN_A_CLUB,
    *records.IN_A_CLUB,
]
IN_A_SEASON: Addresses = [*seasons.IN_A_SEASON, *transfer.IN_A_SEASON]
urlpatterns: Addresses = [
    path("evenings/<num:pk>/", include(IN_AN_EVENING)),
    path("clubs/<num:pk>/", include(IN_A_CLUB)),
    path("seasons/<num:pk>/", include(IN_A_SEASON)),
    *phones.PAGES,
    *prizes.PAGES,
    *planning.PAGES,
    *seasons.PAGES,
    *records.PAGES,
    *hall.PAGES,
]
