"""Every address of the program. tests/web/test_matrix.py holds a row for each."""

from django.contrib import admin
from django.urls import include, path, re_path

from accounts.api.refusals import nothing_here
from accounts.api.schema import schema

urlpatterns = [
    path("admin/", admin.site.urls),
    path("api/", include("games.api.urls")),
    path("api/", include("tournaments.api.urls")),
    path("api/schema/", schema, name="api-schema"),
    re_path(r"^api(?:/.*)?$", nothing_here, name="api-nothing-here"),
    path("", include("accounts.urls")),
    path("", include("games.urls")),
    path("", include("tournaments.urls")),
]
