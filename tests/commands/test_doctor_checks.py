"""Each of the doctor's checks but those of evenings: well, and broken in each way."""

import json
import os
import shutil
import socket
import sqlite3
import time
from contextlib import closing
from datetime import timedelta
from importlib.metadata import version
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.db import connection, connections
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from accounts.models import Membership
from config.work import clock_reports
from tests.commands.running import typed
from tests.live.broker import Broker
from tests.server import connected
from tests.services.timed import row
from tournaments.base import fanout
from tournaments.core.record import Stage
from tournaments.evening.selectors import program_clock
from tournaments.management import address
from tournaments.management.disk import collect
from tournaments.management.doctor import CHECKS, clocks, database, network
from tournaments.management.doctor.database import CheckScope, CheckState, Finding
from tournaments.management.processes.data_folder import hold_alone
from tournaments.management.processes.supervise import open_trace
from tournaments.models import RoundRow

WELL, DOUBT, WRONG = CheckState.WELL, CheckState.DOUBT, CheckState.WRONG


def look(name: str, evening: int | None = None) -> list[Finding]:
    """What the check of this name finds."""
    (check,) = (check for check in CHECKS if check.name == name)
    return list(check.look(CheckScope(evening)))


def states(name: str) -> list[CheckState]:
    return [one.state for one in look(name)]


def only(name: str, state: CheckState, says: str) -> Finding:
    """The one thing that the check finds."""
    (one,) = look(name)
    assert one.state is state, one
    assert says in one.says
    assert bool(one.mend) is (state is not WELL)
    return one


def test_packages(tmp_path, settings):
    """What other machines need may be missing."""
    only("packages", WELL, "are those of requirements.lock")
    settings.BASE_DIR, lock = tmp_path, tmp_path / "requirements.lock"
    only("packages", DOUBT, "There is no requirements.lock")
    lock.write_text("no-such-package==1.0 ; sys_platform == 'win32' \\\n")
    only("packages", WELL, "")
    for line, says in (
        ("redis==0.1 \\", f"redis is {version('redis')}, not 0.1"),
        ("no-such-package==1.0 \\", "no-such-package is missing"),
    ):
        lock.write_text(f"django=={version('django')} \\\n    --hash=sha256:1\n{line}\n")
        assert "--require-hashes" in only("packages", WRONG, says).mend


@pytest.mark.postgresql
class TestDataFolder:
    def test_well_and_missing(self, tmp_path, settings):
        settings.DATA_DIR = tmp_path
        only("data folder", WELL, str(tmp_path))
        settings.DATA_DIR = tmp_path / "missing"
        only("data folder", WRONG, "There is no folder")

    def test_none_is_needed(self, tmp_path, settings, monkeypatch):
        settings.DATA_DIR, settings.KEY_FILE = tmp_path / "missing", None
        monkeypatch.setattr(connection, "vendor", "postgresql")
        only("data folder", WELL, "elsewhere")
        only("disk", WELL, "No disk space is needed here.")

    @pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
    def test_one_of_others(self, tmp_path, settings):
        settings.DATA_DIR = tmp_path
        tmp_path.chmod(0o500)
        only("data folder", WRONG, "cannot be written to")


def test_secret_key(tmp_path, settings):
    settings.KEY_FILE = None
    only("secret key", WELL, "It is set in the environment")
    settings.KEY_FILE = key = tmp_path / "secret.key"
    key.write_text("k" * 50)
    key.chmod(0o644)
    assert "chmod 600" in only("secret key", WRONG, "mode 0644").mend
    key.chmod(0o600)
    only("secret key", WELL, "is private")
    key.write_text("\n")
    only("secret key", WRONG, "is empty")


@pytest.mark.parametrize(("free", "state"), [(5000, WELL), (500, DOUBT), (50, WRONG)])
def test_disk(monkeypatch, tmp_path, settings, free, state):
    settings.DATA_DIR = tmp_path
    usage = SimpleNamespace(free=free * 1024 * 1024)
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: usage)
    only("disk", state, f"{free} MB are free in {tmp_path}")


