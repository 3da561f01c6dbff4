"""Opening another table."""

import re

import pytest
from django.urls import reverse

from tests.cast import everything
from tests.web.wording import queries
from tournaments.attendance.services import Arrival, people_check_in
from tournaments.core.movement import seating as movement_seating
from tournaments.core.record import Stage


@pytest.fixture(autouse=True)
def alice(client, cast):
    client.force_login(cast.alice)


def where(night):
    return reverse("table-add", args=[night.evening.pk])


def test_it_works(client, night):
    night = night(14)
    people_check_in(night.by, people=[Arrival(f"late {n}") for n in range(10)])
    assert "Waiting for a seat" not in client.get(where(night)).content.decode()
    night.next_round()
    assert "Waiting for a seat" in client.get(where(night)).content.decode()
    waiting = movement_seating.list_waiting(night.facts, 2)
    chosen = [*waiting[:2], night.table(2)[0]]
    answer = client.post(where(night), {"entries": chosen, "reason": "So many came"})
    assert answer.url == reverse("evening", args=[night.evening.pk])
    assert night.table(4) == chosen


@pytest.mark.thorough
def test_refusals_keep_what_was_chosen(client, night):
    night = night(8)
    before = everything()
    too_few = night.table(2)[:2]
    for chosen, says in (
        (too_few, "from 3 to 7"),
        ([], "Choose at least one player."),
        ([10**12], "valid choice"),
    ):
        answer = client.post(where(night), {"entries": chosen, "reason": "Many"})
        assert answer.status_code == 422
        assert says in answer.content.decode()
    answer = client.post(where(night), {"entries": too_few, "reason": ""})
    assert answer.status_code == 422
    assert len(re.findall(r'name="entries"[^>]* checked', answer.content.decode())) == 2
    assert everything() == before


@pytest.mark.thorough
def test_only_while_a_round_is_played(client, night):
    seated = night(8, Stage.SEATED)
    assert "A table cannot be opened now" in client.get(where(seated)).content.decode()
    finished = night(8, Stage.FINISHED)
    assert client.post(where(finished), {"entries": [], "reason": "x"}).status_code == 422


def test_queries_do_not_grow(client, night):
    counts = [queries(client.get, where(night(players))) for players in (8, 26)]
    assert counts[0] == counts[1] <= 16
