"""Play begins."""

from tournaments.core.record import Stage


def test_it_works(client, cast, night):
    seated = night(12, Stage.SEATED)
    client.force_login(cast.bob)
    response = client.post(f"/evenings/{seated.evening.pk}/start/")
    assert response.headers["location"] == f"/evenings/{seated.evening.pk}/"
    seated.evening.refresh_from_db()
    assert seated.evening.stage == Stage.PLAYING
    assert len(seated.facts.stakes) == 12


def test_it_validates_ownership(client, cast, night):
    seated = night(12, Stage.SEATED)
    url = f"/evenings/{seated.evening.pk}/start/"
    assert client.post(url).headers["location"].startswith("/login/")
    client.force_login(cast.charlie)
    assert client.post(url).status_code == 404
    for member in (cast.vera, cast.sam):
        client.force_login(member)
        assert client.post(url).status_code == 403
    client.force_login(cast.alice)
    assert client.get(url).status_code == 405
    seated.evening.refresh_from_db()
    assert seated.evening.stage == Stage.SEATED


def test_it_is_refused_before_the_draw_and_told(client, cast, night):
    hall = night(12, Stage.CHECK_IN)
    client.force_login(cast.alice)
    response = client.post(f"/evenings/{hall.evening.pk}/start/", follow=True)
    assert "Players are still being checked in. Draw the seats first." in response.text
