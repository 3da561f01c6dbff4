"""What was done is answered again by its key, though what it was done to is gone, or another by now."""

from uuid import uuid4

import pytest

from accounts.models import Group, Player
from tests.api.asking import errors
from tests.api.members import bearer
from tests.transfer.api.test_importing import PEOPLE, RESULTS
from tournaments.models import PrizeSet
from tournaments.records.services.people import players_merge

pytestmark = pytest.mark.postgresql


def twice(ask, address):
    key = uuid4()
    return [ask.send("DELETE", f"/api/v1/{address}", key=key).status_code for _time in range(2)]


def test_a_deletion(cast):
    ask, club = bearer(cast.alice), f"clubs/{cast.club.pk}"
    group = Group.objects.create(club=cast.club, name="Juniors")
    kept = PrizeSet.objects.create(club=cast.club, name="Club nights", prizes=["yellow"])
    assert twice(ask, f"{club}/groups/{group.pk}/") == [204, 204]
    assert twice(ask, f"prize-sets/{kept.pk}/") == [204, 204]
    assert twice(ask, f"{club}/members/{cast.sam.pk}/") == [204, 204]
    assert twice(bearer(cast.vera), f"{club}/members/{cast.vera.pk}/") == [204, 204]


def test_it_is_known_by_its_key_its_sender_and_its_address(cast):
    key, other = uuid4(), Group.objects.create(club=cast.club, name="Newcomers")
    at = f"/api/v1/clubs/{cast.club.pk}/groups/"
    gone = f"{at}{Group.objects.create(club=cast.club, name='Juniors').pk}/"
    ask = bearer(cast.alice)
    assert ask.send("DELETE", gone, key=key).status_code == 204
    assert bearer(cast.bob).send("DELETE", gone, key=key).status_code == 404
    assert ask.send("DELETE", gone, key=uuid4()).status_code == 404
    assert ask.send("DELETE", gone).status_code == 404
    assert list(errors(ask.send("DELETE", f"{at}{other.pk}/", key=key))) == ["Idempotency-Key"]
    assert Group.objects.get() == other


def test_a_change_of_somebody_who_is_merged_since(cast):
    nell, eleanor = (Player.objects.create(club=cast.club, name=name) for name in ("Nell", "Eleanor"))
    ask, key = bearer(cast.alice), uuid4()
    address = f"/api/v1/clubs/{cast.club.pk}/players/{nell.pk}/"
    first = ask.send("PATCH", address, {"role": "lady"}, key)
    players_merge(by=cast.alice, stays=eleanor, goes=nell)
    again = ask.send("PATCH", address, {"role": "lady"}, key)
    assert (again.status_code, again.json()) == (200, first.json())
    assert list(errors(ask.send("PATCH", address, {"role": "lady"}))) == ["player"]


@pytest.mark.parametrize(("what", "text"), [("people", PEOPLE), ("results", RESULTS)])
def test_an_import(cast, what, text):
    ask, key = bearer(cast.bob), uuid4()
    address = f"/api/v1/clubs/{cast.club.pk}/{what}-import/"
    body = {"text": text, "mark": ask.post(f"{address}look/", {"text": text}).json()["mark"]}
    first = ask.post(address, body, key)
    assert first.status_code == 200
    again = ask.post(address, body, key)
    assert (again.status_code, again.json()) == (200, first.json())
    other = ask.post(address, {**body, "text": text.replace("Ben", "Bob")}, key)
    assert list(errors(other)) == ["Idempotency-Key"]
    assert "Bob" not in cast.club.players.values_list("name", flat=True)
