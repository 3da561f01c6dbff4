"""The eyes that look at every page: what they must find, and what they look at once."""

import pytest
from playwright.sync_api import Page

from tests.browser import eyes
from tests.browser.eyes import contrast
from tests.browser.patience import Chromium
from tests.browser.windows import LAPTOP

PALE = '<p style="color: #bbb">Table 3</p>'
PLAIN = '<p style="color: #123456">Table 4</p>'
DARK_PALE = (
    "<style>@media (prefers-color-scheme: dark) { body { background: #222 } p { color: #333 } }</style>"
)


@pytest.fixture
def page(browser: Chromium, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(eyes, "_colours", type(eyes._colours)(set))
    context = browser.new_context(viewport={"width": LAPTOP[0], "height": LAPTOP[1]})
    yield context.new_page()
    context.close()


def found(page: Page, content: str, theme: str = "light") -> list[str]:
    page.set_content(f"<html lang=en><title>Hall</title><main>{content}</main>")
    return [node["html"] for one in contrast(page, theme) for node in one["nodes"]]


def test_pale_text_is_found_each_time(page: Page):
    for _again in range(2):
        assert found(page, PLAIN + PALE) == ['<p style="color: #bbb" data-new-colours="">Table 3</p>']


def test_also_in_the_dark_alone(page: Page):
    assert found(page, DARK_PALE + "<p>Table 5</p>") == []
    page.emulate_media(color_scheme="dark")
    assert len(found(page, DARK_PALE + "<p>Table 5</p>", "dark")) == 1


def test_what_was_seen_on_another_page_is_not_looked_at_again(page: Page):
    assert found(page, PLAIN) == []
    assert page.evaluate(eyes.MARK_NEW, sorted(eyes._colours["light"])) == []
    page.set_content(f"<body style='background: #eee'>{PLAIN}")
    assert len(page.evaluate(eyes.MARK_NEW, sorted(eyes._colours["light"]))) == 1, "another ground"
