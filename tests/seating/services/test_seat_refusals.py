"""What cannot be done to seats, tables, cuts and moves."""

import pytest

from accounts.errors import StaleError
from tests.bell.services.test_cut_record import body, tied
from tests.cast import AT_THE_END, FIXED, Night
from tests.seating.services.test_tables_level import uneven
from tests.services.refusals import Refusal, begun, done, every, is_refused, named, people, played, seat
from tournaments.attendance.services import (
    Arrival,
    entry_change,
    entry_withdraw,
    people_check_in,
    player_drop,
    player_pause,
    seat_keep,
)
from tournaments.bell.services.bell import bell_ring, cut_draw, cut_record, moves_apply
from tournaments.bell.services.clock import round_last
from tournaments.core.record import Ending, Purpose, Stage
from tournaments.results.services import evening_settle
from tournaments.scoring.services.deals import table_end
from tournaments.seating.services import (
    seat_move,
    seats_draw,
    seats_swap,
    table_add,
    table_close,
    tables_level,
)

RUNG, NELL = done(bell_ring), done(people_check_in, people=[Arrival("Nell")])
FIRST_TO_3 = {"entry": seat(1), "table": 3}
DOWN = {"round": 1, "purpose": Purpose.DOWN, "table": 1}
CUT = {**DOWN, "cards": lambda night: body(night)["cards"]}
LEVEL = ("table", "The tables are level")
NO_CUT = ("cards", "No cut is needed")


def gone(*seats):
    """Who sits there goes home: all of them at once, so places are those of before."""

    def act(night: Night) -> None:
        for entry in [night.table(table)[place] for table, place in seats]:
            done(player_drop, entry=entry)(night)

    return act


def cards(*dealt, among=lambda night: night.table(1)[1:]):
    """These cards, for those who cut."""
    return lambda night: dict(zip(among(night), dealt, strict=False))


def also(who):
    """Somebody else has cut with those who must."""
    return lambda night: {**body(night)["cards"], who(night): "2S"}


