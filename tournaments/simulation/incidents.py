"""What people do on a simulated evening besides playing: they come late, go, err and put right."""

from collections.abc import Collection

from tournaments.attendance.services.people import (
    Arrival,
    people_check_in,
    player_drop,
    player_pause,
    player_return,
    seat_keep,
)
from tournaments.core.settings import Unfinished
from tournaments.seating.services.seats import seats_swap
from tournaments.simulation import bids
from tournaments.simulation.hall import Hall
from tournaments.simulation.names import name
from tournaments.simulation.plan import LONGEST_PAUSE, Incident

ENOUGH_TO_LOSE_ONE = 5
"""Players at a table from which one may go: enough for a game are left."""


def before_play(hall: Hall, happening: Collection[Incident]) -> None:
    """What happens while nobody plays: people return, go, come late, sit down wrongly."""
    for entry in hall.returns.pop(hall.round, []):
        player_return(hall.by(), entry=entry)
    if Incident.PAUSE in happening and (tired := _who_can_go(hall, "pause")):
        player_pause(hall.by(), entry=tired, counters=hall.purses.get(tired))
        rounds = hall.chance("pause", hall.round).randint(1, LONGEST_PAUSE)
        hall.returns.setdefault(hall.round + rounds, []).append(tired)
        hall.look()
    if Incident.LEAVE in happening and (gone := _who_can_go(hall, "leave")):
        bids.announce(hall, _table_of(hall, gone))  # in the middle of a deal, which is dealt again
        player_drop(hall.by(), entry=gone, counters=hall.purses.get(gone))
        hall.look()
    if Incident.KEEP in happening and (who := _playing(hall)):
        seat_keep(hall.by(), entry=hall.chance("keep", hall.round).choice(who), keeps=True)
    if Incident.LATE in happening:
        people_check_in(hall.by(), people=[arrival(hall, len(hall.facts.entries))])
    if Incident.SWAP in happening:
        _swap(hall)
    hall.look()


def after_play(hall: Hall, happening: Collection[Incident]) -> None:
    """A winner who goes home at the bell."""
    facts = hall.look()
    if Incident.LEAVE_WINNER not in happening:
        return
    miswritten = {wrong.table for wrong in hall.corrections}
    winners = [
        min(decided.winners)
        for decided in facts.pools
        if decided.round == hall.round and len(decided.winners) == 1 and decided.position not in miswritten
    ]
    can_go = [entry for entry in _can_go(hall) if entry in winners]
    if can_go:
        entry = hall.chance("leave_winner", hall.round).choice(can_go)
        player_drop(hall.by(), entry=entry, counters=hall.purses.get(entry))
        hall.look()


def void_table(hall: Hall, happening: Collection[Incident]) -> int | None:
    """The table that will not finish its deal: not the head table, which rings the bell."""
    others = sorted(hall.tables())[1:]
    allowed = hall.evening.settings.unfinished is Unfinished.CUT
    if Incident.VOID not in happening or not allowed or not others:
        return None
    return hall.chance("void", hall.round).choice(others)


def put_right(hall: Hall, table: int | None = None) -> None:
    """The organiser corrects what was written wrongly, at one table or at all, as it really was."""
    for wrong in list(hall.corrections):
        if table in (None, wrong.table):
            hall.corrections.remove(wrong)
            wrong.put_right()
            hall.look()


def arrival(hall: Hall, number: int) -> Arrival:
    """The ``number``-th person at the door, from 0; roles alternate."""
    roles = hall.evening.settings.roles or ("",)
    return Arrival(name(number), roles[number % len(roles)])


def _playing(hall: Hall) -> list[int]:
    return [entry for at in hall.tables().values() for entry in at.playing]


def _table_of(hall: Hall, entry: int) -> int:
    return next(at.table for at in hall.tables().values() if entry in at.playing)


def _can_go(hall: Hall) -> list[int]:
    tables, enough = hall.tables().values(), max(ENOUGH_TO_LOSE_ONE, hall.play.game.fewest + 1)
    return [entry for at in tables if len(at.playing) >= enough for entry in at.playing]


def _who_can_go(hall: Hall, why: str) -> int | None:
    can_go = _can_go(hall)
    return hall.chance(why, "who", hall.round).choice(can_go) if can_go else None


def _swap(hall: Hall) -> None:
    """Two people of different tables sit on each other's chairs, and the organiser says so."""
    tables = list(hall.tables().values())
    if len(tables) > 1:
        chance = hall.chance("swap", hall.round)
        first, second = (chance.choice(at.playing) for at in chance.sample(tables, 2))
        seats_swap(hall.by("sat down at each other's tables"), first=first, second=second)
