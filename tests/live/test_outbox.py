"""What a command sets off: never before it is committed, and never at the command's cost."""

import json
import math
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta

import pytest
import redis
from django.db import transaction
from django.utils import timezone

from accounts.errors import RuleError
from tests.live.broker import Broker
from tests.services.timed import near
from tests.waits import HUNG, in_time, stopwatch
from tournaments.base import fanout
from tournaments.bell.services.bell import bell_ring
from tournaments.bell.services.clock import clock_pause, clock_start
from tournaments.models import Journal

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("producer")]


PATIENCE = 2 * fanout.TIMEOUT
"""Seconds that a command waits at most for a broker that does not answer: to connect, and to be told."""


def after_a_while(monkeypatch) -> None:
    """The broker is asked again."""
    monkeypatch.setattr(fanout, "_down_until", 0.0)


@contextmanager
def heard(broker: Broker) -> Iterator[list[list[int]]]:
    """What is published meanwhile."""
    told: list[list[int]] = []
    with redis.Redis.from_url(broker.url) as client, client.pubsub() as channel:
        channel.subscribe(fanout.CHANNEL)
        assert channel.get_message(timeout=HUNG)["type"] == "subscribe"
        yield told
        client.publish(fanout.CHANNEL, "0")  # the last
        while line := json.loads(channel.get_message(timeout=HUNG)["data"]):
            told.append(line)


def tasks(broker: Broker) -> list[tuple[str, list[int], datetime]]:
    """The tasks that wait for a worker: name, what for, and when."""
    found = []
    for message in broker.waiting():
        task = json.loads(message)
        headers = task["headers"]
        arguments = json.loads(headers["argsrepr"].replace("(", "[").replace(",)", "]"))
        found.append((headers["task"], arguments, datetime.fromisoformat(headers["eta"])))
        assert datetime.fromisoformat(headers["expires"]) > found[-1][2]
    return found


def test_what_was_written_is_told_and_the_program_is_woken_in_time(night, broker):
    broker.start()
    night = night(8)
    with heard(broker) as told:
        line = clock_start(night.by, round=1, seconds=300)
    assert told == [[night.evening.pk, line.seq]]
    ends, warns = line.at + timedelta(minutes=5), line.at + timedelta(minutes=4)
    assert sorted(tasks(broker), key=lambda task: task[2]) == [
        (fanout.LOOK, [night.evening.pk], warns),
        (fanout.LOOK, [night.evening.pk], ends),
    ]


def test_nothing_is_told_of_what_was_not_written(night, broker):
    broker.start()
    night = night(8, minutes=10)
    waiting = broker.waiting()
    with heard(broker) as told:
        with pytest.raises(RuleError):
            clock_start(night.by, round=1)
        with suppress(ZeroDivisionError), transaction.atomic():
            clock_pause(night.by, round=1)
            raise ZeroDivisionError
        with transaction.atomic():
            line = bell_ring(night.by, round=1)
            before = list(told)
    assert before == []
    assert told == [[night.evening.pk, line.seq + 1]]
    assert len(broker.waiting()) == len(waiting) + 2


@pytest.fixture
def tried(monkeypatch) -> list[object]:
    """Whatever the broker would be told from now on."""
    told: list[object] = []
    monkeypatch.setattr(fanout, "publish_line", lambda *line: told.append(line))
    monkeypatch.setattr(fanout, "schedule_look", lambda *when: told.append(when))
    return told


def test_without_a_broker_nothing_is_tried(night, settings, tried):
    settings.REDIS_URL = ""
    bell_ring(night(8).by, round=1)
    assert tried == []


def test_a_broker_that_did_not_answer_is_left_alone_for_a_moment(night, tried, monkeypatch):
    night = night(8, minutes=10)
    monkeypatch.setattr(fanout, "_down_until", math.inf)
    tried.clear()
    clock_pause(night.by, round=1)
    assert tried == []
    monkeypatch.setattr(fanout, "_down_until", 0.0)
    bell_ring(night.by, round=1)
    assert tried


# The broker is down


