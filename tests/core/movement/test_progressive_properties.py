"""What holds at every bell, whatever the evening looks like."""

import random
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tournaments.core.movement.bell import (
    Bell,
    CutNeed,
    Limits,
    SeatedPlayer,
    SeatedTable,
    TableSeat,
    build_bell,
)
from tournaments.core.movement.cuts import draw_cut
from tournaments.core.reasons import SENTENCES
from tournaments.core.record import Cut
from tournaments.core.settings import AllCalled

LIMITS = Limits()
COUNTERS = st.one_of(st.none(), st.integers(0, 4))  # few, so that many are equal or broke
POLICY = st.sampled_from(AllCalled)


@st.composite
def evenings(draw: st.DrawFn) -> tuple[SeatedTable, ...]:
    return tuple(draw(_table(position)) for position in range(1, draw(st.integers(1, 5)) + 1))


@st.composite
def _table(draw: st.DrawFn, position: int) -> SeatedTable:
    chairs = draw(st.lists(st.integers(1, 8), min_size=3, max_size=7, unique=True))
    rare = st.sampled_from([False, False, False, True])
    players = [
        SeatedPlayer(position * 10 + chair, chair, draw(COUNTERS), draw(rare), draw(rare)) for chair in chairs
    ]
    entries = [player.entry for player in players]
    winners = frozenset(draw(st.sets(st.sampled_from(entries), min_size=1, max_size=2)))
    callers = frozenset(draw(st.sets(st.sampled_from(entries))))
    return SeatedTable(tuple(players), winners, callers, void=draw(rare), deal=1)


def settled(
    tables: tuple[SeatedTable, ...], policy: AllCalled
) -> tuple[tuple[SeatedTable, ...], list[Cut], Bell]:
    """Make every cut and count that is asked for, until nothing is."""
    cuts: dict[object, Cut] = {}
    for step in range(60):
        rung = build_bell(tables, cuts=list(cuts.values()), all_called=policy)
        if not rung.needs:
            return tables, list(cuts.values()), rung
        for need in rung.needs:
            if isinstance(need, CutNeed):
                attempts = (*need.attempts, draw_cut(need, f"seed {step // 20}"))
                made = Cut(1, need.table, need.purpose, attempts, need.deal)
                cuts[need.purpose, need.table, need.deal, made.among] = made
            else:
                table = tables[need.table - 1]
                assert set(need.uncounted) <= {p.entry for p in table.playing if p.counters is None}
                tables = tuple(
                    replace(t, players=tuple(_counted(p, need.uncounted) for p in t.players)) for t in tables
                )
    raise AssertionError("the bell never ends")


def _counted(player: SeatedPlayer, uncounted: tuple[int, ...]) -> SeatedPlayer:
    return replace(player, counters=1 + player.entry % 3) if player.entry in uncounted else player


def _sizes(seats: dict[int, TableSeat], tables: int) -> list[int]:
    return [sum(place.table == position for place in seats.values()) for position in range(1, tables + 1)]


def _sat(tables: tuple[SeatedTable, ...]) -> dict[int, TableSeat]:
    return {
        p.entry: TableSeat(at, p.chair) for at, table in enumerate(tables, start=1) for p in table.playing
    }


@given(evenings(), POLICY)
def test_everybody_sits_once_and_tables_stay_within_the_limits(tables, policy):
    """A table changes by one at most; moves start where the person sat, and end in the seats."""
    _, _, rung = settled(tables, policy)
    seats = _sat(tables)
    assert rung.seats.keys() == seats.keys()
    assert len(set(rung.seats.values())) == len(rung.seats)
    assert all(place.chair > 0 for place in rung.seats.values())
    before, after = _sizes(seats, len(tables)), _sizes(dict(rung.seats), len(tables))
    for old, new in zip(before, after, strict=True):
        assert abs(old - new) <= 1
        assert min(old, LIMITS.fewest) <= new <= max(old, LIMITS.most)
    keeps = {p.entry for table in tables for p in table.players if not p.may_go}
    for move in rung.moves:
        assert move.start == seats[move.entry]
        assert move.end
        assert move.entry not in keeps
        seats[move.entry] = move.end
    assert seats == rung.seats


@given(evenings(), POLICY)
def test_every_player_has_a_verdict_and_every_reason_its_sentence(tables, policy):
    for rung in (build_bell(tables, cuts=(), all_called=policy), settled(tables, policy)[2]):
        assert rung.verdicts.keys() == {p.entry for table in tables for p in table.players}
        moved = {move.entry: move.why for move in rung.moves}
        assert moved.items() <= dict(rung.verdicts).items()
        for why in (*rung.verdicts.values(), *rung.unmoved.values(), *moved.values()):
            assert all(sentence % why.figures for sentence in SENTENCES[why.code])


@given(evenings(), POLICY)
def test_nobody_moves_from_a_table_that_says_why_not_and_one_from_every_other(tables, policy):
    _, _, rung = settled(tables, policy)
    left = [move.start for move in rung.moves if not move.why.code.startswith("swap")]
    first = [start.table for start in left if start]
    unmoved = list(rung.unmoved) if len(tables) > 1 else [1]
    assert sorted(first + unmoved) == list(range(1, len(tables) + 1))


@given(evenings(), POLICY, st.randoms(use_true_random=False))
def test_the_order_in_which_players_and_cuts_are_given_changes_nothing(tables, policy, chance):
    counted, cuts, rung = settled(tables, policy)
    mixed = tuple(replace(t, players=tuple(_shuffled(t.players, chance))) for t in counted)
    assert build_bell(mixed, cuts=_shuffled(cuts, chance), all_called=policy) == rung


def _shuffled(things, chance: random.Random):
    return chance.sample(list(things), len(things))


@given(evenings(), POLICY, st.integers(1, 99))
def test_a_count_that_was_not_asked_for_decides_nothing(tables, policy, counters):
    counted, cuts, rung = settled(tables, policy)
    full = tuple(
        replace(
            t, players=tuple(replace(p, counters=counters) if p.counters is None else p for p in t.players)
        )
        for t in counted
    )
    assert build_bell(full, cuts=cuts, all_called=policy) == rung


@given(evenings(), POLICY)
def test_what_is_provisional_is_kept_once_the_needs_are_met(tables, policy):
    first, (_, _, last) = build_bell(tables, cuts=(), all_called=policy), settled(tables, policy)
    assert first.fresh == last.fresh
    assert first.exchanges == last.exchanges[: len(first.exchanges)]
    assert first.chip in (None, last.chip)
    known = [move for move in first.moves if move.end and move.end.chair]
    assert [move for move in last.moves if move in known] == known


@given(evenings(), POLICY)
def test_every_broke_player_takes_a_stake_and_is_exchanged_unless_nobody_can_be(tables, policy):
    _, _, rung = settled(tables, policy)
    broke = {p.entry: p for table in tables for p in table.playing if p.counters == 0}
    assert set(rung.fresh) == broke.keys()
    people = [person for pair in rung.exchanges for person in pair]
    assert len(people) == len(set(people))
    assert broke.keys().isdisjoint(partner for _broke, partner in rung.exchanges)
    could_be_partners = {p.entry for t in tables for p in t.playing if p.may_go} - broke.keys() - set(people)
    left_there = [entry for entry in could_be_partners if rung.seats[entry].table == len(tables)]
    for entry in broke.keys() - set(people):
        at_booby = rung.seats[entry].table == len(tables)
        assert at_booby or broke[entry].keeps_seat or not left_there
        moved = any(move.entry == entry for move in rung.moves)
        assert moved or rung.verdicts[entry].code.startswith("fresh_")
