"""What every run needs: hypothesis' profiles, marks given by themselves, the account of what was left out."""

import gc
import os
import time
from collections import defaultdict
from collections.abc import Generator, Iterator
from typing import Any

import pytest
import time_machine
from django.apps import apps
from django.conf import settings as project
from django.contrib.contenttypes.models import ContentType
from django.core.cache import caches
from django.middleware import csrf
from django.test import client
from django.utils import timezone, translation
from hypothesis import HealthCheck, settings

from config.database import DatabaseLimits, set_limits
from tests.database import ON_BOTH
from tests.examples import EXAMPLES
from tournaments.evening.selectors import program_clock
from tournaments.evening.services import journal as services_journal

pytest_plugins = [
    "tests.asked",
    "tests.cast",
    "tests.emptying",
    "tests.measured",
    "tests.onfile",
    "tests.sampled",
    "tests.stuck",
    "tests.template",
    "tests.undefined",
]

# Times are the same wherever the tests run, and in the processes that they start.
os.environ["TZ"] = project.TIME_ZONE = "UTC"
timezone.get_default_timezone.cache_clear()  # type: ignore[attr-defined]

# A look at all static files takes as long as a page, and each client would take one.
project.WHITENOISE_AUTOREFRESH = True

# A page is searched for names that it must not show, and a token of letters may hold each of them.
csrf.CSRF_ALLOWED_CHARS = "0123456789"

# Forty threads of a test wait for one another on a busy machine. A test of a limit sets its own.
project.LIMITS = DatabaseLimits(lock=60, statement=60, idle=600)
project.DATABASES["default"]["OPTIONS"].pop("options", None)
set_limits(project.DATABASES["default"], project.LIMITS)
# pytest-django gives each worker a file, unless the name says otherwise: it knows Django's own ENGINE only.
if project.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    project.DATABASES["default"].setdefault("TEST", {})["NAME"] = ":memory:"

CI = os.environ.get("CI", "").lower() in ("1", "true")
DATABASE_FIXTURES = {"db", "transactional_db", "django_db_reset_sequences", "django_db_serialized_rollback"}

STORIES = {"stories", "simulation"}
"""The folders of whole evenings."""

GARBAGE = (50_000, 20, 50)
"""After so many new objects Python looks for garbage; its own 700 cost a twentieth of a run."""

SEED = os.environ.get("TEST_SEED")
"""Set by `tests.suite`, which gives the same seed to hypothesis and to the order of the tests."""

settings.register_profile("desk", deadline=None)
# Nothing but the seed decides: neither examples of earlier runs, nor how long this machine takes to find one.
settings.register_profile(
    "seeded",
    deadline=None,
    database=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
    max_examples=EXAMPLES,
)
settings.load_profile("seeded" if SEED else "desk")


def _of_the_page(store: dict[str, Any], *about: Any, context: Any, **more: Any) -> None:
    """Keep the page's context; Django's client copies that of each of its hundred parts, too."""
    if "context" not in store:
        _of_each_part(store, *about, context=context, **more)


_of_each_part = client.store_rendered_templates  # type: ignore[attr-defined]
client.store_rendered_templates = _of_the_page  # type: ignore[attr-defined]

gc.disable()  # while tests are collected, none of which goes away


def pytest_collection_finish() -> None:
    """Collect what goes away seldom, and look no more at what stays: the program, and thousands of tests."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE)
    gc.enable()


@pytest.fixture(autouse=True)
def nobody_has_asked_yet(request: pytest.FixtureRequest) -> None:
    """Limits start anew with each test. What processes counted stays: no flush knows its table."""
    caches["throttle"].clear()
    if _shared(request):
        request.getfixturevalue("transactional_db")
        caches["default"].clear()


@pytest.fixture(autouse=True)
def nobody_has_chosen_a_language() -> None:
    """A page leaves its thread in the language and in the time zone of whoever read it last."""
    translation.deactivate()
    timezone.deactivate()


@pytest.fixture(autouse=True)
def ratings_have_time() -> Iterator[None]:
    """However busy the machine is, one sweep rates all that a test has.

    By a patch of its own: scenes are not copied into a test that has changed the program.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tournaments.records.services.ratings.BUDGET", 60)
        yield


@pytest.fixture(autouse=True)
def types_of_content_are_known(request: pytest.FixtureRequest) -> None:
    """A process reads each of them once. A test that counts queries would count one more if it came first."""
    if DATABASE_FIXTURES & set(request.fixturenames) and not _shared(request):
        request.getfixturevalue("db")
        ContentType.objects.get_for_models(*apps.get_models())


@pytest.fixture(autouse=True)
def time_stands(request: pytest.FixtureRequest) -> Iterator[None]:
    """Time stands still in a test of a database that no other thread or process shares.

    However busy the machine is, what a test finds is as old as the test made it.
    """
    alone = DATABASE_FIXTURES & set(request.fixturenames) and not _shared(request)
    if not alone or request.node.get_closest_marker("time_passes"):
        yield
        return
    # At a whole second no two clocks differ by rounding. No two tests have the same one, because the program
    # remembers things by the time at which a club or a line was written.
    _seconds.append(max(int(time.time()), _seconds.pop() + 1))
    with time_machine.travel(_seconds[0], tick=False), pytest.MonkeyPatch.context() as patch:
        patch.setattr(program_clock, "_read_steady", time.time)
        patch.setattr(program_clock, "is_server_time", lambda: False)  # whose time goes on
        patch.setattr(services_journal, "_clock_state", services_journal._ClockState())
        yield


_seconds = [0]
"""The time of the last test of this process."""


def _shared(request: pytest.FixtureRequest) -> bool:
    """Whether the test commits."""
    marker = request.node.get_closest_marker("django_db")
    return "transactional_db" in request.fixturenames or bool(marker and marker.kwargs.get("transaction"))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what touches the database, so that `-m database` chooses the tests that run on PostgreSQL too.

    Whole evenings are stories: they take seconds, and show nothing that hangs on which database it is.
    """
    for item in items:
        if STORIES & set(item.path.parts):
            item.add_marker("story")
            item.add_marker("slow")
        fixtures = set(getattr(item, "fixturenames", ()))
        if fixtures & DATABASE_FIXTURES or item.get_closest_marker("django_db"):
            item.add_marker("database")
            if ON_BOTH & set(item.path.parts):
                item.add_marker("postgresql")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """In CI a test that is left out for want of a browser or of a proxy is a failure."""
    report = yield
    if CI and report.skipped and (item.get_closest_marker("browser") or item.get_closest_marker("proxy")):
        report.outcome = "failed"
        report.longrepr = f"left out, which CI does not allow: {_reason(report)}"
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say plainly which tests were left out, and why."""
    left_out = defaultdict(list)
    for report in terminalreporter.stats.get("skipped", []):
        left_out[_reason(report)].append(report.nodeid)
    for reason, tests in left_out.items():
        terminalreporter.section(f"left out: {len(tests)} test{'s' * (len(tests) > 1)}", sep="-")
        terminalreporter.line(f"because: {reason}")
        for test in sorted(tests):
            terminalreporter.line(f"  {test}")


def _reason(report: pytest.TestReport) -> str:
    """Return the reason of a skipped report, whose longrepr is (path, line, "Skipped: reason")."""
    return report.longrepr[2].removeprefix("Skipped: ") if isinstance(report.longrepr, tuple) else "unknown"
