"""The addresses at which evenings are read."""

from django.urls import path

from tournaments.api.reads import bell, deals, evenings, journal, ledger, people, phones, published, standing

AT_TABLE = "evenings/<int:pk>/rounds/<int:round>/tables/<int:table>/deals/"

urlpatterns = [
    path("evenings/", evenings.evenings, name="api-evenings"),
    path("evenings/<int:pk>/", evenings.evening, name="api-evening"),
    path("evenings/<int:pk>/export/", evenings.evening_export, name="api-evening-export"),
    path("evenings/<int:pk>/people/", people.people, name="api-evening-people"),
    path(AT_TABLE, deals.deals, name="api-evening-deals"),
    path(f"{AT_TABLE}<int:deal>/", deals.deal, name="api-evening-deal"),
    path("evenings/<int:pk>/bell/", bell.bell, name="api-evening-bell"),
    path("evenings/<int:pk>/journal/", journal.journal, name="api-evening-journal"),
    path("evenings/<int:pk>/ledger/", ledger.ledger, name="api-evening-ledger"),
    path("evenings/<int:pk>/standing/", standing.standing, name="api-evening-standing"),
    path("evenings/<int:pk>/prizes/", standing.evening_prizes, name="api-evening-prizes"),
    path("evenings/<int:pk>/links/", phones.links, name="api-evening-links"),
    path("evenings/<int:pk>/asks/", phones.asks, name="api-evening-asks"),
    path("public/evenings/<int:pk>/", published.public_evening, name="api-public-evening"),
    path("public/evenings/by-code/<slug:code>/", published.public_evening_by_code, name="api-public-code"),
    path("public/leagues/<int:pk>/", published.public_league, name="api-public-league"),
    path("public/seasons/<int:pk>/", published.public_season, name="api-public-season"),
]
