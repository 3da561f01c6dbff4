"""A knockout as the facts tell it: who still plays to win, who is out, and how far everybody came."""

from dataclasses import replace

from tournaments.core.evening import Facts
from tournaments.core.formats.knockout import Knockout
from tournaments.core.formats.registry import build_play
from tournaments.core.record import Entry, Presence, PresenceFact, Round, SeatFact, TableFact
from tournaments.core.settings import Settings

KNOCKOUT = build_play("draw-poker", {}, "knockout")
FORMAT = Knockout()
ROTATION = build_play("draw-poker", {}, "rotation")
PLAIN, CONSOLED = Settings(), Settings(consolation=True)


def evening(*games: str, rounds: tuple[Round, ...], play=KNOCKOUT) -> Facts:
    """Each game is a drawing of its tables: ``12|34`` sits 1 and 2 at table 1, 3 and 4 at table 2."""
    seats, tables = [], []
    for number, game in enumerate(games, start=1):
        for at, table in enumerate(game.split("|"), start=1):
            tables.append(TableFact(number, at, 1))
            seats += [SeatFact(number, at, chair, int(entry)) for chair, entry in enumerate(table, start=1)]
    people = range(1, 10)
    return Facts(
        play=play,
        entries=tuple(Entry(entry, f"P{entry}") for entry in people),
        presences=tuple(PresenceFact(entry, 1, Presence.HERE, entry) for entry in people),
        rounds=rounds,
        tables=tuple(tables),
        seats=tuple(seats),
    )


THREE = evening(
    "123|456|78", "147|59", "149", rounds=(Round(1), Round(2, main=1, byes=(9,)), Round(3, main=1))
)
"""Nine come; 9 has no seat in the first game, and in the second one that is not the main field's."""


def test_who_finds_no_seat_in_the_first_game_has_a_bye_in_it():
    assert FORMAT.find_byes(THREE, 1) == (9,)
    assert FORMAT.find_contenders(THREE, 1) == set(range(1, 10))
    assert FORMAT.find_byes(THREE, 3) == ()


def test_the_tables_of_the_main_field():
    assert FORMAT.find_main_tables(THREE, 1) == (1, 2, 3)
    assert FORMAT.find_main_tables(THREE, 2) == (1,)
    assert FORMAT.find_contenders(THREE, 2) == {1, 4, 7, 9}


def test_the_final_is_the_one_table_without_byes():
    assert [FORMAT.is_final(THREE, number) for number in (1, 2, 3)] == [False, False, True]
    assert not ROTATION.format.is_final(evening("123456789", rounds=(Round(1),), play=ROTATION), 1)


def test_how_far_everybody_came():
    assert FORMAT.find_last_rounds(THREE) == {1: 3, 4: 3, 9: 3, 7: 2, **dict.fromkeys((2, 3, 5, 6, 8), 1)}
    assert ROTATION.format.find_last_rounds(THREE) is None


def test_who_is_out_gets_no_seat_unless_there_is_a_consolation():
    assert KNOCKOUT.format.find_unseated(replace(THREE, settings=PLAIN), 1) == frozenset()
    assert KNOCKOUT.format.find_unseated(replace(THREE, settings=PLAIN), 2) == {2, 3, 5, 6, 8}
    assert KNOCKOUT.format.find_unseated(replace(THREE, settings=CONSOLED), 2) == frozenset()
    assert KNOCKOUT.format.find_unseated(replace(THREE, settings=PLAIN), 0) == frozenset()


def test_who_goes_while_the_first_game_is_played_had_the_bye_all_the_same():
    gone = PresenceFact(9, 1, Presence.PAUSED, 20)
    back = PresenceFact(9, 2, Presence.HERE, 21)
    facts = Facts(
        play=KNOCKOUT,
        entries=THREE.entries,
        presences=(*THREE.presences, gone, back),
        rounds=(Round(1),),
        seats=tuple(seat for seat in THREE.seats if seat.round == 1),
    )
    assert FORMAT.find_byes(facts, 1) == (9,)