REFUSALS: dict[str, Refusal] = {
    "drawn for nobody": (begun(0, stage=Stage.CHECK_IN), seats_draw, {}, "players", "at least 2"),
    "drawn for one": (begun(1, stage=Stage.CHECK_IN), seats_draw, {}, "players", "at least 2"),
    "a draw by a long seed": (begun(12, stage=Stage.CHECK_IN), seats_draw, {"seed": "x" * 65}, "seed"),
    "a draw by no letter": (begun(12, stage=Stage.CHECK_IN), seats_draw, {"seed": "\x00"}, "seed"),
    "a draw by half a letter": (begun(12, stage=Stage.CHECK_IN), seats_draw, {"seed": "\ud800"}, "seed"),
    "to a table that is none": (begun(12), seat_move, {**FIRST_TO_3, "table": 4}, "table", "no table 4"),
    "to table 0": (begun(12), seat_move, {**FIRST_TO_3, "table": 0}, "table", "no table"),
    "to a huge table": (begun(12), seat_move, {**FIRST_TO_3, "table": 10**30}, "table", "no table"),
    "to a chair that is taken": (begun(12), seat_move, {**FIRST_TO_3, "chair": 1}, "chair", (
        "Swap the two players"
    )),
    "to chair 8": (begun(12), seat_move, {**FIRST_TO_3, "chair": 8}, "chair", "from 1 to 7"),
    "to chair 0": (begun(12), seat_move, {**FIRST_TO_3, "chair": 0}, "chair", "from 1 to 7"),
    "to chair -1": (begun(12), seat_move, {**FIRST_TO_3, "chair": -1}, "chair", "from 1 to 7"),
    "to a full table": (begun(15), seat_move, {"entry": seat(1), "table": 2}, "table", "Table 2 is full"),
    "too few stay": (begun(12, gone((1, 3))), seat_move, FIRST_TO_3, "entry", "table 1 would have too few"),
    "moved but gone": (
        begun(12, gone((2, 0))), seat_move, {"entry": seat(2), "table": 3}, "entry", "does not wait",
    ),
    "moved but paused": (
        begun(12, done(player_pause, entry=seat(2))), seat_move, {"entry": seat(2), "table": 3},
        "entry", "does not wait",
    ),
    "moved but late": (
        begun(12, NELL), seat_move, {"entry": named("Nell"), "table": 3}, "entry", "does not wait",
    ),
    "nobody moved": (begun(12), seat_move, {"entry": 10**6, "table": 3}, "entry", "does not wait"),
    "to a table that has played": (
        begun(12, played(3)), seat_move, FIRST_TO_3, "table", "Table 3 has started its deal",
    ),
    "swapped with oneself": (
        begun(12), seats_swap, {"first": seat(2), "second": seat(2)}, "second", "two different players",
    ),
    "swapped by nobody": (begun(12), seats_swap, {"first": 10**6, "second": seat(2)}, "first", "no seat"),
    "swapped with who waits": (
        begun(12, NELL), seats_swap, {"first": seat(2), "second": named("Nell")}, "second", "no seat",
    ),
    "swapped with who has gone": (
        begun(12, gone((2, 1))), seats_swap, {"first": seat(2), "second": seat(2, 1)}, "second", "no seat",
    ),
    "swapped when played": (
        begun(12, played(3)), seats_swap, {"first": seat(1), "second": seat(3)},
        "table", "Table 3 has started its deal",
    ),
    "swapped when rung": (
        begun(12, RUNG), seats_swap, {"first": seat(1), "second": seat(2)}, "round", "has rung",
    ),
    "a table for none": (begun(27), table_add, {"entries": []}, "entries", "from 3 to 7"),
    "a table for two": (begun(27), table_add, {"entries": people(2, 2)}, "entries", "from 3 to 7"),
    "a table for eight": (
        begun(27), table_add, {"entries": lambda night: [*night.table(2), *night.table(3)][:8]},
        "entries", "from 3 to 7",
    ),
    "a table for one, three times": (
        begun(15), table_add, {"entries": lambda night: night.table(2)[:1] * 3}, "entries", "from 3 to 7",
    ),
    "a table from too few": (
        begun(12), table_add, {"entries": people(1, 3)}, "entries", "table 1 would have too few",
    ),
    "a table when rung": (begun(15, RUNG), table_add, {"entries": people(2, 4)}, "round", "has rung"),
    "who has gone keeps no seat": (
        begun(12, gone((2, 0))), seat_keep, {"entry": seat(2), "keeps": True}, "entry", "does not play at",
    ),
    "the only table closed": (begun(4), table_close, {"table": 1}, "table", "only table"),
    "closed without room": (begun(15), table_close, {"table": 3}, "table", "no room for the 4"),
    "closed when played": (begun(12, played(2)), table_close, {"table": 3}, "table", "table 2, which has"),
    **{
        f"table {table} closed": (
            begun(12), table_close, {"table": table}, "table", "Choose table 3.",
        )
        for table in (1, 2, 4, 0)
    },
    "level already": (begun(20), tables_level, {}, *LEVEL),
    "The tables are level": (begun(20, gone((3, 0))), tables_level, {}, *LEVEL),  # 4-6-5-4
    "too few for their tables": (
        begun(12, gone(*((table, place) for table in (1, 2, 3) for place in (0, 1)))), tables_level, {},
        "table", "6 players are too few for 3 tables. Close table 3",
    ),
    "levelled when played": (
        lambda make: uneven(make, played(3)), tables_level, {}, "table", "Table 3 has started its deal",
    ),
    "levelled when rung": (lambda make: uneven(make, RUNG), tables_level, {}, "round", "bell has rung"),
    "a whole game has begun": (
        begun(11, gone((1, 1), (1, 2)), lambda night: night.bid(3), game="jabberwocky", **FIXED),
        tables_level, {}, "table", "Table 3 has started its game",
    ),
    "a table that stopped": (
        begun(
            11, gone((2, 1), (2, 2), (2, 3)), done(table_end, table=1, ending=Ending.EARLY), **FIXED,
        ),
        tables_level, {}, "table", "Table 1 has started its game",
    ),
    "the last one of fixed tables": (begun(8, **FIXED), round_last, {}, "round", "in the settings"),
    "moves twice": (begun(12, Night.next_round), moves_apply, {"round": 1}, "round", "is over", StaleError),
    "moves of a new round": (begun(12, Night.next_round), moves_apply, {}, "round", "not rung yet"),
    "moves before the bell": (begun(12, played(2, 3)), moves_apply, {}, "round", "not rung yet"),
    "moves without results": (begun(12, played(1)), moves_apply, {}, "round", "missing at tables 2, 3"),
    "moves without a cut": (begun(12, played(1, 2, 3)), moves_apply, {}, "cards", "table 1 (round 1)"),
    "moves without a count": (
        begun(12, played(1, 2, 3), **AT_THE_END), moves_apply, {}, "counts", "Count the counters at table 1",
    ),
    "one card twice": (tied, cut_record, {**CUT, "cards": cards("KS", "KS", "AC")}, "cards", "KS"),
    "a card missing": (tied, cut_record, {**CUT, "cards": cards("KS", "TH")}, "cards", "must cut too"),
    "all cards missing": (tied, cut_record, {**CUT, "cards": cards()}, "cards", "must cut too"),
    "no rank": (tied, cut_record, {**CUT, "cards": cards("KS", "TH", "1C")}, "cards"),
    "no card": (tied, cut_record, {**CUT, "cards": cards("KS", "TH", "")}, "cards"),
    "no letter": (tied, cut_record, {**CUT, "cards": cards("KS", "TH", "AC\x00")}, "cards"),
    "the winner cuts": (tied, cut_record, {**CUT, "cards": also(seat(1))}, "cards", "does not cut here"),
    "another table cuts": (tied, cut_record, {**CUT, "cards": also(seat(2))}, "cards", "does not cut here"),
    "cut to go up": (tied, cut_record, {**CUT, "purpose": Purpose.UP}, *NO_CUT),
    "cut elsewhere": (tied, cut_record, {**CUT, "table": 2}, *NO_CUT),
    "cut in round 2": (tied, cut_record, {**CUT, "round": 2}, *NO_CUT),
    "cut in round 0": (tied, cut_record, {**CUT, "round": 0}, *NO_CUT),
    "cut for a deal": (tied, cut_record, {**CUT, "deal": 1}, *NO_CUT),
    "cut twice": (lambda make: tied(make, done(cut_record, **CUT)), cut_record, CUT, *NO_CUT),
    # A table still playing has not "failed to finish": its players do not cut.
    "cut before the result": (
        begun(12, RUNG), cut_record,
        {
            **DOWN, "purpose": Purpose.UP, "table": 2,
            "cards": cards("KS", "2S", "3S", "4S", among=people(2)),
        },
        *NO_CUT,
    ),
    # After the last bell only a yellow chip is cut for.
    "cut after the last bell": (lambda make: tied(make, done(evening_settle)), cut_record, CUT, *NO_CUT),
    "drawn by a long seed": (tied, cut_draw, {**DOWN, "seed": "x" * 65}, "seed"),
    "drawn by no letter": (tied, cut_draw, {**DOWN, "seed": "a\x00"}, "seed"),
    "drawn twice": (lambda make: tied(make, done(cut_draw, **DOWN)), cut_draw, DOWN, *NO_CUT),
    "drawn elsewhere": (tied, cut_draw, {**DOWN, "table": 2}, *NO_CUT),
    "drawn to go up": (tied, cut_draw, {**DOWN, "purpose": Purpose.UP}, *NO_CUT),
    "drawn in round 2": (tied, cut_draw, {**DOWN, "round": 2}, *NO_CUT),
}  # fmt: skip


