"""What the first evening and the README name is on the page that a reader sees then, as it is named."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.cast import Cast, Night, NightMaker
from tests.test_docs import in_italics
from tests.web.html import Page
from tournaments.bell.services.clock import round_last
from tournaments.core.record import Stage
from tournaments.simulation.rehearsal import demo_make
from tournaments.simulation.rounds import report_nothing

ROOT = Path(__file__).parents[2]
PLAYERS, TABLES = 26, 5
NAMING = ("button", "a", "summary", "legend", "label", "h1", "h2")
HIDDEN = re.compile(r'<span class="visually-hidden">.*?</span>', re.DOTALL)


def sections(page: str) -> dict[str, set[str]]:
    """Return the names in italics of each section that has some, by its title."""
    parts = (ROOT / page).read_text().split("\n## ")
    found = {part.partition("\n")[0]: in_italics(part) for part in parts}
    return {title: names for title, names in found.items() if names}


def named(html: str) -> set[str]:
    """Return what the page's buttons, links, fields and headings are called."""
    return {element.words for element in Page(HIDDEN.sub("", html)).root.all(*NAMING)}


def missing(names: set[str], html: str) -> set[str]:
    there = named(html)
    begun = {name for name in names if name[-1] == "…" and any(one.startswith(name[:-1]) for one in there)}
    return names - begun - there


class Reader:
    """Who reads the documents, and sees pages one after another."""

    def __init__(self, user: User) -> None:
        self.client = Client()
        self.client.force_login(user)

    def sees(self, *addresses: str) -> str:
        return "\n".join(self.client.get(address).text for address in addresses)

    def evening(self, night: Night, *names: str) -> str:
        here = [night.evening.pk]
        return self.sees(reverse("evening", args=here), *(reverse(name, args=here) for name in names))


@pytest.fixture
def walked(cast: Cast, night: NightMaker) -> dict[str, str]:
    """The pages of each section of the first evening, for 26 players."""
    alice = Reader(cast.alice)
    return dict(pages_of_sections(alice, night))


def pages_of_sections(alice: Reader, night: NightMaker) -> Iterator[tuple[str, str]]:
    draft, doors = night(PLAYERS, Stage.DRAFT), night(PLAYERS, Stage.CHECK_IN)
    next_time = night(PLAYERS // 2, Stage.CHECK_IN)
    yield "1. Check in", alice.evening(draft) + alice.evening(doors) + alice.evening(next_time)
    seated = night(PLAYERS, Stage.SEATED)
    yield "2. Draw the seats", alice.evening(doors) + alice.evening(seated, "links") + _cards(alice, night)
    playing = night(PLAYERS)
    deal = reverse("deal", args=[playing.evening.pk, 1, 1, 1])
    yield "3. Play a round", alice.evening(playing) + alice.sees(deal)
    started = alice.evening(playing)
    for table in range(1, TABLES + 1):
        playing.play(table)
    cutting = alice.evening(playing)
    playing.decide()
    yield "4. The bell", started + cutting + alice.evening(playing)
    yield "5. When something goes wrong", alice.evening(seated, "paper")
    last = reverse("settle", args=[playing.evening.pk])
    yield "6. Settle up", started + alice.sees(last) + _settled(alice, night) + _last_bell(alice, night)
    yield "7. Give the prizes", _settled(alice, night) + alice.evening(night(PLAYERS, Stage.FINISHED))


def _cards(alice: Reader, night: NightMaker) -> str:
    hall = night(PLAYERS)
    alice.client.post(reverse("links-make", args=[hall.evening.pk]))
    return alice.evening(hall, "links")


def _last_bell(alice: Reader, night: NightMaker) -> str:
    hall = night(PLAYERS)
    round_last(hall.by, round=1)
    hall.play_round()
    return alice.evening(hall)


def _settled(alice: Reader, night: NightMaker) -> str:
    return alice.evening(night(PLAYERS, Stage.SETTLING))


@pytest.mark.slow
def test_every_name_of_the_first_evening_is_on_the_pages_of_its_section(walked: dict[str, str]) -> None:
    told = sections("docs/first-evening.md")
    before = "The day before"
    assert set(told) == {*walked, before}
    assert {title: lost for title, html in walked.items() if (lost := missing(told[title], html))} == {}


@pytest.mark.parametrize("page", ["docs/first-evening.md", "README.md"])
def test_the_steps_from_the_demo_to_an_own_evening_are_on_the_pages(db: None, page: str) -> None:
    assert demo_make(lambda _name: report_nothing)
    front = Client().get("/").text
    organiser = Reader(User.objects.get())
    club = organiser.client.get("/").text + organiser.sees("/start/")
    names = sections(page)["The day before" if page.startswith("docs") else "Start"]
    new = organiser.sees(reverse("evening-new", args=[User.objects.get().memberships.get().club_id]))
    assert missing(names, front + club + new) == set()


def test_a_name_that_is_on_another_page_is_missing(cast: Cast, night: NightMaker) -> None:
    html = Reader(cast.alice).evening(night(PLAYERS))
    assert missing({"Ring the bell", "Ring the bell now", "Ring …"}, html) == {"Ring the bell"}
