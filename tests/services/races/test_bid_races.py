"""Phones at the same table write down the same deal of bids at once, or different ones."""

from functools import partial
from random import Random

import pytest

from accounts.errors import RuleError, SameError, StaleError, StateError
from tests.bids import taken, told
from tests.cast import FIXED
from tests.services.races.test_races import MANY, RACE, Call, at_once, no_gaps, one_won
from tournaments.attendance.services import player_drop
from tournaments.bell.services.bell import bell_ring, moves_apply
from tournaments.models import Deal, DealVersion, Journal, OpenDeal
from tournaments.scoring.services.bids import bids_record, score_correct, score_record
from tournaments.scoring.services.counts import deal_withdraw
from tournaments.undo.services.undo import bell_undo

pytestmark = [pytest.mark.postgresql(every_case=True), *RACE]


def where(night, table=2, deal=1):
    return {"round": night.round, "table": table, "deal": deal}


def sheets(night, table=2):
    """Many sheets of the table's deal: each with other bids, or other tricks."""
    at, chance = night.at(table), Random(7)
    for _phone in range(MANY):
        said = told(at, chance=chance)
        yield {**where(night, table, at.next_number), "bids": said, "result": taken(at, said, chance=chance)}


def correction(night, table, seed=7):
    """Of the table's first deal: the same bids, and any tricks."""
    at = night.at(table, 1)
    said = told(at)
    won = taken(at, said, chance=Random(seed))
    return {**where(night, table), "base_version": 1, "bids": said, "result": won}


def test_many_different_bids(night):
    night = night(8, game="clag")
    bodies = [{**where(night), "bids": sheet["bids"]} for sheet in sheets(night)]
    answers = at_once([partial(bids_record, night.keyed(), **body) for body in bodies])
    line = one_won(answers)
    assert night.at(2).open.bids == bodies[answers.index(line)]["bids"].by_entry
    assert {answer.field for answer in answers if isinstance(answer, StaleError)} == {"base"}


def test_many_different_scores(night):
    night = night(8, game="clag")
    bodies = list(sheets(night))
    answers = at_once([partial(score_record, night.keyed(), **body) for body in bodies])
    line = one_won(answers)
    (pool,) = night.facts.pools
    won = bodies[answers.index(line)]
    assert {x.entry: (x.bid, x.tricks) for x in pool.lines} == {
        entry: (bid, won["result"].tricks[entry]) for entry, bid in won["bids"].by_entry.items()
    }
    assert DealVersion.objects.get().journal == line


def test_one_bids_while_another_scores(night):
    night = night(8, game="clag")
    calls: list[Call] = []
    for body in sheets(night):
        calls += [
            partial(bids_record, night.keyed(), **where(night), bids=body["bids"]),
            partial(score_record, night.keyed(), **body),
        ]
    answers = at_once(calls[:MANY])
    lines = [answer for answer in answers if isinstance(answer, Journal)]
    assert len(lines) in (1, 2)  # a score alone, or bids and the score of just these
    assert {type(answer) for answer in answers} == {Journal, StaleError}
    opened, decided = OpenDeal.objects.filter(void=None), Deal.objects.filter(void=None)
    assert opened.count() + decided.count() == 1
    if len(lines) == 2:
        recorded = night.facts.pools[0]
        bids = {row.entry_id: row.bid for row in OpenDeal.objects.get().bids.all()}
        assert {line.entry: line.bid for line in recorded.lines} == bids


def test_corrected_and_taken_back_and_played_on_at_once(night):
    night = night(4, game="clag", **FIXED)
    night.score(1)
    (second, *_others) = sheets(night, 1)
    why, again = night.because("a slip"), correction(night, 1)
    calls: list[Call] = [
        *[partial(score_correct, why, **again)] * 10,
        *[partial(deal_withdraw, why, **where(night, 1))] * 10,
        *[partial(score_record, night.keyed(), **second) for _phone in range(10)],
    ]
    answers = at_once(Random(7).sample(calls, len(calls)))
    assert {type(answer) for answer in answers} <= {Journal, RuleError, SameError, StaleError, StateError}
    assert [pool.deal for pool in night.at(1).decided] == list(range(1, len(night.at(1).decided) + 1))


def test_the_last_deals_of_all_tables_ring_one_bell(night):
    night = night(28, game="caller-clag", options={"deals": 1}, games=2, **FIXED)
    assert len(night.tables) == 4
    bodies = [body for table in night.tables for body in list(sheets(night, table))[:10]]
    answers = at_once([partial(score_record, night.keyed(), **body) for body in bodies])
    assert sum(isinstance(answer, Journal) for answer in answers) == 4
    assert Journal.objects.filter(verb="bell_rung").count() == 1
    assert night.preview().ready
    one_won(at_once([lambda: moves_apply(night.keyed(), round=1)] * MANY))
    assert night.round == 2


@pytest.mark.parametrize("format", ["progressive", "fixed"])
def test_a_storm(night, format):
    """Whatever many people do at once, nobody sits twice, and no deal is written over another."""
    night = night(16, game="kachuful", format=format)
    chance = Random(7)
    for _wave in range(2):
        sheets_ = {table: list(sheets(night, table)) for table in night.tables if night.at(table).next_number}
        entries, number = list(night.seats()), night.round
        calls: list[Call] = []
        for phone in range(MANY):
            may: list[Call] = [
                partial(player_drop, night.keyed(), entry=chance.choice(entries)),
                partial(bell_ring, night.keyed(), round=number),
                partial(moves_apply, night.keyed(), round=number),
                partial(bell_undo, night.because("x"), discard=True),
            ]
            if sheets_:
                body = chance.choice([*sheets_.values()])[phone]
                bids = {key: value for key, value in body.items() if key != "result"}
                here = {key: value for key, value in bids.items() if key != "bids"}
                may += [partial(score_record, night.keyed(), **body)] * 3
                may += [partial(bids_record, night.keyed(), **bids)] * 2
                may += [partial(deal_withdraw, night.because("x"), **here)]
            calls.append(chance.choice(may))
        answers = at_once(calls)
        assert {type(answer) for answer in answers} <= {Journal, RuleError, SameError, StaleError, StateError}
        facts = night.facts
        seats = [seat.entry for seat in facts.seats if seat.round == night.round]
        assert len(set(seats)) == len(seats)
        keys = [(pool.round, pool.position, pool.deal) for pool in facts.pools]
        assert len(set(keys)) == len(keys)
        opened = OpenDeal.objects.filter(void=None).values_list("round__number", "position", "deal")
        assert not set(opened) & set(keys)
        no_gaps(night)
