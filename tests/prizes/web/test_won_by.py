"""By what a prize was won, as a certificate has it: in words and figures, in the reader's language."""

from fractions import Fraction

import pytest
from django.utils.translation import override

from tests.core.score_sheets import all_but
from tournaments.base.words import describe_eligible, describe_prize_title
from tournaments.core.ranking.metrics import METRICS, Best, PersonFigures, find_usual_best
from tournaments.core.ranking.places import Step
from tournaments.core.ranking.prize_list import Listed
from tournaments.core.reasons import Reason
from tournaments.core.results.prizes import Prize, award, list_own_prizes
from tournaments.prizes.presenters.won_by import (
    NO_NEXT,
    Next,
    StandingTotals,
    describe_cut,
    describe_place_win,
    describe_win,
    find_next,
)

NAMES = {1: "Clara", 2: "Emre S.", 3: "Anil H.", 4: "Dora", 5: "Finn", 6: "Gil"}
LOWEST = Best.LOWEST
LOT = Step("lot", LOWEST)
HALF = Fraction(93, 2)


def words(prize, *figures, good=find_usual_best, able=None, named=True, **how):
    """What stands on the certificate of each winner; written as figures by metric, of 1, 2, 3 …"""
    people = [PersonFigures(who, of) for who, of in enumerate(figures, start=1)]
    out = all_but(able or range(1, 9), (one.who for one in people))
    (made,) = award([prize], people, {}, out, **how)
    after = find_next(made, good) if named else NO_NEXT
    return {who: describe_win(made.why, made.winners, who, NAMES, after) for who in made.winners}


def by(metric, *more, best=None):
    return Prize("own-1", "Prize", (Step(metric, best or METRICS[metric].best), *more), own=True)


def of(metric, *figures):
    return [{metric: figure} for figure in figures]


def test_the_best_is_ahead_of_the_next():
    assert words(by("points"), *of("points", HALF, 46, 40)) == {1: "46.5 points, ahead of Emre S. with 46."}
    with override("de"):
        assert words(by("points"), *of("points", HALF, 46, 40)) == {1: "46,5 Punkte, vor Emre S. mit 46."}


@pytest.mark.parametrize(
    ("metric", "figures", "told"),
    [
        ("net", (1, -8), "1 counter, ahead of Emre S. with −8."),
        ("score", (30, 20), "30 points, ahead of Emre S. with 20."),
        ("yellow", (1, 0), "1 yellow chip, ahead of Emre S. with 0."),
        ("hands", (5, 6), "5 hands, ahead of Emre S. with 6."),
        ("wins", (2, 1), "2 wins, ahead of Emre S. with 1."),
        ("evenings", (9, 7), "9 evenings, ahead of Emre S. with 7."),
        ("points", (Fraction(16, 3), 5), "5 1/3 points, ahead of Emre S. with 5."),
        ("best", (31, 7), "Best deal: 31, ahead of Emre S. with 7."),
    ],
)
def test_so_much_of_each_metric(metric, figures, told):
    assert words(by(metric), *of(metric, *figures)) == {1: told}


def test_every_metric_that_a_prize_can_go_by():
    for metric in (key for key, one in METRICS.items() if one.figures is None):
        assert "None" not in words(by(metric), *of(metric, 2, 3))[1 + (METRICS[metric].best is Best.HIGHEST)]


WINS = by("wins")


@pytest.mark.parametrize(
    ("prize", "figures", "how", "told"),
    [
        (by("net", best=LOWEST), of("net", -8, 40, 62), {}, "−8 counters, behind Emre S. with 40."),
        (
            by("points", best=LOWEST),
            of("points", 4, 7),
            {"good": {"points": LOWEST}.get},
            "4 points, ahead of Emre S. with 7.",
        ),
        (WINS, of("wins", 5, 4, 4, 3), {}, "5 wins, ahead of Emre S. and Anil H. with 4."),
        (WINS, of("wins", 5, 4, 4, 4, 4), {}, "5 wins. The next player has 4."),
        (WINS, of("wins", 5, 4), {"named": False}, "5 wins. The next player has 4."),
        (WINS, of("wins", 5, 4, 3), {"able": {1, 3}}, "5 wins, ahead of Anil H. with 3."),
        (WINS, of("wins", 5), {}, "5 wins."),
        (
            by("reached", Step("stage"), Step("net")),
            [{"reached": 3, "stage": stage, "net": 0} for stage in (30, 20, 20)],
            {},
            "Points in the game reached: 30, ahead of Emre S. and Anil H. with 20.",
        ),
    ],
    ids=["booby", "fewest", "several", "many", "not told", "cannot win", "nobody", "a knockout"],
)
def test_who_comes_next(prize, figures, how, told):
    assert words(prize, *figures, **how) == {1: told}


