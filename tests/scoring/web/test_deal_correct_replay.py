"""A result of the round just closed is corrected, and its moves are made again: or why they cannot be."""

import pytest

from tests.cast import everything
from tests.web.correcting import looked_at, said_yes
from tests.web.deal_form import of, seen, told, where
from tests.web.html import faults
from tournaments.models import Journal

REPLAY = "Correct the result and calculate the moves again"


@pytest.fixture(autouse=True)
def alice(client, cast):
    client.force_login(cast.alice)


@pytest.fixture
def moved(night):
    """Round 2 is open, and now it turns out that the second seat won at table 3 in round 1."""
    made = night(14)
    made.players = made.table(3)
    made.before = made.seats()
    made.next_round()
    return made


def second_won(night, **more):
    """The second seat won what all others put in."""
    a, b, *others = night.players
    counts = (49, 50 + len(others) + 1, *(49 for _other in others))
    return {
        **told([b], by="counts", **of([a, b, *others], counts)),
        "base_version": 1,
        "reason": "misread",
        **more,
    }


def test_who_sits_otherwise_is_shown_first_and_then_done(client, moved):
    before = everything()
    answer = client.post(where(moved, 3), second_won(moved))
    shown, look = seen(answer), answer.context["look"]
    assert everything() == before
    assert faults(shown) == []
    assert REPLAY in shown
    assert "Correct the result only" in shown
    assert not any(change.what == "Seat" for person in look.changes.people for change in person.figures)
    seats = {
        person.entry: change.after
        for person in look.replay.people
        for change in person.figures
        if change.what == "Seat"
    }
    a, b = moved.players[:2]
    answer = said_yes(client, where(moved, 3), second_won(moved), "replay")
    assert "The result is corrected and the moves are calculated again." in seen(client.get(answer.url))
    now = moved.seats()
    assert (moved.round, now[a][0], now[b][0]) == (2, 3, 2)
    assert {a, b} <= set(seats)
    assert seats == {entry: f"table {now[entry][0]}, seat {now[entry][1]}" for entry in seats}
    lines = Journal.objects.filter(evening=moved.evening, reason="misread").order_by("seq")
    assert [line.verb for line in lines] == ["deal_corrected", "moves_replayed"]


def test_the_next_round_has_a_result(client, moved):
    """What was shown before that came is not done any more; then the reason is told."""
    look = looked_at(client, where(moved, 3), second_won(moved))
    moved.play(2)
    before = everything()
    answer = client.post(where(moved, 3), second_won(moved, seen=look.seen, yes="replay"))
    assert answer.status_code == 409
    assert "Something has changed since you opened the page. Check it and try again." in seen(answer)
    assert "The moves cannot be calculated again: round 2 already has results." in seen(answer)
    assert REPLAY not in seen(answer)
    assert everything() == before


def test_a_cut_would_be_needed(client, moved):
    """Two divided the pool: who of them moves up was never cut for."""
    a, b, *others = moved.players
    sent = told(
        [a, b],
        by="counts",
        **of([a, b, *others], (51, 51, *(49 for _o in others[:2]), *(50 for _o in others[2:]))),
    )
    answer = client.post(where(moved, 3), {**sent, "base_version": 1})
    assert "a cut or a count is missing" in seen(answer)
    assert answer.context["look"].replay is None


def test_the_moves_come_out_as_they_were(client, moved):
    a, b, *others = moved.players
    sent = told([a], by="counts", **of([a, b, *others], (50 + len(others), 50, *(49 for _o in others))))
    answer = client.post(where(moved, 3), {**sent, "base_version": 1})
    assert answer.context["look"].changes.figures
    assert (answer.context["look"].replay, answer.context["look"].no_replay) == (None, "")


def test_an_earlier_round_has_no_moves_to_replay(client, moved):
    moved.next_round()
    look = looked_at(client, where(moved, 3), second_won(moved))
    assert (look.replay, look.no_replay) == (None, "")
    before = everything()
    answer = client.post(where(moved, 3), second_won(moved, seen=look.seen, yes="replay"))
    assert answer.status_code == 409
    assert everything() == before


def test_at_fixed_tables_nobody_moves(client, night):
    made = night(8, format="fixed", games=2)
    made.players = made.table(2)
    made.next_round()
    _a, b, *others = made.players
    sent = told([b], by="counts", **of(made.players, (49, 50 + len(others) + 1, *(49 for _o in others))))
    answer = client.post(where(made, 2), {**sent, "base_version": 1})
    assert "Nobody moves at fixed tables." in seen(answer)


def test_moves_at_a_bell_that_has_rung(client, night):
    """They are not made yet: what they come to is shown among what changes."""
    made = night(14)
    made.players = made.table(3)
    made.play_round()
    look = looked_at(client, where(made, 3), second_won(made))
    ways = {
        person.entry: {change.what: (change.before, change.after) for change in person.figures}
        for person in look.changes.people
    }
    a, b = made.players[:2]
    assert ways[a]["At the bell"][1] == "–"
    assert ways[b]["At the bell"] == ("–", ways[a]["At the bell"][0])
    assert look.replay is None
