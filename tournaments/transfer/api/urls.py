"""The API's addresses of imports."""

from django.urls import path

from tournaments.transfer.api import importing, imports_made

MADE = "clubs/<num:pk>/imports/<slug:made>/"
urlpatterns = [
    path("clubs/<num:pk>/people-import/", importing.people, name="api-people-import"),
    path("clubs/<num:pk>/people-import/look/", importing.people_look, name="api-people-import-look"),
    path("clubs/<num:pk>/results-import/", importing.results, name="api-results-import"),
    path("clubs/<num:pk>/results-import/look/", importing.results_look, name="api-results-import-look"),
    path("clubs/<num:pk>/imports/", imports_made.imports, name="api-imports"),
    path(MADE, imports_made.import_made, name="api-import"),
    path(f"{MADE}take-back/", imports_made.take_back, name="api-import-take-back"),
    path("clubs/<num:pk>/season-import/", importing.season, name="api-season-import"),
    path("clubs/<num:pk>/season-import/look/", importing.season_look, name="api-season-import-look"),
]
