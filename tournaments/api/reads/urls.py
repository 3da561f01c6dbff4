"""The addresses at which evenings are read."""

from django.urls import path

from tournaments.api.reads import bell, deals, evenings, journal, ledger, people, phones, published, standing

AT_TABLE = "evenings/<num:pk>/rounds/<num:round>/tables/<num:table>/deals/"

urlpatterns = [
    path("evenings/", evenings.evenings, name="api-evenings"),
    path("evenings/<num:pk>/", evenings.evening, name="api-evening"),
    path("evenings/<num:pk>/export/", evenings.evening_export, name="api-evening-export"),
    path("evenings/<num:pk>/people/", people.people, name="api-evening-people"),
    path(AT_TABLE, deals.deals, name="api-evening-deals"),
    path(f"{AT_TABLE}<num:deal>/", deals.deal, name="api-evening-deal"),
    path("evenings/<num:pk>/bell/", bell.bell, name="api-evening-bell"),
    path("evenings/<num:pk>/journal/", journal.journal, name="api-evening-journal"),
    path("evenings/<num:pk>/ledger/", ledger.ledger, name="api-evening-ledger"),
    path("evenings/<num:pk>/standing/", standing.standing, name="api-evening-standing"),
    path("evenings/<num:pk>/prizes/", standing.evening_prizes, name="api-evening-prizes"),
    path("evenings/<num:pk>/links/", phones.links, name="api-evening-links"),
    path("evenings/<num:pk>/asks/", phones.asks, name="api-evening-asks"),
    path("public/evenings/<num:pk>/", published.public_evening, name="api-public-evening"),
    path("public/evenings/by-code/<slug:code>/", published.public_evening_by_code, name="api-public-code"),
    path("public/leagues/<num:pk>/", published.public_league, name="api-public-league"),
    path("public/seasons/<num:pk>/", published.public_season, name="api-public-season"),
]
