"""The draw of seats and its page."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tournaments.attendance.services import Arrival, entry_withdraw, people_check_in
from tournaments.core.record import Stage
from tournaments.models import EntryRow, Journal


def seats(night):
    return [(seat.position, seat.chair, seat.entry) for seat in night.facts.seats]


@pytest.fixture
def send(client, cast):
    def send(night, user=cast.bob, **typed):
        client.force_login(user)
        return client.post(f"/evenings/{night.evening.pk}/draw/", typed)

    return send


@pytest.mark.thorough
def test_it_works(client, night, send):
    hall = night(23, Stage.CHECK_IN)
    response = send(hall)
    assert response.headers["location"] == f"/evenings/{hall.evening.pk}/"
    assert len(seats(hall)) == 23
    page = client.get(response.headers["location"])
    draw = page.context["draw"]
    assert [len(table.seats) for table in draw.tables] == [4, 5, 5, 5, 4]
    assert [table.is_head for table in draw.tables] == [True, False, False, False, False]
    assert draw.tables[-1].is_booby
    assert all(sum(seat.deals for seat in table.seats) == 1 for table in draw.tables)
    assert "The nearest sizes are 4-5-5-5-4." in page.text
    assert draw.seed
    assert draw.seed in page.text
    assert "Start play" in page.text


@pytest.mark.thorough
def test_a_seed_repeats_the_draw(night, send):
    hall = night(27, Stage.CHECK_IN)
    send(hall, seed="  seven ")
    first = seats(hall)
    send(hall)
    assert seats(hall) != first
    send(hall, seed="seven")
    assert seats(hall) == first
    assert Journal.objects.filter(evening=hall.evening).latest("seq").payload["seed"] == "seven"


def test_a_seed_that_is_too_long_is_told(client, night, send):
    hall = night(12, Stage.CHECK_IN)
    response = send(hall, seed="x" * 65)
    assert "at most 64 characters" in client.get(response.headers["location"]).text
    assert not seats(hall)


def test_too_few_people_is_told(client, night, send):
    hall = night(1, Stage.CHECK_IN)
    response = send(hall)
    assert "needs at least 2 players. Players now: 1." in client.get(response.headers["location"]).text


def test_it_validates_ownership(client, cast, night, send):
    hall, seated = night(12, Stage.CHECK_IN), night(12, Stage.SEATED)
    assert client.post(f"/evenings/{hall.evening.pk}/draw/").headers["location"].startswith("/login/")
    assert send(hall, cast.charlie).status_code == 404
    assert client.get(f"/evenings/{seated.evening.pk}/").status_code == 404
    for member in (cast.vera, cast.sam):
        assert send(hall, member).status_code == 403
        page = client.get(f"/evenings/{seated.evening.pk}/")
        assert "p07" in page.text
        assert "Start play" not in page.text
        assert "Draw the seats again" not in page.text.replace("“Draw the seats again”", "")
    client.force_login(cast.alice)
    assert client.get(f"/evenings/{hall.evening.pk}/draw/").status_code == 405
    assert not seats(hall)


def test_it_shows_who_came_late_and_who_has_no_seat(client, cast, night):
    one_table = night(7, Stage.SEATED)
    people_check_in(one_table.by, people=[Arrival("Waits")])
    seated = night(12, Stage.SEATED)
    people_check_in(seated.by, people=[Arrival("<i>Late")])
    client.force_login(cast.alice)
    assert client.get(f"/evenings/{one_table.evening.pk}/").context["draw"].unseated == ("Waits",)
    page = client.get(f"/evenings/{seated.evening.pk}/")
    assert [change.name for change in page.context["draw"].changes] == ["<i>Late"]
    assert "came late" in page.text
    assert "<i>Late" not in page.text


@pytest.mark.thorough
def test_who_was_withdrawn_leaves_an_empty_seat(client, cast, night):
    seated = night(12, Stage.SEATED)
    gone = EntryRow.objects.get(evening=seated.evening, name="p03").pk
    entry_withdraw(seated.by, entry=gone)
    client.force_login(cast.alice)
    page = client.get(f"/evenings/{seated.evening.pk}/")
    assert page.context["draw"].players == 11
    assert "p03" not in page.text


@pytest.mark.thorough
def test_there_is_a_card_for_each(client, cast, night):
    seated = night(27, Stage.SEATED)
    client.force_login(cast.alice)
    page = client.get(f"/evenings/{seated.evening.pk}/")
    assert page.text.count('class="seat-card"') == 27
    assert len(page.content) < 100_000


def test_its_queries_do_not_grow(client, cast, night):
    client.force_login(cast.alice)
    counts = []
    for players in (16, 120):
        seated = night(players, Stage.SEATED)
        with CaptureQueriesContext(connection) as queries:
            page = client.get(f"/evenings/{seated.evening.pk}/")
        counts.append((len(page.context["draw"].tables), len(queries)))
    assert counts[0][0] == 4
    assert counts[1][0] >= 20
    assert counts[0][1] == counts[1][1] <= 16
