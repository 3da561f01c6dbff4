"""A whole evening on the pages alone: the organiser's laptop, a scorer's phone, a player's, the projector."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser import hands
from tests.browser.hall import Hall, check_in, first_account, phone, plan, projector, scorer
from tests.browser.hands import press, says, seating
from tests.browser.windows import LAPTOP, Windows

LATE = "Zora Q."


def begun(windows: Windows) -> Hall:
    """Everybody sits where the first bell has led them."""
    desk = windows.open(LAPTOP)
    first_account(desk)
    plan(desk)
    check_in(windows, desk)
    hall = Hall(desk, scorer(windows), phone(windows, desk), projector(windows, desk))
    draw(hall)
    first_round(windows, hall)
    first_bell(hall)
    return hall


def test_from_the_first_account_to_the_second_round(windows: Windows):
    begun(windows)


@pytest.mark.thorough
def test_an_evening_from_the_first_account_to_the_prizes(windows: Windows):
    hall = begun(windows)
    second_round(hall)
    second_bell(hall)
    undone_and_applied_again(hall)
    corrected(hall)
    last_round(hall)
    prizes(hall)


def draw(hall: Hall) -> None:
    """Drawn by a seed that was called out; two who sat down wrongly are swapped; play begins."""
    desk = hall.desk
    desk.locator("summary", has_text="Draw with a word from the hall").click()
    desk.get_by_label("Seed").fill("seven")
    press(desk, "Draw the seats")
    says(desk, "The seats are drawn.")
    before = hall.look()
    assert [len(people) for people in before.values()] == [4, 6, 6, 6, 4]
    first, second = before[1][0], before[5][0]
    swap = desk.locator("form", has=desk.get_by_role("button", name="Swap the seats"))
    swap.get_by_label("Player").select_option(label=f"{first} · Table 1, seat 1")
    swap.get_by_label("Swap with").select_option(label=f"{second} · Table 5, seat 1")
    swap.get_by_label("Reason").fill("sat in the wrong seat")
    press(desk, "Swap the seats")
    says(desk, "The seats are swapped.")
    hands.reload(desk)
    after = hall.look()
    assert (after[1][0], after[5][0]) == (second, first)
    hall.find(first)
    expect(hall.phone.locator(".place")).to_have_text(re.compile(r"Table 5,\s+seat 1"))
    hands.look_again(hall.screen)
    expect(hall.screen.locator(".htable").first).to_contain_text(second)
    press(desk, "Start play")
    says(desk, "Round 1 is being played")


def first_round(windows: Windows, hall: Hall) -> None:
    """By taps: stakes, a divided pool, a wrong sum; then the head table rings, and one is still out."""
    scorer, tables = hall.scorer, hall.look()
    hands.reload(scorer)
    expect(scorer.get_by_role("button", name="Ring the bell")).to_have_count(0)

    winner, caller, other = tables[2][:3]
    hands.open_result(scorer, 2)
    hands.tap_people(scorer, [winner], [caller])
    hands.put_in(scorer, {winner: 5, other: 2})
    expect(hands.amount(scorer, caller)).to_have_value("5")  # who called put in as much
    expect(scorer.locator("[data-tally]")).to_have_text("Pool: 12")
    hands.write_down(scorer, 2)

    pair = tables[3][:2]
    hands.record(scorer, 3, pair, [], {pair[0]: 3, pair[1]: 3, tables[3][2]: 2})
    wrong_sum(windows, scorer, tables[4])

    head = tables[1]
    hands.record(scorer, 1, head[:1], head[1:2], {head[0]: 5, head[2]: 1, head[3]: 1})
    says(scorer, "The bell has rung")
    says(scorer, "Waiting for table 5")
    hall.everywhere_again()
    says(hall.desk, "Waiting for table 5")
    expect(hall.phone.locator(".ring")).to_have_text("The bell has rung")
    expect(hall.screen.locator(".is-late")).to_contain_text("still playing")
    hands.record(scorer, 5, tables[5][:1], [])


def wrong_sum(windows: Windows, scorer: Page, people: list[str]) -> None:
    """A sum that is wrong is shown while it is typed, refused when it is sent, and mended."""
    hands.open_result(scorer, 4)
    hands.tap_people(scorer, people[:1], people[1:2])
    hands.by_count(scorer)
    hands.put_in(scorer, dict.fromkeys(people[1:], 48) | {people[0]: 61})
    tally = scorer.locator("[data-tally]")
    expect(tally).to_have_text("✗ 1 too many")
    expect(tally).to_have_class(re.compile("wrong"))
    with windows.refused(scorer):
        press(scorer, "Record the result")
    expect(scorer.locator("form.deal")).to_contain_text(re.compile("1", re.S))
    expect(hands.amount(scorer, people[0])).to_have_value("61")
    expect(scorer.locator("#step-winners").get_by_label(people[0])).to_be_checked()
    hands.put_in(scorer, {people[0]: 60})
    expect(tally).to_have_text("✓ Adds up")
    hands.write_down(scorer, 4)


def first_bell(hall: Hall) -> None:
    """Two cut at their table, and again; for two the program draws; everybody moves and knows why."""
    desk, tables = hall.desk, hall.tables
    hands.reload(desk)
    says(desk, "2 cuts are needed")
    one, other = tables[1][2:4]
    to_head = desk.locator(".todo li", has_text=one)
    press(desk, "Enter the cards", within=to_head)
    hands.cut(desk, {one: "10", other: "10"})
    says(desk, "The highest cards are equal. Cut again.")
    says(desk, ", tens.")
    hands.reload(desk)
    hands.cut(desk, {one: "K", other: "A (low)"})
    says(desk, "The cut is recorded.")
    press(desk, "Draw by lot")
    says(desk, re.compile(r"Drawn: .*Seed: "))

    says(desk, "Ready for round 2")
    moves = hands.movers(desk)
    assert moves[tables[2][0]] == ("▲ up", "Won at table 2. Moves up one table.")
    assert moves[one][0] == "▼ down"
    assert re.search(
        r"Equal players cut \(.*: .*K.*\)\. K is the highest card\. Goes down to the booby table\.",
        moves[one][1],
    )
    assert sum(sign == "▲ up" for sign, _why in moves.values()) == 4
    hall.find(one)
    says(hall.phone, "Stay seated.")
    hands.look_again(hall.screen)
    says(hall.screen, "The moves are being checked.")

    press(desk, "Start round 2")
    says(desk, "Round 2 has started.")
    hall.everywhere_again()
    says(hall.phone, "Go DOWN")
    says(hall.phone, "You go down to the booby table: the highest card in the cut, K.")
    expect(hall.screen.locator(".htable .go.up")).to_have_count(4)
    came(hall, tables[2][0], "Move UP", "You won at table 2", "Table 1,")
    came(hall, tables[1][1], "Stay", "You called, so you stay", "Table 1,")
    expect(hall.screen.locator(".moves", has_text=tables[2][0])).to_contain_text("from 2")


def came(hall: Hall, who: str, way: str, why: str, place: str) -> None:
    """The phone says how this player came here and why."""
    hall.find(who)
    says(hall.phone, way)
    says(hall.phone, why)
    expect(hall.phone.locator(".place")).to_contain_text(place)


def second_round(hall: Hall) -> None:
    """Somebody comes late, somebody goes home, and somebody loses all."""
    desk, scorer, tables = hall.desk, hall.scorer, hall.look()
    press(desk, "Players")
    desk.get_by_label("Add a late player").fill(LATE)
    press(desk, "Add")
    says(desk, "1 waits for a seat")
    leaver = tables[3][5]
    press(desk, leaver)
    press(desk, "Goes home")
    says(desk, f"{leaver} went home.")
    hall.find(LATE)
    says(hall.phone, "You are waiting for a seat")

    hands.reload(scorer)
    for table in (2, 3, 5):
        hands.record(scorer, table, tables[table][:1], tables[table][1:2])
    hands.open_result(scorer, 4)
    by_wealth = sorted(tables[4], key=lambda who: hands.had(scorer, who))
    broke, richest = by_wealth[0], by_wealth[-1]
    hands.tap_people(scorer, [richest], [broke])
    hands.put_in(scorer, dict.fromkeys((broke, richest), hands.had(scorer, broke)))
    hands.write_down(scorer, 4)
    champion = scorer.locator(".head-table li:has(.chip) .name").inner_text()
    hands.record(scorer, 1, [champion], [next(who for who in tables[1] if who != champion)])
    desk.goto(scorer.url)
    hands.cut_whatever_must(desk)
    says(desk, "Ready for round 3")
    moves = hands.movers(desk)
    assert moves[broke][0] == "⇄ swap"
    assert moves[broke][1].startswith("Is out of counters and takes a fresh stake. Changes seats with")
    expect(desk.locator(".facts")).to_contain_text(f"New {LATE}")
    expect(desk.locator(".facts")).to_contain_text(leaver)


def second_bell(hall: Hall) -> None:
    hall.look()
    press(hall.desk, "Start round 3")
    says(hall.desk, "Round 3 has started.")
    hands.look_again(hall.phone)
    expect(hall.phone.locator(".place")).to_contain_text("Table 5,")


def undone_and_applied_again(hall: Hall) -> None:
    """The bell is taken back: seats are as before; rung and applied again, everybody sits as they did."""
    desk, before = hall.desk, hall.tables
    moved = hall.look()
    press(desk, "Undo the last bell")
    desk.get_by_label("Reason").fill("rang too early")
    press(desk, "Undo the last bell")
    says(desk, "Round 2 is open again.")
    assert seating(desk) == before
    hands.look_again(hall.phone)
    says(hall.phone, "You are waiting for a seat")
    press(desk, "Ring the bell")
    hands.cut_whatever_must(desk)
    press(desk, "Start round 3")
    says(desk, "Round 3 has started.")
    hands.reload(desk)
    assert hall.look() == moved


def corrected(hall: Hall) -> None:
    """A deal of round 1 was written down wrongly: the new version stands, the old one is kept."""
    desk = hall.desk
    press(desk, "Deals")
    round_1 = desk.locator("details.round", has=desk.get_by_role("heading", name="Round 1"))
    if round_1.get_attribute("open") is None:
        round_1.locator("summary").click()
    press(desk, "Round 1 · Table 2 · Deal 1")
    desk.locator("summary", has_text="Correct this result").click()
    rows = desk.locator("#correct .amounts input")
    values = [int(rows.nth(n).input_value()) for n in range(2)]
    rows.nth(0).fill(str(values[0] - 1))
    expect(desk.locator("[data-tally]")).to_have_text("✗ 1 too few")
    rows.nth(1).fill(str(values[1] + 1))
    expect(desk.locator("[data-tally]")).to_have_text("✓ Adds up")
    desk.get_by_label("Reason").fill("one counter more was put in")
    press(desk, "Preview the changes")
    says(desk, "Changes")
    press(desk, "Correct it")
    says(desk, "The result is corrected.")
    press(desk, "Deals")
    says(desk, "Ona: one counter more was put in")
    press(desk, "Evening", within=desk.locator(".tabs"))
    assert seating(desk) == hall.tables


def last_round(hall: Hall) -> None:
    desk, scorer, tables = hall.desk, hall.scorer, hall.tables
    hands.reload(scorer)
    for table in (5, 4, 3, 2):
        hands.record(scorer, table, tables[table][:1], [])
    champion = desk.locator(".head-table li:has(.chip) .name").inner_text()
    hands.record(scorer, 1, [champion], [])
    hands.reload(desk)
    press(desk, "End play and settle up")
    press(desk, "Yes, settle up")
    says(desk, "Everything adds up")
    hall.everywhere_again()
    says(hall.phone, "Settling up")
    says(desk, "Everything adds up")
    press(desk, "Finish the evening")
    says(desk, "The result is recorded.")


def prizes(hall: Hall) -> None:
    """The organiser, the winner's phone and the projector show the same prizes for the same reasons."""
    desk = hall.desk
    hands.reload(hall.scorer)
    says(hall.scorer, "not announced yet")
    press(desk, "Announce all")
    says(desk, "All prizes are announced.")
    press(desk, "Show the prizes")
    awards = desk.locator(".award")
    winners = awards.locator(".winner").all_inner_texts()
    reasons = [award.locator("p").nth(1).inner_text() for award in awards.all()]
    assert len(winners) == 4  # yellow chips, the best of each role, booby
    assert all(re.search(r"\d", why) for why in reasons), reasons
    hands.look_again(hall.screen)
    assert sorted(hall.screen.locator(".prize-list strong").all_text_contents()) == sorted(winners)
    expect(hall.screen.locator(".because")).to_have_text(reasons[0])
    hall.find(winners[0])
    expect(hall.phone.locator(".prize").first).to_contain_text(reasons[0])
    expect(hall.phone.locator(".place")).to_contain_text("Place")
    hands.reload(hall.scorer)
    says(hall.scorer, winners[0])
