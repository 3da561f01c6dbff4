"""What a move, a swap, another table or an undone bell would change is read before it is done."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.cast import FIXED, everything
from tests.web.html import Page, faults, shows
from tournaments.services.running.bell import moves_apply
from tournaments.services.running.people import Arrival, people_check_in, player_drop
from tournaments.services.running.seats import seat_move


@pytest.fixture
def alice(client, cast):
    client.force_login(cast.alice)
    return client


def said(answer):
    """What a part of a page says."""
    assert answer.status_code == 200
    return Page(answer.content.decode()).root.words


def look(client, night, who, what, **body):
    return said(client.post(reverse("person-look", args=[night.evening.pk, who, what]), body))


@pytest.mark.thorough
def test_a_move_says_who_sits_where(alice, night):
    night = night(18)
    who, before = night.table(2)[0], everything()
    told = look(alice, night, who, "move", table=1)
    assert told == f"{night.facts.names[who]} Seat table 2, seat 1 → then table 1, seat 5"
    assert everything() == before


@pytest.mark.thorough
def test_a_swap_says_it_of_both(alice, night):
    night = night(18)
    first, second = night.table(2)[0], night.table(1)[2]
    told = look(alice, night, first, "swap", second=second)
    for entry, way in (
        (first, "table 2, seat 1 → then table 1, seat 3"),
        (second, "1, seat 3 → then table 2"),
    ):
        assert re.search(rf"{night.facts.names[entry]} Seat .*{way}", told)


def test_why_it_would_be_refused(alice, night):
    night = night(12)
    seat_move(night.because("x"), entry=night.table(2)[1], table=3)
    who, before = night.table(2)[0], everything()
    assert look(alice, night, who, "move", table=1) == "Table 2 would have too few players: swap instead."
    assert "Select a valid choice" in look(alice, night, who, "move", table=9)
    assert "A person cannot change seats" not in look(alice, night, who, "swap", second=night.table(1)[0])
    assert everything() == before


def test_another_table_says_who_goes_there(alice, night):
    night = night(18)
    people, before = [*night.table(2)[:2], night.table(3)[0]], everything()
    address = reverse("table-add-look", args=[night.evening.pk])
    told = said(alice.post(address, {"entries": people}))
    for chair, entry in enumerate(people, start=1):
        assert re.search(
            rf"{night.facts.names[entry]} Seat table \d, seat \d → then table 5, seat {chair}", told
        )
    assert said(alice.post(address, {"entries": people[:2]})) == "A table takes from 3 to 7 players."
    assert said(alice.post(address)) == "Nobody is chosen."
    assert everything() == before


def test_no_look_at_what_there_is_not(alice, night):
    night = night(12)
    who = night.table(2)[0]
    assert alice.post(reverse("person-look", args=[night.evening.pk, who, "explode"])).status_code == 404
    assert alice.post(reverse("person-look", args=[night.evening.pk, 10**6, "move"])).status_code == 404


@pytest.mark.thorough
def test_the_pages_ask_for_it(alice, night):
    night = night(18)
    person = alice.get(reverse("person", args=[night.evening.pk, night.table(2)[0]])).content.decode()
    for what, field in (("move", "move-table"), ("swap", "swap-second")):
        assert f'id="{field}"' in person
        assert f'/{what}/look/" hx-trigger="change from:#{field} ' in person
    page = alice.get(reverse("table-add", args=[night.evening.pk])).content.decode()
    assert 'hx-trigger="change from:#to-choose ' in page
    assert faults(page) == []


def undo(client, night):
    page = client.get(reverse("bell-undo", args=[night.evening.pk])).content.decode()
    address = reverse("bell-undo-look", args=[night.evening.pk])
    assert faults(page) == []
    assert f'hx-post="{address}" hx-trigger="load"' in page
    looked = client.post(address).content.decode()
    return " ".join(f"{Page(page).root.words} {Page(looked).root.words}".split())


def test_an_undone_bell_names_everybody_with_seat_counters_and_chip(alice, night):
    night = night(12, stake=1)
    night.play_round()
    chip, mover = night.table(1)[0], night.table(2)[0]
    seats, held = night.seats(), night.held()
    moves_apply(night.by, round=1)
    night.play(3)
    before = everything()
    told, names = undo(alice, night), night.facts.names
    assert f"{names[mover]} Place" in told or f"{names[mover]} Seat" in told
    there = {entry: f"table {table}, seat {chair}" for entry, (table, chair) in seats.items()}
    for entry, place in night.seats().items():
        if place != seats[entry]:
            now = f"table {place[0]}, seat {place[1]}"
            assert re.search(rf"{names[entry]} [^▲]*?Seat {now} → then {there[entry]}", told), names[entry]
    fresh = [stake.entry for stake in night.facts.stakes if stake.kind == "fresh"]
    assert fresh
    for entry in fresh:
        assert re.search(rf"{names[entry]} .*?Fresh stakes 1 → then 0", told)
        assert held[entry] == 0
    assert f"Table 3, deal 1: won by {names[night.table(3)[0]]}" in told
    assert chip
    assert everything() == before


@pytest.mark.thorough
def test_a_ring_alone_moves_nobody(alice, night):
    night = night(12)
    for table in night.tables:
        night.play(table)
    shows(undo(alice, night), "At this bell to table", never="Table 1, deal 1: won by")


def test_whole_games(alice, night):
    night = night(10, game="clag", games=2, **FIXED)
    night.next_round()
    night.score(2)
    people_check_in(night.by, people=[Arrival("Nell")])
    player_drop(night.by, entry=night.table(1)[0])
    shows(undo(alice, night), "Table 2, deal 1: won by")


def test_queries_do_not_grow(alice, night):
    asked = []
    for players in (18, 72):
        hall = night(players)
        hall.next_round()
        who, other = hall.table(2)[0], hall.table(1)[0]
        with CaptureQueriesContext(connection) as found:
            look(alice, hall, who, "swap", second=other)
            undo(alice, hall)
        asked.append(len(found))
    assert asked[0] == asked[1] <= 200, asked
