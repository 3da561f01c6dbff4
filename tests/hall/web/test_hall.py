"""The projector's page."""

import re

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.web.html import Page, shows
from tests.web.visitors import HOSTILE
from tournaments.attendance.services import Arrival, entry_change, people_check_in
from tournaments.base.words import describe_tables
from tournaments.bell.services.bell import bell_ring, moves_apply
from tournaments.core.record import Purpose, Stage
from tournaments.core.settings import BellBy, Counting
from tournaments.prizes.services import prize_reveal
from tournaments.undo.services.undo import bell_undo


def page(client, night, **headers):
    return client.get(reverse("hall", args=[night.evening.join_code]), headers=headers)


def state(client, night):
    return page(client, night).context["hall"].state


def people(hall):
    return {person.name: person for card in hall.cards for person in card.lines}


def test_it_works(client, night):
    night = night(12)
    entry_change(night.by, entry=night.table(1)[0], name=HOSTILE, role="")
    answer = page(client, night)
    html = answer.content.decode()
    assert answer.status_code == 200
    assert HOSTILE not in html
    assert len(people(answer.context["hall"])) == 12
    assert reverse("join-qr", args=[night.evening.join_code]) in html
    ends = [(table.is_head, table.is_booby) for table in answer.context["hall"].tables]
    assert ends[0] == (True, False)
    assert ends[-1] == (False, True)


@pytest.mark.thorough
def test_a_round_in_its_states(client, night):
    night = night(12, bell=BellBy.HAND)
    assert state(client, night) == "Round 1 is being played"
    night.play(2)
    assert state(client, night) == "Round 1. Still playing: tables 1 and 3"
    late = [table.out for table in page(client, night).context["hall"].tables]
    assert late == [True, False, True]
    assert page(client, night).content.decode().count("still playing") == 2
    night.play(1)
    night.play(3)
    assert state(client, night) == "Round 1: all results are in"
    night.decide()
    assert state(client, night) == "The bell! Stay seated for a moment."


def test_before_the_clock_starts_seats_are_taken(client, night):
    night = night(12, minutes=10, gap=60)
    assert state(client, night) == "Round 1 is being played"
    night.play_round()
    moves_apply(night.by, round=1)
    assert state(client, night) == "Round 2: take your seats"
    assert ">Starts in</span>" in page(client, night).content.decode()


@pytest.mark.thorough
def test_the_bell_rings(client, night):
    night = night(12)
    night.play(1, winner=night.table(1)[0])
    assert state(client, night) == "The bell! Still playing: tables 2 and 3"
    night.play(2)
    night.play(3)
    assert state(client, night) == "The bell! Cut the cards: table 1"
    html = page(client, night).content.decode()
    assert "rung" in html
    for person in people(page(client, night).context["hall"]).values():
        assert not person.sign


def test_a_bell_is_yellow_where_everybody_moves(client, night):
    night = night(12)
    night.play_round()
    (look,) = re.findall(r'id="now"\s+class="([^"]*)"', page(client, night).content.decode())
    assert look.split() == ["hall-now", "playing", "rung", "moving"]


def test_counters_are_asked_for(client, night):
    night = night(12, counting=Counting.AT_THE_END)
    for table in night.tables:
        night.play(table)
    assert state(client, night) == "The bell! Count your counters: table 1"


def test_who_moves_is_told_when_the_moves_are_made(client, night):
    night = night(12)
    before = {entry: table for entry, (table, _chair) in night.seats().items()}
    night.play_round()
    hall = page(client, night).context["hall"]
    assert hall.state == "The bell! Stay seated for a moment."
    assert not hall.movers
    assert not any(person.sign for person in people(hall).values())
    moves_apply(night.by, round=1)
    names = {entry.id: entry.name for entry in night.facts.entries}
    moved = {
        (
            names[entry],
            "up" if table < before[entry] else "down",
            str(before[entry]),
            f"{table}, seat {chair}",
        )
        for entry, (table, chair) in night.seats().items()
        if table != before[entry]
    }
    hall = page(client, night).context["hall"]
    assert hall.state == "Round 2 is being played"
    assert {(m.name, m.sign, m.came_from, m.seat) for m in hall.movers} == moved
    assert {name: p.came_from for name, p in people(hall).items() if p.sign} == {m[0]: m[2] for m in moved}
    assert hall.pages[0].movers
    night.play(2)
    hall = page(client, night).context["hall"]
    assert {mover.seat[0] for mover in hall.movers} == {"1", "3"}
    assert {p.name for p in people(hall).values() if p.sign} == {mover.name for mover in hall.movers}


