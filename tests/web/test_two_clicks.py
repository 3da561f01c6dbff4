"""From the last bell to the finished evening: two clicks and no question where nothing is missing."""

import pytest
from django.urls import reverse

from tests.web.html import Page, shows
from tests.web.test_every_member import CASES
from tournaments.base.phrases import phrase
from tournaments.bell.services.bell import bell_ring, moves_apply
from tournaments.core.record import Stage
from tournaments.core.settings import Counting
from tournaments.phones.services import correction_ask
from tournaments.results.services import evening_reopen

PLAYED = [case for case in CASES if not str(case.id).endswith("three_stakes")]
"""Three stakes are typed otherwise, and have the pages of a pool."""


@pytest.fixture(autouse=True)
def alice(client, cast):
    client.force_login(cast.alice)


def page(client, night):
    return client.get(reverse("evening", args=[night.evening.pk]))


def press(client, night, words):
    """Press the button of this name as a browser does; the page that follows."""
    forms = [form for form in Page(page(client, night).text).root.all("form") if form.words == words]
    assert len(forms) == 1, f"{words}: {len(forms)} buttons"
    fields = {one.attributes["name"]: one.attributes.get("value", "") for one in forms[0].all("input")}
    answer = client.post(forms[0].attributes["action"], fields, follow=True)
    night.evening.refresh_from_db()
    return answer


@pytest.mark.sample(6)
@pytest.mark.parametrize(("format", "game"), PLAYED)
def test_in_every_format_two_clicks(client, night, format, game):
    rounds = 1 if format.length == "rounds" else 0
    night = night(8, game=game, format=format.key, games=1, deals=1, rounds=rounds)
    night.play_round()
    while not night.preview().is_last:
        moves_apply(night.by, round=night.round)
        night.play_round()
    press(client, night, phrase(night.evening.play, "Settle up"))
    assert night.evening.stage == Stage.SETTLING
    press(client, night, "Finish the evening")
    assert night.evening.stage == Stage.FINISHED


def test_what_is_lost_is_asked(client, night):
    night = night(12, rounds=3)
    night.play_round()
    shows(page(client, night), "End play and settle up")
    shows(client.get(reverse("settle", args=[night.evening.pk])), "End play and settle up")


def test_what_is_missing_is_asked(client, night):
    """A table waits for an answer: its correction would be lost from sight."""
    night = night(8, Stage.SETTLING)
    correction_ask(night.by, round=1, table=1, deal=1, version=1, words="I won")
    shows(page(client, night), f'href="{reverse("finish", args=[night.evening.pk])}"')
    shows(client.get(reverse("finish", args=[night.evening.pk])), "Finish the evening")


def test_a_second_version_is_asked(client, night):
    night = night(8, Stage.FINISHED)
    evening_reopen(night.because("Wrong count"))
    shows(
        client.get(reverse("finish", args=[night.evening.pk])), "Version 2 of the result replaces version 1"
    )


def test_counters_are_counted_between_the_two(client, night):
    night = night(8, rounds=1, counting=Counting.AT_THE_END)
    night.play_round()
    press(client, night, "Settle up")
    shows(page(client, night), "Count all counters", never="Finish the evening")


def test_the_bell_is_not_beside_the_end_in_the_first_second(client, night):
    night = night(8)
    root = Page(page(client, night).text).root
    (fold,) = [one for one in root.all("details") if one.attributes.get("id") == "end-early"]
    assert "open" not in fold.attributes
    address = reverse("settle", args=[night.evening.pk])
    links = [one for one in root.all("a") if one.attributes["href"] == address]
    assert links == list(fold.all("a"))
    bell_ring(night.by, round=1)
    shows(page(client, night), never="Settle up without")
