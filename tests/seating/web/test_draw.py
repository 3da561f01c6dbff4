"""The draw of seats and its page."""

import pytest

from tests.web.wording import queries
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
    assert "about six at the others: 4-5-5-5-4." in page.text
    assert draw.seed
    assert draw.seed in page.text
    assert "Start play" in page.text
    assert page.text.count('class="seat-card"') == 23
    assert len(page.content) < 100_000


def test_a_seed_is_that_of_the_draw(night, send):
    hall = night(12, Stage.CHECK_IN)
    send(hall, seed="  seven ")
    assert Journal.objects.filter(evening=hall.evening).latest("seq").payload["seed"] == "seven"


def test_a_seed_that_is_too_long_is_told(client, night, send):
    hall = night(12, Stage.CHECK_IN)
    response = send(hall, seed="x" * 65)
    assert "at most 64 characters" in client.get(response.headers["location"]).text
    assert not seats(hall)


def test_who_only_looks_reads_the_seats_and_has_no_buttons(client, cast, night):
    seated = night(12, Stage.SEATED)
    client.force_login(cast.sam)
    page = client.get(f"/evenings/{seated.evening.pk}/")
    assert "p07" in page.text
    assert "Start play" not in page.text
    assert "Draw the seats again" not in page.text.replace("“Draw the seats again”", "")
    assert "Swap the seats" not in page.text


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


def test_its_queries_do_not_grow(client, cast, night):
    client.force_login(cast.alice)
    few, many = (f"/evenings/{night(players, Stage.SEATED).evening.pk}/" for players in (16, 120))
    assert len(client.get(few).context["draw"].tables) == 4
    assert len(client.get(many).context["draw"].tables) >= 20
    assert queries(client.get, few) == queries(client.get, many) <= 16