def test_who_goes_back_is_told_after_the_bell_is_undone(client, night):
    night = night(12, bell=BellBy.HAND)
    for table in night.tables:
        night.play(table)
    bell_ring(night.by, round=1)
    night.decide()
    moves_apply(night.by, round=1)
    away = night.seats()
    bell_undo(night.because("too early"))
    names = {entry.id: entry.name for entry in night.facts.entries}
    hall = page(client, night).context["hall"]
    assert hall.state == "The bell was undone. Round 1 goes on."
    assert {(m.name, m.sign, m.came_from, m.seat) for m in hall.movers} == {
        (names[entry], "back", str(away[entry][0]), f"{table}, seat {chair}")
        for entry, (table, chair) in night.seats().items()
        if (table, chair) != away[entry]
    }
    assert "Back to your seats" in page(client, night).content.decode()
    bell_ring(night.by, round=1)
    assert not page(client, night).context["hall"].movers


def test_a_bell_that_moved_nobody_is_undone_until_the_next_result(client, night):
    night = night(12, bell=BellBy.HAND)
    bell_ring(night.by, round=1)
    bell_undo(night.because("a slip"))
    assert state(client, night) == "The bell was undone. Round 1 goes on."
    night.play(1)
    assert state(client, night) == "Round 1. Still playing: tables 2 and 3"


def test_a_late_player_is_told_the_seat_when_the_bell_is_settled(client, night):
    night = night(12)
    people_check_in(night.by, people=[Arrival("Late Lotte")])
    assert "seat" not in seatless(client, night)
    night.play_round()
    told = seatless(client, night)
    moves_apply(night.by, round=1)
    table, chair = night.seats()[night.entry("Late Lotte")]
    assert told == f"Late Lotte {table}, seat {chair}"


def seatless(client, night):
    root = Page(page(client, night).content.decode()).root
    [card] = [one for one in root.all("article") if "Waiting for a seat" in one.words]
    return card.words.replace("Waiting for a seat", "").strip()


@pytest.mark.parametrize(
    ("stage", "words"),
    [
        (Stage.CHECK_IN, "12 players are here"),
        (Stage.SEATED, "Find your table"),
        (Stage.SETTLING, "Play is over. Settling up comes next."),
        (Stage.FINISHED, "Booby prize"),
    ],
)
def test_the_other_stages(stage, words, client, night):
    answer = page(client, night(12, stage))
    assert words in Page(answer.content.decode()).root.words


def test_the_screens_of_the_result(client, night):
    """Secrets first, then each prize by itself; at the end the podium, the prizes and everybody."""
    night = night(30, Stage.FINISHED)
    [secret] = screens(client, night)
    assert [
        (prize.title, prize.whom) for prize in page(client, night).context["hall"].announcement.prizes
    ] == [
        ("Most yellow chips", ""),
        ("Most counters", "lady"),
        ("Most counters", "gentleman"),
        ("Booby prize", ""),
    ]
    assert [prize.revealed for prize in secret.prizes] == [0] * 4
    prize_reveal(night.by, prize="yellow")
    [giant] = screens(client, night)
    assert giant.prize.title == "Most yellow chips"
    first, *others = screens(client, night.reveal())
    assert first.prize
    assert [len(screen.prizes) for screen in others if screen.prizes] == [4]
    assert sum(len(column) for screen in others for column in screen.lines) == 30


def screens(client, night):
    return page(client, night).context["screens"]


