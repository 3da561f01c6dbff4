"""Places by metrics: published examples, each tie-break by itself, and what every ranking keeps to."""

import csv
import hashlib
from fractions import Fraction
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.score_sheets import said
from tournaments.core.ranking.metrics import METRICS, Best, PersonFigures
from tournaments.core.ranking.places import RankedPerson, Step, build_steps, explain_above, rank_people, shown

with (Path(__file__).parents[1] / "golden" / "tie_breaks.csv").open(encoding="utf-8") as table:
    GOLDEN = [list(rows) for _case, rows in groupby(csv.DictReader(table), key=lambda row: row["case"])]


def results_of(places: str) -> dict[str, Any]:
    """``1 (7) -``: first, a seventh place that is discarded, not there."""
    of = [(event, place) for event, place in enumerate(places.split(), start=1) if place != "-"]
    return {
        "results": {(event, 0): int(place.strip("()")) for event, place in of},
        "dropped": {(event, 0) for event, place in of if "(" in place},
    }


def ordered(
    *people: PersonFigures, by: tuple[str, ...], seed: str = ""
) -> tuple[list[tuple[int, int]], list[str]]:
    """Everybody with the place, and what sets each above the next."""
    ranked = rank_people(people, build_steps(by), seed)
    whys = [said(explain_above(upper, lower, build_steps(by))) for upper, lower in pairwise(ranked)]
    return [(line.who, line.place) for line in ranked], whys


def who(number: int, places: str = "", **figures: int | None) -> PersonFigures:
    return PersonFigures(number, figures, **results_of(places))


@pytest.mark.parametrize("rows", GOLDEN, ids=lambda rows: rows[0]["case"])
def test_published_examples(rows):
    by = (Step("points", Best(rows[0]["best"])), *build_steps(rows[0]["steps"].split()))
    people = [
        PersonFigures(number, {"points": int(row["points"])}, **results_of(row["places"]))
        for number, row in enumerate(reversed(rows))
    ]
    ranked = rank_people(people, by)
    assert [len(rows) - 1 - line.who for line in ranked] == [*range(len(rows))]
    assert [line.place for line in ranked] == [int(row["place"]) for row in rows]
    whys = [explain_above(upper, lower, by) for upper, lower in pairwise(ranked)]
    assert [why.code for why in whys] == [row["above"] for row in rows[:-1]]
    assert all(map(said, whys))


def test_equals_share_a_place_and_the_next_is_left_out():
    people = [who(1, net=9), who(2, net=7), who(3, net=7), who(4, net=5)]
    assert ordered(*people, by=("net",)) == (
        [(1, 1), (2, 2), (3, 2), (4, 4)],
        [
            "Counters after settling up: 9. P2 has 7.",
            "Equal with P3.",
            "Counters after settling up: 7. P4 has 5.",
        ],
    )


def test_the_fewest_fresh_stakes_are_best():
    places, whys = ordered(who(1, net=5, fresh=2), who(2, net=5, fresh=1), by=("net", "fresh"))
    assert places == [(2, 1), (1, 2)]
    assert whys == ["Equal with P1 so far. Fresh stakes: 1. P1 has 2."]


#   event   1  2  3      1 beat 2 in events 1 and 3
#     1     1  4  2
#     2     2  1  3
def test_head_to_head_of_two():
    places, whys = ordered(who(2, "2 1 3"), who(1, "1 4 2"), by=("head_to_head",))
    assert places == [(1, 1), (2, 2)]
    assert whys == ["Equal with P2 so far. Meetings: 3. Ahead in 2, behind in 1."]


#   event   1  2     among 1, 2 and 3, times ahead less times behind
#     1     1  2     +2 +2
#     2     2  3      0  0
#     3     4  4     -2 -2
#     4     3  1     has fewer counters, and is not looked at
def test_head_to_head_of_more_counts_only_those_still_equal():
    three = [who(1, "1 3", net=5), who(2, "2 2", net=5), who(3, "3 1", net=5)]
    assert ordered(*three, by=("net", "head_to_head"))[0] == [(1, 1), (2, 1), (3, 1)]
    three = [who(1, "1 2", net=5), who(2, "2 3", net=5), who(3, "4 4", net=5)]
    places, whys = ordered(*three, who(4, "3 1", net=4), by=("net", "head_to_head"))
    assert places == [(1, 1), (2, 2), (3, 3), (4, 4)]
    assert whys[0] == (
        "Equal with P2 so far. Meetings among the 3 equal players, "
        "times ahead minus times behind: 4 against 0."
    )


def test_at_different_tables_nobody_met():
    here, there = {(1, 1): 1}, {(1, 2): 2}
    assert ordered(PersonFigures(1, {}, here), PersonFigures(2, {}, there), by=("head_to_head",))[0] == [
        (1, 1),
        (2, 1),
    ]
    same = {(1, 1): 2}
    assert ordered(PersonFigures(2, {}, same), PersonFigures(1, {}, here), by=("head_to_head",))[0] == [
        (1, 1),
        (2, 2),
    ]


