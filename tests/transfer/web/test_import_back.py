"""The page on which an import is taken back, and the same by API."""

from uuid import uuid4

import pytest
from django.urls import reverse

from accounts.models import Player
from tests.api.asking import errors
from tests.api.members import bearer
from tests.played_seasons import a_season, by
from tests.transfer.services.test_import_back import AGAIN, newest
from tests.transfer.services.test_importing import bring_results
from tests.web.admin_pages import root, staff, where
from tests.web.html import faults, shows
from tournaments.models import Evening
from tournaments.seasons.services.results import season_close
from tournaments.seasons.services.seasons import evening_add

WHY = "the wrong file"


def address(cast):
    return reverse("import-made", args=[cast.club.pk, newest(cast)])


def api(cast, more=""):
    return f"/api/v1/clubs/{cast.club.pk}/imports/{newest(cast)}/{more}"


def test_it_shows_what_goes_and_does_it(client, cast):
    bring_results(cast)
    client.force_login(cast.bob)
    shows(client.get(reverse("import", args=[cast.club.pk])), address(cast), "2 evenings", "Earlier imports")
    page = client.get(address(cast))
    shows(page, "October", "November", "Ann, Bob", "Removed for good", never="Stay, because")
    assert faults(page.text) == []
    mark = page.context["plan"].mark
    shows(client.post(address(cast), {"mark": mark}), "Enter a reason.", status=422)
    shows(
        client.post(address(cast), {"mark": "old", "reason": WHY}),
        "Something has changed since you opened the page.",
    )
    assert Evening.objects.count() == 2
    answer = client.post(address(cast), {"mark": mark, "reason": WHY}, follow=True)
    shows(answer, "The import was taken back.")
    assert not Evening.objects.exists()
    assert not Player.objects.filter(club=cast.club).exists()


def test_without_an_import_nothing_is_offered(client, cast):
    client.force_login(cast.bob)
    shows(client.get(reverse("import", args=[cast.club.pk])), never="Take back an import")
    assert client.get(reverse("import-made", args=[cast.club.pk, "nothing"])).status_code == 404


def test_it_says_what_stays_and_what_is_in_the_way(client, cast):
    bring_results(cast)
    bring_results(cast, AGAIN, reason="Dora was missing")
    client.force_login(cast.bob)
    shows(client.get(address(cast)), "The earlier result counts again", "Players who stay", "Dora")
    season = a_season(cast)
    evening_add(by(cast, season), evening=Evening.objects.get(name="October").pk)
    season_close(by(cast, season))
    first = reverse("import-made", args=[cast.club.pk, _first(cast)])
    shows(client.get(first), "The season “Winter” is closed. Reopen it first.")
    typed = {"mark": client.get(first).context["plan"].mark, "reason": WHY}
    shows(client.post(first, typed), "is closed. Reopen it first.", status=422)
    assert Evening.objects.count() == 2


def _first(cast):
    line = Evening.objects.get(name="October").journal.earliest("seq")
    return line.payload["import"]


def test_by_api(cast):
    bring_results(cast)
    ask, key = bearer(cast.bob), uuid4()
    listed = ask.get(f"/api/v1/clubs/{cast.club.pk}/imports/").json()["results"]
    assert [(one["key"], one["who"], one["evenings"]) for one in listed] == [(newest(cast), "Bob", 2)]
    plan = ask.get(api(cast)).json()
    assert [one["name"] for one in plan["removed"]] == ["October", "November"]
    assert [one["name"] for one in plan["players"]] == ["Ann", "Bob"]
    at, body = api(cast, "take-back/"), {"mark": plan["mark"], "reason": WHY}
    assert list(errors(ask.post(at, {**body, "reason": ""}))) == ["reason"]
    assert ask.post(at, {**body, "mark": "old"}).status_code == 409
    answers = [ask.post(at, body, key) for _time in range(2)]
    assert [(answer.status_code, answer.json()) for answer in answers] == [(200, plan)] * 2
    assert not Evening.objects.exists()


@pytest.mark.slow
def test_in_the_administration(client, cast):
    bring_results(cast)
    evening = Evening.objects.get(name="October")
    page, at = (where(Evening, what, evening.pk) for what in ("change", "import"))
    client.force_login(staff("view_evening"))
    shows(client.get(page), never=at)
    assert client.post(at).status_code == 403
    client.force_login(root())
    shows(client.get(page), at)
    shown = client.get(at)
    shows(shown, "October", "November", "Ann, Bob", "Take back the import")
    mark = shown.context["plan"].mark
    assert client.post(at, {"mark": mark}).status_code == 422
    shows(
        client.post(at, {"mark": "old", "reason": WHY}, follow=True),
        "Something has changed since you opened the page.",
    )
    shows(client.post(at, {"mark": mark, "reason": WHY}, follow=True), "The import was taken back.")
    assert not Evening.objects.exists()
