"""What a reader of /live/CODE/ is told, and when it is refused."""

import asyncio
import threading
from datetime import datetime

import pytest
from django.db import DatabaseError, connection
from django.utils import timezone

from config.web.logs import number
from tests.live.listening import Listener, at, do, run
from tests.waits import HUNG
from tournaments.base import fanout
from tournaments.bell.services.bell import bell_ring
from tournaments.bell.services.clock import clock_extend, clock_pause
from tournaments.console import live
from tournaments.core.record import Stage
from tournaments.models import RoundRow

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("shared")]


def ms(when: datetime | None) -> int:
    assert when is not None
    return round(when.timestamp() * 1000)


def test_how_the_evening_stands_is_told_at_once(night):
    night = night(8, minutes=10)
    clock = RoundRow.objects.get()

    async def scene() -> None:
        listener = at(night.evening)
        state = await listener.told()
        assert listener.status == 200
        assert listener.headers[b"content-type"] == b"text/event-stream"
        assert listener.headers[b"cache-control"] == b"no-store"
        assert abs(state.pop("now") - ms(timezone.now())) < 2000
        assert state == {
            "seq": night.evening.seq,
            "stage": "playing",
            "round": 1,
            "rung": False,
            "starts": ms(clock.starts_at),
            "ends": ms(clock.ends_at),
            "left": None,
            "moves": None,
            "spread": live.SPREAD,
        }
        await asyncio.sleep(0.2)
        assert len(listener.states) == 1, "once"
        await listener.leave()

    run(scene)


@pytest.mark.parametrize("stage", [Stage.CHECK_IN, Stage.SEATED, Stage.SETTLING, Stage.FINISHED])
def test_at_any_stage(night, stage):
    """By the code in any case."""
    night = night(8, stage, minutes=10)
    code = night.evening.join_code.lower()

    async def scene() -> None:
        state = await Listener(f"/live/{code}/").told()
        assert (state["stage"], state["starts"], state["ends"], state["left"]) == (stage, None, None, None)
        assert state["round"] == (stage is not Stage.CHECK_IN)
        assert state["rung"] == (stage in (Stage.SETTLING, Stage.FINISHED))

    run(scene)


def test_each_change_is_told_to_all_of_the_evening_and_to_nobody_else(night):
    night, other = night(8, minutes=10), night(8)

    async def scene() -> None:
        three, apart = [at(night.evening) for _reader in range(3)], at(other.evening)
        for listener in (*three, apart):
            await listener.told()
        line = await do(clock_pause, night.by, round=1)
        for listener in three:
            state = await listener.seq(line.seq)
            assert (state["starts"], state["ends"]) == (None, None)
            assert 550_000 < state["left"] <= 600_000
        line = await do(bell_ring, night.by, round=1)
        for listener in three:
            state = await listener.seq(line.seq + 1)
            assert (state["rung"], state["left"], state["spread"]) == (True, None, 3 * live.SPREAD)
            assert len(listener.states) == 3
        assert [state["spread"] for state in apart.states] == [live.SPREAD], "it is by the evening"

    run(scene)


def test_nobody_is_there(night):
    """Nor at an evening that is being prepared."""
    draft = night(0, Stage.DRAFT).evening.join_code
    paths = ("", "NOBODY/", "NOBODY", "NOBODY/x/", "%00/", "A B/", 99 * "A", f"{draft}/")

    async def scene() -> None:
        for path in paths:
            assert await Listener(f"/live/{path}").answered() == 404, path
        assert fanout.hub.loop is None

    run(scene)


def test_other_methods_and_hosts(night):
    night = night(8)

    async def scene() -> None:
        head = at(night.evening, method="HEAD")
        assert await head.answered() == 200
        assert head.headers[b"content-type"] == b"text/event-stream"
        assert await Listener("/live/NOBODY/", method="HEAD").answered() == 404
        for method in ("POST", "PUT", "OPTIONS", "DELETE"):
            refused = at(night.evening, method=method)
            assert await refused.answered() == 405
            assert refused.headers[b"allow"] == b"GET, HEAD"
        for host in ("evil.example", "localhost:x", "", "a\x80"):
            assert await at(night.evening, host=host).answered() == 400
        assert fanout.hub.count_streams() == 0

    run(scene)


def test_so_many_and_no_more(night, settings):
    night = night(8)
    settings.LIVE_STREAMS = 3

    async def scene() -> None:
        three = [at(night.evening) for _reader in range(3)]
        for listener in three:
            await listener.told()
        for method in ("GET", "HEAD"):
            assert await at(night.evening, method=method).answered() == 503
        await three[0].leave()
        await at(night.evening).told()

    run(scene)


def test_who_goes_leaves_nothing_behind(night):
    night = night(8)

    async def scene() -> None:
        last = at(night.evening)
        await last.told()
        rest, threads = len(asyncio.all_tasks()), threading.active_count()
        many = [at(night.evening) for _reader in range(50)]
        for listener in many:
            await listener.told()
        assert fanout.hub.count_streams() == 51
        assert threading.active_count() == threads, "no thread for a stream"
        for listener in many[:40]:
            await listener.leave()
        for listener in many[40:]:
            listener.task.cancel()
        await asyncio.wait([listener.task for listener in many])
        assert fanout.hub.count_streams() == 1
        assert len(asyncio.all_tasks()) == rest
        assert not live._lookups
        await last.leave()
        assert (fanout.hub.streams, fanout.hub.known) == ({}, {})

    run(scene)