def test_the_part_that_changes(client, night):
    night = night(12)
    answer = page(client, night, hx_request="true")
    html = answer.content.decode()
    assert "<html" not in html
    assert "csrf" not in html.lower()
    assert "HX-Request" in answer.headers["Vary"]
    again = page(client, night, hx_request="true", if_none_match=answer.headers["ETag"])
    assert again.status_code == 304
    bell_ring(night.by, round=1)
    assert page(client, night, hx_request="true", if_none_match=answer.headers["ETag"]).status_code == 200


@pytest.mark.thorough
@pytest.mark.time_passes
def test_after_a_backup_was_put_back_the_same_number_is_another_part(client, night):
    night = night(12)
    here = transaction.savepoint()
    night.play(1, winner=night.table(1)[0])
    tag = page(client, night, hx_request="true").headers["ETag"]
    transaction.savepoint_rollback(here)
    night.play(1, winner=night.table(1)[1])
    assert page(client, night, hx_request="true", if_none_match=tag).status_code == 200


def test_queries_do_not_grow(client, night):
    counts = []
    for players in (8, 150):
        made = night(players)
        made.play_round()
        with CaptureQueriesContext(connection) as queries:
            size = len(page(client, made).content)
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 16
    assert size < 60_000


@pytest.mark.thorough
def test_after_the_bell_the_pages_ask_that_hold_a_late_table(client, night):
    """And the cuts of tables that are decided."""
    night = night(80, bell=BellBy.HAND)
    assert asking(client, night) == [None, None]
    for table in night.tables[:-1]:
        night.play(table)
    assert set(asking(client, night)) == {None}
    bell_ring(night.by, round=1)
    assert asking(client, night) == ["Cut", None, "Tables 8 to 14"]
    night.play(night.tables[-1])
    assert asking(client, night) == ["Cut", None, None]


def asking(client, night):
    """The titles of the pages, in turn; null where it does not ask."""
    sections = Page(page(client, night).content.decode()).root.all("section")
    titles = [
        (section.attributes.get("aria-label"), "data-asks" in section.attributes) for section in sections
    ]
    return [title if asks else None for title, asks in titles]


def test_tables_in_words():
    assert describe_tables([3]) == "table 3"
    assert describe_tables([1, 2, 4]) == "tables 1, 2 and 4"
    assert describe_tables(range(1, 11)) == "tables 1, 2, 3, 4, 5, 6, 7, 8, 9 and 10"
    assert describe_tables(range(1, 12)) == "11 tables"


def test_every_cut_names_its_table(client, night):
    night = night(12)
    for table in night.tables:
        night.play(table, winners=tuple(night.table(table)[:2]))
    cutting = {need.table for _round, need in night.preview().cuts}
    assert cutting == {1, 2, 3}
    assert state(client, night) == "The bell! Cut the cards: tables 1, 2 and 3"
    assert any(need.purpose is Purpose.CHIP for _round, need in night.preview().cuts)
    shows(page(client, night), ">Who cuts<")
    night.decide()
    shows(page(client, night), "in the cut", never=">Who cuts<")


def test_a_player_finds_the_way_back(client, night):
    night = night(8)
    code, me = night.evening.join_code, night.table(1)[0]
    own = reverse("player", args=[code, me])
    to = f"{reverse('hall', args=[code])}?me={me}"
    assert f'href="{to}"' in client.get(own).content.decode()
    html = client.get(to).content.decode()
    shows(html, f'<a href="{own}">', "Back to your seat</a>", f'hx-get="{reverse("hall", args=[code])}"')


@pytest.mark.parametrize("asked", ["", "?me=", "?me=0", "?me=x", "?me=²", f"?me={'9' * 30}", "?me=<b>"])
def test_who_is_nobody_finds_the_names(client, night, asked):
    code = night(8).evening.join_code
    html = client.get(reverse("hall", args=[code]) + asked).content.decode()
    shows(html, f'<a href="{reverse("find-me", args=[code])}">', "Find your name</a>")
    assert "Back to your seat" not in html
