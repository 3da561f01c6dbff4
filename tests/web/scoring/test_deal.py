"""A deal's result: recorded on a phone, refused at the field."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.cast import everything
from tests.web.deal_form import correction, lines, of, seen, told, where
from tests.web.html import shows
from tests.web.visitors import HOSTILE
from tournaments.core.settings import BellBy, Counting
from tournaments.models import CountRow, DealVersion
from tournaments.services.repairs.undo import bell_undo
from tournaments.services.running.bell import moves_apply
from tournaments.services.running.people import entry_change, player_drop

KEY = "5bd1f9a4-3a4e-4a4b-9f43-0a2f3a6d6a01"


@pytest.fixture(autouse=True)
def sam(client, cast):
    client.force_login(cast.sam)


def test_it_works_by_stakes(client, night):
    night = night(12)
    shown = seen(client.get(where(night)))
    assert "Who won the pool?" in shown
    assert shown.count("had 50") == 4
    a, b, c, d = night.table(2)
    answer = client.post(where(night), told([a], [b], **of([a, b, c], (8, 8, 3))))
    assert answer.url == reverse("evening", args=[night.evening.pk])
    assert lines(night) == {
        a: (True, True, 11),
        b: (False, True, -8),
        c: (False, False, -3),
        d: (False, False, 0),
    }


@pytest.mark.thorough
def test_who_met_the_bet_need_not_be_typed(client, night):
    night = night(12)
    a, b, c, d = night.table(2)
    client.post(where(night), told([a], [b], **of([b, c], (8, 3))))
    assert [lines(night)[entry][2] for entry in (a, b, c, d)] == [11, -8, -3, 0]


@pytest.mark.thorough
def test_who_is_all_in_put_in_what_there_was(client, night):
    night = night(12)
    a, b, _c, _d = night.table(2)
    client.post(where(night), told([a], [b], by="counts", **of(night.table(2), (90, 10, 50, 50))))
    night.play(1)
    night.play(3)
    night.decide()
    moves_apply(night.by, round=1)
    table, _chair = night.seats()[b]
    others = [entry for entry in night.table(table) if entry != b]
    client.post(where(night, table, round=2), told([others[0]], [b], **of([others[1]], (30,))))
    assert night.held()[b] == 0


@pytest.mark.thorough
def test_by_count(client, night):
    night = night(12)
    a, b, c, d = night.table(2)
    client.post(where(night), told([a], by="counts", **of([a, b, c, d], (53, 49, 49, 49))))
    assert [lines(night)[entry] for entry in (a, b)] == [(True, True, 3), (False, False, -1)]


@pytest.mark.thorough
def test_a_divided_pool(client, night):
    night = night(12)
    a, b, c, d = night.table(2)
    client.post(where(night), told([a, b], **of([a, b, c, d], (5, 5, 1, 0))))
    won = lines(night)
    assert (won[a][:2], won[b][:2]) == ((True, True), (True, True))
    assert won[a][2] + won[b][2] == 1


@pytest.mark.thorough
@pytest.mark.parametrize("place", [{"table": 9}, {"round": 2}, {"table": 2**53 - 1}, {"round": 2**53 - 1}])
def test_no_such_table_or_round(place, client, night):
    assert client.get(where(night(8), **place)).status_code == 404


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        (lambda a, b, c, d: told([], [b], **of([a, b], (3, 3))), "Tap who won the pool."),
        (
            lambda a, b, c, d: {**told([a], [b], **of([a], (3,))), "in_call": []},
            "Tap who called, or “Nobody called”.",
        ),
        (lambda a, b, c, d: {**told([a], [b]), "nobody": "on"}, "Either somebody called, or nobody did"),
        (lambda a, b, c, d: told([999999], [b], **of([b], (3,))), "does not play at this table"),
        (lambda a, b, c, d: told([a], [999999], **of([b], (3,))), "does not play at this table"),
        (lambda a, b, c, d: told(["x"], [b], **of([b], (3,))), "does not play at this table"),
        (lambda a, b, c, d: told([a], [b], **of([a, b], (3, "x"))), "A whole number, please."),
        (lambda a, b, c, d: told([a], [b], **of([a, b], (3, "1.5"))), "A whole number, please."),
        (lambda a, b, c, d: told([a], [b], **of([a, b], (3, -1))), "fewer than no counters"),
        (lambda a, b, c, d: told([a], [b], **of([a, b], (3, 10**30))), "There are not so many counters."),
        (lambda a, b, c, d: told([a], [b], **of([a, b], (3, 51))), "cannot lose 51"),
        (
            lambda a, b, c, d: told([a], by="counts", **of([a, b, c, d], (53, 50, 50, 50))),
            "do not add up: 3 too many",
        ),
        (
            lambda a, b, c, d: told([a], by="counts", **of([a, b, c, d], (51, 49, 49, 49))),
            "do not add up: 2 too few",
        ),
        (lambda a, b, c, d: told([a], by="counts", **of([a, b, c], (51, 50, 50))), "is not counted"),
        (lambda a, b, c, d: told([a], by="guess", **of([a, b], (3, 3))), "not one of the available choices"),
        (lambda a, b, c, d: told([a]), "Who put nothing in cannot win the pool."),
    ],
)
def test_refusals_stand_at_the_field(sent, why, client, night):
    night = night(12)
    before = everything()
    shows(client.post(where(night), sent(*night.table(2))), why, status=422)
    assert everything() == before


@pytest.mark.thorough
def test_what_was_typed_is_still_there(client, night):
    night = night(12)
    a, b, c, _d = night.table(2)
    shown = seen(client.post(where(night), told([a], [c], **of([a, b], (8, 99)))))
    assert 'value="99"' in shown
    assert f'name="winners" value="{a}" checked' in shown
    assert f'name="in_call" value="{c}" checked' in shown


@pytest.mark.thorough
def test_the_same_tap_twice_is_one_deal(client, night):
    night = night(12)
    a, b, *_others = night.table(2)
    sent = {**told([a], [b], **of([a, b], (3, 3))), "request_key": KEY}
    assert client.post(where(night), sent).status_code == 302
    assert client.post(where(night), sent).status_code == 302
    assert DealVersion.objects.count() == 1


@pytest.mark.thorough
def test_a_closed_round_is_told_in_words(client, night):
    night = night(12)
    a, b, *_others = night.table(2)
    night.next_round()
    shows(client.get(where(night, deal=2)), "Round 1 is closed")
    answer = client.post(where(night, deal=2), told([a], [b], **of([a, b], (3, 3))))
    assert answer.status_code == 422
    assert "Round 1 is closed." in seen(answer)
    assert 'value="3"' in seen(answer)


def test_a_round_that_was_taken_back_is_told_in_words(client, night):
    night = night(12)
    night.next_round()
    bell_undo(night.because("too early"))
    a, b, *_others = night.table(2)
    answer = client.post(where(night, round=2), told([a], [b], **of([a, b], (3, 3))))
    assert answer.status_code == 422
    assert "Perhaps its bell was undone." in seen(answer)


@pytest.mark.thorough
def test_deals_in_turn(client, night):
    night = night(12, deals=3, bell=BellBy.HAND)
    assert "Deal 1 comes next at this table." in seen(client.get(where(night, deal=2)))
    a, b, *_others = night.table(2)
    sent = told([a], [b], **of([a, b], (3, 3)))
    assert client.post(where(night, deal=2), sent).status_code == 422
    assert client.post(where(night), sent).url == where(night, deal=2)
    assert "deal 2 of 3" in seen(client.get(where(night, deal=2)))
    assert "Deal 2 comes next" in seen(client.get(where(night, deal=4)))


@pytest.mark.thorough
def test_the_bell_rings_in_mid_entry(client, night):
    night = night(12)
    night.play(1)
    assert "The bell has rung. This is the last deal here" in seen(client.get(where(night)))
    a, b, *_others = night.table(2)
    assert client.post(where(night), told([a], [b], **of([a, b], (3, 3)))).status_code == 302


@pytest.mark.thorough
def test_the_head_table_rings_the_bell(client, night):
    night = night(12)
    a, b, *_others = night.table(1)
    shown = seen(client.post(where(night, 1), told([a], [b], **of([a, b], (3, 3))), follow=True))
    assert "The bell has rung" in shown


@pytest.mark.thorough
def test_counted_at_the_end(client, night):
    night = night(12, counting=Counting.AT_THE_END)
    shows(client.get(where(night)), "Who has no counters left?", never="counters-")
    a, b, c, _d = night.table(2)
    client.post(where(night), {"winners": [a], "in_call": [b], "broke": [c]})
    assert lines(night)[a] == (True, True, None)
    assert set(CountRow.objects.values_list("entry", "counters")) == {(c, 0)}
    shows(client.post(where(night, 3), {"winners": [a], "nobody": "on"}), "does not play at this table")
    e = night.table(3)[0]
    answer = client.post(where(night, 3), {"winners": [e], "nobody": "on", "broke": [e]})
    assert answer.status_code == 422
    assert "cannot be left without counters" in seen(answer)


@pytest.mark.thorough
def test_the_head_table_is_counted(client, night):
    night = night(12, counting=Counting.AT_THE_END)
    assert "to see who goes down" in seen(client.get(where(night, 1)))
    a, b, c, d = night.table(1)
    sent = {
        "winners": [a],
        "nobody": "on",
        **{f"counters-{e}": n for e, n in zip((a, b, c, d), (60, 50, 45, 45), strict=True)},
    }
    assert client.post(where(night, 1), sent).status_code == 302
    assert night.held()[a] == 60


@pytest.mark.thorough
def test_who_left_is_not_asked_for(client, night):
    night = night(14)
    gone = night.table(2)[0]
    player_drop(night.by, entry=gone)
    shows(client.get(where(night)), never=f'value="{gone}"')


def test_names_are_escaped(client, cast, night):
    client.force_login(cast.alice)
    night = night(12)
    entry_change(night.by, entry=night.table(2)[0], name=HOSTILE, role="")
    assert HOSTILE not in seen(client.get(where(night)))
    night.play(2)
    assert HOSTILE not in seen(client.get(where(night)))
    client.post(where(night), correction(night, reason=HOSTILE))
    shows(client.get(where(night)), "&lt;script&gt;", never=HOSTILE)


def test_its_queries_do_not_grow(client, cast, night):
    client.force_login(cast.alice)
    asked = []
    for players in (12, 90):
        evening = night(players)
        for table in (2, 3):
            with CaptureQueriesContext(connection) as entry:
                client.get(where(evening, table))
            evening.play(table)
            with CaptureQueriesContext(connection) as standing:
                client.get(where(evening, table))
            asked.append((len(entry), len(standing)))
    assert set(asked) == {asked[0]}
    assert asked[0] <= (9, 21)
