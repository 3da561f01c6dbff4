"""What taking back, a move, a swap or an undone bell would change is read before it is done."""

import re
from uuid import uuid4

import pytest
from django.urls import reverse

from tests.cast import AT_THE_END, FIXED, everything
from tests.web.html import Page, faults, shows
from tests.web.wording import queries
from tests.web.wording import words as text
from tournaments.attendance.services import Arrival, entry_withdraw, people_check_in, player_drop
from tournaments.bell.services.bell import moves_apply
from tournaments.core.record import Stage
from tournaments.models import Journal
from tournaments.seating.services import seat_move, seats_swap
from tournaments.undo.services.revert import line_take_back


def at(night, line):
    return reverse("line-back", args=[night.evening.pk, line.seq])


def look(client, night, line):
    """What the page asks for as soon as it is there."""
    address = reverse("line-back-look", args=[night.evening.pk, line.seq])
    assert f'hx-post="{address}" hx-trigger="load"' in " ".join(client.get(at(night, line)).text.split())
    answer = client.post(address)
    assert answer.status_code == 200
    return " ".join(Page(answer.content.decode()).root.words.split())


@pytest.fixture
def dropped(night):
    night = night(12)
    night.gone = night.table(2)[0]
    night.name = night.facts.names[night.gone]
    night.line = player_drop(night.by, entry=night.gone)
    return night


@pytest.fixture
def alice(client, cast):
    client.force_login(cast.alice)
    return client


@pytest.mark.thorough
def test_it_says_what_that_changes_and_writes_nothing(alice, dropped):
    before = everything()
    answer = alice.get(at(dropped, dropped.line))
    assert faults(answer.content.decode()) == []
    shows(text(answer), f"{dropped.name} went home.")
    looked = look(alice, dropped, dropped.line)
    assert re.search(rf"{dropped.name} .*Seat – → then table 2, seat 1", looked)
    assert everything() == before


def test_it_is_taken_back_and_said(alice, dropped):
    answer = alice.post(
        at(dropped, dropped.line), {"request_key": uuid4(), "reason": "another Ann"}, follow=True
    )
    assert answer.redirect_chain == [(reverse("journal", args=[dropped.evening.pk]), 302)]
    assert f"Undone: {dropped.name} went home." in text(answer)
    assert dropped.held()[dropped.gone] == 50
    line = Journal.objects.get(verb="line_taken_back")
    assert (line.reason, line.payload) == ("another Ann", {"line": dropped.line.seq})


def test_it_goes_on_where_one_came_from(alice, dropped):
    person = reverse("person", args=[dropped.evening.pk, dropped.gone])
    page = alice.get(at(dropped, dropped.line), {"next": person})
    assert f'<input type="hidden" name="next" value="{person}">' in page.content.decode()
    assert alice.post(at(dropped, dropped.line), {"next": person}).url == person


@pytest.mark.thorough
@pytest.mark.parametrize("next", ["https://example.org/", "//example.org/", "/clubs/1/", "\\evil"])
def test_but_to_no_other_place(alice, dropped, next):
    answer = alice.post(at(dropped, dropped.line), {"next": next})
    assert answer.url == reverse("journal", args=[dropped.evening.pk])


@pytest.mark.thorough
def test_somebody_was_faster(alice, dropped):
    line_take_back(dropped.by, line=dropped.line.seq)
    before = everything()
    answer = alice.post(at(dropped, dropped.line))
    assert answer.status_code == 409
    assert text(answer).count("This is already undone.") == 1
    assert everything() == before


@pytest.mark.thorough
def test_why_it_cannot_be(alice, dropped):
    dropped.play(2, winner=dropped.table(2)[1])
    assert look(alice, dropped, dropped.line) == "Play has gone on since then. This can no longer be undone."
    answer = alice.post(at(dropped, dropped.line))
    assert answer.status_code == 422
    assert text(answer).count("Play has gone on since then") == 1


def test_a_line_that_there_is_not(alice, dropped):
    for seq in (0, 999, 10**12):
        assert alice.get(reverse("line-back", args=[dropped.evening.pk, seq])).status_code == 404
        assert alice.post(reverse("line-back-look", args=[dropped.evening.pk, seq])).status_code == 404


@pytest.mark.thorough
def test_the_journal_leads_there(alice, cast, dropped):
    journal = reverse("journal", args=[dropped.evening.pk])
    href = f'href="{at(dropped, dropped.line)}?next='
    assert href in alice.get(journal).content.decode()
    alice.force_login(cast.sam)
    shows(alice.get(journal), never=["line-back", href])
    alice.force_login(cast.alice)
    line_take_back(dropped.by, line=dropped.line.seq)
    assert href not in alice.get(journal).content.decode()


@pytest.mark.thorough
def test_but_not_once_the_evening_has_gone_on(alice, dropped):
    dropped.play_round()
    moves_apply(dropped.by, round=1)
    shows(alice.get(reverse("journal", args=[dropped.evening.pk])), never=at(dropped, dropped.line))


def test_who_was_taken_off_the_list_is_marked_as_taken_back(alice, night):
    """That line wrote no fact of its own which could be void."""
    night = night(12, Stage.CHECK_IN)
    line = entry_withdraw(night.by, entry=night.entry("p03"))
    journal = reverse("journal", args=[night.evening.pk])
    assert at(night, line) in alice.get(journal).content.decode()
    line_take_back(night.by, line=line.seq)
    shows(alice.get(journal), "p03 is no longer checked in. undone at", never=at(night, line))


