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


def test_it_is_refused_before_the_draw_and_told(client, cast, night):
    hall = night(12, Stage.CHECK_IN)
    client.force_login(cast.alice)
    response = client.post(f"/evenings/{hall.evening.pk}/start/", follow=True)
    assert "Players are still being checked in. Draw the seats first." in response.text