class TestSettings:
    @pytest.fixture(autouse=True)
    def sound(self, settings) -> None:
        settings.TIME_ZONE, settings.ALLOWED_HOSTS = "Europe/Zurich", ["localhost"]

    @pytest.fixture
    def public(self, settings):
        settings.BEHIND_TLS, settings.TRUSTED_PROXIES = True, 1
        settings.ALLOWED_HOSTS = ["cards.example"]
        settings.CSRF_TRUSTED_ORIGINS = ["https://cards.example"]
        return settings

    @pytest.mark.parametrize(("host", "state"), [("localhost", DOUBT), ("192.168.1.5", WRONG)])
    def test_for_developers(self, settings, host, state):
        settings.DEBUG, settings.ALLOWED_HOSTS = True, ["127.0.0.1", host]
        only("settings", state, "DEBUG is on")

    def test_a_name_and_a_zone(self, settings):
        only("settings", WELL, "")
        settings.ALLOWED_HOSTS = ["*"]
        only("settings", DOUBT, "ALLOWED_HOSTS is “*”")
        settings.ALLOWED_HOSTS, settings.TIME_ZONE = ["localhost"], "UTC"
        only("settings", DOUBT, "Times are shown in UTC")

    @pytest.mark.parametrize(
        ("name", "value", "state", "says"),
        [
            ("ALLOWED_HOSTS", ["localhost", "127.0.0.1"], WRONG, "only as localhost"),
            ("CSRF_TRUSTED_ORIGINS", [], DOUBT, "Forms are refused"),
            ("CSRF_TRUSTED_ORIGINS", ["http://cards.example"], DOUBT, "without https"),
            ("TRUSTED_PROXIES", 0, DOUBT, "count as one"),
        ],
    )
    def test_behind_tls(self, public, name, value, state, says):
        only("settings", WELL, "")
        setattr(public, name, value)
        only("settings", state, says)


@pytest.mark.postgresql
class TestDjangosChecks:
    def test_well(self):
        only("Django's checks", WELL, "")

    def test_what_they_warn_of_and_what_they_refuse(self, settings):
        settings.BEHIND_TLS, settings.DEBUG, settings.SESSION_COOKIE_SECURE = True, True, False
        settings.CSRF_TRUSTED_ORIGINS = ["cards.example"]
        found = {one.says.split(":")[0]: one for one in look("Django's checks")}
        assert found["security.W018"].state is DOUBT
        assert found["security.W012"].mend
        assert found["4_0.E001"].state is WRONG


class TestStaticFiles:
    @pytest.fixture
    def collected(self, tmp_path, settings):
        settings.COLLECTED_STATIC, settings.STATIC_ROOT = True, tmp_path / "static"
        storage = {"BACKEND": settings.STATIC_STORAGE}
        settings.STORAGES = {**settings.STORAGES, "staticfiles": storage}
        collect()
        return settings.STATIC_ROOT

    def test_well_where_they_are_kept(self):
        only("static files", WELL, "")

    def test_collected_then_one_is_gone_one_came_later_and_all_are_missing(self, collected):
        only("static files", WELL, "are collected")
        manifest = json.loads((collected / "staticfiles.json").read_text())
        paths = manifest["paths"]
        (collected / paths["css/headtable.css"]).unlink()
        only("static files", WRONG, "1 files are not collected, for example css/headtable.css")
        del paths["js/live.js"]
        (collected / "staticfiles.json").write_text(json.dumps(manifest))
        only("static files", WRONG, "2 files are not collected")
        (collected / "staticfiles.json").unlink()
        assert "collectstatic" in only("static files", WRONG, "were not collected").mend


@pytest.fixture
def its_file(empty_file, tmp_path, transactional_db):
    """A database file of the test's own, on which Django works."""
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL keeps its own files")
    path = tmp_path / "hall.sqlite3"
    path.write_bytes(empty_file.read_bytes())
    with connected(path):
        connections["default"].ensure_connection()  # it turns the write-ahead log on
        connections["default"].close()
        yield path


