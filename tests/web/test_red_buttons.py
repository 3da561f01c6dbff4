"""Red buttons: something is lost, and they ask. Others act at once, and have Undo."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.urls import reverse

from tests.web.html import Page, shows
from tournaments.core.record import Stage
from tournaments.results.services import evening_reopen

TEMPLATES = Path(settings.BASE_DIR) / "templates"
ASKS = {
    "transfer/take_back.html": "a page of its own, with the reason",
    "records/forget.html": "a page of its own, where the name is typed",
    "components/ask.html": "opens, and says what will happen",
    "components/gifts.html": "opens, and asks for the reason",
    "accounts/delete.html": "a page of its own, with the password",
    "results/settling/reopen.html": "a page of its own, with the reason",
    "bell/reason.html": "a page of its own, with the reason",
    "components/confirm.html": "a page of its own",
    "seating/draw/again.html": "opens, and says what will happen",
    "scoring/bids/stop.html": "a page of its own",
    "scoring/correction.html": "a page of its own, with what changes",
    "phones/links.html": "opens, and says what will happen",
    "phones/queue.html": "asks in a window",
    "components/styleguide.html": "sends nothing",
}
"""The templates with a red button that sends, and how each of them asks."""
RED = re.compile(r"<button[^>]*\bdanger\b", re.DOTALL)


def test_every_red_button_that_sends_asks():
    found = {
        str(one.relative_to(TEMPLATES)) for one in TEMPLATES.rglob("*.html") if RED.search(one.read_text())
    }
    assert found == ASKS.keys()


@pytest.mark.parametrize("name", [name for name, how in ASKS.items() if how.startswith("opens")])
def test_those_that_open_are_folded(name):
    text = (TEMPLATES / name).read_text()
    for found in RED.finditer(text):
        before = text[: found.start()]
        assert before.rfind("<details") > before.rfind("</details>"), name


@pytest.mark.parametrize("stage", [Stage.CHECK_IN, Stage.SEATED, Stage.PLAYING, Stage.SETTLING])
@pytest.mark.parametrize("what", ["leave", "withdraw", "pause"])
def test_what_a_person_does_acts_at_once_and_has_undo(client, cast, night, stage, what):
    client.force_login(cast.alice)
    night = night(8, stage)
    where = [night.evening.pk, night.entry("p03")]
    root = Page(client.get(reverse("person", args=where)).text).root
    address = reverse("person-change", args=[*where, what])
    forms = [one for one in root.all("form") if one.attributes.get("action") == address]
    for form in forms:
        assert not any("danger" in one.attributes.get("class", "") for one in form.all("button"))
        shows(client.post(address, {}, follow=True), "Undo")


def button(client, path: str, words: str) -> str:
    """Return the classes of the only button with these words on a page."""
    (found,) = [one for one in Page(client.get(path).text).root.all("button") if one.text == words]
    return str(found.attributes["class"])


def test_what_the_green_button_asks_is_no_red_one(client, cast, night):
    """A result that replaces another one is asked about. Nothing is lost: versions are kept."""
    client.force_login(cast.alice)
    reopened = night(8, Stage.FINISHED)
    evening_reopen(reopened.because("too early"))
    page = Page(client.get(reverse("evening", args=[reopened.evening.pk])).text).root
    (green,) = [one for one in page.all("a") if "go" in one.attributes.get("class", "").split()]
    assert button(client, green.attributes["href"], "Yes, finish the evening") == "go"


def test_the_last_round_is_no_loss(client, cast, night):
    client.force_login(cast.alice)
    playing = night(8)
    path = reverse("round-clock", args=[playing.evening.pk, playing.round])
    assert button(client, path, "Yes, this is the last round") == "go"


def test_an_end_of_play_is_red_but_after_the_last_round_nobody_asks(client, cast, night):
    client.force_login(cast.alice)
    playing = night(8, rounds=2)
    path = reverse("settle", args=[playing.evening.pk])
    assert button(client, path, "Yes, settle up") == "danger"
    playing.next_round()
    playing.play_round()
    assert client.get(path).status_code == 302
