"""Everybody's names, to find the own one."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.web.html import Page
from tests.web.visitors import HOSTILE
from tournaments.attendance.services import Arrival, entry_withdraw, people_check_in
from tournaments.core.record import Stage


def page(client, code):
    return client.get(reverse("find-me", args=[code]))


def named(answer):
    names = next(found for found in Page(answer.content.decode()).root.all("ul"))
    return [
        "".join(span.words for span in link.all("span") if span.attributes["class"] == "who")
        for link in names.all("a")
    ]


def test_it_works(client, night):
    night = night(0, Stage.CHECK_IN)
    people = ["Zoe", "élodie", "Anna", "Émile", "anne", HOSTILE]
    people_check_in(night.by, people=[Arrival(name) for name in people])
    answer = page(client, night.evening.join_code)
    assert answer.status_code == 200
    assert named(answer) == [HOSTILE, "Anna", "anne", "élodie", "Émile", "Zoe"]
    assert HOSTILE not in answer.content.decode()
    for entry in night.facts.entries:
        assert reverse("player", args=[night.evening.join_code, entry.id]) in answer.content.decode()
    assert [person.letter for person in answer.context["people"]] == ["<", "A", "", "E", "", "Z"]


def test_who_was_withdrawn_is_not_there(client, night):
    night = night(4, Stage.CHECK_IN)
    entry_withdraw(night.by, entry=night.entry("p02"))
    assert named(page(client, night.evening.join_code)) == ["p01", "p03", "p04"]


def test_nobody_yet(client, night):
    answer = page(client, night(0, Stage.CHECK_IN).evening.join_code)
    assert "Nobody is checked in yet" in answer.content.decode()


@pytest.mark.parametrize("stage", [stage for stage in Stage if stage is not Stage.DRAFT])
def test_every_stage(stage, client, night):
    night = night(6, stage)
    assert page(client, night.evening.join_code.lower()).status_code == 200


def test_queries_do_not_grow(client, night):
    counts = []
    for players in (4, 60):
        code = night(players).evening.join_code
        with CaptureQueriesContext(connection) as queries:
            size = len(page(client, code).content)
        counts.append(len(queries))
    assert counts == [3, 3]
    assert size < 30_000
