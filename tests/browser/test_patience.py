"""Nothing that hangs in Chromium keeps the other tests waiting."""

import pytest
from playwright.sync_api import Error

from tests.browser.patience import Chromium, patience


def test_a_page_that_never_answers_is_ended_and_the_next_has_a_new_chromium(browser: Chromium):
    hung = browser.new_context()
    page = hung.new_page()
    with patience(0.5), pytest.raises(Error):
        page.evaluate("() => { for (;;); }")
    hung.close()
    again = browser.new_context()
    assert again.new_page().evaluate("() => 6 * 7") == 42
    again.close()
