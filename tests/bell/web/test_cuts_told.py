"""A needed cut: every screen says who cuts, for what, and what the highest card does; then the result."""

from typing import Any

import pytest
from django.urls import reverse

from tests.bell.services.test_cut_record import tied
from tests.cast import refused
from tests.linked_phones import linked, scan
from tests.web.test_every_member import words
from tournaments.bell.services import bell as services_bell
from tournaments.bell.services.bell import bell_ring, cut_draw, cut_record
from tournaments.core.formats.ladder import Ladder
from tournaments.core.movement.cuts import CutNeed
from tournaments.core.record import Ending, Purpose
from tournaments.core.settings import BellBy, Unfinished
from tournaments.models import CutRow
from tournaments.scoring.services.deals import table_end

UP, DOWN = "The player with the highest card moves up.", "goes down to the booby table."


def shared_at(table):
    """Two share the pool of a table; every other table is decided without a cut."""

    def scene(make):
        night = make(12, bell=BellBy.HAND)
        for at in night.tables:
            people = night.table(at)
            losses = {entry: -n for n, entry in enumerate(people[2:], 1)}
            share = -sum(losses.values())
            if at == table:
                night.record(at, people[:2], {people[0]: share - 1, people[1]: 1, **losses})
            else:
                night.record(at, people[:1], {people[0]: share + 5, people[1]: -5, **losses})
        bell_ring(night.by, round=1)
        return night

    return scene


def unfinished(make):
    night = make(12, bell=BellBy.HAND, unfinished=Unfinished.CUT)
    for at in (1, 3):
        people = night.table(at)
        losses = {entry: -n for n, entry in enumerate(people[1:], 1)}
        night.record(at, people[:1], {people[0]: -sum(losses.values()), **losses})
    bell_ring(night.by, round=1)
    table_end(night.by, round=1, table=2, ending=Ending.VOID)
    return night


def exchange(make):
    """Somebody at table 2 is broke, and two are equally rich at the booby table."""
    night = make(12, bell=BellBy.HAND, stake=10)
    for at, nets in ((1, (6, -1, -2, -3)), (2, (12, -10, -1, -1)), (3, (3, -1, -1, -1))):
        people = night.table(at)
        night.record(at, people[:1], dict(zip(people, nets, strict=True)))
    bell_ring(night.by, round=1)
    return night


def ladder(make):
    night = make(12, format=Ladder.key, deals=1, games=2)
    for at in night.tables:
        night.play(at)
    return night


SCENES = {
    "chip": (shared_at(1), Purpose.CHIP, "The player with the highest card gets the yellow chip."),
    "up": (shared_at(2), Purpose.UP, UP),
    "down": (tied, Purpose.DOWN, DOWN),
    "unfinished": (unfinished, Purpose.UP, UP),
    "exchange": (exchange, Purpose.EXCHANGE, "changes seats with"),
    "place": (ladder, Purpose.PLACE, "gets the higher place."),
}


@pytest.fixture
def screens(client, cast):
    """What console, hall, paper, API and the phones of a table and of its people say."""
    client.force_login(cast.alice)

    def read(night, table):
        evening, code = night.evening.pk, night.evening.join_code
        night.evening.refresh_from_db()
        found = {
            "console": words(client.get(reverse("evening", args=[evening]))),
            "hall": words(client.get(reverse("hall", args=[code]))),
            "paper": words(client.get(reverse("paper", args=[evening]))),
            "table": words(scan(night, table).get(reverse("score"), follow=True)),
        }
        people = {e: words(client.get(reverse("player", args=[code, e]))) for e in night.table(table)}
        api = client.get(reverse("api-evening", args=[evening])).json()["round"]["cuts_needed"]
        return found, people, api

    return read


@pytest.mark.every_case
@pytest.mark.parametrize("name", SCENES)
def test_every_screen_says_it_before_and_after(name, night, screens):
    scene, purpose, highest = SCENES[name]
    night = linked(scene(night))
    need = next(need for _round, need in night.preview().cuts if need.purpose is purpose)
    names = night.facts.names
    found, people, api = screens(night, need.table)
    for screen, text in found.items():
        assert highest in text, screen
        assert all(names[entry] in text for entry in need.among), screen
    assert "This table is done" not in found["table"]
    for entry, text in people.items():
        assert highest in text
        assert ("You cut against" in text) == (entry in need.among)
    asked = next(one for one in api if one["purpose"] == purpose and one["table"] == need.table)
    assert highest in asked["words"]
    assert [one["id"] if "id" in one else one["entry"] for one in asked["among"]] == list(need.among)
    assert (asked["whom"] is not None) == (purpose is Purpose.EXCHANGE)
    if purpose is Purpose.EXCHANGE:
        broke = asked["whom"]["name"]
        assert all(broke in text for text in (*found.values(), *people.values()))
    while due := [n for _round, n in night.preview().cuts if n.purpose is purpose]:
        cards = {entry: f"{rank}S" for entry, rank in zip(due[0].among, "KQJT987", strict=False)}
        night.cut(purpose, due[0].table, cards, due[0].deal)
    found, people, _api = screens(night, need.table)
    for screen in ("hall", "table"):
        assert "the highest card in the cut, K♠." in found[screen], screen
    assert all(f"{names[need.among[0]]} " in text and "in the cut, K♠." in text for text in people.values())
    assert not any("You cut against" in text for text in people.values())


