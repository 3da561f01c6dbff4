"""What is refused is in view, with the focus at it, on a phone and on a laptop."""

import pytest
from playwright.sync_api import Page

from tests.browser.windows import LAPTOP, PHONE, Windows
from tests.cast import Night, _bring_to, make_cast
from tests.web.addresses import address
from tests.web.test_matrix import ROWS, VISITORS
from tournaments.core.record import Stage
from tournaments.core.settings import Settings
from tournaments.services.journal import By
from tournaments.services.running.evenings import Choice, evening_create

EMPTY = """([url]) => {
  const form = Object.assign(document.createElement('form'), { method: 'post', action: url });
  const token = document.querySelector('[name=csrfmiddlewaretoken]').cloneNode();
  document.body.append(form);
  form.append(token);
  form.submit();
}"""
SEEN = """() => {
  const at = document.activeElement, box = at.getBoundingClientRect();
  const [wide, high] = [Math.min(box.width, 40), Math.min(box.height, 20)];
  const top = document.elementFromPoint(box.x + wide / 2, box.y + high / 2);
  const labelled = [...at.labels ?? []].some((one) => one.contains(top));
  return {
    where: `${at.tagName} ${at.name ?? ''} ${at.className}`,
    focus: at !== document.body,
    inside: box.top >= 0 && box.top < innerHeight && box.height > 0,
    covered: !(at.contains(top) || top?.contains(at) || labelled),
  };
}"""
REFUSED = [name for name, (_get, post) in ROWS.items() if post.split()[VISITORS.index("alice")] == "422"]


def refused_page(page: Page, url: str) -> None:
    with page.expect_navigation():
        page.evaluate(EMPTY, [url])


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", sorted(REFUSED))
def test_the_first_fault_has_the_focus_and_is_seen(windows: Windows, name: str):
    cast = make_cast()
    choice = Choice("draw-poker", {}, "progressive", "")
    evening = evening_create(
        actor=cast.alice, club=cast.club, name="Thursday", settings=Settings(), choice=choice
    )
    night = Night(evening, cast.alice)
    _bring_to(night, 8, Stage.PLAYING, By(evening.pk))
    night.next_round()
    url = address(name, cast, night)
    for size in (PHONE, LAPTOP):
        page = windows.open(size, user=cast.alice)
        page.goto("/account/")
        with page.expect_response(lambda answer: answer.request.method == "POST") as answers:
            refused_page(page, url)
        if answers.value.status != 422:
            pytest.skip(f"{answers.value.status} in this state")
        windows.excused += 1
        page.wait_for_load_state()
        seen = page.evaluate(SEEN)
        assert seen["focus"], (name, size, seen)
        assert seen["inside"], (name, size, seen)
        assert not seen["covered"], (name, size, seen)


def test_undoing_a_bell_without_a_reason(windows: Windows):
    test_the_first_fault_has_the_focus_and_is_seen(windows, "bell-undo")