def test_who_reads_slowly_holds_up_nobody_and_is_told_the_last(night):
    night = night(8, minutes=10)

    async def scene() -> None:
        slow, quick = at(night.evening), at(night.evening)
        for listener in (slow, quick):
            await listener.told()
        slow.reads.clear()
        for _again in range(5):
            line = await do(clock_extend, night.by, round=1, seconds=1)
            await quick.seq(line.seq)
        slow.reads.set()
        await slow.seq(line.seq)
        assert len(slow.states) < len(quick.states) == 6

    run(scene)


def test_what_was_lost_arrives_with_the_beat(night, monkeypatch):
    night = night(8)
    monkeypatch.setattr(fanout, "BEAT", 0.4)
    monkeypatch.setattr(fanout, "tell_streams", lambda evening, seq: None)

    async def scene() -> None:
        listener = at(night.evening)
        await listener.told()
        line = await do(bell_ring, night.by, round=1)
        assert (await listener.seq(line.seq + 1))["rung"]
        assert (await listener.told(4))["rung"], "and each beat is a sign of life"

    run(scene)


def test_a_database_that_fails_ends_no_stream(night, monkeypatch, caplog):
    night = night(8)
    monkeypatch.setattr(fanout, "BEAT", 0.3)
    real, broken = live._make_frames, threading.Event()

    def frames(evenings):
        if broken.is_set():
            raise DatabaseError("gone")
        return real(evenings)

    monkeypatch.setattr(live, "_make_frames", frames)

    async def scene() -> None:
        listener = at(night.evening)
        await listener.told()
        broken.set()
        line = await do(bell_ring, night.by, round=1)
        late = at(night.evening)
        await asyncio.sleep(0.5)
        assert late.status == 200
        broken.clear()
        assert (await listener.seq(line.seq + 1))["rung"]
        assert (await late.told())["rung"]

    run(scene)
    assert "gone" in caplog.text


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no server to lose; PostgreSQL has")
def test_a_connection_that_broke_is_opened_again(night):
    night = night(8)

    def backend() -> int:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            (pid,) = cursor.fetchone()
        return int(pid)

    def end(pid: int) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(%s)", [pid])

    async def scene() -> None:
        listener = at(night.evening)
        await listener.told()
        before = live._reader.submit(backend).result()
        await do(end, before)
        line = await do(bell_ring, night.by, round=1)
        assert (await listener.seq(line.seq + 1))["rung"]
        assert live._reader.submit(backend).result() != before

    run(scene)


def test_a_whole_hall_comes_back_at_once(night, monkeypatch):
    night = night(8)
    looks: list[str] = []
    real = live._find_evening

    def look(code: str) -> int | None:
        looks.append(code)
        return real(code)

    monkeypatch.setattr(live, "_find_evening", look)

    async def scene() -> None:
        before = at(night.evening)
        await before.told()
        looks.clear()
        hall = [at(night.evening) for _reader in range(200)]
        for listener in hall:
            await listener.told()
        assert len(looks) == 1
        assert {len(listener.states) for listener in (before, *hall)} == {1}, "who was there is left alone"

    run(scene)


def test_an_evening_that_is_deleted_ends_its_streams(night, monkeypatch):
    night, other = night(8), night(8)
    monkeypatch.setattr(fanout, "BEAT", 0.2)

    async def scene() -> None:
        listener, apart = at(night.evening), at(other.evening)
        for each in (listener, apart):
            await each.told()
        await do(night.evening.delete)
        await asyncio.wait_for(listener.task, HUNG)
        assert listener.ended
        assert fanout.hub.count_streams() == 1
        await apart.told(3)

    run(scene)


def test_line_and_round_are_of_one_moment(night):
    """A line that is told comes with its bell: both are read in one query."""
    night = night(8, minutes=10)

    async def scene() -> None:
        listener = at(night.evening)
        await listener.told()
        line = await do(bell_ring, night.by, round=1)
        await listener.seq(line.seq + 1)
        for state in listener.states:
            assert state["rung"] == (state["seq"] > line.seq)

    run(scene)


def test_all_end_when_the_server_stops_and_who_comes_then_is_sent_away_to_come_again(night):
    night = night(8)

    async def scene() -> None:
        listeners = [at(night.evening) for _reader in range(3)]
        for listener in listeners:
            await listener.told()
        fanout.hub.end()
        for listener in listeners:
            assert await listener.answered() == 200
        late = at(night.evening)
        assert await late.answered() == 200
        assert late.states == []
        assert fanout.hub.count_streams() == 0

    run(scene)


def test_what_is_logged_for_all_is_of_no_request(night, monkeypatch):
    """What serves every stream is begun by the first, and must not bear its number."""
    night, seen = night(8), []
    before = live._read

    async def read(evenings):
        seen.append(number.get())
        return await before(evenings)

    monkeypatch.setattr(live, "_read", read)

    async def scene() -> None:
        number.set("of the first")
        await at(night.evening).told()

    run(scene)
    assert seen == [""]


def test_so_many_of_one_address(night, settings):
    """A stranger cannot take all streams; who goes makes room."""
    night = night(8)
    settings.LIVE_STREAMS_EACH = 2

    async def scene() -> None:
        two = [at(night.evening) for _reader in range(2)]
        for listener in two:
            await listener.told()
        assert await at(night.evening).answered() == 503
        await at(night.evening, client="192.0.2.9").told()
        await two[0].leave()
        await at(night.evening).told()

    run(scene)
    assert not live._open