REPAIRS = {
    "leave": lambda night: ("person-change", [night.table(2)[0], "leave"], {}),
    "pause": lambda night: ("person-change", [night.table(2)[0], "pause"], {}),
    "keep": lambda night: ("person-change", [night.table(2)[0], "keep"], {}),
    "move": lambda night: ("person-change", [night.table(2)[0], "move"], {"table": 3, "reason": "x"}),
    "swap": lambda night: (
        "person-change",
        [night.table(2)[0], "swap"],
        {"second": night.table(1)[0], "reason": "x"},
    ),
    "late": lambda night: ("check-in", [], {"names": "Nell", "next": "people"}),
    "add": lambda night: (
        "table-add",
        [],
        {"entries": [*night.table(2)[:2], *night.table(3)[:1]], "reason": "x"},
    ),
    "close": lambda night: ("table-close", [4], {"reason": "x"}),
}


@pytest.mark.sample(3)
@pytest.mark.parametrize("what", REPAIRS)
def test_a_repair_is_taken_back_from_where_it_is_said(alice, night, what):
    night = night(18)
    before = night.facts
    name, where, body = REPAIRS[what](night)
    page = alice.post(reverse(name, args=[night.evening.pk, *where]), body, follow=True)
    assert page.status_code == 200, text(page)
    [link] = re.findall(
        r'<p class="note success"[^>]*>[^<]*<a class="reach" data-asks href="([^"]+)">Undo</a>',
        page.content.decode(),
    )
    address, _question, came_from = link.partition("?next=")
    assert came_from == page.request["PATH_INFO"]
    assert faults(alice.get(link).content.decode()) == []
    assert alice.post(address, {"next": came_from}).url == came_from
    assert night.facts == before


@pytest.mark.thorough
@pytest.mark.parametrize(("by", "offered"), [("alice", True), ("sam", False)])
def test_what_a_scorer_wrote_is_for_the_organiser(client, cast, night, by, offered):
    night = night(12, **AT_THE_END)
    for table in night.tables:
        night.play(table)
    client.force_login(getattr(cast, by))
    count = reverse("table-count", args=[night.evening.pk, 1, 1])
    page = client.post(count, {f"counters-{entry}": 40 for entry in night.table(1)}, follow=True)
    assert "Counted: table 1." in text(page)
    assert (">Undo</a>" in page.text) is offered


def test_queries_do_not_grow(alice, night):
    asked = []
    for players in (12, 60):
        hall = night(players)
        line = seats_swap(hall.because("x"), first=hall.table(1)[0], second=hall.table(2)[0])
        people_check_in(hall.by, people=[Arrival("Nell")])
        asked.append(queries(alice.get, at(hall, line)) + queries(alice.post, f"{at(hall, line)}look/"))
    assert asked[0] == asked[1] <= 165


# What a move, a swap, another table or an undone bell would change is read before it is done.


def said(answer):
    """What a part of a page says."""
    assert answer.status_code == 200
    return Page(answer.content.decode()).root.words


def person_look(client, night, who, what, **body):
    return said(client.post(reverse("person-look", args=[night.evening.pk, who, what]), body))


def test_why_it_would_be_refused(alice, night):
    night = night(12)
    seat_move(night.because("x"), entry=night.table(2)[1], table=3)
    who, before = night.table(2)[0], everything()
    assert person_look(alice, night, who, "move", table=1) == (
        "After this, table 2 would have too few players. Swap two players instead."
    )
    assert "Select a valid choice" in person_look(alice, night, who, "move", table=9)
    assert "Choose two different players" not in person_look(
        alice, night, who, "swap", second=night.table(1)[0]
    )
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
    assert said(alice.post(address, {"entries": people[:2]})) == "A table has from 3 to 7 players."
    assert said(alice.post(address)) == "Choose at least one player."
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
    person = " ".join(person.split())
    for what, field in (("move", "move-table"), ("swap", "swap-second")):
        assert f'id="{field}"' in person
        assert f'/{what}/look/" hx-trigger="change from:#{field} ' in person
    page = alice.get(reverse("table-add", args=[night.evening.pk])).content.decode()
    assert "change from:#to-choose " in page
    assert faults(page) == []


def undo(client, night):
    page = client.get(reverse("bell-undo", args=[night.evening.pk])).content.decode()
    address = reverse("bell-undo-look", args=[night.evening.pk])
    assert faults(page) == []
    assert f'hx-post="{address}" hx-trigger="load"' in " ".join(page.split())
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
    shows(undo(alice, night), "At the bell table", never="Table 1, deal 1: won by")


def test_whole_games(alice, night):
    night = night(10, game="clag", games=2, **FIXED)
    night.next_round()
    night.score(2)
    people_check_in(night.by, people=[Arrival("Nell")])
    player_drop(night.by, entry=night.table(1)[0])
    shows(undo(alice, night), "Table 2, deal 1: won by")


def test_queries_of_looks_do_not_grow(alice, night):
    asked = []
    for players in (18, 72):
        hall = night(players)
        hall.next_round()
        who, other = hall.table(2)[0], hall.table(1)[0]
        swap = queries(person_look, alice, hall, who, "swap", second=other)
        asked.append(swap + queries(undo, alice, hall))
    assert asked[0] == asked[1] <= 200, asked
