"""Moves whose results were corrected: they are made again, or stand."""

import pytest
from django.urls import reverse

from tests.web.html import shows
from tests.web.wording import get, main, words


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
    night.correct(3, players[1:2], dict.fromkeys(players, -1) | {players[1]: len(players) - 1}, round=1)
    night.moved = players[1]
    return night


def test_it_works(client, corrected):
    shows(client.get(where(corrected)), "Before the correction", "After the correction")
    shown = client.post(where(corrected), {"reason": "wrong winner"}, follow=True).content.decode()
    assert "The moves into round 2 were calculated again." in shown
    assert corrected.seats()[corrected.moved][0] == 2


def test_nothing_to_replay(client, night):
    night = night(14)
    says = "There are no moves to calculate again"
    shows(client.get(where(night)), says)
    shows(client.post(where(night), {"reason": "x"}), says, status=422)
    night.next_round()
    shown = client.get(where(night)).content.decode()
    assert "Nothing changes." in shown
    assert "<form" not in shown[shown.index("<main") :]


def test_a_new_cut_sends_to_undo(client, night):
    night = night(14)
    first, second, *others = night.table(3)
    night.next_round()
    net = dict.fromkeys(others, -1) | {first: len(others) - 1, second: 1}
    night.correct(3, [first, second], net, round=1)
    assert "Undo the last bell instead" in client.get(where(night)).content.decode()
    assert client.post(where(night), {"reason": "x"}).status_code == 422


def test_its_queries_do_not_grow(client, night, django_assert_num_queries):
    for players in (8, 60):
        evening = night(players)
        evening.next_round()
        with django_assert_num_queries(15):
            client.get(where(evening))


# The organiser may let them stand.

MARK = "A result was corrected after the moves."


def keep(night):
    return reverse("moves-keep", args=[night.evening.pk, 2])


def pages(client, night):
    return [main(client, night, name) for name in ("evening", "deals")]


def test_the_moves_of_a_right_result_are_not_asked_about(client, night):
    night = night(14)
    night.next_round()
    assert all(MARK not in page for page in pages(client, night))


def test_the_mark_says_who_would_have_moved(client, corrected):
    names = {entry.id: entry.name for entry in corrected.facts.entries}
    stood = corrected.table(2)  # the first winner of table 3 went there
    for page in pages(client, corrected):
        assert MARK in page
        assert f"With this result {names[corrected.moved]} would have moved to table 2, seat 1." in page
        assert any(f"With this result {names[entry]} would not have moved." in page for entry in stood)


def test_it_is_there_until_the_moves_are_kept(client, corrected):
    before = corrected.seats()
    answer = client.post(keep(corrected), follow=True)
    assert "The moves stand." in words(answer)
    assert all(MARK not in page for page in pages(client, corrected))
    assert corrected.seats() == before
    assert "The moves after it stand." in main(client, corrected, "journal")
    assert "No correction waits" in words(client.post(keep(corrected), follow=True))


def test_it_is_gone_when_the_moves_are_replayed(client, corrected):
    client.post(where(corrected), {"reason": "wrong winner", "bell": 1})
    assert corrected.seats()[corrected.moved][0] == 2
    assert all(MARK not in page for page in pages(client, corrected))


def test_the_phone_does_not_claim_the_old_reason(client, corrected):
    mine = get(client, corrected, "player", entry=corrected.moved).context["me"]
    assert mine.way.reasons == ("A result was corrected after this move.",)
