"""The pages of evenings, for members, at every stage."""

from tests.browser.eyes import Eyes
from tests.browser.looks import screens
from tests.browser.screens import EVENINGS, MEMBERS_ONCE


@screens(EVENINGS, MEMBERS_ONCE)
def test_a_page(owner: Eyes, name: str):
    assert owner.look(EVENINGS[name]) == []
