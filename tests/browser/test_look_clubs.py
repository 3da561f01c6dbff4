"""The pages of clubs, leagues and house rules, for members."""

from tests.browser.eyes import Eyes
from tests.browser.looks import screens
from tests.browser.screens import CLUBS, MEMBERS_ONCE


@screens(CLUBS, MEMBERS_ONCE)
def test_a_page(owner: Eyes, name: str):
    assert owner.look(CLUBS[name]) == []
