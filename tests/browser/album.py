"""What is photographed: a club's Thursday, from the door to the prizes."""

from base64 import b64decode
from datetime import date
from pathlib import Path
from typing import Literal

from playwright.sync_api import Page

from accounts.clubs.services import club_create
from accounts.models import Player, User
from tests.browser import hands
from tests.browser.windows import LAPTOP, PHONE, PROJECTOR, Windows
from tests.cast import Night
from tournaments.attendance.services import Arrival, people_check_in
from tournaments.bell.services.bell import moves_apply
from tournaments.bell.services.clock import clock_start
from tournaments.core.settings import Settings, Unfinished
from tournaments.evening.selectors.deals import load_bid_table
from tournaments.evening.services.evenings import check_in_open, evening_create
from tournaments.evening.services.journal import RequestedBy
from tournaments.models import Award, EntryRow, Evening, League
from tournaments.phones.services import links_make
from tournaments.scoring.services.counts import Tally, TallyKind
from tournaments.scoring.services.deals import deal_record
from tournaments.seating.services import seats_draw
from tournaments.simulation.hall import make_name
from tournaments.simulation.rehearsal import make_demo_league
from tournaments.simulation.rounds import SimulationOrder, simulate

NAME = "Thursday evening"
THURSDAY = date(2026, 3, 12)
CODE = "K7MP2{}"
ROLES = ("lady", "gentleman")
ON_THE_LIST, HERE = 34, 26
SETTINGS = Settings(unfinished=Unfinished.CUT, minutes=20)
HALL: dict[str, Literal["light", "dark"]] = {"hall": "light", "hall-dark": "dark"}
LEFT = 7 * 60 + 31
"""Seconds on the clock in the pictures of a round."""


