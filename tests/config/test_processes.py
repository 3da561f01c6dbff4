"""What each process loads: a worker no page, and a web process no API until somebody asks it."""

import subprocess
import sys

import pytest

SHOWN = """
def loaded(*names):
    return sorted(name for name in names if name in sys.modules)
"""
PAGES = (
    "config.page_urls",
    "config.urls",
    "tournaments.console.views",
    "tournaments.admin",
    "allauth.account.urls",
)
OF_THE_API = ("psycopg", "rest_framework.fields", "drf_spectacular.openapi", "tournaments.base.api")
WORKER = """
from config import worker
made = worker.make_worker()
print("tournaments.sweep" in made.app.tasks, made.pool_cls.__module__)
"""
BEAT = """
from config import beat
scheduler = beat.make_service().scheduler
print(type(scheduler).__module__, scheduler.schedule["sweep"].task)
"""
KEEPER = "import tournaments.management.processes.keeping"
PREPARES = """
import django
django.setup()
import tournaments.management.commands.up
"""
WEB = """
import django
from django.test import Client
django.setup()
print(Client().get("/games/", headers={"host": "localhost"}).status_code)
"""
CALLS = """
print(Client().get("/api/v1/", headers={"host": "localhost"}).status_code)
"""


def said(code: str, *names: str) -> list[str]:
    """Return what the program says, and in its last line which of the modules it has loaded."""
    program = f"import sys\n{SHOWN}\n{code}\nprint(loaded(*{names!r}))"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True)
    return ran.stdout.splitlines()


def test_the_worker_loads_no_page_and_no_terminal() -> None:
    """Pages and their forms are half of what a process of the program needs in memory."""
    unused = ("prompt_toolkit", "click_repl", "celery.bin.celery", "xlsxwriter")
    assert said(WORKER, *PAGES, *OF_THE_API, *unused) == ["True celery.concurrency.solo", "[]"]


def test_beat_loads_no_app() -> None:
    """It knows the sweep by its name, and loads what a sweep needs when it must make one itself."""
    assert said(BEAT, *PAGES, "tournaments.models") == ["config.work.celery_retry tournaments.sweep", "[]"]


def test_who_keeps_the_processes_running_needs_the_standard_library_alone() -> None:
    assert said(KEEPER, "django", "celery", "redis", "config", "http.client", "ssl", "asyncio") == ["[]"]


def test_who_prepares_loads_no_page_and_no_queue() -> None:
    """It stands before the first page."""
    unused = ("celery", "kombu", "tournaments.evening.services", "tournaments.simulation.rehearsal", "valkey")
    assert said(PREPARES, *PAGES, *OF_THE_API, *unused) == ["[]"]


@pytest.mark.slow
def test_a_web_process_loads_the_api_and_the_administration_when_they_are_asked_for() -> None:
    unused = (*OF_THE_API, "tournaments.admin", "xlsxwriter", "celery", "kombu")
    assert said(WEB, *unused, "config.urls", "config.page_urls") == ["200", "['config.page_urls']"]
    assert said(WEB + CALLS, "rest_framework.fields", "tournaments.admin", "xlsxwriter") == [
        "200",
        "200",
        "['rest_framework.fields', 'tournaments.admin']",
    ]
