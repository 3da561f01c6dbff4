"""Every address of the program. tests/web/test_matrix.py holds a row for each."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("", include("accounts.urls")),
    path("", include("tournaments.urls")),
]
