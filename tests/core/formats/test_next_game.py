"""The draw of a next game, from the facts to the chairs: by number of coming, so that a seed repeats it."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.core.score_sheets import said
from tournaments.core.evening import Facts
from tournaments.core.formats.knockout import Knockout
from tournaments.core.formats.preview import build_preview
from tournaments.core.formats.registry import build_play
from tournaments.core.formats.whole_games import build_draw_bell, build_past, find_next_game
from tournaments.core.movement.seating import build_seated_tables
from tournaments.core.reasons import Reason
from tournaments.core.record import (
    DealPart,
    Entry,
    Pool,
    Presence,
    PresenceFact,
    Round,
    SeatFact,
    Stake,
    StakeKind,
    TableFact,
)
from tournaments.core.settings import Settings

FORMATS = ("rotation", "swiss", "knockout", "ladder")


def first_game(
    format: str, players: int, game: str = "draw-poker", *, start: int = 1, seed: str = "s"
) -> Facts:
    """So many at two tables, one deal at each; the first seats win. Ids count up from ``start``."""
    ids = [start + 3 * n for n in range(players)]
    half = (players + 1) // 2
    tables = {1: ids[:half], 2: ids[half:]}
    return Facts(
        play=build_play(game, {}, format),
        entries=tuple(Entry(entry, f"P{entry}") for entry in ids),
        presences=tuple(PresenceFact(entry, 1, Presence.HERE, n) for n, entry in enumerate(ids)),
        rounds=(Round(1, rung_seq=99),),
        tables=tuple(TableFact(1, table, 1) for table in tables),
        seats=tuple(SeatFact(1, t, c, e) for t, at in tables.items() for c, e in enumerate(at, start=1)),
        pools=tuple(
            Pool(
                1,
                t,
                1,
                tuple(DealPart(e, e == at[0], counters=len(at) - 1 if e == at[0] else -1) for e in at),
                50 + t,
            )
            for t, at in tables.items()
        ),
        stakes=tuple(Stake(entry, 1, StakeKind.FIRST, 50, 1) for entry in ids),
        seed=seed,
        settings=Settings(games=3),
    )


@settings(max_examples=60)
@given(
    format=st.sampled_from(FORMATS),
    players=st.integers(4, 14),
    seed=st.text("abc", min_size=1, max_size=3),
    consolation=st.booleans(),
)
def test_everybody_here_sits_once_or_is_told_why_not(format, players, seed, consolation):
    facts = first_game(format, players, seed=seed)
    drawn = find_next_game(replace(facts, settings=Settings(games=3, consolation=consolation)), 1)
    assert drawn.end_reason is None
    seated = [entry for table in drawn.tables for entry in table]
    assert sorted([*seated, *drawn.sits_out]) == sorted(entry.id for entry in facts.entries)
    assert set(drawn.why) == {entry.id for entry in facts.entries}
    assert all(said(why) for why in drawn.why.values())
    assert set(drawn.byes) <= set(drawn.sits_out)
    assert all(2 <= len(table) <= 7 for table in drawn.tables)


@pytest.mark.parametrize("format", FORMATS)
def test_the_ids_of_a_database_change_nothing(format):
    """The same people by other numbers: the same seats by their order of coming."""
    seats = []
    for start in (1, 500):
        facts = first_game(format, 13, start=start)
        order = [entry.id for entry in facts.entries]
        drawn = find_next_game(facts, 1)
        seats.append([[order.index(entry) for entry in table] for table in drawn.tables])
    assert seats[0] == seats[1]
    if format == "ladder":
        return  # a game that everybody sits in goes by results alone
    assert seats[0] != [
        [order.index(entry) for entry in table]
        for table in find_next_game(replace(facts, seed="other"), 1).tables
    ]


@pytest.mark.parametrize("format", FORMATS)
def test_what_happens_in_the_game_that_was_drawn_changes_it_not(format):
    """Also after it has begun, and somebody has left it, the draw comes out as it was."""
    facts = first_game(format, 13)
    drawn = find_next_game(facts, 1)
    begun = replace(
        facts,
        rounds=(*facts.rounds, Round(2, main=drawn.main, byes=drawn.byes)),
        seats=(
            *facts.seats,
            *(SeatFact(2, t, c, e) for t, at in enumerate(drawn.tables, 1) for c, e in enumerate(at, 1)),
        ),
        presences=(*facts.presences, PresenceFact(drawn.tables[0][0], 2, Presence.LEFT, 200)),
        stakes=(*facts.stakes, Stake(drawn.tables[0][0], 2, StakeKind.DEPARTURE, 50, 200)),
    )
    assert find_next_game(begun, 1) == drawn


def test_who_left_in_the_game_is_not_drawn_and_who_came_is():
    facts = first_game("rotation", 8)
    left, came = facts.entries[0].id, 99
    facts = replace(
        facts,
        entries=(*facts.entries, Entry(came, "Lotte")),
        presences=(
            *facts.presences,
            PresenceFact(left, 1, Presence.LEFT, 60),
            PresenceFact(came, 2, Presence.HERE, 61),
        ),
    )
    drawn = find_next_game(facts, 1)
    seated = {entry for table in drawn.tables for entry in table}
    assert left not in seated
    assert came in seated
    bell = build_draw_bell(facts, build_seated_tables(facts, 1), drawn)
    assert bell.verdicts[left].code == "left"
    assert came not in {move.entry for move in bell.moves}
    assert bell.seats.keys() == seated


def test_who_has_none_left_takes_a_fresh_stake_also_after_a_game_sat_out():
    facts = first_game("rotation", 8)
    broke, waits, gone = (entry.id for entry in facts.entries[1:4])
    stakes = tuple(
        replace(stake, counters=1) if stake.entry in (broke, gone) else stake for stake in facts.stakes
    )
    facts = replace(facts, stakes=(*stakes, Stake(gone, 1, StakeKind.DEPARTURE, 0, 70)))
    drawn = find_next_game(facts, 1)
    bell = build_draw_bell(facts, build_seated_tables(facts, 1), drawn)
    assert bell.fresh == (broke,)
    assert waits in bell.seats


def test_who_has_dealt():
    facts = first_game("rotation", 8)
    first = {table.position: table.dealer for table in facts.tables}
    numbers = {entry.id: n for n, entry in enumerate(facts.entries, start=1)}
    past = build_past(facts, numbers)
    assert first == {1: 1, 2: 1}
    assert past.deal_counts == {1: 1, 5: 1}
    assert past.games == (((1, 2, 3, 4), (5, 6, 7, 8)),)
    assert past.sitting_out == ((),)


def test_the_deal_goes_round_also_past_those_who_are_not_in_it():
    facts = first_game("rotation", 8)
    one = facts.pools[0]
    lines = one.lines[2:]  # the first two sat the second deal out
    facts = replace(facts, pools=(*facts.pools, Pool(1, 1, 2, lines, 60)))
    numbers = {entry.id: n for n, entry in enumerate(facts.entries, start=1)}
    assert build_past(facts, numbers).deal_counts == {1: 1, 3: 1, 5: 1}


def test_the_field_of_a_knockout_grows_smaller():
    facts = first_game("knockout", 12)
    drawn = find_next_game(replace(facts, settings=Settings(through=2)), 1)
    assert {entry for table in drawn.tables for entry in table} < Knockout().find_contenders(facts, 1)
    assert drawn.main == len(drawn.tables) == 1


def test_when_no_game_follows():
    alone = first_game("rotation", 4)
    gone = tuple(PresenceFact(entry.id, 1, Presence.LEFT, 60) for entry in alone.entries[1:])
    few = replace(alone, presences=(*alone.presences, *gone))
    assert find_next_game(few, 1).end_reason == Reason("too_few_left")
    final = replace(
        first_game("knockout", 6),
        tables=(TableFact(1, 1, 1),),
        seats=tuple(SeatFact(1, 1, n, 1 + 3 * (n - 1)) for n in range(1, 7)),
    )
    assert find_next_game(replace(final, settings=Settings()), 1).end_reason == Reason("final_played")


class Asked(SeatFact):
    """A seat that counts how often it is asked for its round."""

    times = 0

    def __getattribute__(self, name):
        Asked.times += name == "round"
        return super().__getattribute__(name)


@pytest.mark.parametrize("format", ["rotation", "swiss"])
def test_a_later_game_goes_through_the_seats_no_more_often(format):
    first, times = first_game(format, 12), []
    for games in (2, 6):
        played = range(1, games + 1)
        facts = replace(
            first,
            settings=Settings(games=9),
            rounds=tuple(Round(n, rung_seq=100 + n, closed=n < games) for n in played),
            tables=tuple(replace(table, round=n) for n in played for table in first.tables),
            pools=tuple(replace(pool, round=n) for n in played for pool in first.pools),
            seats=tuple(Asked(n, at.position, at.chair, at.entry) for n in played for at in first.seats),
        )
        Asked.times = 0
        preview = build_preview(facts, games)
        assert preview.next_game is not None
        assert preview.next_game.end_reason is None
        times.append(Asked.times / len(facts.seats))
    assert times[1] <= times[0]