def refuses(broker: Broker) -> None:
    """There is no server, nor was one."""


def was_killed(broker: Broker) -> None:
    """Its socket is still there, and refuses."""
    broker.start()
    broker.kill()


def hangs(broker: Broker) -> None:
    broker.start()
    broker.hang()


@pytest.mark.parametrize("trouble", [refuses, was_killed, hangs])
def test_a_command_is_done_and_hardly_waits(night, broker, trouble, caplog):
    trouble(broker)
    night = night(8, minutes=10)
    commands = Journal.objects.count()
    fanout._down_until = 0.0
    took = stopwatch()
    clock_pause(night.by, round=1)
    assert in_time(took(), own=PATIENCE)
    assert fanout._down_until > 0, "it is not asked again for a moment"
    bell_ring(night.by, round=1)
    assert Journal.objects.count() == commands + 3
    assert "The broker does not answer" in caplog.text
    assert "Traceback" not in caplog.text


def test_a_host_that_is_not_there(night, settings):
    """Nothing is heard from it: neither yes nor no."""
    with socket.socket() as full:
        full.bind(("127.0.0.1", 0))
        full.listen(0)
        port = full.getsockname()[1]
        with socket.create_connection(("127.0.0.1", port)), socket.socket() as more:
            more.setblocking(False)
            more.connect_ex(("127.0.0.1", port))
            settings.REDIS_URL = f"redis://127.0.0.1:{port}"
            night = night(8)
            fanout._down_until = 0.0
            took = stopwatch()
            bell_ring(night.by, round=1)
            assert in_time(took(), own=PATIENCE)


def test_a_broker_that_is_back_is_found_by_the_next_command(night, broker, monkeypatch):
    night = night(8, minutes=10)
    for trouble in (refuses, was_killed):
        trouble(broker)
        after_a_while(monkeypatch)
        clock_start(night.by, round=1, seconds=300)
        broker.start()
        after_a_while(monkeypatch)
        with heard(broker) as told:
            line = clock_start(night.by, round=1, seconds=400)
        assert told == [[night.evening.pk, line.seq]]
        assert len(broker.waiting()) == 2
        assert near(max(when for *_, when in tasks(broker)), timezone.now() + timedelta(seconds=400))
        broker.kill()


def test_a_broker_that_was_started_anew_unseen(night, broker, caplog):
    """Connections that are kept lead to a server that is no more."""
    broker.start()
    night = night(8, minutes=10)
    for seconds in (300, 400, 500):
        broker.kill()
        broker.start()
        with heard(broker) as told:
            line = clock_start(night.by, round=1, seconds=seconds)
        assert told == [[night.evening.pk, line.seq]]
        assert len(broker.waiting()) == 2
    assert caplog.text == ""


def test_a_broker_that_hung_goes_on(night, broker, monkeypatch):
    hangs(broker)
    night = night(8)
    broker.go_on()
    after_a_while(monkeypatch)
    with heard(broker) as told:
        line = clock_start(night.by, round=1, seconds=300)
    assert told == [[night.evening.pk, line.seq]]
    assert len(broker.waiting()) == 2


def test_a_process_that_forks_has_connections_of_its_own(broker, settings):
    broker.start()
    fanout.publish_line(1, 1)
    fanout.schedule_look(1, timezone.now() + timedelta(minutes=1))
    with heard(broker) as told:
        children = []
        for child in range(4):
            pid = os.fork()
            if pid == 0:
                try:
                    for seq in range(25):
                        fanout.publish_line(child, seq)
                        fanout.schedule_look(child, timezone.now() + timedelta(minutes=1))
                finally:
                    os._exit(0)
            children.append(pid)
        for seq in range(25):
            fanout.publish_line(9, seq)
            fanout.schedule_look(9, timezone.now() + timedelta(minutes=1))
        for pid in children:
            os.waitpid(pid, 0)
    assert sorted(told) == sorted([child, seq] for child in (0, 1, 2, 3, 9) for seq in range(25))
    assert len(broker.waiting()) == 1 + 5 * 25
