"""A deal's result: recorded on a phone, refused at the field."""

import pytest
from django.urls import reverse

from tests.cast import everything
from tests.services.evenings.test_pool_games import Table
from tests.web.deal_form import correction, lines, of, seen, told, where
from tests.web.html import shows
from tests.web.visitors import HOSTILE
from tests.web.wording import queries
from tournaments.attendance.services import entry_change
from tournaments.core.settings import BellBy, Counting
from tournaments.models import CountRow
from tournaments.undo.services.undo import bell_undo


@pytest.fixture
def party(night):
    return night(12)


@pytest.fixture(autouse=True)
def sam(client, cast):
    client.force_login(cast.sam)


def test_it_works_by_stakes(client, party):
    shown = seen(client.get(where(party)))
    assert "Who won the pool?" in shown
    assert shown.count("had 50") == 4
    a, b, c, d = party.table(2)
    answer = client.post(where(party), told([a], [b], **of([a, b, c], (8, 8, 3))))
    assert answer.url == reverse("evening", args=[party.evening.pk])
    assert lines(party) == {
        a: (True, True, 11),
        b: (False, True, -8),
        c: (False, False, -3),
        d: (False, False, 0),
    }


@pytest.mark.parametrize("name", ["deal", "table-sheet", "table-count", "table-end"])
@pytest.mark.parametrize("place", [{"table": 9}, {"round": 2}, {"table": 2**53 - 1}, {"round": 2**53 - 1}])
def test_no_such_table_or_round(place, name, client, night):
    there = {"pk": night(8).evening.pk, "round": 1, "table": 1} | ({"deal": 1} if name == "deal" else {})
    assert client.get(reverse(name, kwargs=there)).status_code == 200
    assert client.get(reverse(name, kwargs=there | place)).status_code == 404


CALLED = "Tap the players who called, or “Nobody called”."


@pytest.mark.parametrize(
    ("winners", "callers", "put", "more", "why"),
    [
        ("", "b", (3, 3), {}, "Tap the winner of the pool."),
        ("a", "b", (3,), {"in_call": []}, CALLED),
        ("a", "b", (), {"nobody": "on"}, CALLED),
        ("a", "b", (3, 3), {"winners": ["x"]}, "does not play at this table"),
        ("a", "b", (3, "x"), {}, "Enter a whole number."),
        ("a", "b", (3, 10**30), {}, "This number is too large."),
        ("a", "b", (3, 51), {}, "cannot lose 51"),
        ("a", "bc", (5, 5, 4, 0), {}, "cannot have called"),
        ("a", "", (3, 3), {"tally": "guess"}, "not one of the available choices"),
    ],
)
def test_refusals_stand_at_the_field(winners, callers, put, more, why, client, party):
    people = dict(zip("abcd", party.table(2), strict=True))
    sent = told(map(people.get, winners), [people[one] for one in callers], **of(people.values(), put))
    before = everything()
    shows(client.post(where(party), {**sent, **more}), why, status=422)
    assert everything() == before


@pytest.mark.thorough
def test_what_was_typed_is_still_there(client, party):
    a, b, c, _d = party.table(2)
    shown = seen(client.post(where(party), told([a], [c], **of([a, b], (8, 99)))))
    assert 'value="99"' in shown
    assert f'name="winners" value="{a}" checked' in shown
    assert f'name="in_call" value="{c}" checked' in shown


@pytest.mark.thorough
def test_a_round_that_is_not_played_is_told_in_words(client, party):
    a, b, *_others = party.table(2)
    typed = told([a], [b], **of([a, b], (3, 3)))
    party.next_round()
    shows(client.get(where(party, deal=2)), "Round 1 is closed")
    shows(client.post(where(party, deal=2), typed), "Round 1 is over.", 'value="3"', status=422)
    bell_undo(party.because("too early"))
    shows(client.post(where(party, round=2), typed), "Perhaps its bell was undone.", status=422)


@pytest.mark.thorough
def test_deals_in_turn(client, night):
    night = night(12, deals=3, bell=BellBy.HAND)
    assert "This table plays deal 1 next." in seen(client.get(where(night, deal=2)))
    a, b, *_others = night.table(2)
    sent = told([a], [b], **of([a, b], (3, 3)))
    assert client.post(where(night, deal=2), sent).status_code == 422
    assert client.post(where(night), sent).url == where(night, deal=2)
    assert "Deal 2 of 3" in seen(client.get(where(night, deal=2)))
    assert "plays deal 2 next" in seen(client.get(where(night, deal=4)))


@pytest.mark.thorough
def test_the_bell_rings_in_mid_entry(client, party):
    for table, says in ((1, "The bell has rung"), (2, "")):
        a, b, *_others = party.table(table)
        shows(client.post(where(party, table), told([a], [b], **of([a, b], (3, 3))), follow=True), says)
        if table == 1:
            shows(client.get(where(party)), "The bell has rung. This is the last deal here")
    assert len(party.facts.pools) == 2


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
    broke = {"winners": [e], "nobody": "on", "broke": [e]}
    shows(client.post(where(night, 3), broke), "must have won counters", status=422)
    shows(client.get(where(night, 1)), "decides who goes down")
    a, b, c, d = night.table(1)
    counts = {f"counters-{e}": n for e, n in zip((a, b, c, d), (60, 50, 45, 45), strict=True)}
    assert client.post(where(night, 1), {"winners": [a], "nobody": "on", **counts}).status_code == 302
    assert night.held()[a] == 60


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
            entry = queries(client.get, where(evening, table))
            evening.play(table)
            asked.append((entry, queries(client.get, where(evening, table))))
    assert set(asked) == {asked[0]}
    assert asked[0] <= (15, 18)