class Album:
    """Takes the pictures in the order of an evening."""

    def __init__(self, windows: Windows, folder: Path, start_page: Path) -> None:
        self.folder, self.start_page = folder, start_page
        self.owner = User.objects.create(email="ona@example.org", name="Ona", password="!")
        self.club = club_create(owner=self.owner, name="Thursday Club")
        self.desk = windows.open(LAPTOP, user=self.owner)
        self.scorer = windows.open(PHONE, user=self.owner)
        self.phone = windows.open(PHONE)
        self.screen = windows.open(PROJECTOR)

    def take(self, page: Page, title: str, path: str | None = None) -> None:
        """A picture of what the window shows, or of ``path``."""
        if path:
            page.goto(path)
        page.wait_for_load_state("load")
        if page.locator("body[data-live]").count():
            page.wait_for_function("() => Live.working")  # the clock shows the server's time
        page.screenshot(path=self.folder / f"{title}.png", animations="disabled")

    def take_hall(self, path: str) -> None:
        """The pictures of the start page: what the hall sees after the draw, in both themes."""
        self.screen.goto(path)
        self.screen.wait_for_function("() => Live.working")
        self.screen.locator(".sound").evaluate("button => button.hidden = true")  # it works only on a screen
        camera = self.screen.context.new_cdp_session(self.screen)
        for title, theme in HALL.items():
            self.screen.emulate_media(color_scheme=theme)
            taken = camera.send("Page.captureScreenshot", {"format": "webp", "quality": 60})
            (self.start_page / f"{title}.webp").write_bytes(b64decode(taken["data"]))
        self.screen.emulate_media(color_scheme="light")

    def before_play(self) -> None:
        """The door, and everybody's seat."""
        people = [(make_name(n), ROLES[n % 2]) for n in range(ON_THE_LIST)]
        Player.objects.bulk_create(Player(club=self.club, name=who, role=role) for who, role in people)
        evening = evening_create(
            actor=self.owner, club=self.club, name=NAME, settings=Settings(), held_on=THURSDAY
        )
        coded(evening, "A")
        by = RequestedBy(evening.pk, self.owner)
        check_in_open(by)
        people_check_in(by, people=[Arrival(*person) for person in people[:HERE]])
        self.take(self.desk, "checkin", f"/evenings/{evening.pk}/")
        seats_draw(by, seed="7")
        self.take(self.desk, "draw", f"/evenings/{evening.pk}/")
        self.take_hall(f"/j/{evening.join_code}/hall/")

    def in_play(self) -> None:
        """The sixth round: some results are in; a scorer fills in the next; the bell; everybody moves."""
        order = SimulationOrder(NAME, HERE, 6, seed="11", open=True, held_on=THURSDAY, settings=SETTINGS)
        evening = simulate(order, club=self.club, actor=self.owner)
        coded(evening, "Q")
        night, here = Night(evening, self.owner), f"/evenings/{evening.pk}/"
        clock_start(night.by, round=night.round, seconds=LEFT)
        self.take(self.desk, "console", here)
        self.desk.emulate_media(color_scheme="dark")
        self.take(self.desk, "console-dark")
        self.desk.emulate_media(color_scheme="light")
        self.at_a_table(night, night.preview().still_out[1])
        for table in reversed(night.preview().still_out):
            played(night, table)
        night.decide()
        self.take(self.desk, "bell", here)
        self.take(self.screen, "projector", f"/j/{evening.join_code}/hall/")
        riser = next(move.entry for move in night.preview().bell.moves if move.end and move.end.table == 1)
        moves_apply(night.by, round=night.round)
        self.take(self.phone, "phone", f"/j/{evening.join_code}/me/{riser}/")

    def at_a_table(self, night: Night, table: int) -> None:
        """The card on the table, and its phone's form just before it is sent."""
        links_make(night.by)
        self.desk.goto(f"/evenings/{night.evening.pk}/links/")
        self.scorer.goto(self.desk.locator(f"#table-{table} .address").inner_text())
        held, names = (
            night.held(),
            dict(EntryRow.objects.filter(evening=night.evening).values_list("id", "name")),
        )
        players = sorted(night.table(table), key=lambda entry: -(held[entry] or 0))
        winner, caller, *others = (names[entry] for entry in players)
        hands.tap_people(self.scorer, [winner], [caller])
        hands.put_in(self.scorer, {winner: 6, others[0]: 2, others[-1]: 1})
        self.scorer.locator(".finish").evaluate("bar => bar.scrollIntoView({ block: 'end' })")
        self.take(self.scorer, "scorer")
        hands.press(self.scorer, "Record the result")
        hands.says(self.scorer, f"{winner} won")

    def with_bids(self) -> None:
        """Bids being tapped in the fifth round of Blackout, and a game's page in the library."""
        order = SimulationOrder(
            NAME,
            21,
            5,
            seed="11",
            game="blackout",
            options={"hook": "last"},
            open=True,
            quiet=True,
            held_on=THURSDAY,
        )
        evening = simulate(order, club=self.club, actor=self.owner)
        coded(evening, "B")
        night = Night(evening, self.owner)
        out = night.preview().still_out
        table = next(at for at in out if load_bid_table(evening, night.round, at).open is None)
        self.scorer.goto(f"/evenings/{evening.pk}/rounds/{night.round}/tables/{table}/deals/1/")
        for place, bid in enumerate((1, 0, 2, 0, 1, 0)):
            row = self.scorer.locator("#bids .seat").nth(place)
            hands.touch(self.scorer, row.get_by_role("radio", name=str(bid), exact=True))
        self.take(self.scorer, "bids")
        self.take(self.desk, "library", "/games/clag/?players=4")

    def after_play(self) -> None:
        order = SimulationOrder(NAME, HERE, 20, seed="7", held_on=THURSDAY, settings=SETTINGS)
        evening = simulate(order, club=self.club, actor=self.owner)
        coded(evening, "Z")
        self.take(self.desk, "prizes", f"/evenings/{evening.pk}/prizes/")
        self.take(self.desk, "journal", f"/evenings/{evening.pk}/journal/")
        self.season(evening)
        Award.objects.filter(result__evening=evening).exclude(rank=4).update(revealed=None)
        self.take(self.screen, "reveal", f"/j/{evening.join_code}/hall/")

    def season(self, evening: Evening) -> None:
        """The table of a season for which the evening counts, as well as some recorded ones before it."""
        season = make_demo_league(self.club, self.owner, [evening], THURSDAY)
        League.objects.filter(pk=season.league_id).update(name="Thursday League")
        self.take(self.desk, "season", f"/seasons/{season.pk}/")


def coded(evening: Evening, letter: str) -> None:
    """A join code that is the same each time."""
    evening.join_code = CODE.format(letter)
    evening.save(update_fields=["join_code"])


def played(night: Night, table: int) -> None:
    """A table's deal: the second beats the third; at table 3 the poorest loses all to the richest."""
    players, held = night.table(table), night.held()
    winner, caller, *others = players[1], players[2], players[0], *players[3:]
    stakes = {winner: 6, caller: 6} | {other: n for n, other in enumerate(others, 1)}
    stakes = {who: min(stake, held[who] or 0) for who, stake in stakes.items()}
    if table == 3:
        winner, caller = (pick(players, key=lambda who: held[who] or 0) for pick in (max, min))
        stakes = dict.fromkeys(players, 0) | dict.fromkeys((winner, caller), held[caller] or 0)
    deal_record(
        night.by,
        round=night.round,
        table=table,
        deal=1,
        winners=[winner],
        in_call=[caller],
        tally=Tally(TallyKind.STAKES, stakes),
    )
