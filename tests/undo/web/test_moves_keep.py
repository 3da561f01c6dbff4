"""After a correction that would have brought other moves, the organiser decides what becomes of them."""

import pytest
from django.urls import reverse

from tests.undo.web.test_moves_replay import corrected  # noqa: F401 - a fixture
from tests.web.visitors import keeps_strangers_out
from tests.web.wording import get, main, words

MARK = "A result was corrected after the moves."


@pytest.fixture(autouse=True)
def alice(client, cast):
    client.force_login(cast.alice)


def where(night):
    return reverse("moves-keep", args=[night.evening.pk, 2])


def pages(client, night):
    return [main(client, night, name) for name in ("evening", "deals")]


def test_the_moves_of_a_right_result_are_not_asked_about(client, night):
    night = night(14)
    night.next_round()
    assert all(MARK not in page for page in pages(client, night))


def test_the_mark_says_who_would_have_moved(client, corrected):  # noqa: F811
    names = {entry.id: entry.name for entry in corrected.facts.entries}
    stood = corrected.table(2)  # the first winner of table 3 went there
    for page in pages(client, corrected):
        assert MARK in page
        assert f"With this result {names[corrected.moved]} would have moved to table 2, seat 1." in page
        assert any(f"With this result {names[entry]} would not have moved." in page for entry in stood)


def test_it_is_there_until_the_moves_are_kept(client, corrected):  # noqa: F811
    before = corrected.seats()
    answer = client.post(where(corrected), follow=True)
    assert "The moves stand." in words(answer)
    assert all(MARK not in page for page in pages(client, corrected))
    assert corrected.seats() == before
    assert "The moves after it stand." in main(client, corrected, "journal")
    assert "No correction waits" in words(client.post(where(corrected), follow=True))


def test_it_is_gone_when_the_moves_are_replayed(client, corrected):  # noqa: F811
    client.post(reverse("moves-replay", args=[corrected.evening.pk]), {"reason": "wrong winner", "bell": 1})
    assert corrected.seats()[corrected.moved][0] == 2
    assert all(MARK not in page for page in pages(client, corrected))


def test_the_phone_does_not_claim_the_old_reason(client, corrected):  # noqa: F811
    mine = get(client, corrected, "player", entry=corrected.moved).context["me"]
    assert mine.way.why == ("A result was corrected after this move.",)


def test_it_validates_ownership(cast, corrected):  # noqa: F811
    keeps_strangers_out(where(corrected), cast, refused=[cast.vera, cast.sam], post={})
