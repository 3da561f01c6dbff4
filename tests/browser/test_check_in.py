"""The check-in: a tile for each person, one tap for here and not here, one stop of the Tab key."""

from playwright.sync_api import Locator, Page, Route, expect

from accounts.models import Player
from tests.browser.evenings import ROLES, begun, ona, opened
from tests.browser.windows import LAPTOP, PHONE, Windows, until
from tests.cast import Night
from tournaments.attendance.services import Arrival, people_check_in
from tournaments.simulation.hall import make_name

LIST = 115
NARROW = (320, 568)
STOPS = """(at) => [...document.querySelectorAll(at)].filter((one) => one.tabIndex >= 0
  && one.checkVisibility({ visibilityProperty: true })).length"""
CONTROLS = ":is(a[href], button, input:not([type=hidden]), select, textarea, summary)"
WHOLE = """(tiles) => tiles.filter((one) => one.getBoundingClientRect().bottom <= innerHeight).length"""


def many(here: int) -> Night:
    """A check-in of a club with so long a list: so many of it are here."""
    owner = ona()
    club = owner.memberships.get().club
    people = [(make_name(n), ROLES[n % 2]) for n in range(LIST)]
    Player.objects.bulk_create(Player(club=club, name=name, role=role) for name, role in people)
    night = opened([], owner=owner)
    if here:
        people_check_in(night.by, people=[Arrival(*person) for person in people[:here]])
    return night


def desk(windows: Windows, night: Night, size: tuple[int, int] = LAPTOP) -> Page:
    page = windows.open(size, user=night.alice)
    page.goto(f"/evenings/{night.evening.pk}/")
    return page


def tile(page: Page, name: str) -> Locator:
    return page.locator("#here").get_by_role("button", name=name, exact=True)


def roles(night: Night) -> dict[str, str]:
    return {entry.name: entry.role for entry in night.evening.entries.filter(void=None)}


def test_each_person_is_one_stop_and_the_names_come_first(windows: Windows):
    page = desk(windows, many(here=58))
    assert page.locator(".tiles > li").count() == LIST
    assert page.evaluate(STOPS, f".tiles {CONTROLS}") == LIST
    names, tabs = page.get_by_label("Names, one per line"), 0
    page.locator("#next").focus()
    while not names.evaluate("field => field === document.activeElement"):
        page.keyboard.press("Tab")
        tabs += 1
    assert tabs == 9


def test_a_tap_is_here_and_another_not_here(windows: Windows):
    """The focus stays on the name, and the next step says how many are here."""
    night = opened(["Ada", "Ben", "Cleo"])
    page = desk(windows, opened(0, owner=night.alice))
    ada = tile(page, "Ada")
    ada.focus()
    page.keyboard.press("Space")
    expect(ada).to_have_attribute("aria-pressed", "true")
    expect(ada).to_be_focused()
    expect(page.locator("#voice")).to_have_text("1 player is here")
    expect(page.locator("#done")).to_contain_text("Ada is checked in.")
    page.keyboard.press("Space")
    expect(ada).to_have_attribute("aria-pressed", "false")
    expect(ada).to_be_focused()
    page.locator("#done").get_by_role("link", name="Undo").click()
    page.get_by_role("button", name="Undo").click()
    expect(ada).to_have_attribute("aria-pressed", "true")


def test_taps_that_come_fast_all_count(windows: Windows):
    """Each waits for the one before; a second tap on a name that is under way is none."""
    night = begun(24)
    hall = opened([], owner=night.alice)
    page = desk(windows, hall)
    page.locator("#here").evaluate("""(here) => {
      for (const button of here.querySelectorAll('[aria-pressed]')) { button.click(); button.click(); }
    }""")
    expect(page.locator("#here [aria-pressed=true]")).to_have_count(24)
    assert len(roles(hall)) == 24


def test_a_role_and_the_name_are_beside_it(windows: Windows):
    night = opened(["Ada", "Ben", "Cleo"])
    page = desk(windows, night)
    tile(page, "Ada").focus()
    page.keyboard.press("ArrowRight")
    for role in ("gentleman", "no role", "lady", "gentleman"):
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name=f"Role of Ada: {role}")).to_be_focused()
    assert roles(night)["Ada"] == "gentleman"
    assert page.evaluate(STOPS, f".tiles {CONTROLS}") == 3
    page.keyboard.press("ArrowDown")
    expect(tile(page, "Ben")).to_be_focused()
    for key in ("ArrowUp", "ArrowRight", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    page.get_by_label("Name", exact=True).fill("Ada B")
    page.get_by_role("button", name="Save").click()
    expect(tile(page, "Ada B")).to_be_visible()


def test_enter_takes_the_only_name_that_is_left(windows: Windows):
    night = many(here=0)
    page = desk(windows, night)
    page.get_by_label("Find a name").focus()
    page.keyboard.type(make_name(7))
    page.keyboard.press("Enter")
    expect(tile(page, make_name(7))).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_label("Find a name")).to_have_value("")
    expect(page.get_by_label("Find a name")).to_be_focused()
    expect(page.locator(".tiles > li:visible")).to_have_count(LIST)
    page.keyboard.press("Enter")
    page.keyboard.type(make_name(8)[0])
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Role of").click()
    expect(page.get_by_role("heading", name="1 player is here")).to_be_visible()


def test_somebody_faster_is_no_fault_of_the_tap(windows: Windows):
    """The person is here, as the tap wanted."""
    night = begun(8)
    hall = opened([], owner=night.alice)
    page = desk(windows, hall)
    name = make_name(1)
    sent: list[Route] = []
    page.route("**/check-in/list/", lambda route: sent.append(route))
    tile(page, name).click()
    until(page, lambda: bool(sent))
    people_check_in(hall.by, people=[Arrival(name)])
    sent[0].continue_()
    expect(page.locator("#done")).to_contain_text("already checked in")
    expect(tile(page, name)).to_have_attribute("aria-pressed", "true")


def test_it_works_without_scripts(windows: Windows):
    night = opened(["Ada", "Ben"])
    page = windows.open(LAPTOP, user=night.alice, java_script_enabled=False)
    page.goto(f"/evenings/{night.evening.pk}/")
    tile(page, "Ada").click()
    expect(tile(page, "Ada")).to_have_attribute("aria-pressed", "false")
    tile(page, "Ada").click()
    page.get_by_role("button", name="Role of Ada: lady").press("Enter")
    expect(page.get_by_role("button", name="Role of Ada: gentleman")).to_be_visible()


def test_the_tiles_fit(windows: Windows):
    """27 people on a laptop without scrolling; on a phone a line each, for a finger."""
    night = many(here=27)
    page = desk(windows, night)
    tiles = page.locator(".tiles > li")
    assert tiles.evaluate_all(WHOLE) >= 27
    assert {box["height"] for box in map(Locator.bounding_box, tiles.all()[:40]) if box} == {40}
    for size in (PHONE, NARROW):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        assert {box["height"] for box in map(Locator.bounding_box, tiles.all()[:40]) if box} == {52}
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
