"""What ``manage.py up`` does with a database before it starts anything: a backup, and no way back."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, connections
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

from accounts.models import Club
from tests.cast import Cast, NightMaker
from tests.commands.laptops import all_rows, laptop, members, restore
from tournaments.core.record import Stage
from tournaments.management.backups import restore as restoring
from tournaments.management.backups.archive import APPS
from tournaments.management.commands import up as upgrade
from tournaments.models import Award, Journal

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("shared", "here")]


@pytest.fixture
def newer(cast: Cast) -> Iterator[None]:
    recorder = MigrationRecorder(connection)
    recorder.record_applied("tournaments", "9999_tomorrow")
    yield
    recorder.record_unapplied("tournaments", "9999_tomorrow")


@pytest.mark.postgresql
def test_a_database_of_a_newer_release_is_refused(newer: None, here: Path) -> None:
    """Nothing is started, and nothing is changed."""
    before = places(here)
    with pytest.raises(CommandError, match=r"to a newer version of Headtable. It has tournaments\.9999_tom"):
        call_command("up", "--no-demo")
    assert places(here) == before


def places(folder: Path) -> list[str]:
    return sorted(str(path) for path in folder.rglob("*") if "run" not in path.parts)


def last_of(app: str) -> tuple[str, str]:
    leaf: tuple[str, str] = MigrationExecutor(connection).loader.graph.leaf_nodes(app)[0]
    return leaf


@pytest.mark.postgresql
def test_nothing_is_said_where_nothing_is_to_be_migrated(cast: Cast, here: Path) -> None:
    said: list[str] = []
    upgrade.database_upgrade(said.append)
    assert said == []
    assert not (here / "backups").exists()


@pytest.mark.slow
def test_a_backup_is_made_before_it_is_migrated(
    night: NightMaker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a database of an older version. Restoring it brings it, and nothing else, to this version."""
    night(9, Stage.FINISHED)
    said: list[str] = []
    with laptop(tmp_path / "old") as folder:
        older()
        monkeypatch.setattr(upgrade, "call_command", lambda *_words, **_more: None)
        upgrade.database_upgrade(said.append)
        (file,) = (folder / "backups").iterdir()
        assert said == [f"A backup of the database before the update: {file}"]
        assert not MigrationRecorder(connection).migration_qs.filter(name="0003_house_rules").exists()
        assert "secret.key" not in members(file)
    before, whole = all_rows(), restoring._put_into
    assert Award.objects.filter(revealed=None).exists()

    def put(*given: Any) -> None:
        assert all_rows() == before, "migrations that name no database work on the backup's"
        whole(*given)

    monkeypatch.setattr(restoring, "_put_into", put)
    restore(file, "--replace")
    assert Club.objects.get().name == "Old Club"
    award = Award.objects.get(result__evening__name="Long ago")
    assert [winner.name for winner in award.winners.all()] == ["Ann"]
    assert award.revealed == Journal.objects.get(), "0004 has been done to it"


def older() -> None:
    """The tables as tournaments 0002 had them, with an evening that was finished."""
    executor = MigrationExecutor(connection)
    every = executor.migration_plan(executor.loader.graph.leaf_nodes())
    known = {("accounts", "0001_initial"), ("tournaments", "0001_initial"), ("tournaments", "0002_bids")}
    then = [
        (one, back) for one, back in every if one.app_label not in APPS or (one.app_label, one.name) in known
    ]
    state = executor.migrate(None, plan=then)
    state.clear_delayed_apps_cache()

    def make(label: str, **fields: Any) -> Any:
        return state.apps.get_model(label).objects.create(**fields)

    club = make("accounts.Club", name="Old Club")
    evening = make("tournaments.Evening", club=club, name="Long ago", stage="finished", seq=1)
    line = make("tournaments.Journal", evening=evening, seq=1, verb="evening_finished")
    entry = make("tournaments.EntryRow", evening=evening, name="Ann", journal=line)
    result = make("tournaments.Result", evening=evening, version=1, journal=line, game="draw-poker")
    award = make("tournaments.Award", result=result, rank=1, prize="first", title="First", why="most")
    award.winners.add(entry)


@pytest.mark.postgresql
def test_without_a_backup_nothing_is_migrated(
    cast: Cast, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The folder for it is a file."""
    (here / "backups").write_text("Dear Alice")
    recorder, newest = MigrationRecorder(connection), last_of("tournaments")
    migrated: list[Any] = []
    monkeypatch.setattr(upgrade, "call_command", lambda *words, **_more: migrated.append(words))
    recorder.record_unapplied(*newest)
    try:
        with pytest.raises(CommandError, match=r"was not updated: .*File exists.*manage\.py mig"):
            upgrade.database_upgrade(lambda _said: None)
    finally:
        recorder.record_applied(*newest)
    assert migrated == []


# The file.


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL keeps its files by itself")
def test_its_file_is_for_its_owner_alone(cast: Cast, shared: str) -> None:
    """Also one that an earlier version has left open to others, and what lies beside it."""
    path = Path(shared.removeprefix("sqlite:///"))
    path.chmod(0o644)
    call_command("migrate", verbosity=0)
    Club.objects.create(name="Another")
    assert mode(path) == 0o600
    assert mode(path.with_name(f"{path.name}-wal")) == 0o600
    connections.close_all()
    with closing(sqlite3.connect(path)) as other:
        other.execute("UPDATE accounts_club SET name = 'One'")
        assert mode(path.with_name(f"{path.name}-wal")) == 0o600
