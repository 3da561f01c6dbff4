"""The last bell is taken back."""

import pytest
from django.urls import reverse

from tests.cast import everything
from tests.web.visitors import HOSTILE, keeps_strangers_out
from tournaments.attendance.services import entry_change, player_drop
from tournaments.core.record import Stage
from tournaments.models import Journal


@pytest.fixture(autouse=True)
def alice(client, cast):
    client.force_login(cast.alice)


def where(night):
    return reverse("bell-undo", args=[night.evening.pk])


@pytest.mark.thorough
def test_it_works(client, night):
    night = night(14)
    before = night.seats()
    night.next_round()
    shown = client.get(where(night)).content.decode()
    assert "Round 1 is open again" in shown
    assert "discard" not in shown
    shown = client.post(where(night), {"reason": "rang too early"}, follow=True).content.decode()
    assert "Round 1 is open again." in shown
    assert night.seats() == before
    assert Journal.objects.filter(verb="bell_undone", reason="rang too early").exists()


def test_it_validates_ownership(cast, night):
    night = night(8)
    night.next_round()
    keeps_strangers_out(where(night), cast, refused=[cast.vera, cast.sam])
    keeps_strangers_out(where(night), cast, refused=[cast.vera, cast.sam], post={"reason": "x"})
    assert night.round == 2


@pytest.mark.thorough
def test_a_bell_that_nobody_moved_by(client, night):
    night = night(14)
    night.play(1)
    shown = client.get(where(night)).content.decode()
    assert "Round 1 is open again" in shown
    assert "Everybody goes back" not in shown
    client.post(where(night), {"reason": "x"})
    assert not night.preview().rung


@pytest.mark.thorough
def test_another_bell_than_the_one_shown_is_not_undone(client, night):
    night = night(14)
    night.next_round()
    night.next_round()
    before = everything()
    answer = client.post(where(night), {"reason": "rang too early", "bell": "1"})
    assert answer.status_code == 409
    assert (
        "Only the most recent bell can be undone. It ended round 2. Undo that bell first."
        in answer.content.decode()
    )
    assert everything() == before


@pytest.mark.thorough
@pytest.mark.parametrize("reason", ["", "   ", "x" * 201])
def test_it_asks_why(reason, client, night):
    night = night(8)
    night.next_round()
    before = everything()
    answer = client.post(where(night), {"reason": reason})
    assert answer.status_code == 422
    assert "errorlist" in answer.content.decode()
    assert everything() == before


@pytest.mark.thorough
def test_results_are_lost_only_when_confirmed(client, night):
    night = night(14)
    night.next_round()
    night.play(2)
    shown = client.get(where(night)).content.decode()
    assert "Round 2 already has a result at table 2. It will be lost." in shown
    answer = client.post(where(night), {"reason": "wrong"})
    assert answer.status_code == 422
    assert "Confirm that they are discarded." in answer.content.decode()
    assert 'value="wrong"' in answer.content.decode()
    assert night.round == 2
    client.post(where(night), {"reason": "wrong", "discard": "on"})
    assert night.round == 1


def test_who_left_since_is_named(client, night):
    night = night(14)
    night.next_round()
    entry = night.table(3)[0]
    entry_change(night.by, entry=entry, name=HOSTILE, role="")
    player_drop(night.by, entry=entry)
    shown = client.get(where(night)).content.decode()
    assert "Back at their seats: <strong>" in shown
    assert HOSTILE not in shown


@pytest.mark.thorough
def test_before_any_bell(client, night):
    for stage in (Stage.DRAFT, Stage.CHECK_IN, Stage.PLAYING):
        evening = night(8 if stage is not Stage.DRAFT else 0, stage)
        assert "nothing to undo" in client.get(where(evening)).content.decode()
        assert client.post(where(evening), {"reason": "x"}).status_code == 422


def test_its_queries_do_not_grow(client, night, django_assert_num_queries):
    for players in (8, 60):
        evening = night(players)
        evening.next_round()
        with django_assert_num_queries(14):
            client.get(where(evening))
        with django_assert_num_queries(70):
            client.post(reverse("bell-undo-look", args=[evening.evening.pk]))
