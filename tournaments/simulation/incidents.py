"""What people do on a simulated evening besides playing: they come late, go, err and put right."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace

from django.utils.translation import gettext

from games.rules import pool
from tournaments.core import position
from tournaments.core.facts import Presence
from tournaments.core.settings import Unfinished
from tournaments.services.counts import Tally
from tournaments.services.deals import deal_correct
from tournaments.services.people import (
    Arrival,
    people_check_in,
    player_drop,
    player_pause,
    player_return,
    seat_keep,
)
from tournaments.services.seats import seats_swap
from tournaments.simulation.hall import Correction, Hall, Table, net_of
from tournaments.simulation.names import name
from tournaments.simulation.plan import LONGEST_PAUSE, Incident
from tournaments.simulation.played import Played

ENOUGH_TO_LOSE_ONE = 5
"""Players at a table from which one may go: enough for a game are left."""

REASONS: Mapping[Incident, Callable[[], str]] = {
    Incident.WRONG_CALLER: lambda: gettext("a caller was forgotten"),
    Incident.WRONG_COUNTERS: lambda: gettext("the counters of two players were swapped"),
    Incident.UNDO: lambda: gettext("moved before the last table had heard the bell"),
    Incident.SWAP: lambda: gettext("sat down at each other's tables"),
}


def before_play(hall: Hall, happening: Collection[Incident]) -> None:
    """What happens while nobody plays: people return, go, come late, sit down wrongly."""
    for entry in hall.returns.pop(hall.round, []):
        player_return(hall.by(), entry=entry)
    if Incident.PAUSE in happening and (tired := _who_can_go(hall, "pause")):
        player_pause(hall.by(), entry=tired, counters=hall.purses[tired])
        rounds = hall.chance("pause", hall.round).randint(1, LONGEST_PAUSE)
        hall.returns.setdefault(hall.round + rounds, []).append(tired)
        hall.look()
    if Incident.LEAVE in happening and (gone := _who_can_go(hall, "leave")):
        player_drop(hall.by(), entry=gone, counters=hall.purses[gone])
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
        player_drop(hall.by(), entry=entry, counters=hall.purses[entry])
        hall.look()


def void_table(hall: Hall, happening: Collection[Incident]) -> int | None:
    """The table that will not finish its deal: not the head table, which rings the bell."""
    others = sorted(hall.tables())[1:]
    allowed = hall.evening.settings.unfinished is Unfinished.CUT
    if Incident.VOID not in happening or not allowed or not others:
        return None
    return hall.chance("void", hall.round).choice(others)


def agreed(hall: Hall, played: Played, happening: Collection[Incident]) -> Played:
    """The round's first two who are alone at a showdown agree to divide the pool, as equal hands would."""
    if Incident.DIVIDED not in happening or hall.divided == hall.round or len(played.shown) != 2:
        return played
    hall.divided = hall.round
    net = pool.settle(played.stakes, played.shown, lambda among: among)
    return replace(played, winners=played.shown, net=net)


def written_down(
    hall: Hall, at: Table, deal: int, played: Played, tally: Tally, happening: Collection[Incident]
) -> tuple[Played, Tally]:
    """The result as the scorer writes it: rightly, or with the error that is planned for the round."""
    made = {wrong.reason for wrong in hall.corrections}
    for error, wrongly in ((Incident.WRONG_CALLER, _forgotten), (Incident.WRONG_COUNTERS, _swapped)):
        reason = REASONS[error]()
        planned = error in happening and reason not in made
        if planned and (written := wrongly(hall, at, played, tally)) is not None:
            hall.corrections.append(Correction(hall.round, at.table, deal, at.playing, played, reason))
            return written
    return played, tally


def put_right(hall: Hall) -> None:
    """The organiser corrects what was written wrongly, as it really was."""
    while hall.corrections:
        wrong = hall.corrections.pop()
        deal_correct(
            hall.by(wrong.reason),
            round=wrong.round,
            table=wrong.table,
            deal=wrong.deal,
            base_version=1,
            winners=wrong.played.winners,
            in_call=wrong.played.shown,
            tally=net_of(wrong.played.net, wrong.playing) if hall.counts_each_deal else Tally(),
        )
        hall.look()


def arrival(hall: Hall, number: int) -> Arrival:
    """The ``number``-th person at the door, from 0; roles alternate."""
    roles = hall.evening.settings.roles or ("",)
    return Arrival(name(number), roles[number % len(roles)])


def _forgotten(hall: Hall, at: Table, played: Played, tally: Tally) -> tuple[Played, Tally] | None:
    """Somebody who called is not written down."""
    callers = [entry for entry in played.shown if entry not in played.winners]
    if not callers:
        return None
    forgotten = hall.chance("forgotten", hall.round).choice(callers)
    return replace(played, shown=tuple(e for e in played.shown if e != forgotten)), tally


def _swapped(hall: Hall, at: Table, played: Played, tally: Tally) -> tuple[Played, Tally] | None:
    """Two losers' counters are swapped, at a table between, where nobody moves by counters.

    So the moves are those that they would have been, and both ways of counting make the same.
    """
    between = 1 < at.table < max(hall.tables())
    here = position.presences(hall.facts, hall.round)
    if not (between and hall.counts_each_deal) or Presence.KEEPS_SEAT in map(here.get, at.playing):
        return None
    losers = sorted((entry for entry, won in played.net.items() if won < 0), key=lambda e: played.net[e])
    if not losers:
        return None
    most, least = losers[0], losers[-1]
    difference = played.net[least] - played.net[most]
    if difference == 0 or hall.purses[least] <= difference or hall.purses[most] == 0:
        return None
    net = {**played.net, most: played.net[least], least: played.net[most]}
    return replace(played, net=net), net_of(net, at.playing)


def _playing(hall: Hall) -> list[int]:
    return [entry for at in hall.tables().values() for entry in at.playing]


def _can_go(hall: Hall) -> list[int]:
    tables = hall.tables().values()
    return [entry for at in tables if len(at.playing) >= ENOUGH_TO_LOSE_ONE for entry in at.playing]


def _who_can_go(hall: Hall, why: str) -> int | None:
    can_go = _can_go(hall)
    return hall.chance(why, "who", hall.round).choice(can_go) if can_go else None


def _swap(hall: Hall) -> None:
    """Two people of different tables sit on each other's chairs, and the organiser says so."""
    tables = list(hall.tables().values())
    if len(tables) > 1:
        chance = hall.chance("swap", hall.round)
        first, second = (chance.choice(at.playing) for at in chance.sample(tables, 2))
        seats_swap(hall.by(REASONS[Incident.SWAP]()), first=first, second=second)