def test_countback_tells_the_place_that_decides():
    places, whys = ordered(who(1, "1 2 5"), who(2, "2 1 4"), who(3, "3 3 3"), by=("countback",))
    assert places == [(2, 1), (1, 2), (3, 3)]
    assert whys == [
        "Equal with P1 so far. Results at place 4: 1 against 0.",
        "Equal with P3 so far. Results at place 1: 1 against 0.",
    ]


def test_who_was_not_there_last_comes_after_all_who_were():
    places, whys = ordered(who(1, "1 -"), who(2, "9 8"), who(3, "9 7"), by=("last",))
    assert places == [(3, 1), (2, 2), (1, 3)]
    assert whys[0].endswith("result 1 is the first difference. Place 7 against place 8.")
    assert whys[1].endswith("result 1 is the first difference. Place 8; P1 was not there.")
    worst_first = rank_people([who(1, "1 -"), who(2, "9 8")], (Step("last", Best.HIGHEST),))
    assert [line.who for line in worst_first] == [1, 2]
    upper, lower = worst_first
    assert said(explain_above(upper, lower, (Step("last", Best.HIGHEST),))).endswith(
        "Was not there; P2 had place 8."
    )


def test_a_lot_is_what_anybody_can_repeat():
    people = [PersonFigures(number, ticket=100 + number) for number in range(1, 8)]
    order = sorted(people, key=lambda one: hashlib.sha256(f"tonight:{one.ticket}".encode()).hexdigest())
    places, whys = ordered(*people, by=("lot",), seed="tonight")
    assert places == [(one.who, place) for place, one in enumerate(order, start=1)]
    assert whys[0] == f"Equal with P{order[1].who} so far. The lot decided, seed “tonight”."


def test_lots_are_drawn_only_among_equals():
    ranked = rank_people([who(1, net=3), who(2, net=3), who(3, net=1)], build_steps(("net", "lot")), "x")
    assert {line.figures[1] for line in ranked} == {1, 2, None}


@pytest.mark.parametrize(
    ("figure", "text"),
    [
        (12, 12),
        (Fraction(33, 2), "16.5"),
        (Fraction(16, 3), "5 1/3"),
        (Fraction(-16, 3), "-5 1/3"),
        (Fraction(2, 3), "2/3"),
        (Fraction(4), 4),
        ((3, 0, 1), "3/0/1"),
    ],
)
def test_figures_are_shown_exactly(figure, text):
    assert shown(figure) == text


# Properties

FIGURES = ("net", "yellow", "score", "fresh")
figures = st.fixed_dictionaries({key: st.none() | st.integers(-1, 2) for key in FIGURES})
results = st.lists(st.integers(1, 4) | st.none(), max_size=4).map(
    lambda places: {(at, 0): place for at, place in enumerate(places) if place}
)
people = st.lists(st.tuples(figures, results), max_size=7).map(
    lambda found: [PersonFigures(who, *one, ticket=who) for who, one in enumerate(found)]
)
chosen = st.lists(st.sampled_from([*FIGURES, "head_to_head", "countback", "last", "lot"]), unique=True)


@given(people, chosen, st.randoms(use_true_random=False))
def test_the_order_in_which_people_are_given_changes_nothing(people, keys, random):
    mixed = random.sample(people, len(people))
    assert rank_people(mixed, build_steps(keys), "s") == rank_people(people, build_steps(keys), "s")


@given(people, chosen, st.permutations(range(7)))
def test_other_ids_change_nothing(people, keys, ids):
    """Who somebody is decides nothing, not even by lot: that is drawn for the ticket."""
    renamed = [person._replace(who=ids[person.who]) for person in people]
    before = {
        ids[line.who]: (line.place, line.figures) for line in rank_people(people, build_steps(keys), "s")
    }
    assert before == {
        line.who: (line.place, line.figures) for line in rank_people(renamed, build_steps(keys), "s")
    }


@given(people, chosen)
def test_every_place_says_why(people, keys):
    ranked = rank_people(people, build_steps(keys), "s")
    assert [line.place for line in ranked] == [
        1 + sum(other.place < line.place for other in ranked) for line in ranked
    ]
    for upper, lower in pairwise(ranked):
        why = explain_above(upper, lower, build_steps(keys))
        assert (why.code == "equal") == (upper.place == lower.place)
        assert said(why)
    if "lot" in keys:
        assert len({line.place for line in ranked}) == len(people)


@given(people, chosen)
def test_the_worst_first_is_the_other_way_round(people, keys):
    """But who has no figure stays last, and a relative step compares the same people."""
    known = [person for person in people if None not in person.figures.values()]
    own = [key for key in keys if METRICS[key].figures is None]
    turned = tuple(
        Step(step.metric, Best.LOWEST if step.best is Best.HIGHEST else Best.HIGHEST)
        for step in build_steps(own)
    )

    def groups(ranked: tuple[RankedPerson, ...]) -> list[set[int]]:
        return [
            {line.who for line in level} for _place, level in groupby(ranked, key=lambda line: line.place)
        ]

    assert groups(rank_people(known, turned)) == groups(rank_people(known, build_steps(own)))[::-1]
