"""A network that is cut at random while a table plays: nothing entered is lost, and nothing counts twice."""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from threading import Event, Thread
from typing import TypeVar

import pytest
from playwright.sync_api import Error, Page, expect

from tests.browser import hands
from tests.browser.evenings import POKER
from tests.browser.network import Mode, Network
from tests.browser.test_offline import Hall, hall, plan_is_there
from tests.browser.test_scorer_link import send
from tests.browser.windows import until
from tests.sampled import SEED
from tests.scoring.services.test_deal_record import body
from tournaments.bell.services.bell import moves_apply
from tournaments.core.record import Pool
from tournaments.evening.services.evenings import GameChoice
from tournaments.phones.selectors import load_open_asks
from tournaments.scoring.services.deals import deal_record

__all__ = ["hall"]

T = TypeVar("T")

TABLE, DEALS, CUTS = 2, 5, 20
"""The table whose phone it is, the deals of a round, and how often the network is cut."""
UP, AWAY = (0.2, 2.5), (0.2, 6.0)
"""Seconds for which the network works, and is cut."""
TAP, LOOKS = 2000, 20
"""Milliseconds for a tap, and looks at a page with nothing to do, before somebody does something else."""
RELOADS = 0.03
"""How often somebody loads the page anew instead of looking at it."""
MOST = 400
"""Looks after which a phone will never take what is entered."""
TAKEN = """place => Kept.ready.then(() => Kept.entries.some(
  ({ state, url }) => url.endsWith(place) && ['waiting', 'sending'].includes(state)))"""


@dataclass(frozen=True)
class Deal:
    """A deal that somebody wins; the next one calls. People are named in seat order."""

    number: int
    people: list[str]

    @property
    def two(self) -> tuple[int, int]:
        """The places of who wins and who calls."""
        return self.number % len(self.people), (self.number + 1) % len(self.people)

    def fill_in(self, page: Page) -> None:
        """Fill in the form, whatever stands in it already."""
        for step, place in zip(("#step-winners", "#step-callers"), self.two, strict=True):
            if not (found := page.locator(step).get_by_label(self.people[place], exact=True)).is_checked():
                hands.touch(page, found)
        self.fill_figures(page)

    def fill_figures(self, page: Page) -> None:
        """A pool: both put in as much, the others nothing."""
        hands.put_in(page, {self.people[place]: self.number for place in self.two})

    def lines(self) -> list[int]:
        """What each wins or loses."""
        return [self.number * ((place == self.two[0]) - (place == self.two[1])) for place in self.places]

    @property
    def places(self) -> range:
        return range(len(self.people))


class ThreeStakes(Deal):
    """Who wins takes all three stakes, of one counter each; the bets are at the second."""

    def fill_figures(self, page: Page) -> None:
        for stake in ("First", "Second", "Third"):
            page.get_by_label(f"{stake} stake", exact=True).fill("1")
        for stake in ("first", "third"):
            page.get_by_label(f"Won the {stake} stake").select_option(label=self.people[self.two[0]])
        for place in self.two:
            hands.amount(page, self.people[place]).fill(str(1 + self.number))

    def lines(self) -> list[int]:
        lost = [3 + self.number * (place == self.two[1]) for place in self.places]
        return [sum(lost) - loss if place == self.two[0] else -loss for place, loss in enumerate(lost)]


@contextmanager
def cut_at_random(between: Network, mode: Mode, chance: random.Random) -> Iterator[Event]:
    """Cut the network so many times; what is yielded is set once that is over."""
    over, ended = Event(), Event()

    def cut() -> None:
        for _time in range(CUTS):
            ended.wait(chance.uniform(*UP))
            between.set(mode)
            ended.wait(chance.uniform(*AWAY))
            between.set("up")
        over.set()

    thread = Thread(target=cut, daemon=True)
    thread.start()
    yield over
    ended.set()
    thread.join()


@dataclass
class Person:
    """Who holds the table's phone. They enter each deal once, and look again where a tap went nowhere."""

    page: Page
    chance: random.Random

    def enter(self, place: str, deal: Deal, is_recorded: Callable[[], bool]) -> None:
        """Enter a deal as soon as the phone asks for it, until the phone has taken it."""
        form = self.page.locator(f"form[data-queue][action$='{place}']:visible")
        link = self.page.locator(f"main a.go[href$='{place}']:visible")
        looks = 0
        while not (is_recorded() or self._try(lambda: bool(self.page.evaluate(TAKEN, place)))):
            if self._try(form.is_visible):
                self._try(lambda: deal.fill_in(self.page))
                self._try(lambda: send(self.page))
            elif self._try(link.is_visible):
                self._try(link.click)
            looks += 1
            assert looks < MOST, self.page.locator("body").inner_text()
            self.page.wait_for_timeout(self.chance.uniform(50, 300))
            is_lost = self.page.url.startswith("chrome-error") or looks % LOOKS == 0
            if is_lost or self.chance.random() < RELOADS:
                self._try(lambda: self.page.goto("/score/"))

    def _try(self, step: Callable[[], T]) -> T | None:
        """Do it; nothing if the page went on to another meanwhile, or does not come."""
        with suppress(Error):
            return step()
        return None


@pytest.mark.thorough
@pytest.mark.parametrize("mode", ["refuse", "hole", "deaf"])
@pytest.mark.parametrize(
    ("choice", "players", "kind"), [(POKER, 12, Deal), (GameChoice("three-stake-brag"), 10, ThreeStakes)]
)
def test_cut_at_random(choice: GameChoice, players: int, kind: type[Deal], mode: Mode, hall: Hall) -> None:
    """As many rounds as the network is cut in. The organiser waits for the table, and then all move."""
    chance = random.Random(f"{SEED} {mode} {kind.__name__}")
    night = hall.begin(choice, players=players, deals=DEALS)
    phone = hall.scan(TABLE)
    plan_is_there(phone)
    phone.set_default_timeout(TAP)
    person, entered = Person(phone, chance), list[tuple[int, int, dict[int, int]]]()

    def recorded() -> list[Pool]:
        return [pool for pool in night.facts.pools if pool.position == TABLE]

    def stands(round: int, number: int) -> bool:
        return any((pool.round, pool.deal) == (round, number) for pool in recorded())

    with cut_at_random(hall.network, mode, chance) as over:
        while not over.is_set():
            round, seats, people = night.round, night.table(TABLE), hall.people(TABLE)
            for number in range(1, DEALS + 1):
                deal = kind(number, people)
                person.enter(f"/score/{round}/{number}/", deal, partial(stands, round, number))
                entered.append((round, number, dict(zip(seats, deal.lines(), strict=True))))
            until(phone, lambda: len(recorded()) >= len(entered))
            for other in reversed([table for table in night.tables if table != TABLE]):
                for number in range(1, DEALS + 1):  # the head table's last deal rings
                    deal_record(night.by, **body(night, other, deal=number))
            night.decide()
            moves_apply(night.by, round=round)
    hands.go(phone, "/score/")
    expect(phone.locator("#queue")).to_be_hidden()
    found = sorted(recorded(), key=lambda pool: pool.seq)
    lines = [{line.entry: line.counters for line in pool.lines} for pool in found]
    assert [(pool.round, pool.deal, line) for pool, line in zip(found, lines, strict=True)] == entered
    assert {pool.version for pool in found} == {1}
    assert not load_open_asks(night.evening.pk)
