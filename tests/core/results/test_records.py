"""One person's deals over the years."""

from hypothesis import given
from hypothesis import strategies as st

from tournaments.core.results.records import (
    PersonalBest,
    PlayedDeal,
    TableTally,
    find_longest_run,
    find_luckiest,
    find_most,
    tally_tables,
)


def bids(event, *exact):
    """Deals of an evening, each bid exactly (1) or not (0)."""
    return [
        PlayedDeal(event, 1, 1, at, bid=2, tricks=2 if good else 3) for at, good in enumerate(exact, start=1)
    ]


def test_the_longest_run_is_within_one_evening():
    assert find_longest_run(bids(1, 1, 0, 1, 1) + bids(2, 1, 1, 0)) == PersonalBest(1, 2)
    assert find_longest_run(bids(1, 0, 1) + bids(2, 1, 1, 1)) == PersonalBest(2, 3)
    assert find_longest_run(bids(1, 0, 0)) is None
    assert find_longest_run([PlayedDeal(1, 1, 1, 1, won=True, gain=4)]) is None, "nothing was bid"


@given(st.lists(st.tuples(st.integers(1, 3), st.booleans())))
def test_a_run_is_as_long_as_the_longest_row_of_ones(played):
    deals = sorted(
        (PlayedDeal(event, 1, 1, 1, bid=1, tricks=int(good)) for event, good in played), key=lambda d: d.event
    )
    rows = [
        len(row)
        for event in (1, 2, 3)
        for row in "".join("10"[d.tricks == 0] for d in deals if d.event == event).split("0")
    ]
    found = find_longest_run(deals)
    assert (found.figure if found else 0) == max(rows)


def test_the_most_is_where_it_was_reached_first():
    assert find_most([(1, 4), (2, None), (3, 9), (4, 9)]) == PersonalBest(3, 9)
    assert find_most([(1, -4)]) == PersonalBest(1, -4)
    assert find_most([(1, None)]) is find_most([]) is None


def test_tables():
    """Two rounds at table 3, of which one has two deals; one at table 1, won; one at 2, won as well."""
    deals = [
        PlayedDeal(1, 1, 3, 1, won=True),
        PlayedDeal(1, 2, 2, 1, won=True),
        PlayedDeal(2, 1, 1, 1, won=True),
        PlayedDeal(2, 2, 3, 1),
        PlayedDeal(2, 2, 3, 2),
    ]
    found = tally_tables(deals)
    assert found == (TableTally(3, 2, 3, 1), TableTally(1, 1, 1, 1), TableTally(2, 1, 1, 1))
    assert find_luckiest(found) == TableTally(1, 1, 1, 1)
    assert find_luckiest(tally_tables(deals[3:])) is None
    assert tally_tables([]) == ()
