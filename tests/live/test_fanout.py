"""What other processes write arrives by the broker: lost, hung or back again."""

import asyncio
from typing import Any

import pytest
import redis.asyncio

from tests.live.listening import Listener, at, do, run
from tests.waits import HUNG
from tournaments import tasks
from tournaments.base import fanout
from tournaments.bell.services.bell import bell_ring
from tournaments.bell.services.clock import clock_extend

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("shared")]


@pytest.fixture(autouse=True)
def from_another_process(monkeypatch) -> None:
    """The streams hear of nothing but by the broker, not even by a beat; and no task is sent."""
    monkeypatch.setattr(fanout, "BEAT", 60)
    monkeypatch.setattr(fanout, "tell_streams", lambda evening, seq: None)
    monkeypatch.setattr(fanout, "schedule_look", lambda evening, when: None)


async def heard() -> None:
    """Until the hub hears the broker."""
    async with asyncio.timeout(HUNG):
        while not fanout.hub.hears:
            await asyncio.sleep(0.01)


async def listening(night) -> Listener:
    listener = at(night.evening)
    await listener.told()
    await heard()
    await asyncio.sleep(0.1)
    assert len(listener.states) == 1, "the first state is told once, though all look when the broker is heard"
    return listener


def test_a_change_in_another_process_is_told(night, broker):
    broker.start()
    night = night(8, minutes=10)

    async def scene() -> None:
        listener = await listening(night)
        for _again in range(3):
            line = await do(clock_extend, night.by, round=1, seconds=1)
            await listener.seq(line.seq)
        assert len(listener.states) == 4

    run(scene)


def test_a_broker_that_comes_later_is_heard(night, broker):
    night = night(8)

    async def scene() -> None:
        listener = at(night.evening)
        await listener.told()
        await do(broker.start)
        await heard()
        fanout._down_until = 0.0
        line = await do(bell_ring, night.by, round=1)
        await listener.seq(line.seq + 1)

    run(scene)


def test_what_was_lost_is_told_as_soon_as_the_broker_is_back(night, broker):
    broker.start()
    night = night(8)

    async def scene() -> None:
        listener = await listening(night)
        await do(broker.kill)
        line = await do(bell_ring, night.by, round=1)
        await asyncio.sleep(0.3)
        assert len(listener.states) == 1
        await do(broker.start)
        assert (await listener.seq(line.seq + 1))["rung"]

    run(scene)


def test_a_broker_that_hangs_is_left_and_found_again(night, broker, monkeypatch, caplog):
    monkeypatch.setattr(fanout, "BEAT", 0.3)
    broker.start()
    night = night(8)

    async def scene() -> None:
        listener = await listening_to_beats(night)
        await do(broker.hang)
        line = await do(bell_ring, night.by, round=1)
        assert (await listener.seq(line.seq + 1))["rung"], "the beat brings it"
        async with asyncio.timeout(HUNG):
            while fanout.hub.hears:
                await asyncio.sleep(0.01)
        await do(broker.go_on)
        await heard()

    async def listening_to_beats(night) -> Listener:
        listener = at(night.evening)
        await heard()
        return listener

    run(scene)
    assert "The broker is not heard any more" in caplog.text


def test_a_quiet_broker_is_asked_and_stays(night, broker, monkeypatch):
    monkeypatch.setattr(fanout, "BEAT", 0.1)
    broker.start()
    night = night(8)

    async def scene() -> None:
        at(night.evening)
        await heard()
        for _look in range(10):
            await asyncio.sleep(0.1)
            assert fanout.hub.hears

    run(scene)


def test_it_ends_with_the_server_though_a_connection_cannot_be_closed(night, broker, monkeypatch):
    """Or the server's loop would wait for it for ever."""
    broker.start()
    night = night(8)

    async def fails(_channel: object) -> None:
        raise TimeoutError("not closed")

    async def scene() -> None:
        at(night.evening)
        await heard()
        listens = fanout.hub._tasks[-1]
        with monkeypatch.context() as broken:
            broken.setattr(redis.asyncio.client.PubSub, "aclose", fails)
            listens.cancel()
            await asyncio.wait([listens], timeout=HUNG)
        assert listens.done()

    run(scene)


def test_it_ends_though_the_cancelling_is_taken_for_silence(night, broker, monkeypatch):
    """It may come in the very moment in which a silence has lasted long enough, and be lost with it."""
    broker.start()
    night, real = night(8), redis.asyncio.client.PubSub.get_message

    async def silent(channel: Any, *, timeout: float) -> Any:
        try:
            return await real(channel, timeout=timeout)
        except asyncio.CancelledError:
            return None

    async def scene() -> None:
        at(night.evening)
        await heard()
        listens = fanout.hub._tasks[-1]
        await asyncio.sleep(0.05)
        listens.cancel()
        await asyncio.wait([listens], timeout=HUNG)
        assert listens.done()

    monkeypatch.setattr(redis.asyncio.client.PubSub, "get_message", silent)
    run(scene)


def test_what_others_say_there_is_passed_over(night, broker):
    broker.start()
    night = night(8)

    async def scene() -> None:
        listener = await listening(night)
        client = fanout._connect_broker(broker.url)
        for said in ("x", "{}", "[1]", "[[], 2]", '["a", "b"]', f'[{night.evening.pk}, "b"]', b"\xff"):
            await do(client.publish, fanout.CHANNEL, said)
        line = await do(bell_ring, night.by, round=1)
        await listener.seq(line.seq + 1)

    run(scene)


def test_a_bell_whose_message_was_lost_is_told_again_by_the_worker(night, broker, monkeypatch):
    """The bell wakes the worker a second later, which finds nothing due, and says it again."""
    broker.start()
    night = night(8)
    wakes: list[float] = []
    real = fanout.publish_line

    async def scene() -> None:
        listener = await listening(night)
        monkeypatch.setattr(fanout, "schedule_look", lambda evening, when: wakes.append(when.timestamp()))
        monkeypatch.setattr(fanout, "publish_line", lambda evening, seq: None)
        line = await do(bell_ring, night.by, round=1)
        assert [round(when - line.at.timestamp(), 3) for when in wakes] == [1, 5]
        await asyncio.sleep(0.2)
        assert len(listener.states) == 1
        monkeypatch.setattr(fanout, "publish_line", real)
        assert await do(tasks.look, night.evening.pk) == 0
        assert (await listener.seq(line.seq + 1))["rung"]
        await do(tasks.look, night.evening.pk)
        await asyncio.sleep(0.2)
        assert len(listener.states) == 2, "who has heard is left alone"

    run(scene)


def test_nobody_listens_where_there_is_no_broker(night, settings):
    night = night(8)
    settings.REDIS_URL = ""

    async def scene() -> None:
        before = len(asyncio.all_tasks())
        await at(night.evening).told()
        assert len(asyncio.all_tasks()) == before + 2 + 2, "a stream's two, a look and a beat"

    run(scene)


def test_telling_when_the_loop_is_closed(monkeypatch):
    """A server that has ended its loop, while a command is still under way in a thread."""
    monkeypatch.undo()
    hub = fanout.Hub()
    monkeypatch.setattr(fanout, "hub", hub)

    async def scene() -> None:
        async def read(_asked):
            return {}

        hub.start(read)

    run(scene)
    assert hub.loop is not None
    assert hub.loop.is_closed()
    fanout.tell_streams(1, 2)
