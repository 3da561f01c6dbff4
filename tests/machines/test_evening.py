"""An evening goes on across the machines while a web and a live are killed, and ends with the right prizes.

What is right, the second reading of the rules says: it shares no code with the program, and has nothing
but the exported evening. That every result which was accepted is there, and once, what was sent says.
"""

import json
import time
from collections.abc import Callable

import pytest

from tests.cast import Night, make_cast
from tests.faults.hall import Screen, start
from tests.machines.evening import Dealt, Desk
from tests.machines.machines import HOST, Machines
from tests.stories import second_reading
from tests.waits import HUNG, in_time, until
from tournaments.core.record import Stage
from tournaments.management.processes.asking import is_listening
from tournaments.models import Deal, Journal, RoundRow
from tournaments.transfer.presenters.evening import export_evening

Measured = Callable[[str], None]
SECONDS, KILL, FINISH = 8, 3.0, 2.0
"""The first round's clock, and when the processes are killed."""
SCREENS = 6


@pytest.mark.thorough
def test_an_evening(machines: Machines, measured: Measured) -> None:
    cast = make_cast()
    desk = Desk(machines.port)
    desk.sign_in(cast.alice)
    night = Night(desk.open(cast.club.pk), cast.alice)
    sent = rung_by_the_clock(machines, desk, night, measured)
    sent |= rung_by_hand(desk, night)
    recorded(night, sent)
    desk.of(night.evening, "finish")
    desk.of(night.evening, "prizes-reveal")
    document = json.loads(json.dumps(export_evening(night.evening)))
    second_reading.check(document)
    assert len(document["rounds"]) == 2
    assert all(prize["winners"] for prize in document["prizes"])
    stopped(machines, night, measured)


def rung_by_the_clock(machines: Machines, desk: Desk, night: Night, measured: Measured) -> set[str]:
    """A round with screens and a phone, in whose midst a web and a live are killed, and started again."""
    screens = [Screen(machines.port, night.evening.join_code) for _ in range(SCREENS)]
    phone = Dealt(machines.port, night, desk.cookie)
    for thread in (*screens, phone):
        thread.start()
    ends_at = start(night, SECONDS)
    time.sleep(KILL)
    assert all(screen.times == 1 for screen in screens)
    killed = time.time()
    for name in ("web-1", "live-1"):
        machines[name].kill()
    desk.page(f"/evenings/{night.evening.pk}/")
    seen = time.time() - killed
    time.sleep(1)
    for name in ("web-1", "live-1"):
        assert not machines[name].healthy()
        machines[name].start()
    phone.join(HUNG)
    phone.over.set()
    rang = rang_once(night, ends_at)
    heard(screens, rang)
    again = [screen.connected - killed for screen in screens if screen.times > 1]
    assert 0 < len(again) < SCREENS, "each live had some of them"
    assert all(one.tries == 1 for one in phone.sent), "the proxy tried again, and no phone had to"
    measured(
        f"a web and a live killed: a page after {seen:.2f} s, the longest wait for one of {len(phone.sent)} "
        f"results {phone.worst:.2f} s; {len(again)} streams were back after {max(again):.2f} s at most"
    )
    for name in ("web-1", "live-1"):
        machines[name].wait()
    desk.of(night.evening, "moves-apply", 1)
    return accepted(phone)


def rung_by_hand(desk: Desk, night: Night) -> set[str]:
    """The last round, at the new seats."""
    assert night.round == 2
    phone = Dealt(int(desk.root.rsplit(":", 1)[1]), night, desk.cookie)
    phone.start()
    time.sleep(1)
    desk.of(night.evening, "bell-ring", 2)
    phone.join(HUNG)
    phone.over.set()
    desk.of(night.evening, "settle", round=2)
    night.evening.refresh_from_db()
    assert night.evening.stage == Stage.SETTLING
    return accepted(phone)


def accepted(phone: Dealt) -> set[str]:
    """The keys of the results that were; all but the last one, which came after the bell."""
    assert not phone.is_alive()
    *taken, last = phone.sent
    assert [one.status for one in taken] == [302] * len(taken)
    assert last.status in (409, 422)
    return {one.key for one in taken}


def rang_once(night: Night, ends_at: float) -> float:
    (line,) = Journal.objects.filter(evening=night.evening, verb="bell_rung")
    assert RoundRow.objects.get(evening=night.evening, number=1).rung == line
    assert line.at.timestamp() >= ends_at
    assert in_time(line.at.timestamp() - ends_at)
    return float(line.at.timestamp())


def heard(screens: list[Screen], rang: float) -> None:
    """Every screen, also those whose stream was cut off."""
    for screen in screens:
        screen.join(HUNG)
        screen.over.set()
        assert screen.heard >= rang
        assert in_time(screen.heard - max(rang, screen.connected))


def recorded(night: Night, sent: set[str]) -> None:
    """No result that was accepted is lost, and none is there twice."""
    lines = Journal.objects.filter(evening=night.evening, verb="deal_recorded")
    assert sorted(str(line.request_key) for line in lines) == sorted(sent)
    assert Deal.objects.filter(round__evening=night.evening, void=None).count() == len(sent)


def stopped(machines: Machines, night: Night, measured: Measured) -> None:
    """With streams still open each ends in time when it is told to, and leaves its port."""
    screens = [Screen(machines.port, night.evening.join_code) for _ in range(SCREENS)]
    for screen in screens:
        screen.start()
    until(lambda: all(screen.times for screen in screens))
    for screen in screens:
        screen.over.set()
    took = {name: machine.stop() for name, machine in machines.all.items()}
    took["caddy"] = machines.proxy.stop()
    measured("stopped after " + ", ".join(f"{name} {seconds:.2f} s" for name, seconds in took.items()))
    assert in_time(max(took.values()), own=FINISH)
    assert "Traceback" not in machines.logs()
    ports = [machines.port, *(machine.port for machine in machines.all.values())]
    assert not any(is_listening(HOST, port) for port in ports)
