"""Many machines, without containers: the processes of docker-compose.yml, by its own commands."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from config.celery import app
from tests import caddy
from tests.machines.machines import Machines, database_at, started


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            for mark in (pytest.mark.fault, pytest.mark.slow, *caddy.needed):
                item.add_marker(mark)


@pytest.fixture
def machines(tmp_path: Path, django_db_blocker: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Machines]:
    """All of them; Django's ORM and our services in this process work on their database and their broker."""
    with started(tmp_path) as running:
        monkeypatch.setattr(settings, "REDIS_URL", running.broker)
        monkeypatch.setattr(app.conf, "broker_url", running.broker.replace("unix:", "redis+socket:"))
        with django_db_blocker.unblock(), database_at(running.database):
            yield running
