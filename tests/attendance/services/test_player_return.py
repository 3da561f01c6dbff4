import pytest

from accounts.errors import RuleError, StateError
from games.rules.registry import RULESETS
from tests.cast import refused
from tests.recompute.evening import differences
from tests.services.cases import Case
from tests.stories.conftest import document_of
from tournaments.attendance.services import (
    Arrival,
    people_check_in,
    player_drop,
    player_pause,
    player_return,
    seat_keep,
)
from tournaments.bell.services.bell import moves_apply
from tournaments.core.counters import ledger
from tournaments.core.formats.registry import PLANNED
from tournaments.core.kinds.registry import KINDS
from tournaments.core.movement.seating import find_presence, list_playing
from tournaments.core.record import Presence, Stage, StakeKind
from tournaments.core.results.prizes import explain_barred
from tournaments.results.services import evening_finish
from tournaments.undo.services.undo import bell_undo


def paused(make):
    night = make(12)
    player_pause(night.by, entry=night.table(2)[3])
    return night


CASE = Case(
    player_return,
    scene=paused,
    body=lambda night: {"entry": night.table(2)[3]},
    stages=(Stage.PLAYING,),
)


def test_it_works(night):
    night = paused(night)
    entry = night.table(2)[3]
    player_return(night.by, entry=entry)
    assert find_presence(night.facts, entry, 1) is Presence.PAUSED
    night.next_round()
    assert night.seats()[entry][0] == 3
    assert night.held()[entry] == 50
    assert ledger.count_taken_away(night.facts) == {}


@pytest.mark.thorough
def test_the_counters_that_waited_come_back(night):
    night = night(12)
    night.play(2)
    entry = night.table(2)[3]
    player_pause(night.by, entry=entry)
    night.play(1)
    night.play(3)
    night.decide()
    moves_apply(night.by, round=1)
    assert entry not in night.seats()
    player_return(night.by, entry=entry)
    night.next_round()
    mine = [(stake.kind, stake.counters) for stake in night.facts.stakes if stake.entry == entry]
    assert mine == [(StakeKind.FIRST, 50), (StakeKind.DEPARTURE, 49), (StakeKind.RETURN, 49)]


def test_who_kept_the_seat_still_does(night):
    night = night(12)
    entry = night.table(2)[3]
    seat_keep(night.by, entry=entry, keeps=True)
    player_pause(night.by, entry=entry)
    player_return(night.by, entry=entry)
    night.next_round()
    assert find_presence(night.facts, entry, 2) is Presence.KEEPS_SEAT


def test_who_comes_back_in_a_round_taken_back_sits_in_the_next(night):
    night = paused(night)
    entry = night.table(2)[3]
    night.next_round()
    player_return(night.by, entry=entry)
    bell_undo(night.because("rang too early"))
    assert find_presence(night.facts, entry, 2) is Presence.HERE
    night.decide()
    moves_apply(night.by, round=1)
    assert entry in night.seats()


def evenings():
    """Return the shortest game of each kind of play, in every format that takes it."""
    for format in PLANNED:
        for kind in KINDS.values():
            games = [game for game in RULESETS.values() if kind.records(game) and takes(format, game)]
            if games:
                yield format.key, min(games, key=lambda game: (game.most < 4, game.key)).key


def takes(format, game):
    try:
        format.refuse(game)
    except RuleError:
        return False
    return True


def played(night):
    """Every table plays its round; of three stakes, the first seat wins a counter of each other player."""
    if night.evening.play.kind is not KINDS["three_stakes"]:
        night.play_round()
        return
    for table in night.tables:
        winner, *others = (one for one in night.table(table) if one in list_playing(night.facts, night.round))
        won = {winner: len(others)} | dict.fromkeys(others, -1)
        for deal in range(1, night.evening.settings.deals + 1):
            night.record(table, [winner], won, deal=deal)
    night.decide()


def next_round(night):
    played(night)
    moves_apply(night.by, round=night.round)


@pytest.mark.parametrize("way", [player_drop, player_pause])
@pytest.mark.parametrize(("format", "game"), list(evenings()))
def test_who_went_home_is_back_with_their_counters(night, format, game, way):
    """Also in a knockout, for consolation. The second reading of the rules has the same result."""
    night = night(40, format=format, game=game, games=4, people=5, through=3, consolation=True)
    next_round(night)
    who = night.table(2)[1]
    held = night.held().get(who)
    way(night.by, entry=who)
    next_round(night)
    assert who not in night.seats()
    player_return(night.by, entry=who)
    next_round(night)
    assert who in night.seats()
    assert night.held().get(who) == held
    assert night.agrees()
    assert who not in explain_barred(night.facts)
    kinds = [stake.kind for stake in night.facts.stakes if stake.entry == who]
    assert kinds[-2:] == ([StakeKind.DEPARTURE, StakeKind.RETURN] if kinds else [])
    played(night)
    night.settle()
    evening_finish(night.by)
    night.reveal().evening.refresh_from_db()
    assert differences(document_of(night.evening)) == []


@pytest.mark.parametrize("consolation", [True, False])
def test_in_a_knockout_they_go_where_a_late_player_goes(night, consolation):
    night = night(24, game="blackout", format="knockout", people=4, consolation=consolation)
    gone = night.table(1)[0]
    player_drop(night.by, entry=gone)
    night.next_round()
    player_return(night.by, entry=gone)
    people_check_in(night.by, people=[Arrival("Nell")])
    night.next_round()
    late, seats = night.entry("Nell"), night.seats()
    assert (gone in seats, late in seats) == (consolation, consolation)


def test_their_name_at_the_door_leads_to_is_back(night):
    night = night(8)
    who = night.table(1)[0]
    player_drop(night.by, entry=who)
    name = next(entry.name for entry in night.facts.entries if entry.id == who)
    says = f"{name} played already and left. On their own page, press “Is back”."
    with refused("people", says, StateError):
        people_check_in(night.by, people=[Arrival(name.upper())])
