"""Streams and what feeds them: with a real broker where one is needed, and threads as under a server."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from celery import Celery
from django.conf import settings as project

from tests.live.broker import Broker
from tests.live.processes import Reader
from tournaments.base import fanout
from tournaments.console import live


@pytest.fixture
def broker(tmp_path: Path, settings) -> Iterator[Broker]:
    """A broker that the settings name; it is not running yet."""
    broker = Broker(tmp_path)
    settings.REDIS_URL = broker.url
    yield broker
    broker.kill()


@pytest.fixture
def producer(broker, monkeypatch) -> Iterator[Celery]:
    """A Celery application that sends to the test's broker: the project's own was set up before."""
    url = broker.url.replace("unix:", "redis+socket:")
    application = Celery("test", broker=url, set_as_current=False)
    application.conf.broker_transport_options = project.CELERY_BROKER_TRANSPORT_OPTIONS
    monkeypatch.setattr(fanout, "import_string", lambda _name: application)
    yield application
    application.close()


@pytest.fixture
def read() -> Iterator[Callable[..., Reader]]:
    """Opens a stream of a real server; all are closed at the end."""
    with ExitStack() as opened:
        yield lambda *args, **kwargs: opened.enter_context(closing(Reader(*args, **kwargs)))


@pytest.fixture(autouse=True)
def nothing_stays_behind(monkeypatch) -> None:
    """Each test has a hub of its own, and a broker that was never down."""
    hub = fanout.Hub()
    for module in (fanout, live):
        monkeypatch.setattr(module, "hub", hub)
    monkeypatch.setattr(fanout, "_down_until", 0.0)
