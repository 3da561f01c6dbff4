"""A pool that never happened, or was another table's, is taken back: read before, said after."""

import re
from uuid import uuid4

import pytest
from django.urls import reverse

from tests.cast import everything
from tests.web.html import faults, shows
from tests.web.wording import words as text
from tournaments.core.settings import BellBy
from tournaments.models import Deal
from tournaments.services.running.bell import bell_ring
from tournaments.services.running.people import player_drop

WHY = "table 3 played it"


@pytest.fixture
def played(night):
    night = night(12, bell=BellBy.HAND)
    night.before = night.facts
    night.play(2, lose=7)
    night.page = reverse("deal", args=[night.evening.pk, 1, 2, 1])
    return night


@pytest.fixture
def alice(client, cast):
    client.force_login(cast.alice)
    return client


def shown(client, page, reason=WHY):
    """The page that says what would change."""
    return client.post(page, {"step": "withdraw", "request_key": uuid4(), "reason": reason})


def yes(client, page, look, key=None, reason=WHY):
    [seen] = re.findall(r'name="seen" value="([^"]+)"', look.content.decode())
    body = {
        "step": "withdraw",
        "request_key": key or uuid4(),
        "reason": reason,
        "seen": seen,
        "yes": "scores",
    }
    return client.post(page, body, follow=True)


@pytest.mark.thorough
def test_what_changes_is_read_first(alice, played):
    assert "Take this deal back" in text(alice.get(played.page))
    before, name = everything(), played.facts.names[played.table(2)[0]]
    look = shown(alice, played.page)
    assert (look.status_code, faults(look.content.decode())) == (200, [])
    assert re.search(rf"{name} .*Counters 71 → then 50", text(look))
    assert everything() == before


@pytest.mark.thorough
def test_then_it_is_done(alice, played):
    page = yes(alice, played.page, shown(alice, played.page))
    assert "Taken back: it can be written down anew." in text(page)
    assert played.facts == played.before
    assert "Enter the result" in text(page)


@pytest.mark.thorough
def test_two_taps_are_one(alice, played):
    look, key = shown(alice, played.page), uuid4()
    for _tap in range(2):
        page = yes(alice, played.page, look, key)
    assert page.status_code == 200
    assert Deal.objects.exclude(void=None).count() == 1


def test_it_asks_why(alice, played):
    look, before = shown(alice, played.page, reason=" "), everything()
    page = yes(alice, played.page, look, reason=" ")
    assert (page.status_code, faults(page.content.decode())) == (422, [])
    assert "Say why" in text(page)
    assert everything() == before


def test_whatever_changed_meanwhile_is_shown(alice, played):
    look = shown(alice, played.page)
    played.play(3)
    shows(yes(alice, played.page, look), "Look again", status=409)
    assert len(played.facts.pools) == 2


def test_why_it_cannot_be(alice, played):
    name = played.facts.names[played.table(2)[0]]
    player_drop(played.by, entry=played.table(2)[0])
    page = shown(alice, played.page)
    assert (page.status_code, faults(page.content.decode())) == (422, [])
    assert f"{name} has gone since, with counters of this deal" in text(page)


@pytest.mark.thorough
def test_after_the_bell_it_says_to_undo_that_first(alice, played):
    bell_ring(played.by, round=1)
    shows(alice.get(played.page), "to take this deal back, undo the bell first", never='value="withdraw"')


@pytest.mark.thorough
def test_only_the_last_deal_of_a_table_has_it(alice, night):
    night = night(12, deals=3)
    for deal in (1, 2):
        night.play(2, deal=deal)
    first, last = (reverse("deal", args=[night.evening.pk, 1, 2, deal]) for deal in (1, 2))
    assert 'value="withdraw"' not in alice.get(first).content.decode()
    assert 'value="withdraw"' in alice.get(last).content.decode()
    assert shown(alice, first).status_code == 422


def test_a_scorer_cannot(client, cast, played):
    client.force_login(cast.sam)
    assert 'value="withdraw"' not in client.get(played.page).content.decode()
    before = everything()
    assert shown(client, played.page).status_code == 403
    assert everything() == before


def test_what_was_not_recorded_cannot_be_taken_back(alice, played):
    page = shown(alice, reverse("deal", args=[played.evening.pk, 1, 3, 1]))
    assert page.status_code == 404
    assert "No such deal was recorded." in text(page)
