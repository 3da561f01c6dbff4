"""A hall in which everybody's window is open: what each must read, and what is typed in there."""

import re
from dataclasses import dataclass, field

from playwright.sync_api import Page, expect

from tests.browser import hands
from tests.browser.hands import press, says
from tests.browser.typed_in import Pool, Round, Seats, TypedIn
from tests.browser.windows import PHONE, Windows
from tests.cast import Night
from tournaments.scoring.services.counts import TallyKind


@dataclass
class Story:
    """The evening, whose windows are open in its hall, and what was typed in so far."""

    windows: Windows
    night: Night
    desk: Page
    screen: Page
    phones: dict[str, Page] = field(default_factory=dict)
    head: Page = field(init=False, repr=False)
    typed: TypedIn = field(init=False, repr=False)

    # Who comes

    def enters(self, who: str, *, by_hand: bool = False) -> None:
        """Somebody finds the own name by the join code, on a phone."""
        page = self.phones[who] = self.windows.open(PHONE)
        code = self.night.evening.join_code
        if by_hand:
            page.goto("/join/")
            page.get_by_label("Join code").fill(code.lower())
            press(page, "Find your name")
            page.get_by_label("Type the start of your name").fill(who[:3])
        else:
            page.goto(f"/j/{code}/")
        press(page, re.compile(re.escape(who)), within=page.locator("#names"))
        expect(page.get_by_role("heading", level=1)).to_have_text(who)

    # What everybody reads

    def hall_says(self, state: str) -> None:
        expect(self.screen.locator(".state")).to_have_text(state)

    def phones_say(self, words: str | re.Pattern[str]) -> None:
        for page in self.phones.values():
            says(page, words)

    def all_sit(self, seats: Seats, *, waiting: str = "") -> None:
        """The hall shows everybody's seat, and each phone its own and who sits at the table."""
        tables = [(seats[who], who) for who in sorted(seats, key=seats.__getitem__)]
        in_hall = [words for (_table, chair), who in tables for words in (str(chair), who)]
        in_hall += [waiting] if waiting else []
        expect(self.screen.locator(".htable .chair, .htable .name")).to_have_text(in_hall)
        for who, (table, chair) in seats.items():
            page = self.phones[who]
            expect(page.locator(".place")).to_have_text(re.compile(rf"Table {table},\s+seat {chair}\s*$"))
            mates = [mate for (at, _chair), mate in tables if at == table]
            expect(page.locator(".mates li > span:nth-child(2)")).to_have_text(mates)

    def all_are_sent(self, before: Seats, after: Seats) -> None:
        """The hall lists who goes where, and nobody else; each phone tells its own way."""
        going = {who: place for who, place in after.items() if before.get(who, place)[0] != place[0]}
        self.hall_lists(before, going)
        for who, (table, _chair) in after.items():
            way = way_of(before.get(who, (0, 0))[0], table)
            expect(self.phones[who].locator(".place")).to_contain_text(f"{way} Table {table},")
        self.all_sit(after)

    def all_go_back(self, away: Seats, seats: Seats, round: int) -> None:
        """The hall says that the bell was undone and who goes back; so does each phone."""
        self.hall_says(f"The bell was undone. Round {round} goes on.")
        back = {who: place for who, place in seats.items() if away[who][0] != place[0]}
        self.hall_lists(away, back)
        for who in seats:
            what = "Go back to" if who in back else "Stay at"
            expect(self.phones[who].locator("#now .note.warn")).to_have_text(f"The bell was undone. {what}")
        self.all_sit(seats)

    def hall_lists(self, before: Seats, going: Seats) -> None:
        lines = [
            f"{who} {before[who][0]} → {table}, seat {chair}"
            for who, (table, chair) in sorted(going.items(), key=lambda one: one[0].casefold())
        ]
        expect(self.screen.locator(".movers .mover")).to_have_text(lines)

    # What is typed in

    @property
    def round(self) -> int:
        return len(self.typed.rounds)

    def seats(self) -> Seats:
        return self.typed.seats(self.round)

    def table(self, table: int) -> list[str]:
        return self.typed.table(self.round, table)

    def by_service(self, table: int, pool: Pool) -> None:
        """Somebody else records the table's result."""
        self.typed.rounds[-1].pools[table] = pool
        entry = self.night.entry
        self.night.record(
            table,
            [entry(who) for who in pool.winners],
            {entry(who): stake for who, stake in pool.put_in.items()},
            in_call=[entry(who) for who in (*pool.winners, *pool.callers)],
            kind=TallyKind.STAKES,
        )

    def by_page(self, page: Page, table: int, pool: Pool) -> None:
        """The table's result is tapped and typed; a caller's counters are filled in by the page."""
        self.typed.rounds[-1].pools[table] = pool
        hands.tap_people(page, pool.winners, pool.callers)
        hands.put_in(page, {who: n for who, n in pool.put_in.items() if who not in pool.callers})
        press(page, "Record the result")

    def at_desk(self, table: int, pool: Pool) -> None:
        hands.open_result(self.desk, table)
        self.by_page(self.desk, table, pool)
        says(self.desk, f"Recorded: table {table}, deal 1.")

    def correct(self, round: int, table: int) -> None:
        """The desk fills in that the caller has won, and looks at what it changes."""
        desk, pool = self.desk, self.typed.rounds[round - 1].pools[table]
        other = self.typed.rounds[round - 1].pools[table] = pool.other_winner()
        press(desk, "Deals", within=desk.locator(".tabs"))
        fold = desk.locator(
            "details.round", has=desk.get_by_role("heading", name=f"Round {round}", exact=True)
        )
        if fold.get_attribute("open") is None:
            fold.locator("summary").click()
        press(desk, f"Round {round} · Table {table} · Deal 1")
        desk.get_by_text("Correct this result").click()
        had = {who: int(hands.amount(desk, who).input_value()) - pool.won[who] for who in pool.put_in}
        for step, now in (("winners", other.winners), ("callers", other.callers)):
            for who in (*other.winners, *other.callers):
                box = desk.locator(f"#step-{step}").get_by_label(who, exact=True)
                if box.is_enabled() and box.is_checked() != (who in now):
                    box.click()
        hands.put_in(desk, {who: had[who] + other.won[who] for who in (*pool.winners, *other.winners)})
        expect(desk.locator("[data-tally]")).to_have_text("✓ Adds up")
        press(desk, "Preview the changes")
        desk.get_by_label("Reason").fill("the slip was read wrongly")

    def console(self) -> None:
        self.desk.goto(f"/evenings/{self.night.evening.pk}/")

    def start(self) -> None:
        """The desk makes the moves; hall and phones tell everybody the new seat."""
        before, opens = self.seats(), self.round + 1
        self.typed.rounds.append(Round())
        press(self.desk, f"Start round {opens}")
        says(self.desk, f"Round {opens} has started.")
        self.hall_says(f"Round {opens} is being played")
        self.all_are_sent(before, self.seats())


def way_of(start: int, end: int) -> str:
    """What a phone calls the way from one table to another; from none for somebody who came late."""
    if not start:
        return "Go to"
    return "Stay" if start == end else "Move UP" if start > end else "Go DOWN"