# The scorer's page where the cards decide, and where three stakes are told.


def address(table, deal=1):
    return reverse("deal", args=[table.night.evening.pk, 1, 1, deal])


def asked(client, cast, table, **sent):
    client.force_login(cast.sam)
    return client.post(address(table, len(table.facts.pools) + 1), sent)


@pytest.mark.thorough
def test_typed_cards_say_who_won(client, cast, night):
    table = Table(night, "brag", 4)
    a, b, *_others = table.order
    sent = {f"cards-{a}": "ks kd 4c", f"cards-{b}": "AD 9S 4D", f"counters-{a}": "4", f"counters-{b}": "4"}
    answer = asked(client, cast, table, tally="stakes", **sent)
    assert answer.status_code == 302, seen(answer)
    assert table.net[a] == 4
    shows(client.get(address(table)), "K♠ K♦ 4♣", "A♦ 9♠ 4♦")


def test_cards_that_cannot_be_are_refused_at_their_field(client, cast, night):
    table = Table(night, "brag", 4)
    a, b, *_others = table.order
    answer = asked(client, cast, table, tally="stakes", **{f"cards-{a}": "KS KD", f"cards-{b}": "AD 9S 4D"})
    shows(answer, f'name="cards-{a}"', status=422)
    assert "errorlist" in seen(answer).split(f'name="cards-{a}"')[1].split("</li>")[0]
    assert not table.facts.pools


def test_three_stakes_are_told(client, cast, night):
    table = Table(night, "three-stake-brag", 5)
    a, b, c, *_others = table.order
    page = seen(client.get(address(table))) if client.force_login(cast.sam) is None else ""
    assert "Who won the second stake?" in page
    assert "head" not in page.split('id="at-table">')[1].split("</h2>")[0]
    sent = {
        "winners": b,
        "in_call": a,
        "tally": "three",
        "first": 2,
        "second": 1,
        "third": 2,
        "won_first": a,
        "won_third": c,
        f"counters-{a}": 5,
        f"counters-{b}": 5,
    }
    assert asked(client, cast, table, **{**sent, "won_third": ""}).status_code == 422
    assert not table.facts.pools
    assert asked(client, cast, table, **sent).status_code == 302
    assert table.net[c] == 5
    client.force_login(cast.alice)
    form = client.get(address(table, 1)).context["form"]  # as it was entered
    assert {name: form[name].value() for name in sent} | {"winners": b, "in_call": a} == sent
    assert (form["winners"].value(), form["in_call"].value()) == ([b], [a])
    assert asked(client, cast, table, **{**sent, "won_third": 0}).status_code == 302
    assert "Its 2 counters from each player are added automatically." in seen(client.get(address(table, 3)))


def test_where_nobody_counts_three_stakes_ask_who_won_most(client, night):
    """And who was in for the second; cards could not say who won most (docs/games.md#three-stake-brag)."""
    night = night(12, game="three-stake-brag", counting="at_the_end")
    client.force_login(night.alice)
    address = reverse("deal", args=[night.evening.pk, 1, 2, 1])
    shows(client.get(address), "Who won most in this deal?", never="Find the winner by the cards")
    answer = client.post(address, {"winners": [night.table(2)[0]]})
    assert answer.status_code == 422
    assert "Tap the players who played for the second stake" in answer.text


def several(night, **more):
    """A table of three-stake Brag, and what its form sends: the first wins each stake, the second called."""
    table = Table(night, "three-stake-brag", 5)
    a, b, *_dropped = table.order
    sent = {**told([a], [b], by="three", **of([a, b], (9, 9))), "first": 3, "second": 5, "third": 3}
    return table, {**sent, "won_first": a, "won_third": a, **more}


def test_all_complaints_about_three_stakes_stand_at_their_fields(client, cast, night):
    """What is missing, and then what cannot be: each is said at once."""
    table, sent = several(night)
    client.force_login(cast.sam)
    here = where(table.night, table=1)
    a, b, c, *_dropped = table.order
    empty = told([], by="three") | {"nobody": ""}
    page = client.post(here, {**empty, "first": "", "second": "x"})
    shows(
        page, "Tap the winner of the pool.", "Tap the players who called", "Enter a whole number.", status=422
    )
    shows(page, "Choose who won the first stake.", "Choose who won the third stake", status=422)
    assert seen(page).count("Enter a number. 0 means none.") == 2, "the first and the third stake"
    wrong = {f"counters-{b}": 8, f"counters-{c}": 4, "first": 0}
    page = seen(client.post(here, {**sent, **wrong}))
    for field in ("first", f"counters-{b}", f"counters-{c}"):
        assert f'id="id_{field}_error"' in page, field
    page = client.post(here, {**sent, f"counters-{a}": 60, f"counters-{b}": 60})
    assert seen(page).count("has only 50 counters") == 1, "the winner gains"
    assert table.facts.pools == ()
    assert client.post(here, sent).status_code == 302


def test_the_stakes_of_the_deal_before_stand_in_the_form(client, cast, night):
    table, sent = several(night)
    client.force_login(cast.sam)
    client.post(where(table.night, table=1), sent)
    page = client.get(where(table.night, table=1, deal=2))
    values = {field: page.context["form"][field].value() for field in ("first", "second", "third")}
    assert values == {"first": 3, "second": 5, "third": 3}
    slip = client.get(reverse("slips", args=[table.night.evening.pk, 1]))
    assert slip.context["slips"][0].form["first"].value() is None, "an empty slip stays empty"
