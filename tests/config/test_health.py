"""What a probe is told: whoever asks, by whatever name, while whatever is broken."""

import json
import threading
import time
from pathlib import Path

import pytest
from django.db import connection, connections
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client

from accounts.models import Club
from config.web import health
from tests import stuck
from tests.live.broker import Broker
from tests.waits import HUNG, in_time, stopwatch

pytestmark = pytest.mark.postgresql

READY = {"ready": True, "database": "ok", "broker": "none"}


@pytest.fixture(autouse=True)
def anew(monkeypatch) -> None:
    """Nothing is known from an earlier test."""
    monkeypatch.setattr(health, "_migrated", False)
    monkeypatch.setattr(health, "database", health.HealthProbe(health._look_at_database))
    monkeypatch.setattr(health, "broker", health.HealthProbe(health._look_at_broker))


def probe(address: str, method: str = "get", **headers: str):
    return getattr(Client(headers=headers), method)(address)


class TestHealthz:
    def test_it_works_without_a_database_a_cookie_or_a_known_host(self, settings):
        settings.SECURE_SSL_REDIRECT = True
        answer = probe("/healthz", host="10.0.0.7:8000", cookie="sessionid=stale")
        assert (answer.status_code, answer.content) == (200, b"ok")
        assert answer["Cache-Control"] == "no-store"
        assert not answer.cookies
        assert answer["X-Request-ID"]

    @pytest.mark.parametrize(("address", "shown"), [("/healthz", "ok"), ("/readyz", json.dumps(READY))])
    def test_heads(self, address, shown, shared):
        answer = probe(address, "head")
        assert (answer.status_code, answer.content, answer["Content-Length"]) == (200, b"", str(len(shown)))

    @pytest.mark.parametrize("method", ["post", "put", "delete"])
    def test_in_no_other_way_and_nothing_is_logged(self, method, caplog):
        assert probe("/healthz", method).status_code == 405
        assert caplog.messages == []

    @pytest.mark.parametrize("address", ["/healthz/", "/healthz/x", "/readyz/"])
    def test_other_addresses_are_not_meant(self, address, db):
        assert probe(address).status_code == 404