@pytest.mark.postgresql
class TestDatabase:
    def test_well(self, db):
        only("database", WELL, "answers after")

    def test_none_yet(self, its_file):
        its_file.unlink()
        only("database", WRONG, "There is no database at")
        assert not its_file.exists()

    def test_no_database_file(self, its_file):
        its_file.write_bytes(b"Dear diary, " * 1000)
        only("database", WRONG, "file is not a database")

    @pytest.mark.slow
    def test_away(self, tmp_path):
        said = typed(
            tmp_path, "doctor", "--json", DATABASE_URL="postgres://club:hunter2@127.0.0.1:1/club"
        ).stdout
        done = {one["name"]: one for one in json.loads(said)["checks"]}
        (found,) = done["database"]["findings"]
        assert found["state"] == "wrong"
        assert "Connection refused" in found["says"]
        assert done["migrations"]["without"] == "database"
        assert "hunter2" not in said


@pytest.mark.postgresql
class TestSqliteFile:
    def test_well(self, its_file):
        only("SQLite file", WELL, "is whole")

    def test_nothing_is_said_of_other_databases(self, db):
        assert look("SQLite file") == []

    def test_a_damaged_page(self, its_file):
        connections["default"].close()
        size = its_file.stat().st_size
        with its_file.open("r+b") as file:
            file.seek(size // 2 // 4096 * 4096)
            file.write(b"\xff" * 4096)
        assert "restore" in only("SQLite file", WRONG, "is damaged").mend

    def test_no_write_ahead_log(self, its_file):
        connections["default"].close()
        with closing(sqlite3.connect(its_file)) as opened:
            opened.execute("PRAGMA journal_mode=DELETE")
        assert states("SQLite file") == [DOUBT, WELL]

    def test_on_another_machines_disk(self, its_file, monkeypatch, tmp_path):
        mounts = tmp_path / "mounts"
        mounts.write_text(f"none / ext4 rw 0 0\nnas:/club {tmp_path} nfs4 rw 0 0\n")
        monkeypatch.setattr(database.find_file_system, "__defaults__", (mounts,))
        assert [(one.state, "nfs4" in one.says) for one in look("SQLite file")] == [
            (DOUBT, True),
            (WELL, False),
        ]

    def test_others_can_read_it(self, its_file, monkeypatch):
        its_file.chmod(0o644)
        assert states("SQLite file") == [WELL], "pytest's folder above is closed to others"
        monkeypatch.setattr(database, "S_IXOTH", 0o700)  # as if each folder above were open
        found, whole = look("SQLite file")
        assert (found.state, whole.state) == (DOUBT, WELL)
        assert found.mend == f"Run chmod 600 on {its_file} and its -wal and -shm files."
        its_file.chmod(0o640)
        assert states("SQLite file") == [WELL]

    def test_the_innermost_mount_counts(self, tmp_path):
        mounts = tmp_path / "mounts"
        (tmp_path / "a b").mkdir()
        spaced = str(tmp_path / "a b").replace(" ", "\\040")
        mounts.write_text(f"nas:/ {tmp_path} nfs rw 0 0\nnone / ext4 rw 0 0\ndisk {spaced} xfs rw 0 0\n")
        assert database.find_file_system(tmp_path / "x", mounts) == "nfs"
        assert database.find_file_system(tmp_path / "a b" / "x", mounts) == "xfs"
        assert database.find_file_system(Path("/x"), mounts) == "ext4"
        assert database.find_file_system(Path("/x"), tmp_path / "missing") == ""


@pytest.mark.postgresql
class TestMigrations:
    def test_one_that_is_not_applied(self, db):
        only("migrations", WELL, "")
        recorder = MigrationRecorder(connection)
        last = max(name for app, name in recorder.applied_migrations() if app == "tournaments")
        recorder.record_unapplied("tournaments", last)
        assert "migrate" in only("migrations", WRONG, f"1 are not applied, first tournaments.{last}").mend

    def test_a_newer_version(self, db):
        MigrationRecorder(connection).record_applied("tournaments", "9999_later")
        only("migrations", WRONG, "to a newer version. It has tournaments.9999_later")


@pytest.mark.time_passes
@pytest.mark.postgresql
class TestPostgresql:
    def test_well(self, db):
        if connection.vendor == "sqlite":
            assert look("PostgreSQL") == []
        else:
            only("PostgreSQL", WELL, "Its clock differs")

    def test_broken(self, monkeypatch, db):
        row = (13, "LATIN1", time.time() - 90)
        monkeypatch.setattr(database, "_ask", lambda _sql: [row])
        monkeypatch.setattr(type(connections["default"]), "vendor", "postgresql")
        found = look("PostgreSQL")
        assert [one.state for one in found] == [WRONG] * 3
        for one, says in zip(found, ("version 13", "LATIN1", "by 90.0 s"), strict=True):
            assert says in one.says


@pytest.mark.postgresql
class TestReferences:
    def test_well(self, db):
        says = "valid." if connection.vendor == "sqlite" else "PostgreSQL checks references"
        only("references", WELL, says)

    def test_a_row_that_refers_to_nothing(self, its_file, cast):
        connection.disable_constraint_checking()
        Membership.objects.filter(user=cast.sam).update(user=999_999)
        only("references", WRONG, "999999")


@pytest.fixture
def broker(tmp_path, settings, monkeypatch):
    """One whose answer is never late: a busy machine must not decide a test."""
    monkeypatch.setattr(clocks, "SLOW", 60_000)
    broker = Broker(tmp_path)
    settings.REDIS_URL = broker.url
    broker.start()
    yield broker
    broker.kill()


class TestBroker:
    def test_well(self, broker):
        assert states("broker") == [WELL, WELL]

    def test_none(self, settings, tmp_path):
        settings.RUN_DIR = tmp_path
        only("broker", DOUBT, "REDIS_URL is not set")
        assert look("worker and beat") == []

    def test_that_of_manage_py_up(self, broker, settings, tmp_path):
        settings.REDIS_URL, settings.RUN_DIR = "", tmp_path
        assert states("broker") == [WELL, WELL]

    def test_one_that_hangs_or_is_away_or_an_address_that_is_none(self, broker, settings, monkeypatch):
        monkeypatch.setattr(clocks, "TIMEOUT", 0.3)
        broker.hang()
        only("broker", WRONG, "It does not answer")
        broker.kill()
        only("broker", WRONG, "It does not answer")
        settings.REDIS_URL = "http://elsewhere"
        only("broker", WRONG, "It does not answer")

    def test_its_clock(self, broker, monkeypatch):
        now = time.time()
        monkeypatch.setattr(time, "time", lambda: now + 60)
        assert states("broker") == [WELL, WRONG]

    def test_worker_and_beat(self, broker):
        only("worker and beat", WRONG, "no beat runs")
        fanout._connect_broker(broker.url).lpush("celery", "message")
        only("worker and beat", WRONG, "1 messages wait, and no worker processes them")
        fanout.report_sweep()
        only("worker and beat", WELL, "last check for due bells was 0.")
        fanout._connect_broker(broker.url).expire(fanout.SWEPT, 30)
        only("worker and beat", DOUBT, "last check for due bells was 30.")


@pytest.mark.time_passes
@pytest.mark.postgresql
class TestClocks:
    def test_none_was_reported(self, broker):
        assert look("clocks") == []

    def test_all_are_compared(self, broker):
        """A worker two minutes fast rang 99 s early, and the doctor said that all was well."""
        fanout.report_clock("worker 7 on there", 120.04)
        fanout.report_clock("web 8 on here", -0.3)
        web, worker = look("clocks")
        assert (web.state, worker.state) == (WELL, WRONG)
        assert "web 8 on here differs from the database's by 0.3 s" in web.says
        assert "worker 7 on there differs from the database's by 120.0 s" in worker.says
        assert "NTP" in worker.mend

    def test_each_process_reports_its_own(self, broker, db, monkeypatch):
        wall = time.time
        program_clock.read_time()
        if connection.vendor == "postgresql":
            monkeypatch.setattr(time, "time", lambda: wall() + 60)
        monkeypatch.setattr(connections, "close_all", lambda: None)
        clock_reports.report("web 8 on here")
        (only,) = look("clocks")
        assert (only.state is WRONG) is (connection.vendor == "postgresql")

    def test_a_broker_that_is_away_harms_no_report(self, broker, db, monkeypatch):
        broker.kill()
        monkeypatch.setattr(connections, "close_all", lambda: None)
        clock_reports.report("web 8 on here")


@pytest.mark.postgresql
class TestBells:
    def test_late(self, night):
        night = night(8, minutes=10)
        only("bells", WELL, "No bell is overdue")
        its, now = RoundRow.objects.filter(pk=row(night).pk), timezone.now()
        its.update(ends_at=now - timedelta(seconds=2))
        only("bells", WELL, "")
        its.update(ends_at=now - timedelta(seconds=63))
        only("bells", WRONG, f"round 1 of evening {night.evening.pk} should have rung 63 s ago")

    def test_one_that_has_rung_is_not_late(self, night):
        night = night(8, Stage.FINISHED, minutes=10)
        RoundRow.objects.update(ends_at=timezone.now() - timedelta(hours=1))
        only("bells", WELL, "")


class TestAddress:
    @pytest.fixture(autouse=True)
    def here(self, settings, tmp_path, monkeypatch) -> None:
        settings.RUN_DIR = tmp_path
        monkeypatch.setattr(network, "find_machine_address", lambda: "192.168.1.5")

    def test_behind_a_proxy(self, settings):
        settings.BEHIND_TLS = True
        only("address", WELL, "A proxy is in front")

    def test_one_of_many_machines_looks_at_no_port(self, settings, monkeypatch):
        """Its own gunicorn has it."""
        settings.KEY_FILE, settings.REDIS_URL = None, "redis://valkey:6379/0"
        monkeypatch.setattr(type(connections["default"]), "vendor", "postgresql")
        monkeypatch.setattr(network, "find_free_port", None)
        only("address", WELL, "one of many machines")

    def test_a_port_that_is_taken(self, monkeypatch):
        with closing(socket.socket()) as other:
            other.bind(("127.0.0.1", 0))
            other.listen()
            for module in (address, network):
                monkeypatch.setattr(module, "USUAL_PORT", other.getsockname()[1])
            port, reached = look("address")
        assert (port.state, reached.state) == (DOUBT, WELL)
        assert "would take" in port.says
        assert "192.168.1.5" in reached.says

    def test_no_port_and_no_network(self, monkeypatch):
        monkeypatch.undo()
        monkeypatch.setattr(address, "PORTS_TO_TRY", 0)
        monkeypatch.setattr(address, "NOWHERE", ("127.0.0.1", 9))
        assert states("address") == [WRONG, DOUBT]

    def test_up_runs(self, settings):
        with hold_alone(settings.RUN_DIR):
            port, _reached = look("address")
        assert (port.state, port.says) == (WELL, f"manage.py up runs, as process {os.getpid()}.")
        assert "manage.py up runs" not in look("address")[0].says


class TestLeftOver:
    @pytest.fixture
    def run(self, settings, tmp_path):
        settings.RUN_DIR = tmp_path
        return tmp_path

    def test_well(self, run):
        (run / "web.pid").write_text("123")  # of a machine that was switched off
        only("left over", WELL, "")

    def test_a_process_that_nobody_looks_after(self, run):
        with open_trace(run / "web.pid") as trace:
            trace.write_pid(4711)
            only("left over", DOUBT, "as process 4711")
            with hold_alone(run):
                only("left over", WELL, "")