def test_a_prize_that_is_shared():
    assert words(by("wins"), *of("wins", 5, 5, 4)) == {
        1: "5 wins (shared with Emre S.).",
        2: "5 wins (shared with Clara).",
    }
    assert words(by("wins"), *of("wins", *[5] * 5))[1] == "5 wins, shared by 5 players."
    told = words(by("wins", LOT), *of("wins", 5, 5, 5, 5, 5), seed="7")
    assert [*told.values()] == ["5 wins (equal with 4 others). The lot decided."]


def test_a_tie_break():
    prize = by("wins", Step("yellow"), Step("net"))
    figures = [{"wins": 5, "yellow": yellow, "net": net} for yellow, net in ((3, 1), (2, 9), (3, 1), (3, 0))]
    assert words(prize, *figures[:2]) == {
        1: "5 wins (equal with Emre S.). Yellow chips decided: 3 against 2."
    }
    shared = words(prize, *figures)
    assert shared[1] == (
        "5 wins (equal with Dora and Emre S.). Counters after settling up decided: 1 against 0. "
        "The winners are still equal and share the prize."
    )


def test_each_place_of_a_series():
    figures = [PersonFigures(who, {"wins": wins}) for who, wins in ((1, 5), (2, 4), (3, 3))]
    awards = award(
        list_own_prizes(Listed("own-1", "Cup", (Step("wins"),), places=3), METRICS), figures, {}, {}
    )
    told = [
        describe_win(made.why, made.winners, who, NAMES, find_next(made, find_usual_best))
        for made in awards
        for who in made.winners
    ]
    assert told == [
        "5 wins, ahead of Emre S. with 4.",
        "4 wins, ahead of Anil H. with 3.",
        "3 wins.",
    ]


def test_what_was_recorded_with_the_result_says_nothing():
    assert describe_win(Reason("prize_told"), (1,), 1, NAMES) == ""


def test_chips_that_were_cut_for():
    why = Reason("prize_best", {"metric": "yellow", "figure": 3, "next": 2})
    assert describe_cut(why, 1) == "One of the chips was decided by a cut."
    assert describe_cut(why, 2) == "2 of the chips were decided by a cut."
    assert describe_cut(why, 0) == describe_cut(Reason("prize_best", {"metric": "net"}), 1) == ""


class TestThePlaceInTheTable:
    """A prize for the first of a table tells the points that made the place."""

    def told(self, points, why=None, after=(2,), winners=(1,), lowest=False, behind=False):
        table = StandingTotals(points, {1: why}, lowest)
        return describe_place_win(1, winners, NAMES, Next(after, behind), table)

    def test_by_points(self):
        assert self.told({1: HALF, 2: 46}) == "46.5 points, ahead of Emre S. with 46."
        assert self.told({1: 4, 2: 9}, lowest=True) == "4 points, ahead of Emre S. with 9."
        assert self.told({1: 4, 2: 9}, behind=True) == "4 points, behind Emre S. with 9."

    def test_equal_points_and_a_tie_break(self):
        why = Reason("above_countback", {"whom": 2, "place": 1, "figure": 2, "next": 0})
        assert self.told({1: 46, 2: 46}, why) == (
            "46 points (equal with Emre S.). Results at place 1: 2 against 0."
        )
        lot = Reason("above_lot", {"whom": 2, "seed": "7"})
        assert self.told({1: 46, 2: 46}, lot) == "46 points (equal with Emre S.). The lot decided."
        elsewhere = Reason("above_lot", {"whom": 3, "seed": "7"})
        assert self.told({1: 46, 2: 46}, elsewhere) == "46 points (equal with Emre S.)."

    def test_shared(self):
        assert self.told({1: 46, 2: 46}, winners=(1, 2)) == "46 points (shared with Emre S.)."

    def test_where_points_do_not_explain_it(self):
        """The next has too few evenings, or plays in another division."""
        assert self.told({1: 30, 2: 46}) == "30 points."
        assert self.told({1: 30}, after=()) == "30 points."


@pytest.mark.parametrize(
    ("title", "of", "told"),
    [
        ("Silver champion", {"division": "Silver"}, "Silver champion"),
        ("Champion", {"division": "Silver"}, "Champion: Silver"),
        ("Silvery", {"division": "Silver"}, "Silvery: Silver"),
        ("Silver champion", {"division": "Gold"}, "Silver champion: Gold"),
        ("Best of the Juniors", {"group": "Juniors", "place": 2}, "Best of the Juniors: place 2"),
        ("Top 1", {"division": "1"}, "Top 1: 1"),
        ("Best lady", {"role": "lady"}, "Best lady"),
    ],
)
def test_a_title_says_once_for_whom_it_is(title, of, told):
    prize = Prize("own-1", title, (Step("net"),), own=True, **of)
    assert describe_prize_title(prize) == told
    assert describe_eligible(prize) == told.removeprefix(title).removeprefix(": ")
