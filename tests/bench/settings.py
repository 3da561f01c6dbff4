"""Headtable's settings with one more address. The environment can have commits not wait for the disk."""

import os

from config.settings import *  # noqa: F403
from config.settings import DATABASES

ROOT_URLCONF = PAGE_URLCONF = "tests.bench.urls"

SYNCHRONOUS = "BENCH_SYNCHRONOUS"
"""The variable that names SQLite's way to commit."""

if way := os.environ.get(SYNCHRONOUS):
    options = DATABASES["default"]["OPTIONS"]
    options["init_command"] = f"PRAGMA journal_mode=WAL; PRAGMA synchronous={way};"
