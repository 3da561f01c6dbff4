"""Which evenings count for whom, and for how much; who is in the table, and why each stands where."""

from fractions import Fraction
from typing import Any

import pytest

from tests.core.races import race, stands
from tournaments.core.leagues.points import EveningFigures, EveningLines, Member
from tournaments.core.leagues.rules import Absence, Members, Places, Rules, Scheme, Tied
from tournaments.core.leagues.standing import State, rank_season
from tournaments.core.leagues.working import PointsSource, build_working
from tournaments.core.reasons import Reason

TABLE: dict[str, Any] = {"table": (10, 6, 4, 3), "rest": 1}
A, B = 1, 2
"""Two divisions."""


def totals(rows):
    return {row.player: row.total for row in rows}


def evening(time, *lines, **more):
    """An evening with lines of figures, each (player, place, figures)."""
    played = [
        EveningFigures(place, time * 100 + at, player, **figures)
        for at, (player, place, figures) in enumerate(lines)
    ]
    return EveningLines(time, time, lines=played, **more)


class TestWhatAnEveningGives:
    def test_by_place(self):
        evenings = [race(1, {1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6})]
        rows = rank_season(Rules(**TABLE, ties=()), evenings, {})
        assert totals(rows) == {1: 10, 2: 6, 3: 4, 4: 3, 5: 1, 6: 1}
        assert [row.place for row in rows] == [1, 2, 3, 4, 5, 5]

    @pytest.mark.parametrize(("tied", "second"), [(Tied.MEAN, Fraction(6 + 4 + 3, 3)), (Tied.HIGHER, 6)])
    def test_places_that_several_share(self, tied, second):
        rows = rank_season(Rules(**TABLE, tied=tied), [race(1, {1: 1, 2: 2, 3: 2, 4: 2, 5: 5})], {})
        assert totals(rows) == {1: 10, 2: second, 3: second, 4: second, 5: 1}

    @pytest.mark.parametrize(
        ("scheme", "gives"),
        [
            (Scheme.COUNTERS, {1: 31, 2: -7}),
            (Scheme.SCORE, {1: 88, 2: 0}),
            (Scheme.SHARE, {1: Fraction(2533, 100), 2: 0}),
        ],
    )
    def test_by_figures(self, scheme, gives):
        """What was not played for gives nothing."""
        played = evening(1, (1, 1, {"net": 31, "score": 88, "share": 2533}), (2, 2, {"net": -7}))
        assert totals(rank_season(Rules(scheme=scheme), [played], {})) == gives

    def test_additions_and_weight(self):
        rules = Rules(**TABLE, yellow=2, taking_part=1, prize=5)
        played = evening(1, (1, 1, {"yellow": 3, "prizes": 1}), (2, 2, {}), weight=150)
        rows = rank_season(rules, [played], {})
        assert totals(rows) == {1: Fraction((10 + 6 + 1 + 5) * 3, 2), 2: Fraction((6 + 1) * 3, 2)}
        working = build_working(rules, 150, rows[0].scores[0])
        assert working is not None
        assert [(one.what, one.points, one.number) for one in working.addends] == [
            (PointsSource.SCHEME, 10, 1),
            (PointsSource.TAKING_PART, 1, 1),
            (PointsSource.YELLOW, 6, 3),
            (PointsSource.PRIZE, 5, 1),
        ]

    def test_thirds_and_weights_add_up_exactly(self):
        """7 evenings of a third each, and weights that divide by nothing."""
        weights = (33, 50, 77, 100, 101, 150, 999)
        evenings = [race(n, {1: 1, 2: 2, 3: 2, 4: 2}, weight=weight) for n, weight in enumerate(weights)]
        rows = rank_season(Rules(**TABLE), evenings, {})
        assert totals(rows)[2] == sum(Fraction(13, 3) * weight / 100 for weight in weights)


