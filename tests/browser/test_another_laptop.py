"""The organiser's laptop dies in the middle of an evening, and the evening goes on at another one."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import hands
from tests.browser.hands import says
from tests.browser.patience import Chromium
from tests.browser.test_scorer_link import Thursday, fill_in, recorded, send
from tests.browser.test_scorer_link import thursday as thursday
from tests.browser.windows import PHONE, PROJECTOR, Windows, until
from tests.cast import Night
from tests.server import ROOT, serving
from tournaments.attendance.services import seat_keep
from tournaments.bell.services.clock import clock_start


def record(page: Page, night: Night, table: int) -> None:
    """The first seat wins five of the second."""
    names = night.facts.names
    people = [names[entry] for entry in night.table(table)]
    hands.open_result(page, table)
    hands.tap_people(page, people[:1], people[1:2])
    hands.put_in(page, {people[0]: 5})
    hands.write_down(page, table)


def knows(page: Page, wanted: Callable[[int], bool]) -> None:
    """Wait until the page has heard of such a journal line."""
    until(page, lambda: wanted(page.evaluate("() => Live.state.seq")))


def manage(folder: Path, *command: object) -> None:
    """A command, as it is typed on the laptop with this data folder."""
    own = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "SECRET_KEY")}
    done = subprocess.run(
        [sys.executable, "manage.py", *map(str, command)],
        cwd=ROOT,
        env={**own, "HEADTABLE_DATA": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.thorough
def test_a_backup_is_restored_on_another_machine(
    browser: Chromium, migrated: Path, tmp_path: Path, settings: Any
):
    """At the same address phones go on with the code that they have, and the organiser is signed in still.

    What was written after the backup is lost, and the screens that saw it follow the evening as it is now.
    """
    first, second, copy = tmp_path / "first", tmp_path / "second", tmp_path / "stick.zip"
    for folder in (first, second):
        folder.mkdir()
    (first / "secret.key").write_text(settings.SECRET_KEY)
    with serving(Path(shutil.copy(migrated, first)), SECRET_KEY="") as site:
        thursday = Thursday(Windows(browser, site.url), site)
        night = thursday.begin()
        phone, desk, people = thursday.scan(), thursday.desk(), thursday.people()
        hall = thursday.windows.open(PROJECTOR)
        hall.goto(f"/j/{night.evening.join_code}/hall/")
        fill_in(phone, people)
        manage(first, "backup", copy, "--with-key")
        for keeps in (True, False, True):  # what is lost with the first laptop, and was seen in the hall
            line = seat_keep(night.by, entry=night.table(1)[0], keeps=keeps)
        knows(hall, lambda seq: seq == line.seq)
    with thursday.windows.outage():
        send(phone)
        says(phone, "Waiting to be sent")
        manage(second, "restore", copy)
        with serving(second / "headtable.sqlite3", port=site.url.rpartition(":")[2], SECRET_KEY="") as other:
            expect(phone.locator("main")).to_contain_text(f"{people[0]} won")
            thursday.scan(page=(again := thursday.windows.open(PHONE)))
            says(again, "Table 2 has finished round 1.")
            hands.reload(desk)
            record(desk, night, 3)
            knows(hall, lambda seq: seq < line.seq)
            clock_start(night.by, round=1, seconds=600)
            expect(hall.locator("[data-time]")).to_have_text(re.compile(r"^9:\d\d$"))
            assert recorded(night) == recorded(night, 3) == [1]
            thursday.windows.close()
            assert not other.failures()
    assert thursday.windows.errors() == []
