"""The addresses of the API, under /api/."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
