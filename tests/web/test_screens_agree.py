"""Hall, phones and API say of everybody the seat that they must take, after each act of an evening.

The truth is read from the rows of seats alone. Marks and names of people who move stand on the hall and on
their own phones alike, lead to the true seat, and are gone once the bell has rung.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest
from django.db import transaction
from django.urls import reverse

from accounts.errors import RuleError
from tests.cast import Night
from tests.services.timed import later
from tests.web.html import Element, Page
from tournaments.attendance.services import Arrival, people_check_in, player_drop, player_pause
from tournaments.bell.services.bell import bell_ring, moves_apply
from tournaments.core.record import Presence, Stage
from tournaments.core.settings import BellBy
from tournaments.models import EntryRow, PresenceRow, RoundRow, SeatRow
from tournaments.seating.services import (
    evening_start,
    seat_move,
    seats_swap,
    table_add,
    table_close,
    tables_level,
)
from tournaments.undo.services.revert import line_take_back
from tournaments.undo.services.undo import bell_undo, moves_replay

SENT = r"Move UP|Go DOWN|Go to|Go back|Stay, other seat|Your new seat is|The organiser changed this seat"
Seats = dict[str, tuple[int, int]]


def classes(element: Element) -> list[str]:
    return element.attributes.get("class", "").split()


def of_class(root: Element, *names: str) -> Iterator[Element]:
    return (one for one in root.all() if set(names) <= set(classes(one)))


def numbers(words: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", words)]


@dataclass
class Hall:
    """What the projector says: the state, seats on cards, whose seat is marked, who is named as moving."""

    state: str
    seats: Seats = field(default_factory=dict)
    marked: set[str] = field(default_factory=set)
    movers: dict[str, list[int]] = field(default_factory=dict)


def hall_of(html: str) -> Hall:
    root = Page(html).root
    hall = Hall(next(of_class(root, "state")).words)
    for card in of_class(root, "htable"):
        table = numbers(next(card.all("h2")).words)
        for row in card.all("li"):
            name = next(of_class(row, "name")).words
            chair = next(of_class(row, "chair"), None)
            if chair is not None and table:
                hall.seats[name] = (table[0], int(chair.words))
            if any(True for _ in of_class(row, "go")):
                hall.marked.add(name)
    for mover in of_class(root, "mover"):
        if "cut" in classes(mover):
            continue
        way = " ".join(cell.words for cell in (*of_class(mover, "from"), *of_class(mover, "to")))
        hall.movers[next(of_class(mover, "name")).words] = numbers(way)
    return hall


def truth(night: Night) -> Seats:
    """Where everybody who plays sits, from the rows alone."""
    row = RoundRow.objects.filter(evening=night.evening, void=None).latest("number")
    names = dict(EntryRow.objects.filter(evening=night.evening, void=None).values_list("pk", "name"))
    away = set()
    for entry in names:
        said = PresenceRow.objects.filter(entry=entry, void=None, from_round__lte=row.number)
        newest = said.order_by("journal__seq", "id").last()
        if newest is not None and not Presence(newest.state).plays:
            away.add(entry)
    seats = SeatRow.objects.filter(round=row, void=None).values_list("entry", "position", "chair")
    return {names[entry]: (table, chair) for entry, table, chair in seats if entry not in away}


def wrong_at(night: Night, client, act: str, before: Seats) -> list[str]:
    """What a screen says of somebody that is not so."""
    code = night.evening.join_code
    hall = hall_of(client.get(reverse("hall", args=[code])).content.decode())
    seats = truth(night)
    client.force_login(night.alice)
    api = client.get(reverse("api-evening", args=[night.evening.pk])).json()
    client.logout()
    by_api = {
        seat["name"]: (table["table"], seat["chair"])
        for table in api["round"]["tables"]
        for seat in table["seats"]
        if seat["state"] not in ("left", "paused")
    }
    row = RoundRow.objects.filter(evening=night.evening, void=None).latest("number")
    faults = []
    for entry in EntryRow.objects.filter(evening=night.evening, void=None).order_by("pk"):
        phone = Page(client.get(reverse("player", args=[code, entry.pk])).content.decode()).root
        card = next(of_class(phone, "card", "here"))
        words = card.words
        place = next(of_class(card, "place"))
        says = re.search(r"Table (\d+), seat (\d+)", place.words)
        told = (int(says[1]), int(says[2])) if says else None
        so, at = seats.get(entry.name), hall.seats.get(entry.name)
        moves = classes(card)[2] if len(classes(card)) > 2 else ""
        wrong = []
        if so != at:
            wrong.append("HALL")
        if so != by_api.get(entry.name):
            wrong.append("API")
        if so is not None and told != so:
            wrong.append("PHONE")
        if so is None and told is not None and "will be your seat" not in words:
            wrong.append("PHONE-SEAT")
        if row.rung_id and (entry.name in hall.marked or entry.name in hall.movers):
            wrong.append("MARK-AT-BELL")
        ways = hall.movers.get(entry.name)
        if ways and so and ways[-1] != so[0] and ways[-2:] != list(so):
            wrong.append("MOVER-TO")
        sent = moves in ("moves", "back", "drawn") and bool(re.search(SENT, words))
        if night.evening.play.format.draws and sent and moves == "moves" and entry.name in hall.seats:
            ways = ways or [*hall.seats[entry.name]]  # all seats are drawn: the tables say it
        if before and night.evening.stage == "playing" and so and before.get(entry.name) != so:
            if ways is None:
                wrong.append(f"SILENT-HALL(was {before.get(entry.name)})")
            if not sent:
                wrong.append(f"SILENT-PHONE(was {before.get(entry.name)})")
        if bool(ways or entry.name in hall.marked) != sent and so:
            wrong.append(f"HALL-PHONE({sent})")
        faults += [f"{act}: {entry.name} {fault}" for fault in wrong]
    return faults


Act = Callable[[Night], object]


def undo_last(night: Night) -> None:
    night.evening.refresh_from_db()
    line_take_back(night.by, line=night.evening.seq)


def swap_first(night: Night) -> None:
    one, other = (night.table(table)[0] for table in night.tables[-2:])
    seats_swap(night.because("a slip"), first=one, second=other)


def move_one(night: Night) -> None:
    sizes = {table: len(night.table(table)) for table in night.tables}
    most = max(sizes, key=lambda table: sizes[table])
    least = min(sizes, key=lambda table: (sizes[table], table))
    seat_move(night.because("a slip"), entry=night.table(most)[0], table=least)


def late(night: Night) -> None:
    people_check_in(night.by, people=[Arrival("Xavier")])


def correct_table(night: Night) -> None:
    """Another winner of table 2 in the round before, where counters are played for."""
    if not night.evening.play.kind.stakes:
        return
    (pool,) = (one for one in night.facts.pools if (one.round, one.position) == (night.round - 1, 2))
    lost = sorted(pool.lines, key=lambda line: line.counters or 0)
    nets = {line.entry: -1 for line in pool.lines}
    nets[lost[0].entry] = len(nets) - 1
    night.correct(2, [lost[0].entry], nets, round=night.round - 1)


def play_all(night: Night, but: int = 0) -> None:
    for table in night.tables:
        if table != but:
            night.play_table(table)


STORY: list[tuple[str, Act]] = [
    ("drawn", lambda n: None),
    ("swap before play", swap_first),
    ("start", lambda n: evening_start(n.by)),
    ("swap in round 1", swap_first),
    ("undo the swap", undo_last),
    ("move in round 1", move_one),
    ("results of 2", lambda n: n.play_table(2)),
    ("results of others", lambda n: play_all(n, 2)),
    ("late-comer", late),
    ("bell", lambda n: bell_ring(n.by, round=1) if not n.preview().rung else None),
    ("decide", lambda n: n.decide()),
    ("moves of 1", lambda n: moves_apply(n.by, round=1)),
    ("undo bell 1", lambda n: bell_undo(n.because("too early"))),
    ("bell again", lambda n: n.decide()),
    ("moves again", lambda n: moves_apply(n.by, round=1)),
    ("time passes", lambda n: later(n, 61)),
    ("correct", correct_table),
    ("replay", lambda n: moves_replay(n.because("a slip"))),
    ("60 seconds", lambda n: later(n, 61)),
    ("level", lambda n: tables_level(n.by)),
    ("undo level", undo_last),
    ("swap in round 2", swap_first),
    ("result of 1", lambda n: n.play_table(1)),
    ("others", lambda n: play_all(n, 1)),
    ("bell 2", lambda n: n.decide()),
    ("moves of 2", lambda n: moves_apply(n.by, round=2)),
    ("open a table", lambda n: table_add(n.because("room"), entries=[n.table(t)[-1] for t in n.tables[-3:]])),
    ("close it", lambda n: table_close(n.because("room"), table=max(n.tables))),
    ("one pauses", lambda n: player_pause(n.by, entry=n.table(n.tables[-1])[0])),
    ("one leaves", lambda n: player_drop(n.by, entry=n.table(2)[0])),
    ("round 3 played", play_all),
    ("bell 3", lambda n: n.decide()),
    ("moves of 3", lambda n: moves_apply(n.by, round=3)),
]


def told(story, made, client) -> list[str]:
    faults: list[str] = []
    before: Seats = {}
    for name, act in story:
        try:
            with transaction.atomic():
                act(made)
        except (RuleError, IndexError, ValueError):
            pass  # it cannot be done there
        made.evening.refresh_from_db()
        faults += wrong_at(made, client, name, before)
        before = truth(made)
    return faults


@pytest.mark.sample(1)
@pytest.mark.parametrize("minutes", [0, 12])
def test_an_evening_of_26(client, night, minutes):
    made = night(26, Stage.SEATED, bell=BellBy.HAND, minutes=minutes, gap=60)
    assert told(STORY, made, client) == []


CASES = [
    ("progressive", "draw-poker"),
    ("progressive", "blackout"),
    ("progressive", "three-stake-brag"),
    ("fixed", "draw-poker"),
    ("fixed", "blackout"),
    ("rotation", "draw-poker"),
    ("swiss", "blackout"),
    ("knockout", "blackout"),
    ("knockout", "draw-poker"),
    ("ladder", "draw-poker"),
    ("ladder", "blackout"),
]


@pytest.mark.sample(2)
@pytest.mark.parametrize(("format", "game"), CASES)
def test_each_format(client, night, format, game):
    made = night(16, Stage.SEATED, bell=BellBy.HAND, game=game, format=format, games=4, deals=1)
    assert told(STORY, made, client) == []
