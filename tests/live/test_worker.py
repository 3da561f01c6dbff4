"""A real worker and its beat: what is due is done in time, and everybody hears of it."""

import pytest
from django.db import connection

from config.work import sweeps
from tests.live.processes import clock, serving, worker
from tests.services.timed import row, verbs
from tests.waits import in_time, stopwatch, until
from tournaments.base import fanout
from tournaments.bell.services.clock import clock_start
from tournaments.models import Journal

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("shared"),
    pytest.mark.slow,
    pytest.mark.postgresql,
]


@pytest.fixture
def environment(shared, tmp_path, broker) -> dict[str, str]:
    broker.start()
    return {"DATABASE_URL": shared, "HEADTABLE_DATA": str(tmp_path), "REDIS_URL": broker.url}


def lateness(night) -> float:
    """Seconds from the deadline to the line of the bell."""
    played = row(night)
    return float((played.rung.at - played.ends_at).total_seconds())


@pytest.mark.thorough
def test_a_round_by_itself(night, environment, tmp_path, monkeypatch, read):
    """The bell by the clock, the moves by themselves, and the next round's start; a stream hears it all."""
    monkeypatch.setattr(fanout, "schedule_look", lambda evening, when: None)
    night = night(8, auto_moves=1, gap=1, minutes=1)
    with (
        serving(tmp_path / "server.log", **environment) as (_process, port),
        clock(tmp_path / "clock", **environment) as (work, beat),
    ):
        reader = read(port, night.evening.join_code)
        for table in night.tables:
            night.play(table)
        night.decide()
        line = Journal.objects.filter(evening=night.evening).latest("seq").seq
        until(lambda: row(night).number == 2 and row(night).begun_id)
        until(lambda: verbs(night, line)[-1] == "round_begun")
        assert verbs(night, line) == ["moves_announced", "moves_applied", "round_begun"]
        state = reader.state(line + 3)
        assert (state["round"], state["rung"]) == (2, False)
        assert state["starts"] <= state["now"]
        for process in (work, beat):
            assert "Traceback" not in process.said


@pytest.mark.thorough
def test_bells_are_in_time_by_tasks_for_the_moment(night, environment, tmp_path, producer):
    """There is no beat, and the worker makes no sweep by itself."""
    environment["DJANGO_SETTINGS_MODULE"] = "tests.live.no_sweeps"
    halls = [night(8) for _evening in range(10)]
    producer.send_task("tournaments.sweep")
    with worker(tmp_path / "worker.log", **environment) as process:
        for hall in halls:
            clock_start(hall.by, round=1, seconds=3)
        until(lambda: all(row(hall).rung_id for hall in halls))
        assert min(map(lateness, halls)) >= 0
        assert in_time(max(map(lateness, halls)))
        for hall in halls:
            assert verbs(hall)[-2:] == ["time_up", "bell_rung"]
            assert verbs(hall).count("bell_rung") == 1
        assert "Traceback" not in process.said


def test_a_worker_rings_alone_beside_a_broker_that_hangs(night, environment, tmp_path, broker, monkeypatch):
    """There is no beat, no message, and no answer: it sweeps by itself."""
    monkeypatch.setattr(fanout, "schedule_look", lambda evening, when: None)
    hall = night(8)
    with worker(tmp_path / "worker.log", **environment) as process:
        clock_start(hall.by, round=1, seconds=2)
        broker.hang()
        until(lambda: row(hall).rung_id)
        broker.go_on()
        assert lateness(hall) >= 0
        assert in_time(lateness(hall), own=sweeps.AFTER)
        assert "Traceback" not in process.said


@pytest.mark.sample(1)
@pytest.mark.skipif(
    connection.vendor != "sqlite", reason="where PostgreSQL's clock decides, this one does not"
)
@pytest.mark.parametrize("step", [120, -120])
def test_the_machines_clock_is_set(night, environment, tmp_path, monkeypatch, measured, step):
    """The round keeps its remaining time: its bell is neither early nor lost."""
    environment["DJANGO_SETTINGS_MODULE"] = "tests.live.stepped"
    monkeypatch.setattr(fanout, "schedule_look", lambda evening, when: None)
    hall = night(8)
    with worker(tmp_path / "worker.log", **environment) as process:
        took = stopwatch()
        clock_start(hall.by, round=1, seconds=3)
        (tmp_path / "step").write_text(str(step))
        until(lambda: row(hall).rung_id)
        late = took() - 3
        measured(f"clock set by {step} s: the bell rang {late:.2f} s after it was due")
        assert late > -0.2
        assert in_time(late, own=sweeps.AFTER)
        assert verbs(hall)[-3:] == ["clock_set", "time_up", "bell_rung"]
        assert "Traceback" not in process.said
