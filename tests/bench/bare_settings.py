"""Headtable's settings and database for the bare site: no middleware, its own addresses, the models alone."""

from config.settings import *  # noqa: F403

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "tests.bench.bare_apps.Account",
    "accounts",
    "games",
    "tournaments",
]
MIDDLEWARE = []
ROOT_URLCONF = "tests.bench.bare_site"
