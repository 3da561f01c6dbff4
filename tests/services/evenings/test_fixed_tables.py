"""Fixed tables: whole games, at each table its own, until the last one is over."""

from typing import Any

import pytest

from accounts.errors import StaleError
from tests.bids import told
from tests.cast import FIXED, refused
from tests.services.refusals import Refusal, begun, done, every, is_refused, seat
from tournaments.attendance.services import player_drop
from tournaments.bell.services.bell import bell_ring, moves_apply
from tournaments.core.record import Ending
from tournaments.models import OpenDeal
from tournaments.results.services import evening_finish, evening_settle
from tournaments.scoring.services.deals import table_end
from tournaments.seating.services import seats_swap

pytestmark = pytest.mark.slow

SHORT: dict[str, Any] = {"game": "caller-clag", "options": {"deals": 2}, **FIXED}
"""A game of two deals at each table."""


# A game that stops


def test_a_game_stops_where_it_is(night):
    night = night(8, game="clag", **FIXED)
    night.score(1)
    night.bid(1)
    table_end(night.by, round=1, table=1, ending=Ending.EARLY)
    assert not OpenDeal.objects.filter(void=None).exists()
    assert night.preview().still_out == (2,)
    assert (night.at(1).next_number, night.preview().rung) == (0, False)
    for _twice in range(2):
        with refused("table", "already has its result", StaleError):
            table_end(night.by, round=1, table=1, ending=Ending.EARLY)
    table_end(night.by, round=1, table=2, ending=Ending.EARLY)
    assert night.preview().rung
    assert len(night.facts.pools) == 1


SCORED = [lambda night: night.score(1)]
REFUSALS: dict[str, Refusal] = {
    "no other early end": (
        begun(8, game="clag", unfinished="cut", **FIXED), table_end, {"table": 1, "ending": Ending.VOID},
        "ending", "can only stop early",
    ),
    "a game that is over is not stopped": (
        begun(8, lambda night: night.play_table(1), **SHORT), table_end, {"table": 1, "ending": Ending.EARLY},
        "table", "already has its result", StaleError,
    ),
    "it does not settle in the middle of a game": (
        begun(8, *SCORED, game="clag", **FIXED), evening_settle, {}, "round", "Ring the bell first",
    ),
    "nor when the bell has rung": (
        begun(8, *SCORED, done(bell_ring), game="clag", **FIXED), evening_settle, {},
        "round", "missing at tables 1, 2",
    ),
    "nobody has stayed": (
        begun(4, *[done(player_drop, entry=seat(1, n)) for n in range(4)], done(bell_ring), **SHORT, games=2),
        moves_apply, {}, "round", "Nobody plays any more",
    ),
}  # fmt: skip


@every(REFUSALS)
def test_refusals(night, row):
    is_refused(night, *row)


def test_a_bell_by_hand_lets_each_table_finish_its_deal(night):
    night = night(8, game="clag", **FIXED)
    night.score(1)
    night.bid(1)
    bell_ring(night.by, round=1)
    assert night.preview().still_out == (1, 2)
    night.score(1)
    assert (night.at(1).next_number, night.preview().still_out) == (0, (2,))
    with refused("deal", "has played all its deals"):
        night.bid(1, 0, 0, 0, 0, deal=3, bids=told(night.at(2)))
    table_end(night.by, round=1, table=2, ending=Ending.EARLY)
    night.settle()


# Comings and goings


def test_the_dealer_leaves_and_the_deal_passes_on(night):
    night = night(5, game="clag", **FIXED)
    night.score(1)
    at = night.at(1)
    dealer = at.places[at.find_dealer(2)]
    left = at.list_bidders(2)[0]
    player_drop(night.by, entry=dealer)
    assert night.at(1).places[night.at(1).find_dealer(2)] == left


def test_a_table_that_everybody_left_is_gone_and_the_others_keep_their_numbers(night):
    night = night(15, game="clag", games=2, **FIXED)
    first, *others = night.tables
    for entry in night.table(first):
        player_drop(night.by, entry=entry)
    for table in others:
        table_end(night.by, round=1, table=table, ending=Ending.EARLY)
    seats = night.seats()
    assert night.preview().rung
    moves_apply(night.by, round=1)
    assert night.tables == others
    assert night.seats() == {e: seat for e, seat in seats.items() if seat[0] != first}
    assert night.facts.rounds[-1].number == 2


def test_everybody_has_left(night):
    night = night(4, game="clag", games=2, **FIXED)
    for entry in night.table(1):
        player_drop(night.by, entry=entry)
    bell_ring(night.by, round=1)
    evening_settle(night.by, round=1)
    evening_finish(night.by)


def test_seats_change_only_before_the_first_bids(night):
    night = night(8, game="clag", **FIXED)
    one, other = night.table(1)[0], night.table(2)[0]
    seats_swap(night.because("beside her friend"), first=one, second=other)
    night.bid(2)
    with refused("table", "has started its game"):
        seats_swap(night.because("back again"), first=one, second=other)
    night.score(2)
    with refused("table", "has started its game"):
        seats_swap(night.because("back again"), first=one, second=other)


# Undo, and the end