@pytest.mark.every_case
@every(REFUSALS)
def test_refusals(night, row):
    is_refused(night, *row)


def test_somebody_of_another_evening_is_refused(night, cast):
    theirs = night(4, club=cast.other_club).table(1)[0]
    seated, playing = begun(12, stage=Stage.SEATED), begun(12)
    changed = {"name": "Nell", "role": ""}
    four = {"entries": lambda hall: [*hall.table(2)[:3], theirs]}
    rows: list[Refusal] = [
        (seated, entry_withdraw, {"entry": theirs}, "entry", ""),
        *(
            (seated, entry_change, {**changed, "entry": e}, "entry", "not checked in")
            for e in (theirs, -1, 0)
        ),
        (playing, seat_move, {"entry": theirs, "table": 3}, "entry", "does not wait"),
        (playing, seats_swap, {"first": seat(2), "second": theirs}, "second", "no seat"),
        (playing, seat_keep, {"entry": theirs, "keeps": True}, "entry", "not checked in"),
        (playing, player_drop, {"entry": theirs}, "entry", ""),
        (playing, player_pause, {"entry": theirs}, "entry", ""),
        (begun(15), table_add, four, "entry", "does not wait"),
        (tied, cut_record, {**CUT, "cards": also(lambda _hall: theirs)}, "cards", "does not cut here"),
    ]
    for row in rows:
        is_refused(night, *row)
