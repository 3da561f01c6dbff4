"""The page on which the name and the day of a finished evening are corrected; in the administration too."""

import pytest
from django.urls import reverse

from tests.played_seasons import PEOPLE, an_evening, by, played
from tests.web.admin_pages import root, staff, where
from tests.web.html import shows
from tournaments.core.record import Stage
from tournaments.models import Evening
from tournaments.seasons.services.results import season_close

TYPED = {"name": "Friday", "held_on": "2026-01-30", "reason": "typing error"}


def page(evening, look=False):
    return reverse("evening-correct-look" if look else "evening-correct", args=[evening.pk])


def test_a_finished_evening(client, night):
    night = night(8, Stage.FINISHED)
    client.force_login(night.alice)
    shows(
        client.get(reverse("evening", args=[night.evening.pk])), page(night.evening), "Correct name or date"
    )
    shows(client.get(page(night.evening)), str(night.evening), never=['name="game"', "is closed"])
    shows(client.post(page(night.evening), {**TYPED, "reason": ""}), "Enter a reason.")
    shows(client.post(page(night.evening), TYPED, follow=True), "Saved.", "Friday")
    assert str(Evening.objects.get().held_on) == "2026-01-30"


def test_not_while_it_is_played(client, night):
    night = night(8)
    client.force_login(night.alice)
    shows(client.get(reverse("evening", args=[night.evening.pk])), never=page(night.evening))
    assert client.get(page(night.evening)).status_code == 302
    shows(client.post(page(night.evening), TYPED), "The evening is being played.")


def test_an_imported_evening_and_its_game(client, cast):
    evening = an_evening(cast, 1)
    client.force_login(cast.bob)
    shows(client.get(reverse("evening", args=[evening.pk])), page(evening), "Correct name, date or game")
    shows(client.get(page(evening)), "Draw Poker", never="Blackout")
    client.post(page(evening), TYPED | {"game": "brag"})
    evening.refresh_from_db()
    assert (evening.name, evening.game) == ("Friday", "brag")


def test_a_preview_needs_no_reason(client, cast):
    played(cast, PEOPLE)
    evening = Evening.objects.get()
    client.force_login(cast.bob)
    typed = TYPED | {"game": evening.game}
    shows(client.post(page(evening, look=True), {**typed, "reason": ""}), "Nothing else changes.")
    assert Evening.objects.get().name == evening.name


def test_a_closed_season_is_told_before(client, cast):
    season = played(cast, PEOPLE)
    evening = Evening.objects.get()
    season_close(by(cast, season))
    client.force_login(cast.bob)
    shows(client.get(page(evening)), "Closed, and stays as it was closed: Thursday League · Winter.")
    shows(client.post(page(evening), TYPED | {"game": evening.game}, follow=True), "Saved.", "Friday")
    at = reverse("season", args=[season.pk])
    shows(client.get(at), evening.name, never="Friday")
    shows(client.get(f"{at}export.csv"), evening.name, never="Friday")


@pytest.mark.slow
def test_in_the_administration(client, cast):
    evening = an_evening(cast, 1)
    at, address = (where(Evening, what, evening.pk) for what in ("change", "correct"))
    client.force_login(staff("view_evening"))
    shows(client.get(at), never=address)
    assert client.post(address, TYPED).status_code == 403
    client.force_login(root())
    shows(client.get(at), address)
    shows(client.get(address), evening.name)
    assert client.post(address, {**TYPED, "reason": "", "game": evening.game}).status_code == 422
    shows(client.post(address, TYPED | {"game": evening.game}, follow=True), "Saved.", "Friday")
    assert evening.journal.latest("seq").author == "Root (administration)"
