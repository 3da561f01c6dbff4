"""A knockout evening: the best of each game go on, until one table plays the final."""

from typing import Any

import pytest

from tests.cast import Night, refused
from tournaments.attendance.presenters.people import PersonState, list_everybody
from tournaments.attendance.services import Arrival, people_check_in, player_pause, player_return
from tournaments.bell.services.bell import moves_apply
from tournaments.bell.services.clock import round_last
from tournaments.console.presenters import Console
from tournaments.core.formats.knockout import Knockout
from tournaments.core.record import Stage
from tournaments.core.results.standings import rank_evening
from tournaments.models import MoveRow, Settlement
from tournaments.scoring.services.counts import TallyKind
from tournaments.seating.services import seat_move, table_add, table_close, tables_level

KNOCKOUT = {"format": "knockout"}
FORMAT = Knockout()


def played(night: Night) -> None:
    """Every table plays one deal, which its first seat wins; the others lose, each one more."""
    for table in night.tables:
        people = [entry for entry in night.table(table) if entry in night.preview().bell.seats]
        stakes = {entry: place for place, entry in enumerate(people)} | {people[0]: len(people)}
        night.record(table, people[:1], stakes, kind=TallyKind.STAKES)


def seated(drawn: Any) -> set[int]:
    return {entry for table in drawn.tables for entry in table}


def people_at(night: Night, state: PersonState) -> set[int]:
    return {person.entry for person in list_everybody(night.facts) if person.state is state}


def on(night: Night) -> None:
    played(night)
    moves_apply(night.by, round=night.round)


@pytest.mark.thorough
def test_the_best_of_each_table_go_on_to_the_final(night):
    night = night(18, **KNOCKOUT)
    assert [len(night.table(table)) for table in night.tables] == [6, 6, 6]
    best = {entry for table in night.tables for entry in night.table(table)[:2]}
    everyone = set(night.seats())
    on(night)
    assert set(night.seats()) == best
    assert night.tables == [1]
    assert FORMAT.is_final(night.facts, 2)
    assert night.facts.play.format.find_unseated(night.facts, 2) == everyone - best
    told = {move.entry_id: move.why for move in MoveRow.objects.filter(to_position=None)}
    assert told.keys() == everyone - best
    assert set(told.values()) <= {"knocked_out", "knocked_out_lot"}
    played(night)
    preview = night.preview()
    assert preview.is_last
    assert preview.over.code == "final_played"
    with refused("round", "the last round. Settle up"):
        moves_apply(night.by, round=2)
    winner = night.table(1)[0]
    night.finish()
    night.evening.refresh_from_db()
    assert night.evening.stage == Stage.FINISHED
    assert Settlement.objects.get(place=1).entry_id == winner
    reached = FORMAT.find_last_rounds(night.facts)
    assert {entry for entry, game in reached.items() if game == 2} == best
    places = {row.entry: row.place for row in rank_evening(night.facts, {})}
    assert max(places[entry] for entry in best) <= len(best) < min(places[e] for e in everyone - best)


@pytest.mark.parametrize(
    ("wanted", "sizes"), [({"tables": 6}, [4, 4, 4]), ({"people": 4}, [4, 4, 4]), ({}, [4, 4])]
)
def test_tables_stay_as_large_as_they_are_wanted(night, wanted, sizes):
    """Two of each table go on: of six tables twelve, who play at tables of four as before."""
    night = night(24, **wanted, **KNOCKOUT)
    on(night)
    assert [len(night.table(table)) for table in night.tables] == sizes


def test_who_does_not_fit_has_a_bye(night):
    """Eleven at tables of four: three have a bye in the first game, and are drawn for the second."""
    night = night(11, game="seven-truf", **KNOCKOUT)
    waits = {entry.id for entry in night.facts.entries} - night.seats().keys()
    assert len(waits) == 3
    assert set(FORMAT.find_byes(night.facts, 1)) == waits
    assert people_at(night, PersonState.BYE) == waits
    assert Console(night.evening).waits == ()
    night.play_round()
    drawn = night.preview().next_game
    going = seated(drawn) | set(drawn.byes)
    assert waits <= going
    assert not waits & set(drawn.byes)
    assert len(going) == 7
    assert len(drawn.byes) == 3
    moves_apply(night.by, round=1)
    assert set(FORMAT.find_byes(night.facts, 2)) == set(drawn.byes)
    assert not FORMAT.is_final(night.facts, 2)
    bye = MoveRow.objects.filter(entry__in=drawn.byes, to_position=None)
    assert {move.why for move in bye} == {"bye"}
    assert people_at(night, PersonState.OUT) == {entry.id for entry in night.facts.entries} - going


def test_without_consolation_late_people_are_seated_by_hand_only(night):
    night = night(12, **KNOCKOUT)
    people_check_in(night.by, people=[Arrival("Lotte"), Arrival("Emil")])
    lotte, emil = night.entry("Lotte"), night.entry("Emil")
    assert people_at(night, PersonState.OUT) == {lotte, emil}
    on(night)
    assert lotte not in night.seats()
    seat_move(night.because("an agreement"), entry=emil, table=1)
    assert FORMAT.find_last_rounds(night.facts)[emil] == 2
    assert night.held()[emil] == 50


@pytest.mark.thorough
def test_who_pauses_with_a_bye_or_in_a_game_can_come_back(night):
    night = night(11, game="seven-truf", **KNOCKOUT)
    bye = FORMAT.find_byes(night.facts, 1)[0]
    player_pause(night.by, entry=bye)
    player_return(night.by, entry=bye)
    night.play_round()
    assert bye in seated(night.preview().next_game)


def test_tables_stay_as_drawn_after_the_first_game(night):
    night = night(20, **{**KNOCKOUT, "through": 4})
    on(night)
    for change in (
        lambda: tables_level(night.by),
        lambda: table_close(night.because("too few"), table=night.tables[-1]),
        lambda: table_add(night.because("more"), entries=night.table(1)[:3]),
    ):
        with refused("table", "In a knockout the tables stay as drawn"):
            change()
    assert not Console(night.evening).uneven
    with refused("round", "ends with its final"):
        round_last(night.by, round=2)
