"""The administration in a browser: under our policy without a complaint, our pages tidy."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from playwright.sync_api import Page, expect

from accounts.models import Membership, Player, User
from tests.browser.evenings import simulated
from tests.browser.scenes import play_out
from tests.browser.windows import LAPTOP, PHONE, Windows
from tests.web.admin_pages import root, where
from tournaments.attendance.services import player_drop
from tournaments.evening.services.journal import RequestedBy
from tournaments.models import Evening
from tournaments.results.services import evening_finish, evening_settle
from tournaments.undo.services.revert import line_take_back

LOOKED_AT = "#content"
"""Our pages are within Django's frame, which is not ours."""
WAITING, INDEX = reverse("admin:tournaments_evening_waiting"), reverse("admin:index")
ONLY_LOOK = {"resultTypes": ["violations"], "preload": False}
"""To load style sheets again, which import others, axe would write styles into the page."""


@pytest.fixture
def boss(windows: Windows) -> User:
    return root()


@pytest.fixture
def settling(windows: Windows) -> Evening:
    """Two rounds were played; the last bell has rung."""
    night = simulated(players=12, rounds=2, seed="11", open=True)
    play_out(night)
    night.decide()
    evening_settle(night.by, round=night.round)
    return night.evening


def tidy(page: Page, *rules: str) -> None:
    """axe finds nothing, by these rules or by all, and nothing is wider than the page."""
    options = ONLY_LOOK | ({"runOnly": list(rules)} if rules else {})
    found = Axe().run(page, context=LOOKED_AT, options=options)
    assert found.violations_count == 0, found.generate_report()
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(wide) <= 0


def review(evening: Evening) -> str:
    return reverse("admin:tournaments_evening_prizes", args=[evening.pk])


@pytest.mark.thorough
@pytest.mark.parametrize("stages", [1, pytest.param(2, marks=pytest.mark.thorough)])
def test_our_pages_are_tidy(windows: Windows, boss: User, settling: Evening, stages: int):
    pages = [
        windows.open(size, user=boss, color_scheme=scheme)
        for size, scheme in ((LAPTOP, "light"), (PHONE, "dark"))
    ]
    for stage in ("settling", "finished")[:stages]:
        for page in pages:
            for address in (where(Evening, "change", settling.pk), review(settling), WAITING, INDEX):
                page.goto(address)
                tidy(page)
            for address in (where(Evening), where(User, "change", boss.pk)):
                page.goto(address)
                tidy(page, "color-contrast")
        if stage == "settling" and stages > 1:
            evening_finish(RequestedBy(settling.pk))
    assert windows.errors() == []


@pytest.mark.thorough
def test_django_s_own_pages_keep_to_our_policy(windows: Windows, boss: User, settling: Evening):
    """No script or style of theirs stands in a page: the browser would say so, and it would not run."""
    page = windows.open(LAPTOP, user=boss)
    here = settling
    for address in (
        reverse("admin:index"),
        where(Evening),
        where(User),
        where(User, "add"),
        where(User, "change", boss.pk),
        where(Player, "add"),
        where(Membership, "add"),
    ):
        assert page.goto(address).ok, address  # type: ignore[union-attr]
    page.goto(where(Membership, "add"))
    page.locator(".field-club .select2-selection").click()
    page.locator(".select2-search__field").fill(here.club.name[:6])
    page.locator(".select2-results__option", has_text=here.club.name).first.click()
    expect(page.locator(".field-club .select2-selection__rendered")).to_contain_text(here.club.name)
    page.goto(where(Evening))
    page.locator(".actions").get_by_role("combobox").wait_for()
    page.locator("#action-toggle").check()
    expect(page.locator("tr.selected").first).to_be_visible()
    page.get_by_label("Number or part of the name").fill("no such club")
    page.get_by_role("button", name="Filter").click()
    expect(page.locator(".paginator")).to_contain_text("0 evenings")
    assert windows.errors() == []


@pytest.mark.thorough
def test_a_line_is_undone_for_a_reason(windows: Windows, boss: User):
    """A club's organiser was faster: it is refused in words. The next one is done."""
    night = simulated(players=12, rounds=1, seed="11", open=True)
    page, address = windows.open(LAPTOP, user=boss), where(Evening, "change", night.evening.pk)
    for faster in (True, False):
        line = player_drop(night.by, entry=min(night.held()))
        page.goto(address)
        page.locator(f'input[name="line"][value="{line.seq}"]').check()
        page.get_by_role("button", name="Undo the chosen lines").click()
        tidy(page)
        page.get_by_label("Why").fill("never said so")
        if faster:
            line_take_back(night.because("a mistake"), line=line.seq)
            with windows.refused(page):
                page.get_by_role("button", name="Undo").click()
            expect(page.get_by_role("alert")).to_contain_text("Nothing was undone")
            tidy(page)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".messagelist")).to_contain_text("Changed: 1.")
    assert windows.errors() == []
