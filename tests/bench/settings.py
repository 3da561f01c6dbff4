"""Headtable's settings with one more address."""

from config.settings import *  # noqa: F403

ROOT_URLCONF = "tests.bench.urls"
