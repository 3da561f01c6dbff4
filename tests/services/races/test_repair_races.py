"""Many people mend one evening at once, while others write results: one is first, the rest are told."""

from functools import partial
from random import Random

import pytest

from accounts.errors import RuleError, SameError, StaleError, StateError
from tests.cast import Night
from tests.scoring.services.test_deal_record import body
from tests.services.races.test_races import (
    MANY,
    RACE,
    Call,
    at_once,
    no_gaps,
    one_won,
)
from tournaments.attendance.services import (
    Arrival,
    people_check_in,
    player_drop,
    player_pause,
    player_return,
    seat_keep,
)
from tournaments.base.views import rehearse
from tournaments.bell.services.bell import bell_ring, moves_apply
from tournaments.core.movement.seating import (
    find_presence,
    list_playing,
    list_presences,
    list_seats,
    list_waiting,
)
from tournaments.core.record import Presence
from tournaments.evening.selectors.moves import TAKEN_BACK
from tournaments.evening.services.journal import RequestedBy
from tournaments.models import Deal, DealVersion, Journal, RoundTable, StakeRow
from tournaments.scoring.services.counts import deal_withdraw
from tournaments.scoring.services.deals import deal_correct, deal_record
from tournaments.seating.services import seat_move, seats_swap, table_add, table_close, tables_level
from tournaments.undo.services.revert import line_take_back
from tournaments.undo.services.undo import bell_undo, moves_replay

pytestmark = [pytest.mark.postgresql(every_case=True), *RACE]
WHY = "all at once"


def everybody_sits_once(night: Night) -> None:
    """At tables that there are, on chairs of their own; who plays sits or waits."""
    facts, number = night.facts, night.round
    seats = list_seats(facts, number)
    assert len({seat.entry for seat in seats}) == len(seats)
    assert len({(seat.position, seat.chair) for seat in seats}) == len(seats)
    assert {seat.position for seat in seats} <= {t.position for t in facts.tables if t.round == number}
    plays = {entry for entry, state in list_presences(facts, number).items() if state.plays}
    assert plays == {*list_playing(facts, number), *list_waiting(facts, number)}


def corrected(night: Night, table: int, winner: int, base: int = 1) -> Call:
    """A correction of the table's deal: everybody put in one counter, and this one won."""
    pools = {pool.position: pool for pool in night.facts.pools if pool.round == night.round}
    players = [line.entry for line in pools[table].lines]
    net = dict.fromkeys(players, -1) | {players[winner]: len(players) - 1}
    body = night.told(table, [players[winner]], net)
    return partial(deal_correct, night.because(f"winner {winner}"), **body, base_version=base)


def test_many_take_back_the_same_line(night):
    night = night(12)
    line = player_drop(night.by, entry=night.table(2)[0])
    before = night.seats()
    one_won(at_once([partial(line_take_back, night.keyed(), line=line.seq) for _one in range(MANY)]))
    assert StakeRow.objects.filter(kind="departure", void=None).count() == 0
    assert night.seats() == before
    everybody_sits_once(night)


