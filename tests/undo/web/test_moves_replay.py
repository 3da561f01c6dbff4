"""The last bell's moves are made again from results that were corrected."""

import pytest
from django.urls import reverse

from tests.cast import everything
from tests.web.visitors import HOSTILE, keeps_strangers_out
from tournaments.attendance.services import entry_change
from tournaments.scoring.services.counts import Tally, TallyKind
from tournaments.scoring.services.deals import deal_correct


@pytest.fixture(autouse=True)
def alice(client, cast):
    client.force_login(cast.alice)


def where(night):
    return reverse("moves-replay", args=[night.evening.pk])


@pytest.fixture
def corrected(night):
    """Round 2 is open, and now it turns out that the second seat won at table 3."""
    night = night(14)
    players = night.table(3)
    night.next_round()
    deal_correct(
        night.because("wrong winner"),
        round=1,
        table=3,
        deal=1,
        base_version=1,
        winners=[players[1]],
        in_call=[],
        tally=Tally(TallyKind.STAKES, dict.fromkeys(players, 1)),
    )
    night.moved = players[1]
    return night


def test_it_works(client, corrected):
    shown = client.get(where(corrected)).content.decode()
    assert "Before the correction" in shown
    assert "After the correction" in shown
    shown = client.post(where(corrected), {"reason": "wrong winner"}, follow=True).content.decode()
    assert "The moves into round 2 were calculated again." in shown
    assert corrected.seats()[corrected.moved][0] == 2


def test_it_validates_ownership(cast, corrected):
    keeps_strangers_out(where(corrected), cast, refused=[cast.vera, cast.sam])
    keeps_strangers_out(where(corrected), cast, refused=[cast.vera, cast.sam], post={"reason": "x"})
    assert corrected.seats()[corrected.moved][0] == 3


def test_nothing_to_replay(client, night):
    night = night(14)
    assert "There are no moves to calculate again" in client.get(where(night)).content.decode()
    answer = client.post(where(night), {"reason": "x"})
    assert answer.status_code == 422
    assert "There are no moves to calculate again" in answer.content.decode()
    night.next_round()
    shown = client.get(where(night)).content.decode()
    assert "Nothing changes." in shown
    assert "<form" not in shown[shown.index("<main") :]


def test_a_new_cut_sends_to_undo(client, night):
    night = night(14)
    players = night.table(3)
    night.next_round()
    deal_correct(
        night.because("divided"),
        round=1,
        table=3,
        deal=1,
        base_version=1,
        winners=players[:2],
        in_call=[],
        tally=Tally(TallyKind.STAKES, dict.fromkeys(players, 1)),
    )
    assert "Undo the last bell instead" in client.get(where(night)).content.decode()
    assert client.post(where(night), {"reason": "x"}).status_code == 422


def test_once_the_next_bell_has_rung(client, corrected):
    corrected.play(1)
    assert "There are no moves to calculate again" in client.get(where(corrected)).content.decode()


def test_results_are_lost_only_when_confirmed(client, corrected):
    corrected.play(2)
    before = everything()
    assert client.post(where(corrected), {"reason": ""}).status_code == 422
    answer = client.post(where(corrected), {"reason": "x"})
    assert answer.status_code == 422
    assert "Confirm that they are discarded." in answer.content.decode()
    assert everything() == before
    client.post(where(corrected), {"reason": "x", "discard": "on"})
    assert corrected.seats()[corrected.moved][0] == 2


def test_names_are_escaped(client, corrected):
    entry_change(corrected.by, entry=corrected.moved, name=HOSTILE, role="")
    assert HOSTILE not in client.get(where(corrected)).content.decode()


def test_its_queries_do_not_grow(client, night, django_assert_num_queries):
    for players in (8, 60):
        evening = night(players)
        evening.next_round()
        with django_assert_num_queries(15):
            client.get(where(evening))
