"""All addresses of the program. tests/web/test_matrix.py has a row for each."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path, re_path

from accounts.shared.api.refusals import nothing_here
from accounts.shared.api.schema import api_index, index, operation, schema
from config import page_urls

handler400, handler429, handler500 = page_urls.handler400, page_urls.handler429, page_urls.handler500
admin.autodiscover()
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign] # our page counts failures
WITH_API = (
    *("accounts.account", "accounts.clubs", "accounts.players"),
    *("games.catalogue", "games.calculators", "games.house"),
    *("tournaments.planning", "tournaments.attendance", "tournaments.seating", "tournaments.scoring"),
    *("tournaments.phones", "tournaments.bell", "tournaments.undo", "tournaments.journal"),
    *("tournaments.results", "tournaments.prizes"),
    *("tournaments.records", "tournaments.seasons", "tournaments.transfer", "tournaments.hall"),
)
"""The subjects with API addresses, in the order in which Django tries them."""
urlpatterns = [
    path("admin/", admin.site.urls),
    *(path("api/v1/", include(f"{subject}.api")) for subject in WITH_API),
    path("api/v1/", index, name="api-index"),
    path("api/v1/schema/", schema, name="api-schema"),
    path("api/", api_index, name="api-page"),
    path("api/operations/<slug:name>/", operation, name="api-operation"),
    re_path(r"^api(?:/[\s\S]*)?$", nothing_here, name="api-nothing-here"),
    *page_urls.urlpatterns,
]