@pytest.mark.usefixtures("shared")
class TestReadyz:
    def test_it_works(self, settings):
        settings.SECURE_SSL_REDIRECT = True
        answer = probe("/readyz", host="10.0.0.7")
        assert (answer.status_code, answer.json()) == (200, READY)
        assert not answer.cookies

    def test_a_database_that_is_away_and_back(self, monkeypatch, caplog):
        """The log is not filled by who asks."""
        with stuck.away(monkeypatch):
            answer = probe("/readyz")
        assert (answer.status_code, answer.json()) == (503, {**READY, "ready": False, "database": "away"})
        assert "nowhere" not in answer.content.decode()
        assert caplog.messages == []
        time.sleep(health.RESULT_SECONDS)
        assert probe("/readyz").status_code == 200

    @pytest.mark.postgresql
    def test_one_that_can_only_be_read(self, monkeypatch):
        """Its pages look well until somebody sends something."""
        with stuck.read_only(monkeypatch):
            answer = probe("/readyz")
        assert (answer.status_code, answer.json()) == (
            503,
            {**READY, "ready": False, "database": "read-only"},
        )
        time.sleep(health.RESULT_SECONDS)
        assert (answer := probe("/readyz")).status_code == 200, answer.json()

    @pytest.mark.skipif(connection.vendor != "sqlite", reason="no server is to be had that has no room")
    def test_one_without_room(self, monkeypatch):
        chosen = dict(connections.settings["default"]["OPTIONS"])
        chosen["init_command"] += "PRAGMA max_page_count=1;"  # no more than there are
        with monkeypatch.context() as patch:
            patch.setitem(connections.settings["default"], "OPTIONS", chosen)
            answer = probe("/readyz")
        assert (answer.status_code, answer.json()["database"]) == (503, "full")
        time.sleep(health.RESULT_SECONDS)
        assert probe("/readyz").status_code == 200

    @pytest.mark.skipif(connection.vendor != "sqlite", reason="there somebody can lock a row, but not all")
    def test_one_that_somebody_has_locked_is_as_ready_as_any(self, monkeypatch):
        monkeypatch.setattr(health, "LOCK_WAIT", 0.1)
        monkeypatch.setattr(health, "WAIT", 30)  # a busy machine
        with stuck.held(Club()):
            answer = probe("/readyz")
        assert (answer.status_code, answer.json()) == (200, {**READY, "database": "busy"})

    @pytest.mark.postgresql
    def test_what_it_writes_stays_one_row(self):
        for _again in range(3):
            assert probe("/readyz").status_code == 200
            time.sleep(health.RESULT_SECONDS)
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM limits WHERE cache_key = 'readyz'")
            assert cursor.fetchone() == (1,)

    def test_one_that_is_not_migrated(self):
        recorder = MigrationRecorder(connection)
        last = max(name for app, name in recorder.applied_migrations() if app == "tournaments")
        recorder.record_unapplied("tournaments", last)
        try:
            answer = probe("/readyz")
        finally:
            recorder.record_applied("tournaments", last)
        assert (answer.status_code, answer.json()["database"]) == (503, "not migrated")

    def test_that_it_is_migrated_is_found_out_once(self, monkeypatch):
        assert probe("/readyz").status_code == 200
        monkeypatch.setattr(health, "MigrationExecutor", None)
        time.sleep(health.RESULT_SECONDS)
        assert probe("/readyz").status_code == 200

    def test_one_that_hangs_is_waited_for_a_moment_and_by_one_thread(self, monkeypatch):
        over = threading.Event()
        looks = []

        def hang() -> str:
            looks.append(1)
            over.wait(HUNG)
            return health.OK

        monkeypatch.setattr(health, "database", health.HealthProbe(hang))
        for _again in range(2):
            took = stopwatch()
            assert probe("/readyz").json()["database"] == "away"
            assert in_time(took(), own=health.WAIT)
        assert looks == [1]
        over.set()
        health.database._over.wait(HUNG)
        assert probe("/readyz").status_code == 200

    def test_one_that_never_answers_is_given_up(self, monkeypatch):
        over = threading.Event()
        answers = iter([health.NO_ANSWER, health.OK])

        def look() -> str:
            if (said := next(answers)) == health.NO_ANSWER:
                over.wait(HUNG)
            return said

        monkeypatch.setattr(health, "database", health.HealthProbe(look))
        monkeypatch.setattr(health, "WAIT", 0.1)
        monkeypatch.setattr(health, "GIVEN_UP", 0.3)
        assert probe("/readyz").status_code == 503
        time.sleep(0.3)
        monkeypatch.setattr(health, "WAIT", HUNG)
        assert probe("/readyz").status_code == 200
        over.set()
        time.sleep(0.1)
        monkeypatch.setattr(health, "RESULT_SECONDS", 60)
        assert probe("/readyz").status_code == 200, "what was given up says nothing any more"

    def test_a_broker_is_told_of_and_changes_nothing(self, tmp_path: Path, settings):
        broker = Broker(tmp_path)
        settings.REDIS_URL = broker.url
        try:
            for there, told in ((broker.kill, "away"), (broker.start, "ok"), (broker.hang, "away")):
                there()
                time.sleep(health.RESULT_SECONDS)
                took = stopwatch()
                answer = probe("/readyz")
                assert (answer.status_code, answer.json()) == (200, {**READY, "broker": told})
                assert in_time(took(), own=health.WAIT)
        finally:
            broker.kill()

    def test_who_asks_often_asks_the_database_seldom(self, monkeypatch):
        looks = []

        def look() -> str:
            looks.append(1)
            return health.OK

        monkeypatch.setattr(health, "database", health.HealthProbe(look))
        for _again in range(50):
            assert probe("/readyz").status_code == 200
        assert len(looks) < 10
