"""What a player's phone says between the bell and the moves: about this person, and true at that moment."""

import pytest
from django.urls import reverse

from tests.web.html import Page
from tournaments.bell.services.bell import bell_ring
from tournaments.console.services import run_due_tasks
from tournaments.core.settings import BellBy
from tournaments.evening.selectors import program_clock
from tournaments.models import RoundRow

CHECKED = "Stay seated. The organiser is checking the moves. This page shows your next seat."


def says(client, night, table, seat=0):
    entry = night.table(table)[seat]
    html = client.get(reverse("player", args=[night.evening.join_code, entry])).content.decode()
    return Page(html).root.words


@pytest.fixture
def rung(night):
    """Table 2 has its result, and the bell has rung; tables 1 and 3 still play."""
    night = night(12, bell=BellBy.HAND)
    night.play(2, winner=night.table(2)[0])
    bell_ring(night.by, round=1)
    return night


def test_only_who_still_plays_is_to_finish_the_deal(client, rung):
    assert "Finish your deal, and stay seated." in says(client, rung, 1)
    page = says(client, rung, 2)
    assert "Finish your deal" not in page
    assert "Stay seated. Still playing: tables 1 and 3." in page


def test_who_checks_the_moves(client, night):
    """Where they are made by themselves, nobody checks them."""
    night = night(12, auto_moves=30)
    night.play_round()
    night.decide()
    assert CHECKED in says(client, night, 2)
    run_due_tasks(program_clock.read_time(), night.evening.pk)
    assert RoundRow.objects.get(evening=night.evening, number=1).moves_at
    page = says(client, night, 2)
    assert "The organiser is checking" not in page
    assert "This page shows your next seat in a moment." in page


def test_other_tables_cut(client, night):
    night = night(12)
    night.play(1, winner=night.table(1)[0])
    night.play(2)
    night.play(3, winner=night.table(3)[0])
    assert {need.table for _at, need in night.preview().cuts} == {1}
    assert "Stay seated. Other tables still have to cut or count." in says(client, night, 3)
