"""Prizes given by hand on the pages: of an evening under way, a recorded one, and a season."""

import pytest

from tests.played_seasons import PEOPLE, an_evening, played, player
from tests.web.html import faults, shows
from tournaments.core.record import Stage
from tournaments.models import Award, Result

pytestmark = pytest.mark.postgresql


@pytest.fixture
def alice(client, cast):
    client.force_login(cast.alice)
    return client


def body(*winners, title="Raffle", reason="Ticket 42"):
    return {"title": title, "winners": list(winners), "reason": reason}


def test_an_evening_under_way(alice, night):
    night = night(12, Stage.PLAYING)
    here, first = f"/evenings/{night.evening.pk}", night.facts.entries[0]
    shows(alice.get(f"{here}/prizes/"), "Prizes given by hand", f"{here}/prizes/give/")
    page = alice.get(f"{here}/prizes/give/")
    shows(page, "Give a prize", first.name, "raffle")
    assert not faults(page.content.decode())
    shows(alice.post(f"{here}/prizes/give/", body()), "Choose at least one player.", status=422)
    assert alice.post(f"{here}/prizes/give/", body(first.id)).url == f"{here}/prizes/"
    page = alice.get(f"{here}/prizes/")
    shows(page, "Raffle", "Given by hand: Ticket 42.", "Take the prize back")
    assert not faults(page.content.decode())
    shows(alice.get(f"{here}/journal/"), f"“Raffle” was given to {first.name}.", "Ticket 42")
    shows(alice.get(f"{here}/journal/?person={first.id}"), "“Raffle” was given to")
    back = {"prize": "hand-1", "reason": "It was ticket 24"}
    assert alice.post(f"{here}/prizes/take-back/", {"prize": "hand-1"}, follow=True).status_code == 200
    assert not Award.objects.get().withdrawn
    shows(
        alice.post(f"{here}/prizes/take-back/", back, follow=True),
        "The prize is taken back.",
        never="Given by hand: Ticket 42.",
    )
    shows(alice.get(f"{here}/journal/"), f"“Raffle” was taken back from {first.name}.", "It was ticket 24")


def test_the_result_shows_it(alice, night):
    night = night(12, Stage.FINISHED)
    here = f"/evenings/{night.evening.pk}"
    alice.post(f"{here}/prizes/give/", body(night.facts.entries[0].id))
    shows(alice.get(f"{here}/"), "Raffle")
    (gift,) = alice.get(f"{here}/export.json").json()["prizes"][-1:]
    assert (gift["key"], gift["title"], gift["winners"]) == ("hand-1", "Raffle", [1])
    assert gift["reason"]["sentence"] == "Given by hand: Ticket 42."
    assert alice.get(f"{here}/export.json").json()["journal"][-1]["payload"]["winners"] == [1]


def test_a_recorded_evening(alice, cast):
    evening = an_evening(cast, 1)
    here = f"/evenings/{evening.pk}"
    ada = evening.entries.get(name="Ada").pk
    shows(alice.get(f"{here}/"), "Give a prize", never="Certificates")
    assert alice.post(f"{here}/prizes/give/", body(ada), follow=True).redirect_chain[-1][0] == f"{here}/"
    page = alice.get(f"{here}/")
    shows(page, "Raffle", "Given by hand: Ticket 42.", "Certificates")
    assert not faults(page.content.decode())
    shows(alice.get(f"{here}/certificates/"), "Raffle", "Ticket 42")


def test_a_season(alice, cast):
    season = played(cast, PEOPLE)
    here = f"/seasons/{season.pk}/prizes"
    page = alice.get(f"{here}/give/")
    shows(page, "Give a prize", *PEOPLE)
    assert not faults(page.content.decode())
    assert alice.post(f"{here}/give/", body(player(cast, "Dan"))).url == f"{here}/"
    page = alice.get(f"{here}/")
    shows(page, "Raffle", "Dan", "Given by hand: Ticket 42.")
    assert not faults(page.content.decode())
    shows(alice.get(f"/seasons/{season.pk}/book/"), "“Raffle” was given to Dan.")
    back = {"prize": "hand-1", "reason": "It was ticket 24"}
    shows(alice.post(f"{here}/take-back/", back, follow=True), never="Given by hand: Ticket 42.")


def test_the_list_of_a_finished_evening_is_corrected_with_a_reason(alice, night):
    night = night(8, Stage.FINISHED).reveal()
    here = f"/evenings/{night.evening.pk}/prizes/list/"
    shows(alice.get(f"/evenings/{night.evening.pk}/prizes/"), here)
    page = alice.get(here)
    shows(page, "Each change of the list is a new version of the result.", never="Switch off")
    assert not faults(page.content.decode())
    page = alice.get(f"{here}?reason=Promised+%26+said")
    shows(page, "Reason: Promised &amp; said", "Switch off")
    assert not faults(page.content.decode())
    at = f"{here}?reason=Promised+%26+said"
    assert alice.post(at, {"key": "booby", "do": "off"}).url == f"{at}#prize-booby"
    assert Result.objects.get(version=2).journal.reason == "Promised & said"
    assert not Result.objects.get(version=2).awards.filter(prize="booby").exists()
    alice.post(here, {"key": "booby", "do": "on"})
    assert Result.objects.count() == 2
    shows(alice.get(f"/evenings/{night.evening.pk}/prizes/"), "Promised &amp; said")
