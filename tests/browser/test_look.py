"""Every page at every stage: axe finds nothing, nothing overflows, everything can be tapped with a thumb.

Here those for everybody; the pages for members are in two files more, for another process each.
"""

from collections.abc import Iterable, Iterator

import pytest
from django.test import Client

from tests.browser.eyes import Eyes
from tests.browser.looks import screens
from tests.browser.patience import Chromium
from tests.browser.scenes import SceneFile
from tests.browser.screens import GERMAN_ONCE, IN_GERMAN, MEMBERS, MEMBERS_ONCE, PUBLIC, PUBLIC_ONCE
from tests.browser.windows import Windows
from tests.server import Site


@pytest.fixture(scope="module")
def germans(browser: Chromium, scenes: tuple[Site, SceneFile]) -> Iterator[tuple[Eyes, Eyes]]:
    """A stranger and the owner, whose browsers ask for German: its words are longer."""
    windows = Windows(browser, scenes[0].url)
    places, user = scenes[1].places, scenes[1].owner
    yield Eyes(windows, places, locale="de-DE"), Eyes(windows, places, user=user, locale="de-DE")
    windows.close()


def german(pages: Iterable[str]) -> list[str]:
    return [name for name in pages if name.split(",")[0] in IN_GERMAN]


@screens(german(PUBLIC), GERMAN_ONCE)
def test_a_page_for_everybody_in_german(germans: tuple[Eyes, Eyes], name: str):
    assert germans[0].look(PUBLIC[name]) == []


@screens(german(MEMBERS), GERMAN_ONCE)
def test_a_page_for_scorers_in_german(germans: tuple[Eyes, Eyes], name: str):
    assert germans[1].look(MEMBERS[name]) == []


@screens(PUBLIC, PUBLIC_ONCE)
def test_a_page_for_everybody(stranger: Eyes, name: str):
    assert stranger.look(PUBLIC[name]) == []


def templates(client: Client, places: dict[str, object], pages: dict[str, str]) -> dict[str, set[str]]:
    """The templates that make each page."""
    found = {}
    for name, address in pages.items():
        answer = client.get(address.format(**places))
        found[name] = {str(template.name) for template in answer.templates}
    return found


@pytest.mark.thorough
def test_the_screens_of_make_test_show_every_template(scenes: tuple[Site, SceneFile]):
    """Whatever template any screen shows is shown by one that `make test` looks at."""
    played, member = scenes[1], Client()
    member.force_login(played.owner)
    missed = set[str]()
    seen = set[str]()
    for client, pages, once in ((Client(), PUBLIC, PUBLIC_ONCE), (member, MEMBERS, MEMBERS_ONCE)):
        assert set(once) <= pages.keys()
        for name, shown in templates(client, played.places, pages).items():
            (seen if name in once else missed).update(shown)
    assert missed - seen == set()
