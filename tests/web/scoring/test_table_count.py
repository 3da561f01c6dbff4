"""A table's counters, counted when the bell has rung."""

import pytest
from django.urls import reverse

from tests.cast import everything
from tests.web.html import shows
from tournaments.core.settings import Counting


@pytest.fixture(autouse=True)
def sam(client, cast):
    client.force_login(cast.sam)


@pytest.fixture
def rung(night):
    night = night(8, counting=Counting.AT_THE_END)
    for table in night.tables:
        night.play(table)
    return night


def where(night, table=1, round=1):
    return reverse("table-count", args=[night.evening.pk, round, table])


def counts(night, *counters, table=1):
    return {f"counters-{entry}": n for entry, n in zip(night.table(table), counters, strict=False)}


def test_it_works(client, rung):
    assert "How many counters lie before each player?" in client.get(where(rung)).content.decode()
    answer = client.post(where(rung), counts(rung, 60, 50, 45, 45))
    assert answer.url == reverse("evening", args=[rung.evening.pk])
    assert [rung.held()[entry] for entry in rung.table(1)] == [60, 50, 45, 45]
    assert 'value="60"' in client.get(where(rung)).content.decode()


@pytest.mark.parametrize(
    ("counters", "why"),
    [
        (("x",), "A whole number, please."),
        ((-1,), "fewer than no counters"),
        ((10**30,), "There are not so many counters."),
        ((), "Nothing was counted."),
        ((400, 1), "There are only 400 counters on the tables."),
        ((0, 50, 45, 45), "cannot be left without counters"),
    ],
)
def test_refusals(counters, why, client, rung):
    before = everything()
    shows(client.post(where(rung), counts(rung, *counters)), why, status=422)
    assert everything() == before


def test_no_such_table(client, rung):
    assert client.get(where(rung, table=9)).status_code == 404
    assert client.get(where(rung, round=9)).status_code == 404


def test_where_each_deal_is_counted(client, night):
    night = night(8)
    assert "This evening counts each deal" in client.get(where(night)).content.decode()
    assert client.post(where(night), counts(night, 50)).status_code == 422
