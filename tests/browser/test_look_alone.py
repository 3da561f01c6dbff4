"""Pages of a Headtable of one's own: before the first account, and for somebody who has guessed too often."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from accounts.models import User
from tests.browser.conftest import served
from tests.browser.eyes import Eyes
from tests.browser.windows import Windows
from tests.server import Site


@pytest.fixture
def site(migrated: Path, tmp_path: Path) -> Iterator[Site]:
    """A server of the test's own: one remembers for a minute who has guessed too often."""
    yield from served(migrated, tmp_path)


def test_first_run_and_too_often(windows: Windows):
    eyes = Eyes(windows, {})
    assert eyes.look("/start/") == []
    User.objects.create(email="ona@example.org", name="Ona", password="!")
    for _ in range(settings.FAILURES["invitation"][0]):
        eyes.page.request.get("/i/nonsense/")
    assert eyes.look("/i/nonsense/", status=429) == []
    windows.complaints.clear()
