"""The end of a game at fixed tables: nobody moves, and who is broke takes a fresh stake."""

from tests.core.bell_sheets import sheet
from tournaments.core.formats.whole_games import end_games
from tournaments.core.movement.bell import build_last_bell, keep_numbers
from tournaments.core.movement.seating import TableSeat

#  table 1: player 13 is broke, 14 has gone; table 2: everybody has gone; table 4 (3 is there no more)
TABLES = dict(
    zip((1, 2, 4), sheet("11:80w 12:20 13:0 14:30x \n 21:50wx 22:0x \n . 41:0k 42:90w 43:?"), strict=True)
)


def test_everybody_keeps_table_and_chair():
    over = end_games(TABLES, stakes=True)
    assert over.seats == {
        11: TableSeat(1, 1),
        12: TableSeat(1, 2),
        13: TableSeat(1, 3),
        41: TableSeat(4, 2),
        42: TableSeat(4, 3),
        43: TableSeat(4, 4),
    }
    assert (over.moves, over.exchanges, over.needs, over.unmoved, over.chip) == ((), (), (), {}, None)
    assert {entry for entry, why in over.verdicts.items() if why.code == "left"} == {14, 21, 22}
    assert {entry for entry, why in over.verdicts.items() if why.code == "stays_at_table"} == set(over.seats)


def test_who_is_broke_takes_a_fresh_stake_where_counters_are_played_for():
    assert end_games(TABLES, stakes=True).fresh == (13, 41)
    assert end_games(TABLES, stakes=False).fresh == ()


def test_tables_keep_their_numbers():
    assert keep_numbers(TABLES) == {1: 1, 4: 4}


def test_after_the_last_game_nobody_takes_a_stake():
    last = build_last_bell(end_games(TABLES, stakes=True), TABLES)
    assert (last.fresh, last.moves, last.needs) == ((), (), ())
    assert last.seats == end_games(TABLES, stakes=True).seats
    assert {last.verdicts[entry].code for entry in (11, 42)} == {"last_round"}
    assert last.verdicts[14].code == "left"