class TestAmongWhom:
    def test_guests_are_passed_over(self):
        """Places close up behind the guest who came second, if they are counted among those who count."""
        guest = {9: Member(guest=True)}
        one = [race(1, {1: 1, 9: 2, 2: 3})]
        assert totals(rank_season(Rules(**TABLE), one, guest)) == {1: 10, 2: 6}
        assert totals(rank_season(Rules(**TABLE, places=Places.EVERYBODY), one, guest)) == {1: 10, 2: 4}

    def test_in_each_division(self):
        people = {1: Member(A), 2: Member(B), 3: Member(A), 4: Member(B)}
        evenings = [race(1, {1: 1, 2: 2, 3: 3, 4: 4, 5: 5})]
        rows = rank_season(Rules(**TABLE, places=Places.DIVISION), evenings, people, (A, B))
        assert [(row.division, row.player, row.total) for row in rows] == [
            (A, 1, 10),
            (A, 3, 6),
            (B, 2, 10),
            (B, 4, 6),
            (None, 5, 10),
        ]

    def test_only_who_is_listed(self):
        listed = {1: Member(), 3: Member()}
        rows = rank_season(Rules(**TABLE, members=Members.LISTED), [race(1, {2: 1, 1: 2})], listed)
        assert [(row.player, row.total, row.played) for row in rows] == [(1, 10, 1), (3, 0, 0)]

    def test_an_evening_of_a_division(self):
        """Others play along and are passed over; who is in no division has nothing, and is not forgotten."""
        people = {1: Member(A), 2: Member(B)}
        rows = rank_season(Rules(**TABLE), [race(1, {2: 1, 1: 2, 3: 3}, division=A)], people, (A, B))
        assert [(row.division, row.player, row.total) for row in rows] == [
            (A, 1, 10),
            (B, 2, 0),
            (None, 3, 0),
        ]
        assert [[score.state for score in row.scores] for row in rows] == [
            [State.COUNTED],
            [State.PASSED],
            [State.PASSED],
        ]

    @pytest.mark.parametrize("places", list(Places))
    def test_of_two_entries_of_one_person_the_better_counts(self, places):
        twice = evening(1, (1, 3, {}), (2, 2, {}), (1, 1, {}))
        rows = rank_season(Rules(**TABLE, places=places), [twice], {})
        assert [(row.player, row.total, row.played) for row in rows] == [(1, 10, 1), (2, 6, 1)]
        line = rows[0].scores[0].line
        assert line is not None
        assert line.place == 1


