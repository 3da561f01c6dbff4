"""The hall's screen of every game, format and kind of play: nothing is outside of it or over another text."""

from collections.abc import Iterator

import pytest
from django.urls import reverse
from playwright.sync_api import Page

from tests.browser.boxes import wrong_in_the_hall
from tests.browser.patience import Chromium
from tests.browser.scenes import SceneFile
from tests.browser.windows import PROJECTOR, Windows
from tests.server import Site


@pytest.fixture(scope="module", params=["en", "de"])
def screen(
    browser: Chromium, scenes: tuple[Site, SceneFile], request: pytest.FixtureRequest
) -> Iterator[Page]:
    windows = Windows(browser, scenes[0].url)
    yield windows.open(PROJECTOR, locale=request.param, reduced_motion="reduce")
    windows.close()


@pytest.mark.thorough
def test_nothing_is_outside_or_over_another_text(screen: Page, scenes: tuple[Site, SceneFile]):
    places = scenes[1].places
    wrong: list[str] = []
    for scene in (place.removesuffix("_code") for place in places if place.endswith("_code")):
        answer = screen.goto(reverse("hall", args=[places[f"{scene}_code"]]))
        if answer and answer.ok:
            wrong += [f"{scene}: {found}" for found in wrong_in_the_hall(screen)]
    assert wrong == [], "\n".join(wrong)
