"""The result on the projector, screen by screen. No database."""

from dataclasses import replace

import pytest

from tournaments.base.words import describe_reason
from tournaments.core.reasons import Reason
from tournaments.hall.presenters.published import Announcement, PublicLine
from tournaments.hall.presenters.screens import LINES, PRIZES, SINGLE, fit_winners, make_screens
from tournaments.prizes.presenters.prizes import PrizeDisplay, Winner

BOOBY = PrizeDisplay("booby", "Booby prize", (Winner(3, "Cleo"),), revealed=True, line=7)
BEST = PrizeDisplay("best", "Best", (Winner(1, "Ada"),), revealed=True, line=9)
LINES_OF = [PublicLine(place, place, f"Player {place}", 10, 0) for place in range(1, 31)]


def drawn(entry, name):
    return f"path of {name}"


def told(prizes, lines=()):
    return Announcement(tuple(lines), tuple(prizes))


def test_secrets_are_listed_until_the_first_is_announced():
    secret = [PrizeDisplay(str(n), f"Prize {n}") for n in range(PRIZES + 1)]
    assert [len(screen.prizes) for screen in make_screens(told(secret), drawn)] == [PRIZES, 1]


def test_while_some_are_secret_the_one_announced_last_stands_alone():
    [screen] = make_screens(told([PrizeDisplay("best", "Best"), BOOBY]), drawn)
    assert screen.prize is BOOBY
    assert screen.path == "path of Cleo"


def test_who_wins_together_has_no_path():
    both = replace(BOOBY, winners=(Winner(3, "Cleo"), Winner(4, "Dan")))
    [screen] = make_screens(told([PrizeDisplay("best", "Best"), both]), drawn)
    assert screen.path == ""


def test_at_the_end_come_podium_prizes_and_everybody():
    giant, podium, prizes, *standing = make_screens(told([BEST, BOOBY], LINES_OF), drawn)
    assert giant.prize is BEST
    assert [[line.place for line in step] for step in podium.podium] == [[2], [1], [3]]
    assert prizes.prizes == (BEST, BOOBY)
    assert [line.place for screen in standing for column in screen.lines for line in column] == list(
        range(1, 31)
    )


@pytest.mark.parametrize(
    ("people", "columns"),
    [
        (2, [[2]]),
        (SINGLE, [[11]]),
        (SINGLE + 1, [[6, 6]]),
        (LINES, [[13, 13]]),
        (LINES + 1, [[7, 7], [7, 6]]),
        (80, [[10, 10]] * 4),
    ],
)
def test_the_standing_fills_its_pages_evenly(people, columns):
    lines = [PublicLine(place, place, f"Player {place}", 10, 0) for place in range(1, people + 1)]
    shown = [screen.lines for screen in make_screens(told([], lines), drawn) if screen.lines]
    assert [[len(column) for column in screen] for screen in shown] == columns


def test_a_word_that_is_too_long_for_two_columns_has_one():
    names = ["Wolfeschlegelsteinhausenberger", *(f"Player {n}" for n in range(25))]
    lines = [PublicLine(place, place, name, 10, 0) for place, name in enumerate(names, 1)]
    titles = ("Place", "Counters", "Yellow")
    screens = [screen.lines for screen in make_screens(told([], lines), drawn, titles) if screen.lines]
    assert [[len(column) for column in screen] for screen in screens] == [[9], [9], [8]]
    fitted = screens[0][0][0].fitted
    assert fitted
    assert fitted.lines == 1


def test_nobody_behind_the_third_place_is_on_the_podium():
    places = {1: "Ada", 2: "Ben", 3: "Cleo", 4: "Dan"}
    lines = [
        PublicLine(place, n, name, 10, 0)
        for place, (n, name) in zip((1, 1, 3, 4), places.items(), strict=True)
    ]
    podium = make_screens(told([BEST], lines), drawn)[1].podium
    assert [[line.place for line in step] for step in podium] == [[3], [1, 1]]
    lines = [
        PublicLine(place, n, name, 10, 0)
        for place, (n, name) in zip((1, 1, 1, 4), places.items(), strict=True)
    ]
    assert not any(screen.podium for screen in make_screens(told([BEST], lines), drawn))


def test_why_several_win_does_not_repeat_their_names():
    shared = Reason("prize_shared", {"metric": "net", "figure": 49, "others": (3, 4)})
    why = describe_reason(shared, {3: "Cleo", 4: "Dan"})
    both = replace(BOOBY, winners=(Winner(3, "Cleo"), Winner(4, "Dan")), why=why)
    [screen] = make_screens(told([PrizeDisplay("best", "Best"), both]), drawn)
    assert "Cleo" in why
    assert "Cleo" not in screen.why
    assert screen.why.endswith("49 each. The winners are equal in everything that counts.")


def test_a_prize_that_nobody_wins_has_a_screen():
    [screen] = make_screens(told([PrizeDisplay("best", "Best"), replace(BOOBY, winners=())]), drawn)
    assert screen.winners == ()


def test_many_winners_are_never_below_the_screen():
    names = ["Wolfeschlegelsteinhausenberger", *(f"Player {n}" for n in range(47))]
    columns = fit_winners(names, 240)
    assert max(map(len, columns)) * 24 * 1.1 <= 624 - 240


def test_equal_places_share_a_step_and_many_have_none():
    two = [PublicLine(1, 1, "Ada", 10, 0), PublicLine(1, 2, "Ben", 10, 0), PublicLine(3, 3, "Cleo", 5, 0)]
    assert [len(step) for step in make_screens(told([BEST], two), drawn)[1].podium] == [1, 2]
    many = [PublicLine(1, n, f"Player {n}", 10, 0) for n in range(9)]
    assert not any(screen.podium for screen in make_screens(told([BEST], many), drawn))


def test_a_prize_that_five_share_is_five_lines():
    five = [f"Player {letter}" for letter in "ABCDE"]
    assert [[name.text for name in column] for column in fit_winners(five, 200)] == [five]
    assert {name.size for name in fit_winners(five, 200)[0]} == {72}


@pytest.mark.parametrize("people", [1, 5, 21, 60])
def test_every_winner_has_a_line_and_all_of_them_fit(people):
    columns = fit_winners([f"Player {n:02}" for n in range(people)], 240)
    assert sum(map(len, columns)) == people
    for name in (name for column in columns for name in column):
        assert name.lines == 1
        assert name.size >= 24
    assert max(map(len, columns)) * columns[0][0].size <= 624 - 240 or columns[0][0].size == 24
    if people == 1:
        assert columns[0][0].size == 96