class TestWhichCount:
    EVENINGS = [race(1, {1: 4, 2: 1}), race(2, {1: 1}), race(3, {1: 4, 2: 2}), race(4, {1: 2})]
    """1: 3, 10, 3, 6; 2: 10, -, 6, -."""

    def rows(self, **rules):
        return {
            row.player: row
            for row in stands(Rules(**TABLE, places=Places.EVERYBODY, **rules), self.EVENINGS, (1, 2))
        }

    def states(self, row):
        return [str(score.state) for score in row.scores]

    def test_all(self):
        rows = self.rows()
        assert (rows[1].total, rows[2].total) == (22, 16)
        assert self.states(rows[2]) == ["counted", "missed", "counted", "missed"]

    def test_the_best(self):
        """Of the two equal worst the earlier does not count."""
        rows = self.rows(best=3)
        assert (rows[1].total, rows[2].total) == (19, 16)
        assert self.states(rows[1]) == ["dropped", "counted", "counted", "counted"]
        assert (rows[1].played, rows[1].counted) == (4, 3)

    def test_all_but_the_worst(self):
        """Missed ones, which give nothing, are dropped first."""
        rows = self.rows(drop=3)
        assert (rows[1].total, rows[2].total) == (10, 10)
        assert self.states(rows[2]) == ["counted", "missed", "dropped", "missed"]

    def test_one_counts_however_many_are_dropped(self):
        assert self.rows(drop=9)[1].total == 10

    @pytest.mark.parametrize(
        ("absence", "gives"),
        [(Absence.NOTHING, 0), (Absence.SCORE, -2), (Absence.EVENING, 6), (Absence.SEASON, 4)],
    )
    def test_a_missed_evening(self, absence, gives):
        """Behind the only one of the second evening is place 2; behind the season's two is place 3."""
        row = self.rows(absence=absence, absence_score=-2)[2]
        assert row.scores[1].points == gives
        assert row.scores[1].place == 0
        assert row.total == sum(score.points for score in row.scores)

    def test_a_missed_evening_may_be_the_one_dropped(self):
        row = self.rows(absence=Absence.SCORE, absence_score=-2, drop=1)[2]
        assert self.states(row) == ["counted", "dropped", "counted", "absent"]
        assert row.total == 14

    def test_too_few_evenings(self):
        """Who has not played enough stands after all who have, with more points though."""
        evenings = [race(1, {1: 1, 2: 3}), race(2, {3: 2, 2: 3})]
        rows = stands(Rules(**TABLE, places=Places.EVERYBODY, minimum=2), evenings, (1, 2, 3))
        assert [(row.player, row.place, row.total, row.below) for row in rows] == [
            (2, 1, 8, False),
            (1, 2, 10, True),
            (3, 3, 6, True),
        ]
        enough, above, _last = (row.why for row in rows)
        assert enough == Reason("season_minimum", {"whom": 1, "figure": 2, "next": 1, "least": 2})
        assert above == Reason("above", {"metric": "points", "figure": 10, "next": 6, "whom": 3})


class TestTies:
    def tied(self, *ties, seed=""):
        """1 and 2 have 16 points each: 10 and 6, 6 and 10."""
        played = [
            evening(1, (1, 1, {"yellow": 1, "wins": 2, "best": 5}), (2, 2, {"exact": 3, "best": 9})),
            evening(2, (2, 1, {"yellow": 2}), (1, 2, {"exact": 1})),
        ]
        return rank_season(Rules(**TABLE, ties=ties), played, {}, seed=seed)

    @pytest.mark.parametrize(
        ("tie", "first", "code"),
        [
            ("yellow", 2, "above_tie_break"),
            ("exact", 2, "above_tie_break"),
            ("wins", 1, "above_uncounted"),
            ("best", 2, "above_tie_break"),
            ("last", 2, "above_last"),
            ("lot", 1, "above_lot"),
        ],
    )
    def test_each(self, tie, first, code):
        rows = self.tied(tie, seed="3")
        assert [row.place for row in rows] == [1, 2]
        assert rows[0].player == first
        assert rows[0].why.code == code

    @pytest.mark.parametrize("ties", [(), ("countback",), ("head_to_head",), ("evenings",)])
    def test_those_still_equal_share_the_place(self, ties):
        rows = self.tied(*ties)
        assert [(row.player, row.place) for row in rows] == [(1, 1), (2, 1)]
        assert rows[0].why.code == "equal"

    def test_what_is_dropped_is_no_countback(self):
        """Both have 10 and 10; the third result, dropped, is a second place of the one."""
        evenings = [race(1, {1: 1, 2: 2}), race(2, {1: 1}), race(3, {2: 1}), race(4, {2: 1})]
        rules = Rules(**TABLE, places=Places.EVERYBODY, best=2, ties=("countback",))
        assert [row.place for row in stands(rules, evenings, (1, 2))] == [1, 1]

    def test_lots_go_by_the_order_in_which_people_came(self):
        """So that the numbers of a database, which are others elsewhere, change nothing."""
        here, there = (5, 7, 9), (207, 209, 105)
        rules = Rules(ties=("lot",))
        one, two = (
            rank_season(rules, [race(1, dict.fromkeys(people, 1))], {}, seed="s") for people in (here, there)
        )
        came = dict(zip(here, there, strict=True))
        assert [came[row.player] for row in one] == [row.player for row in two]
