"""The page that removes an evening, its links, the same by API, and in the administration."""

from uuid import uuid4

import pytest
from django.urls import reverse

from tests.api.asking import errors
from tests.api.members import bearer
from tests.hall.web.test_ended import PART, places
from tests.played_seasons import PEOPLE, a_season, by, played
from tests.web.admin_pages import root, staff, where
from tests.web.html import shows
from tournaments.core.record import Stage
from tournaments.models import Evening
from tournaments.phones.services import links_make
from tournaments.seasons.services.results import season_close
from tournaments.seasons.services.seasons import evening_add


def remove(evening):
    return reverse("evening-remove", args=[evening.pk])


def test_the_question_says_what_goes(client, cast, night):
    season, night = a_season(cast), night(8, Stage.CHECK_IN)
    evening_add(by(cast, season), evening=night.evening.pk)
    client.force_login(cast.bob)
    shows(client.get(reverse("evening-settings", args=[night.evening.pk])), remove(night.evening))
    shows(
        client.get(remove(night.evening)),
        "The evening is removed for good, with its results and journal. The player list stays.",
        "Players: 8.",
        "It no longer counts for: Thursday League · Winter.",
    )
    assert Evening.objects.exists()
    answer = client.post(remove(night.evening), follow=True)
    assert answer.redirect_chain == [(reverse("club", args=[cast.club.pk]), 302)]
    shows(answer, "The evening was removed.")
    assert not Evening.objects.exists()


@pytest.mark.parametrize("stage", [Stage.DRAFT, Stage.SEATED, Stage.PLAYING])
def test_it_is_offered_to_who_runs_the_evening_until_a_result(client, cast, night, stage):
    night = night(8, stage)
    page = reverse("evening-settings", args=[night.evening.pk])
    client.force_login(cast.sam)
    shows(client.get(page), never=remove(night.evening))
    client.force_login(cast.bob)
    shows(client.get(page), remove(night.evening))
    if stage is Stage.PLAYING:
        night.play(1)
        shows(client.get(page), never=remove(night.evening))
        shows(client.post(remove(night.evening), follow=True), "There is a result already.")
        assert Evening.objects.exists()


def test_its_pages_and_phones_are_over(client, cast, night):
    night = night(8)
    links_make(night.by)
    phone = reverse("score")
    open_pages = places(night.evening, night.entry("p01"))
    client.force_login(cast.alice)
    client.post(remove(night.evening))
    for name, address in open_pages.items():
        answer = client.get(address, headers=PART)
        assert answer.status_code == 404, name
        shows(answer, "data-ended=", "over")
    assert client.get(phone).status_code == 404


def test_an_imported_evening(client, cast):
    played(cast, PEOPLE)
    evening = Evening.objects.get()
    client.force_login(cast.alice)
    shows(client.get(reverse("evening", args=[evening.pk])), remove(evening))
    client.post(remove(evening))
    assert not Evening.objects.exists()


def test_a_closed_season_is_told_before(client, cast):
    season = played(cast, PEOPLE)
    season_close(by(cast, season))
    client.force_login(cast.alice)
    why = "The season “Thursday League · Winter” is closed. Reopen it first."
    at = remove(Evening.objects.get())
    shows(client.get(at), why, never="It no longer counts")
    shows(client.post(at, follow=True), why)
    assert Evening.objects.exists()


def test_by_api(cast, night):
    night, key = night(8, Stage.CHECK_IN), uuid4()
    address = f"/api/v1/evenings/{night.evening.pk}/"
    assert bearer(cast.sam).send("DELETE", address).status_code == 403
    assert bearer(cast.charlie).send("DELETE", address).status_code == 404
    ask = bearer(cast.bob)
    assert [ask.send("DELETE", address, key=key).status_code for _time in range(2)] == [204, 204]
    assert ask.get(address).status_code == 404


def test_by_api_it_is_refused_as_a_state(cast, night):
    season, night = played(cast, PEOPLE), night(8)
    night.play(1)
    season_close(by(cast, season))
    ask = bearer(cast.bob)
    for pk, field in ((night.evening.pk, "stage"), (season.evenings.get().evening_id, "evening")):
        answer = ask.send("DELETE", f"/api/v1/evenings/{pk}/")
        assert answer.status_code == 409
        assert list(errors(answer)) == [field]


def test_in_the_administration(client, cast, night):
    night = night(8, Stage.CHECK_IN)
    page, address = (where(Evening, what, night.evening.pk) for what in ("change", "remove"))
    client.force_login(staff("view_evening"))
    shows(client.get(page), never=address)
    assert client.post(address).status_code == 403
    client.force_login(root())
    shows(client.get(page), address)
    shows(client.get(address), "The player list stays.", "Yes, remove the evening")
    shows(client.post(address, follow=True), "The evening was removed.")
    assert not Evening.objects.exists()


def test_in_the_administration_not_with_a_result(client, night):
    night = night(8)
    night.play(1)
    client.force_login(root())
    page, address = (where(Evening, what, night.evening.pk) for what in ("change", "remove"))
    shows(client.get(page), never=address)
    shows(client.get(address, follow=True), never="Yes, remove the evening")
    shows(client.post(address, follow=True), "There is a result already.")
    assert Evening.objects.exists()
