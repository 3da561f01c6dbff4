"""Everybody of the evening."""

import pytest
from django.urls import reverse

from tests.web.wording import queries
from tournaments.attendance.services import Arrival, people_check_in, player_drop, player_pause, seat_keep
from tournaments.core.record import Stage
from tournaments.core.settings import Counting


def page(client, night):
    return client.get(reverse("people", args=[night.evening.pk]))


def test_it_works(client, cast, night):
    night = night(12)
    night.next_round()
    pauses, leaves, keeps = night.table(2)[:3]
    player_pause(night.by, entry=pauses)
    player_drop(night.by, entry=leaves)
    seat_keep(night.by, entry=keeps, keeps=True)
    people_check_in(night.by, people=[Arrival("Lotte", "lady")])
    client.force_login(cast.vera)
    answer = page(client, night)
    states = {person.entry: person.in_words for person in answer.context["people"]}
    assert states[pauses] == "pauses"
    assert states[leaves] == "went home"
    assert states[keeps] == "plays and keeps the seat"
    assert answer.context["people"][0].in_words == "waits for a seat"
    assert answer.context["people"][-1].entry == leaves
    assert answer.context["playing"] == 10
    person = next(p for p in answer.context["people"] if p.entry == keeps)
    table, chair = night.seats()[keeps]
    assert f"Table {table}, seat {chair}" in answer.content.decode()
    assert person.held == night.held()[keeps]


@pytest.mark.parametrize("stage", list(Stage))
def test_every_stage(stage, client, cast, night):
    night = night(6, stage)
    client.force_login(cast.alice)
    answer = page(client, night)
    assert answer.status_code == 200
    adds = stage in (Stage.CHECK_IN, Stage.SEATED, Stage.PLAYING)
    assert (reverse("check-in", args=[night.evening.pk]) in answer.content.decode()) is adds


@pytest.mark.thorough
def test_unknown_counters_are_not_nothing(client, cast, night):
    night = night(6, counting=Counting.AT_THE_END)
    night.play(1)
    client.force_login(cast.alice)
    assert {p.held for p in page(client, night).context["people"]} == {None}


def test_late_arrival_takes_two_taps_from_here(client, cast, night):
    night = night(6)
    client.force_login(cast.alice)
    answer = client.post(
        reverse("check-in", args=[night.evening.pk]), {"names": "Lotte", "next": "people"}, follow=True
    )
    assert answer.redirect_chain[-1][0] == reverse("people", args=[night.evening.pk])
    assert answer.context["waiting"][0].name == "Lotte"


def test_who_only_looks_sees_no_buttons(client, cast, night):
    night = night(6)
    client.force_login(cast.vera)
    html = page(client, night).content.decode()
    assert "Add a late player" not in html
    assert reverse("table-add", args=[night.evening.pk]) not in html


@pytest.mark.thorough
def test_tables_are_opened_and_closed_from_here(client, cast, night):
    one, several = night(5), night(14)
    client.force_login(cast.bob)
    assert reverse("table-close", args=[one.evening.pk, 1]) not in page(client, one).content.decode()
    html = page(client, several).content.decode()
    assert reverse("table-close", args=[several.evening.pk, 3]) in html
    assert reverse("table-add", args=[several.evening.pk]) in html


def test_queries_do_not_grow(client, cast, night):
    client.force_login(cast.alice)
    counts = [queries(page, client, night(players)) for players in (4, 26)]
    assert counts[0] == counts[1] <= 16
