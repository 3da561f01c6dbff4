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


def test_it_validates_ownership(client, cast, seated, send):
    before = places(seated)
    typed = {"first": seated.table(1)[0], "second": seated.table(3)[1], "reason": "x"}
    url = f"/evenings/{seated.evening.pk}/swap/"
    assert client.post(url, typed).headers["location"].startswith("/login/")
    assert send(cast.charlie, **typed).status_code == 404
    for member in (cast.vera, cast.sam):
        assert send(member, **typed).status_code == 403
        assert "Swap the seats" not in client.get(f"/evenings/{seated.evening.pk}/").text
    client.force_login(cast.alice)
    assert client.get(url).status_code == 405
    assert places(seated) == before


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"reason": "  "}, "reason"),
        ({"reason": "x" * 201}, "reason"),
        ({"reason": "a\x00b"}, "reason"),
        ({"first": ""}, "first"),
        ({"first": "9" * 40}, "first"),
        ({"second": "nobody"}, "second"),
    ],
)
def test_it_refuses_at_the_field_and_keeps_what_was_typed(cast, seated, send, wrong, field):
    before = places(seated)
    typed = {"first": seated.table(1)[0], "second": seated.table(3)[1], "reason": "on request"}
    response = send(cast.alice, **(typed | wrong))
    assert response.status_code == 422
    assert list(response.context["swap"].errors) == [field]
    assert response.context["swap"]["reason"].value() == (typed | wrong)["reason"]
    assert places(seated) == before


def test_nobody_changes_with_themselves(cast, seated, send):
    one = seated.table(1)[0]
    response = send(cast.alice, first=one, second=one, reason="x")
    assert response.status_code == 422
    assert "second" in response.context["swap"].errors
