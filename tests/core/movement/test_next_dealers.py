"""Who deals first in the next round: the next occupied chair after whoever dealt last.

See docs/rules.md#seats.
"""

import pytest

from tournaments.core.evening import Facts
from tournaments.core.formats.registry import POKER_EVENING
from tournaments.core.movement.seating import find_next_dealers
from tournaments.core.record import DealPart, Pool, SeatFact, TableFact


def facts(*deals, dealer=1):
    """One table of four on chairs 1 to 4, people 11 to 14; each deal by those who played it."""
    return Facts(
        play=POKER_EVENING,
        seats=tuple(SeatFact(1, 1, chair, 10 + chair) for chair in range(1, 5)),
        tables=(TableFact(1, 1, dealer),),
        pools=tuple(
            Pool(1, 1, number, tuple(DealPart(entry) for entry in played), seq=number)
            for number, played in enumerate(deals, start=1)
        ),
    )


ALL, WITHOUT_FIRST = (11, 12, 13, 14), (12, 13, 14)


@pytest.mark.parametrize(
    ("deals", "stay", "dealer"),
    [
        ([ALL], {1, 2, 3, 4}, 2),
        ([ALL, ALL], {1, 2, 3, 4}, 3),
        ([ALL], {1, 3, 4}, 3),  # nobody sits on chair 2 any more
        ([], {1, 2, 3, 4}, 2),  # a table that could not finish: its dealer has dealt
        # chair 1 sits out, so chair 2 deals first, and in the next round chair 3
        ([WITHOUT_FIRST], {2, 3, 4}, 3),
        ([WITHOUT_FIRST, WITHOUT_FIRST], {2, 3, 4}, 4),
        # chair 1 goes after dealing once: chair 2 dealt the second, chair 3 begins the next round
        ([ALL, WITHOUT_FIRST], {2, 3, 4}, 3),
    ],
)
def test_next_dealers(deals, stay, dealer):
    assert find_next_dealers(facts(*deals), 1, {1: stay}, to_right=False) == {1: dealer}


def test_a_table_whose_dealer_was_drawn_and_one_that_nobody_sits_at():
    assert find_next_dealers(facts(ALL, ALL, dealer=2), 1, {1: {1, 2, 3, 4}}, to_right=False) == {1: 4}
    assert find_next_dealers(facts(ALL), 1, {}, to_right=False) == {}