@pytest.mark.parametrize("table", [1, 2])
def test_before_the_cut_nobody_has_won(night, client, cast, table):
    night = shared_at(table)(night)
    client.force_login(cast.alice)
    pair, evening = set(night.table(table)[:2]), night.evening.pk

    def winners():
        tables = client.get(reverse("evening", args=[evening])).context["console"].tables
        shown = next(one for one in tables if one.table == table)
        return {seat.entry for seat in shown.seats if seat.won}, {
            s.entry for s in shown.seats if s.yellow_chips
        }

    assert winners() == (set(), set())
    both = ", ".join(night.facts.names[entry] for entry in night.table(table)[:2])
    for name in ("deals", "journal", "ledger"):
        text = words(client.get(reverse(name, args=[evening])))
        assert f"{both} won" not in text
    deal = words(client.get(reverse("deal", args=[evening, 1, table, 1])))
    assert f"{both} share the pool" in deal
    verdicts = night.preview().bell.verdicts
    assert {verdicts[entry].code for entry in pair} == {"must_cut"}
    ((_round, need),) = night.preview().cuts
    first, second = need.among
    night.cut(need.purpose, table, {first: "KS", second: "2S"}, need.deal)
    won, yellow = winners()
    assert won == {first}
    assert yellow == ({first} if table == 1 else set())
    codes = night.preview().bell.verdicts
    assert (codes[second].code, table == 1) == ("cut_lower", codes[first].code == "head_won_cut")


def two_exchanges(make):
    """Two are broke; equal richest at the booby table: a second cut of the same purpose follows the first."""
    night = make(12, stake=10)
    for table in (1, 2):
        players = night.table(table)
        night.play(table, winner=players[0], callers=tuple(players[1:]), lose=10)
    booby = night.table(3)
    night.record(3, booby[:1], dict(zip(booby, (3, -1, -1, -1), strict=True)))
    return night


def test_a_stale_draw_does_not_draw_the_next_cut(night):
    night = two_exchanges(night)
    ((at, need),) = night.preview().cuts
    body: dict[str, Any] = {"round": at, "purpose": need.purpose, "table": need.table, "among": need.among}
    cut_draw(night.by, **body, seed="8")
    assert night.preview().cuts, "the second cut is open"
    with refused("cards", says="no longer needed"):
        cut_draw(night.by, **body)
    ((at, after),) = night.preview().cuts
    cut_draw(night.by, **{**body, "among": after.among})


def test_two_record_the_same_stroke_once(night):
    night = tied(night)
    first, second, third = night.table(1)[1:]
    body: dict[str, Any] = {"round": 1, "purpose": Purpose.DOWN, "table": 1, "attempt": 1}
    cut_record(night.by, **body, cards={first: "KS", second: "KH", third: "KD"})
    with refused("cards", says="already recorded"):
        cut_record(night.by, **body, cards={first: "KS", second: "KH", third: "KD"})
    cut_record(night.by, **{**body, "attempt": 2}, cards={first: "KS", second: "QH", third: "2D"})
    assert set(CutRow.objects.values_list("chain", "attempt")) == {(1, 1), (1, 2)}


def test_of_several_cuts_the_one_is_taken_that_is_named(night, monkeypatch):
    """No bell asks for two at once under one key; if one did, a cut that names nobody is refused."""
    night = tied(night)
    first, second, third = night.table(1)[1:]
    needs = [(1, CutNeed(Purpose.DOWN, 1, among)) for among in ((first, second), (second, third))]
    monkeypatch.setattr(services_bell, "_find_open_cuts", lambda act: needs)
    body: dict[str, Any] = {"round": 1, "purpose": Purpose.DOWN, "table": 1}
    with refused("cards", says="Say who cuts"):
        cut_draw(night.by, **body)
    cut_draw(night.by, **body, among=[third, second])
    assert set(CutRow.objects.values_list("entry", flat=True)) == {second, third}


def test_a_stroke_goes_on_in_its_own_cut(night):
    """The number of a cut comes with the need: nothing is looked for that may not be there."""
    night = two_exchanges(night)
    while night.preview().cuts:
        ((at, need),) = night.preview().cuts
        ranks = "KK23456" if not need.attempts else "Q2"
        cards = {e: f"{r}{s}" for e, r, s in zip(need.among, ranks, "SHDCSHD", strict=False)}
        cut_record(night.by, round=at, purpose=need.purpose, table=need.table, cards=cards)
    chains = CutRow.objects.filter(purpose=Purpose.EXCHANGE).values_list("chain", "attempt")
    assert len({chain for chain, _attempt in chains}) == 2
    assert {attempt for _chain, attempt in chains} == {1, 2}


def test_a_form_of_another_cut_records_nothing(night, client, cast):
    night = two_exchanges(night)
    client.force_login(cast.alice)
    ((at, need),) = night.preview().cuts
    where = f"{reverse('cut', args=[night.evening.pk, at])}?purpose=exchange&table={need.table}"
    sent = {"attempt": 1} | {f"card-{e}": r for e, r in zip(need.among, "KQ2345", strict=False)}
    client.post(where, sent)
    before = CutRow.objects.count()
    assert night.preview().cuts
    assert "already recorded" in words(client.post(where, sent, follow=True))
    draw = reverse("cut-draw", args=[night.evening.pk, at])
    stale = {"purpose": "exchange", "table": need.table, "among": "-".join(map(str, need.among))}
    assert "no longer needed" in words(client.post(draw, stale, follow=True))
    assert CutRow.objects.count() == before
