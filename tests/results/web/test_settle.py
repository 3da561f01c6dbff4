"""The last bell, what the page shows while it settles up, and everybody's counters."""

import pytest
from django.urls import reverse

from tests.cast import everything
from tests.web.html import shows
from tests.web.visitors import HOSTILE
from tournaments.attendance.services import entry_change
from tournaments.core.record import CountKind, Purpose, Stage
from tournaments.core.settings import Counting
from tournaments.results.services import evening_settle, final_count


@pytest.fixture(autouse=True)
def alice(client, cast):
    client.force_login(cast.alice)


def send(client, night, **data):
    return client.post(reverse("settle", args=[night.evening.pk]), data)


def page(client, night):
    return client.get(reverse("evening", args=[night.evening.pk]))


def test_it_says_first_what_will_happen(client, night):
    night = night(12, rounds=3, counting=Counting.AT_THE_END)
    address = reverse("settle", args=[night.evening.pk])
    shows(client.get(address), "Round 1 has no result. It is not played.")
    night.play_round()
    shows(
        client.get(address),
        "End play and settle up",
        "Rounds that were planned and are not played: 2.",
        "Moves that are not made:",
        "Next, all counters are counted. Players: 12.",
        '<input type="hidden" name="round" value="1">',
    )
    send(client, night, round="1")
    assert client.get(address).url == reverse("evening", args=[night.evening.pk])


def test_where_results_are_missing_it_is_not_asked_and_the_evening_says_why(client, night):
    night = night(8)
    night.play(2)
    assert client.get(reverse("settle", args=[night.evening.pk])).status_code == 302
    for number in ("1", "2", "", "x", "-4", "9" * 40):
        answer = client.post(reverse("settle", args=[night.evening.pk]), {"round": number}, follow=True)
        assert [m.level_tag for m in answer.context["messages"]] == ["refused"]
    night.evening.refresh_from_db()
    assert night.evening.stage == Stage.PLAYING


def test_an_imbalance_names_who_differs(client, night):
    night = night(5, Stage.SETTLING)
    entry = night.table(1)[0]
    entry_change(night.by, entry=entry, name=HOSTILE, role="")
    final_count(night.by, counts={entry: 1})
    shows(page(client, night), "The counters do not add up", "fewer than recorded", never=HOSTILE)


def test_a_chip_still_to_be_cut_for(client, night):
    night = night(8)
    night.play(1, winners=tuple(night.table(1)[:2]))
    night.play(2)
    evening_settle(night.by, round=1)
    answer = page(client, night)
    html = answer.content.decode()
    assert answer.context["stands"].cuts[0].need.purpose is Purpose.CHIP
    assert "A cut is needed" in html
    address = reverse("cut", args=[night.evening.pk, 1])
    assert f"{address}?purpose=chip&amp;table=1&amp;deal=1" in html
    assert client.get(f"{address}?purpose=chip&table=1&deal=1").status_code == 200
    drawn = {"purpose": "chip", "table": "1", "deal": "1"}
    client.post(reverse("cut-draw", args=[night.evening.pk, 1]), drawn)
    assert "Everything adds up" in page(client, night).content.decode()


@pytest.mark.thorough
def test_who_only_looks_sees_no_buttons(client, cast, night):
    night = night(8, Stage.SETTLING)
    client.force_login(cast.vera)
    html = page(client, night).content.decode()
    shows(html, "Everything adds up", never="Most yellow chips")
    for name in ("finish", "final-counts", "bell-undo"):
        assert reverse(name, args=[night.evening.pk]) not in html


# Counting everybody's counters at settling up.


@pytest.fixture
def settling(night):
    night = night(8, counting=Counting.AT_THE_END)
    night.play_round()
    evening_settle(night.by, round=1)
    night.evening.refresh_from_db()
    return night


def send_counts(client, night, counts):
    data = {f"counters-{entry}": counters for entry, counters in counts.items()}
    return client.post(reverse("final-counts", args=[night.evening.pk]), data)


def counted(night):
    return {c.entry: c.counters for c in night.facts.counts if c.kind is CountKind.FINAL}


def test_table_by_table(client, settling):
    first = dict.fromkeys(settling.table(1), 50)
    assert send_counts(client, settling, first).status_code == 302
    shows(client.get(reverse("evening", args=[settling.evening.pk])), "4 players are not counted yet")
    rest = dict.fromkeys(first, "") | dict.fromkeys(settling.table(2), 50)
    answer = send_counts(client, settling, rest)
    assert answer.url == reverse("evening", args=[settling.evening.pk])
    assert counted(settling) == dict.fromkeys(settling.seats(), 50)
    assert "Finish the evening" in client.get(answer.url).content.decode()


def test_what_does_not_add_up_is_refused_and_kept(client, settling):
    before = everything()
    counts = dict.fromkeys(settling.seats(), 50) | {settling.table(1)[0]: 43}
    shows(send_counts(client, settling, counts), "7 too few", 'value="43"', status=422)
    assert send_counts(client, settling, {}).status_code == 422
    assert everything() == before


@pytest.mark.thorough
@pytest.mark.parametrize("wrong", ["-1", "many", "1.5", "9" * 30])
def test_what_is_no_count_is_refused_at_its_field(wrong, client, settling):
    before = everything()
    entry = settling.table(1)[0]
    answer = send_counts(client, settling, {entry: wrong})
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [f"counters-{entry}"]
    assert everything() == before


@pytest.mark.thorough
def test_a_check_against_the_deals(client, night):
    night = night(8, Stage.SETTLING)
    held = night.held()
    entry = night.table(1)[0]
    shows(client.get(reverse("evening", args=[night.evening.pk])), f"by the deals: {held[entry]}")
    send_counts(client, night, {entry: (held[entry] or 0) - 3})
    html = client.get(reverse("evening", args=[night.evening.pk])).content.decode()
    assert f"by the deals: {held[entry]}" in html
    assert "3 fewer than recorded" in html
    send_counts(client, night, {entry: held[entry]})
    assert "Everything adds up" in client.get(reverse("evening", args=[night.evening.pk])).content.decode()
