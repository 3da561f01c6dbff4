"""The last bell is taken back."""

import pytest
from django.urls import reverse

from tests.cast import everything
from tests.web.html import shows
from tests.web.visitors import HOSTILE
from tournaments.attendance.services import entry_change, player_drop
from tournaments.core.record import Stage
from tournaments.models import Journal


@pytest.fixture(autouse=True)
def alice(client, cast):
    client.force_login(cast.alice)


def where(night):
    return reverse("bell-undo", args=[night.evening.pk])


def test_it_works(client, night):
    night = night(14)
    before = night.seats()
    night.next_round()
    shows(client.get(where(night)), "Round 1 is open again", never="discard")
    shown = client.post(where(night), {"reason": "rang too early"}, follow=True).content.decode()
    assert "Round 1 is open again." in shown
    assert night.seats() == before
    assert Journal.objects.filter(verb="bell_undone", reason="rang too early").exists()


@pytest.mark.thorough
def test_a_bell_that_nobody_moved_by(client, night):
    night = night(14)
    night.play(1)
    shows(client.get(where(night)), "Round 1 is open again", never="Everybody goes back")
    client.post(where(night), {"reason": "x"})
    assert not night.preview().rung


@pytest.mark.thorough
def test_another_bell_than_the_one_shown_is_not_undone(client, night):
    night = night(14)
    night.next_round()
    night.next_round()
    before = everything()
    says = "Only the most recent bell can be undone. It ended round 2. Undo that bell first."
    shows(client.post(where(night), {"reason": "rang too early", "bell": "1"}), says, status=409)
    assert everything() == before


def test_results_are_lost_only_when_confirmed(client, night):
    night = night(14)
    night.next_round()
    night.play(2)
    shows(client.get(where(night)), "Round 2 already has a result at table 2. It will be lost.")
    says = "Confirm that they are discarded.", 'value="wrong"'
    shows(client.post(where(night), {"reason": "wrong"}), *says, status=422)
    assert night.round == 2
    client.post(where(night), {"reason": "wrong", "discard": "on"})
    assert night.round == 1


def test_who_left_since_is_named(client, night):
    night = night(14)
    night.next_round()
    entry = night.table(3)[0]
    entry_change(night.by, entry=entry, name=HOSTILE, role="")
    player_drop(night.by, entry=entry)
    shows(client.get(where(night)), "Back at their seats: <strong>", never=HOSTILE)


@pytest.mark.thorough
def test_before_any_bell(client, night):
    for stage in (Stage.DRAFT, Stage.CHECK_IN, Stage.PLAYING):
        evening = night(8 if stage is not Stage.DRAFT else 0, stage)
        shows(client.get(where(evening)), "nothing to undo")
        assert client.post(where(evening), {"reason": "x"}).status_code == 422


def test_its_queries_do_not_grow(client, night, django_assert_num_queries):
    for players in (8, 60):
        evening = night(players)
        evening.next_round()
        with django_assert_num_queries(14):
            client.get(where(evening))
        with django_assert_num_queries(70):
            client.post(reverse("bell-undo-look", args=[evening.evening.pk]))
