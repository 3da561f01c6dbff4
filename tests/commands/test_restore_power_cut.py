"""The power goes as soon as ``manage.py restore`` has said that it is done: all that it put back is there."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connection, connections

from config.database import SQLITE
from tests.cast import NightMaker
from tests.commands.laptops import backup, laptop, restore
from tests.power import reachable, recording
from tournaments.core.record import Stage
from tournaments.management.backups import restore as restoring
from tournaments.models import Journal

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("shared", "here"),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="this looks at SQLite's files"),
    pytest.mark.skipif(not reachable(), reason="this Python hides the functions of its SQLite"),
]


@pytest.mark.parametrize("options", [restoring.QUICK, SQLITE], ids=["without waiting for the disk", "ours"])
def test_a_power_cut_after_it_loses_nothing(
    night: NightMaker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: dict[str, object]
) -> None:
    night(7, Stage.FINISHED)
    file, lines = backup(tmp_path / "there.zip"), Journal.objects.count()
    monkeypatch.setattr(restoring, "QUICK", options)
    there = tmp_path / "there"
    there.mkdir()
    connections.close_all()
    with recording(there) as disk:
        with laptop(there):
            assert "Restored in" in restore(file)
            disk.answered("done")
        connections.close_all()
    (_answered,) = disk.after(tmp_path / "left")
    with closing(sqlite3.connect(tmp_path / "left" / "headtable.sqlite3")) as left:
        assert left.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert left.execute("SELECT count(*) FROM tournaments_journal").fetchone() == (lines,)
