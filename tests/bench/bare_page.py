"""The least Django that answers a page, and its settings: what the memory of a web process stands beside."""

import os

from django.http import HttpRequest, HttpResponse
from django.urls import path

ROOT_URLCONF = __name__
ALLOWED_HOSTS = ["*"]
SECRET_KEY = os.environ["SECRET_KEY"]


def page(_request: HttpRequest) -> HttpResponse:
    return HttpResponse("ready", headers={"Content-Length": 5})


urlpatterns = [path("", page)]
