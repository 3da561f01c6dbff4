"""Two people change seats before play begins."""

import pytest

from tournaments.core.record import Stage


@pytest.fixture
def seated(night):
    return night(12, Stage.SEATED)


@pytest.fixture
def send(client, seated):
    def send(user, **typed):
        client.force_login(user)
        return client.post(f"/evenings/{seated.evening.pk}/swap/", typed)

    return send


def places(night):
    return {seat.entry: (seat.position, seat.chair) for seat in night.facts.seats}


def test_it_works(client, cast, seated, send):
    before = places(seated)
    first, second = seated.table(1)[0], seated.table(3)[1]
    response = send(cast.bob, first=first, second=second, reason="<b>sat wrongly")
    assert response.headers["location"] == f"/evenings/{seated.evening.pk}/"
    after = places(seated)
    assert (after[first], after[second]) == (before[second], before[first])
    page = client.get(response.headers["location"])
    assert [change.reason for change in page.context["draw"].changes] == ["<b>sat wrongly"] * 2
    assert "<b>sat" not in page.text


@pytest.mark.parametrize(
    ("wrong", "field"),
    [({"reason": ""}, "reason"), ({"first": "9" * 40}, "first"), ({}, "second")],
    ids=["no reason", "nobody", "oneself"],
)
def test_it_refuses_at_the_field_and_keeps_what_was_typed(cast, seated, send, wrong, field):
    before, one = places(seated), seated.table(1)[0]
    typed = {"first": one, "second": one, "reason": "on request"} | wrong
    response = send(cast.alice, **typed)
    assert response.status_code == 422
    assert list(response.context["swap"].errors) == [field]
    assert response.context["swap"]["reason"].value() == typed["reason"]
    assert places(seated) == before
