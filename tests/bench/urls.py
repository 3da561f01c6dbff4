"""Headtable's addresses, and beside them a page that does the least that a result could: one insert."""

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.urls import include, path
from django.views.decorators.http import require_POST

from accounts.models import Club


@require_POST
@transaction.atomic
def insert(request: HttpRequest) -> HttpResponse:
    Club.objects.create(name=request.POST["name"])
    return HttpResponse()


urlpatterns = [path("bare/insert/", insert), path("", include("config.page_urls"))]
