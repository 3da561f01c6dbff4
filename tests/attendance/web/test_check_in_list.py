"""Check-in from the club's list."""

import pytest

from accounts.models import Player
from tournaments.core.record import Stage
from tournaments.models import EntryRow


@pytest.fixture
def hall(night):
    return night(2, Stage.CHECK_IN)


@pytest.fixture
def list_of(cast):
    return [
        Player.objects.create(club=cast.club, name=name, role=role)
        for name, role in (("Anna", "lady"), ("Bert", ""), ("<b>Cara", "dummy"))
    ]


@pytest.fixture
def send(client, hall):
    def send(user, **ticked):
        client.force_login(user)
        return client.post(f"/evenings/{hall.evening.pk}/check-in/list/", ticked)

    return send


def entries(hall):
    rows = EntryRow.objects.filter(evening=hall.evening, void=None)
    return {row.name: (row.role, row.player_id) for row in rows if not row.name.startswith("p0")}


def test_it_works(client, cast, hall, list_of, send):
    anna, bert, cara = list_of
    client.force_login(cast.bob)
    page = client.get(f"/evenings/{hall.evening.pk}/")
    assert [person.name for person in page.context["room"].offered] == ["<b>Cara", "Anna", "Bert"]
    assert "<b>Cara" not in page.text
    response = send(
        cast.bob, players=[anna.pk, bert.pk], **{f"role-{anna.pk}": "gentleman", f"role-{bert.pk}": ""}
    )
    assert response.headers["location"] == f"/evenings/{hall.evening.pk}/"
    assert entries(hall) == {"Anna": ("gentleman", anna.pk), "Bert": ("", bert.pk)}
    after = client.get(response.headers["location"]).context["room"].offered
    assert [person.id for person in after] == [cara.pk]


@pytest.mark.thorough
def test_the_usual_role_stands_where_none_is_sent(cast, hall, list_of, send):
    send(cast.alice, players=[player.pk for player in list_of])
    assert [role for role, _player in entries(hall).values()] == ["lady", "", ""]


def test_somebody_elses_player_cannot_be_ticked(cast, hall, send):
    theirs = Player.objects.create(club=cast.other_club, name="Theirs")
    response = send(cast.alice, players=[theirs.pk])
    assert response.status_code == 422
    assert not entries(hall)


def test_a_refusal_keeps_the_ticks(cast, hall, list_of, send):
    anna, bert, _cara = list_of
    send(cast.alice, players=[anna.pk])
    response = send(cast.bob, players=[anna.pk, bert.pk], **{f"role-{bert.pk}": "gentleman"})
    assert response.status_code == 422
    assert "Already checked in: Anna." in response.text
    ticks = {person.id: (ticked, role) for person, ticked, role in response.context["ticks"].lines}
    assert ticks[bert.pk] == (True, "gentleman")
    assert list(entries(hall)) == ["Anna"]


def test_whoever_was_checked_in_meanwhile_is_no_refusal(client, cast, hall, list_of, send):
    anna = list_of[0]
    send(cast.alice, players=[anna.pk])
    again = send(cast.bob, players=[anna.pk])
    assert again.status_code == 302
    assert "already checked in" in client.get(again.headers["location"]).text
    assert list(entries(hall)) == ["Anna"]


def test_who_is_off_the_list_is_not_offered(client, cast, hall, list_of):
    Player.objects.filter(pk=list_of[0].pk).update(active=False)
    client.force_login(cast.alice)
    offered = client.get(f"/evenings/{hall.evening.pk}/").context["room"].offered
    assert "Anna" not in [person.name for person in offered]
