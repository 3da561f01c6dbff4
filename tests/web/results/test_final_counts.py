"""Counting everybody's counters at settling up."""

import pytest
from django.urls import reverse

from tests.cast import everything
from tests.web.html import shows
from tournaments.core.facts import CountKind, Stage
from tournaments.core.settings import Counting
from tournaments.services.results.results import evening_settle


@pytest.fixture(autouse=True)
def alice(client, cast):
    client.force_login(cast.alice)


@pytest.fixture
def settling(night):
    night = night(8, counting=Counting.AT_THE_END)
    night.play_round()
    evening_settle(night.by, round=1)
    night.evening.refresh_from_db()
    return night


def send(client, night, counts):
    data = {f"counters-{entry}": counters for entry, counters in counts.items()}
    return client.post(reverse("final-counts", args=[night.evening.pk]), data)


def counted(night):
    return {c.entry: c.counters for c in night.facts.counts if c.kind is CountKind.FINAL}


def test_it_works(client, settling):
    counts = dict.fromkeys(settling.seats(), 50)
    answer = send(client, settling, counts)
    assert answer.url == reverse("evening", args=[settling.evening.pk])
    assert counted(settling) == counts
    assert "Finish the evening" in client.get(answer.url).content.decode()


def test_table_by_table(client, settling):
    first = dict.fromkeys(settling.table(1), 50)
    assert send(client, settling, first).status_code == 302
    shows(client.get(reverse("evening", args=[settling.evening.pk])), "4 people are not counted yet")
    rest = dict.fromkeys(first, "") | dict.fromkeys(settling.table(2), 50)
    assert send(client, settling, rest).status_code == 302
    assert len(counted(settling)) == 8


def test_what_does_not_add_up_is_refused_and_kept(client, settling):
    before = everything()
    counts = dict.fromkeys(settling.seats(), 50) | {settling.table(1)[0]: 43}
    shows(send(client, settling, counts), "7 too few", 'value="43"', status=422)
    assert everything() == before


@pytest.mark.thorough
@pytest.mark.parametrize("wrong", ["-1", "many", "1.5", "9" * 30])
def test_what_is_no_count_is_refused_at_its_field(wrong, client, settling):
    before = everything()
    entry = settling.table(1)[0]
    answer = send(client, settling, {entry: wrong})
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [f"counters-{entry}"]
    assert everything() == before


def test_nothing_and_strangers(client, settling, night):
    assert send(client, settling, {}).status_code == 422
    stranger = night(4).entry("p01")
    assert send(client, settling, {stranger: 5}).status_code == 422
    assert not counted(settling)


@pytest.mark.thorough
def test_a_check_against_the_deals(client, night):
    night = night(8, Stage.SETTLING)
    held = night.held()
    entry = night.table(1)[0]
    shows(client.get(reverse("evening", args=[night.evening.pk])), f"by the deals {held[entry]}")
    send(client, night, {entry: (held[entry] or 0) - 3})
    html = client.get(reverse("evening", args=[night.evening.pk])).content.decode()
    assert f"by the deals {held[entry]}" in html
    assert "3 fewer than written down" in html
    send(client, night, {entry: held[entry]})
    assert "Everything adds up" in client.get(reverse("evening", args=[night.evening.pk])).content.decode()
