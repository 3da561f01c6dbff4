"""Closing the booby table."""

import pytest
from django.urls import reverse

from tests.cast import everything
from tests.web.visitors import HOSTILE
from tests.web.wording import queries
from tournaments.attendance.services import entry_change, player_drop
from tournaments.core.record import Stage


@pytest.fixture(autouse=True)
def alice(client, cast):
    client.force_login(cast.alice)


def where(night, table):
    return reverse("table-close", args=[night.evening.pk, table])


def test_it_works(client, night):
    night = night(14)
    booby = night.tables[-1]
    answer = client.get(where(night, booby))
    promised = {name: (table, chair) for name, table, chair in answer.context["plan"].goes}
    assert set(promised) == {
        f"p{n:02}" for n in range(1, 15) if night.entry(f"p{n:02}") in night.table(booby)
    }
    answer = client.post(where(night, booby), {"reason": "Some went home"})
    assert answer.url == reverse("evening", args=[night.evening.pk])
    assert {name: night.seats()[night.entry(name)] for name in promised} == promised


def test_who_has_left_goes_nowhere(client, night):
    night = night(14)
    booby = night.tables[-1]
    gone = night.table(booby)[0]
    player_drop(night.by, entry=gone)
    goes = client.get(where(night, booby)).context["plan"].goes
    promised = {night.entry(name): (table, chair) for name, table, chair in goes}
    assert gone not in promised
    client.post(where(night, booby), {"reason": "Some went home"})
    assert {entry: night.seats()[entry] for entry in promised} == promised


def test_refusals(client, night):
    night = night(14)
    before = everything()
    answer = client.post(where(night, 3), {"reason": ""})
    assert answer.status_code == 422
    assert "Enter a reason" in answer.content.decode()
    assert "Only the last table" in client.get(where(night, 1)).content.decode()
    assert client.post(where(night, 1), {"reason": "x"}).status_code == 422
    assert client.get(where(night, 9)).status_code == 404
    assert client.post(where(night, 2**53 - 1), {"reason": "x"}).status_code == 404
    assert everything() == before


@pytest.mark.thorough
def test_only_during_play_and_never_the_last_table(client, night):
    assert "while the evening is played" in client.get(where(night(8, Stage.SEATED), 2)).content.decode()
    assert "only table" in client.get(where(night(5), 1)).content.decode()


def test_what_is_decided_is_told_before(client, night):
    """And that one table is left, if so; of two tables that are too many for one nothing is promised."""
    night_of_14 = night(14)
    night_of_14.play(2)
    assert (
        "Its players would go to table 2, which has started"
        in client.get(where(night_of_14, 3)).content.decode()
    )
    eight = night(8)
    assert "has at most 7 seats" in client.get(where(eight, 2)).content.decode()
    player_drop(eight.by, entry=eight.table(2)[0])
    assert "One table is left." in client.get(where(eight, 2)).content.decode()


def test_names_are_escaped(client, night):
    night = night(14)
    entry_change(night.by, entry=night.table(3)[0], name=HOSTILE, role="")
    assert HOSTILE not in client.get(where(night, 3)).content.decode()


def test_queries_do_not_grow(client, night):
    counts = []
    for players in (12, 26):
        made = night(players)
        counts.append(queries(client.get, where(made, made.tables[-1])))
    assert counts[0] == counts[1] <= 21