def test_taken_back_while_its_table_plays_on(night):
    """Either the departure stands and the others played without, or it is taken back and all did."""
    night = night(12)
    gone, *stay = night.table(2)
    line = player_drop(night.by, entry=gone)
    told = night.told(2, stay[:1], dict(zip(stay, (1, -1, 0), strict=True)))
    calls: list[Call] = [
        *[partial(line_take_back, night.keyed(), line=line.seq) for _one in range(MANY // 2)],
        *[partial(deal_record, night.keyed(), **told) for _one in range(MANY // 2)],
    ]
    answers = at_once(Random(7).sample(calls, len(calls)))
    assert {type(answer) for answer in answers} <= {Journal, RuleError, SameError, StaleError, StateError}
    played = {line.entry for pool in night.facts.pools for line in pool.lines}
    here = find_presence(night.facts, gone, 1)
    assert (here is Presence.HERE) == Journal.objects.filter(verb="line_taken_back").exists()
    assert gone not in played
    assert not played or here is Presence.LEFT
    everybody_sits_once(night)


def test_withdrawn_corrected_and_written_anew(night):
    night = night(12)
    night.play(2)
    again = body(night, 2)
    calls: list[Call] = [
        *[partial(deal_withdraw, night.because(WHY), round=1, table=2, deal=1)] * 13,
        *[corrected(night, 2, n % 4) for n in range(13)],
        *[partial(deal_record, night.keyed(), **again) for _one in range(14)],
    ]
    answers = at_once(Random(7).sample(calls, len(calls)))
    assert {type(answer) for answer in answers} <= {Journal, RuleError, SameError, StaleError, StateError}
    assert Deal.objects.filter(void=None).count() <= 1
    for deal in Deal.objects.all():
        versions = list(DealVersion.objects.filter(deal=deal).values_list("version", flat=True))
        assert versions == list(range(1, len(versions) + 1))
    everybody_sits_once(night)


def test_a_table_is_closed_once_and_opened_once(night):
    night = night(24)
    close = [partial(table_close, night.because(WHY), table=max(night.tables))] * MANY
    one_won(at_once(close), RuleError)
    before = len(night.tables)
    people = [table[0] for table in map(night.table, night.tables)][:3]
    add = [partial(table_add, night.because(WHY), entries=people) for _one in range(MANY)]
    at_once(add)  # those who have just gone there may be called to yet another table
    added = Journal.objects.filter(verb="table_added").count()
    assert RoundTable.objects.filter(void=None).count() == before + added
    everybody_sits_once(night)


def test_one_chair_for_many(night):
    night = night(30)
    people = [entry for table in night.tables[1:] for entry in night.table(table)]
    at_once([partial(seat_move, night.because(WHY), entry=entry, table=1) for entry in people])
    assert len(night.table(1)) == 7
    everybody_sits_once(night)


def test_somebody_pauses_and_comes_back_and_leaves_at_once(night):
    night = night(12)
    who = night.table(2)[0]
    calls = [
        partial(player_pause, night.by, entry=who),
        partial(player_return, night.by, entry=who),
        partial(player_drop, night.by, entry=who),
        partial(seat_keep, night.by, entry=who, keeps=True),
    ]
    at_once(calls * (MANY // 4))
    gone = StakeRow.objects.filter(entry=who, kind="departure", void=None)
    assert gone.count() == 1
    everybody_sits_once(night)


def test_looking_keeps_nobody_from_writing(night):
    """What is rehearsed is gone again, whoever writes meanwhile."""
    night = night(24)

    def swap(by: RequestedBy, n: int) -> Journal:
        return seats_swap(by, first=night.table(2)[n % 5], second=night.table(3)[n % 5])

    looks: list[Call] = [partial(rehearse, night.by, partial(swap, n=n)) for n in range(MANY // 2)]
    told = [body(night, table) for table in night.tables]
    writes = [partial(deal_record, night.keyed(), **told[n % len(told)]) for n in range(MANY // 2)]
    answers = at_once([*looks, *writes])
    assert sum(isinstance(answer, Journal) for answer in answers) == len(night.tables)
    assert Journal.objects.filter(verb="seats_swapped").count() == 0
    everybody_sits_once(night)


def test_a_storm_of_repairs(night):
    """Whatever many people mend at once, nobody sits twice, nothing is lost, and nothing breaks."""
    night = night(30)
    chance, done = Random(7), set[str]()
    for wave in range(4):
        night.evening.refresh_from_db()
        told = {table: body(night, table) for table in night.tables}
        lines = list(Journal.objects.filter(verb__in=TAKEN_BACK).values_list("seq", flat=True)) or [1]
        calls = [_repair(night, chance, told, lines, f"late {wave}.{n}") for n in range(MANY)]
        answers = at_once(calls)
        assert {type(answer) for answer in answers} <= {Journal, RuleError, SameError, StaleError, StateError}
        done |= {answer.verb for answer in answers if isinstance(answer, Journal)}
        everybody_sits_once(night)
        no_gaps(night)
    assert len(done) > 5, done


def _repair(night: Night, chance: Random, told: dict[int, dict], lines: list[int], name: str) -> Call:
    """Anything that is done to mend an evening, with whomever it hits."""
    one, other = chance.sample(list(night.seats()), 2)
    table, round, why = chance.choice(night.tables), night.round, night.because(WHY)
    pools = [pool for pool in night.facts.pools if pool.round == round]
    may: list[Call] = [
        partial(deal_record, night.keyed(), **told[table]),
        partial(line_take_back, night.keyed(), line=chance.choice(lines)),
        partial(line_take_back, night.keyed(), line=chance.choice(lines)),
        partial(player_drop, night.keyed(), entry=one),
        partial(player_pause, night.keyed(), entry=one),
        partial(player_return, night.keyed(), entry=one),
        partial(seat_keep, night.keyed(), entry=one, keeps=True),
        partial(people_check_in, night.keyed(), people=[Arrival(name)]),
        partial(seats_swap, why, first=one, second=other),
        partial(seat_move, why, entry=one, table=table),
        partial(table_add, why, entries=chance.sample(list(night.seats()), 4)),
        partial(table_close, why, table=max(night.tables)),
        partial(tables_level, night.keyed()),
        partial(deal_withdraw, why, round=round, table=table, deal=1),
        partial(bell_ring, night.keyed(), round=round),
        partial(moves_apply, night.keyed(), round=round),
        partial(moves_replay, why, discard=True),
        partial(bell_undo, why, discard=True),
    ]
    if pools:
        may.append(corrected(night, chance.choice(pools).position, 0))
    return chance.choice(may)
