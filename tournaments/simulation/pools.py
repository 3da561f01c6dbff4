"""A deal for a pool at a simulated table, and how its scorer writes it down."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from games.rules import pool
from games.rules.showing import judge
from tournaments.core.evening import Play
from tournaments.core.movement.seating import HEAD, presences
from tournaments.core.record import Presence
from tournaments.scoring.services.counts import Tally, TallyKind, Three
from tournaments.scoring.services.deals import deal_correct, deal_record
from tournaments.simulation.hall import Correction, Hall, Incident, Table
from tournaments.simulation.players import brag, poker, three_stakes
from tournaments.simulation.players.played import PlayDeal, Played

TYPES_CARDS = 0.2
"""How often a scorer types the cards that were shown, and lets the judge say who won."""


def player(play: Play) -> PlayDeal:
    """Return how a deal of the game is played. A family of pool games more has its line here."""
    if play.game.stakes > 1:
        return partial(three_stakes.play_deal, play.game, play.chosen)
    return partial(brag.play_deal, play.game, play.chosen) if play.game.dealer_antes else poker.play_deal


def play_deal(hall: Hall, at: Table, deal: int, happening: Collection[Incident]) -> None:
    """Play the table's next deal and write it down."""
    sitters = hall.sitters(at, deal)
    played = player(hall.play)(sitters, hall.chance("deal", hall.round, at.table, deal))
    played = _agreed(hall, played, happening)
    hall.settle(played.net)
    last = deal == hall.evening.settings.deals
    plain: dict[str, Any] = {
        "winners": played.winners,
        "in_call": played.shown,
        "tally": _tally(hall, at, played, last),
    }
    wrong = _wrongly(hall, at, deal, played, happening) if last else None
    told = plain | (_at_length(hall, at, deal, played) if wrong is None else wrong)
    deal_record(hall.by(), round=hall.round, table=at.table, deal=deal, **told)
    hall.waiting[at.table] = played.waiting if isinstance(told["tally"], Three) else 0
    if not last and hall.play.format.plays_on(rung=hall.rung):
        hall.stake_again(at)


def _at_length(hall: Hall, at: Table, deal: int, played: Played) -> dict[str, Any]:
    """Return what a scorer tells besides, if they like: the cards, or the three stakes."""
    chance, types = hall.chance("cards", hall.round, at.table, deal), TYPES_CARDS
    shown = {entry: " ".join(map(str, cards)) for entry, cards in played.hands.items()}
    if set(played.net) != set(at.playing):
        return {}
    if played.three is not None and hall.counts_each_deal:
        if chance.random() < types:
            return {"winners": (), "tally": replace(played.three, won=None), "shown": shown}
        return {"winners": (), "tally": played.three} if chance.random() < 0.5 else {}
    typed = chance.random() < types and _decided_by_cards(hall.play, played)
    return {"shown": shown} if typed else {}


def _tally(hall: Hall, at: Table, played: Played, last: bool) -> Tally:
    """Return a deal's counters. If counted at the end: the head table's at its bell, else who is broke."""
    if not hall.counts_each_deal:
        counts = hall.counted(at.playing)
        if not (last and hall.play.format.is_head(at.table)):
            counts = {entry: left for entry, left in counts.items() if left == 0}
        return Tally(TallyKind.COUNTS, counts) if counts else Tally()
    chance = hall.chance("tally", hall.round, at.table).random()
    if chance < 0.3:
        return Tally(TallyKind.COUNTS, hall.counted(at.playing))
    if chance < 0.6 and _stakes_say_all(hall.play, at, played):
        return Tally(TallyKind.STAKES, played.stakes)
    return net_of(played.net, at.playing)


def net_of(net: Mapping[int, int], playing: Iterable[int]) -> Tally:
    """Return what everybody at the table won or lost: 0 for people who had nothing to play with."""
    return Tally(TallyKind.NET, dict.fromkeys(playing, 0) | dict(net))


def _stakes_say_all(play: Play, at: Table, played: Played) -> bool:
    """Return whether the net follows from what each put in: there is one stake, and no side pool."""
    if play.game.stakes > 1:
        return False
    unmet = play.game.dealer_antes and sum(map(bool, played.stakes.values())) == 1
    whole = set(played.net) == set(at.playing)
    return whole and (unmet or pool.divide(played.stakes, played.winners) == played.net)


def _decided_by_cards(play: Play, played: Played) -> bool:
    """Return whether the cards alone say who won: a showdown for one stake, which nobody agreed to divide."""
    if not played.hands or play.game.stakes > 1:
        return False
    return set(judge(play.game, played.hands, played.shown)) == set(played.winners)


def _agreed(hall: Hall, played: Played, happening: Collection[Incident]) -> Played:
    """Let the round's first two who are alone at a showdown divide the pool, as equal hands would."""
    if Incident.DIVIDED not in happening or hall.divided == hall.round or len(played.shown) != 2:
        return played
    hall.divided = hall.round
    net = pool.settle(played.stakes, played.shown, lambda among: among)
    return replace(played, winners=played.shown, net=net)


def _wrongly(
    hall: Hall, at: Table, deal: int, played: Played, happening: Collection[Incident]
) -> dict[str, Any] | None:
    """Return what the scorer writes otherwise, by the error planned for the round; None without one."""
    made = {wrong.reason for wrong in hall.corrections}
    for error, reason, wrongly in (
        (Incident.WRONG_CALLER, "a caller was forgotten", _forgotten),
        (Incident.WRONG_COUNTERS, "the counters of two players were swapped", _swapped),
    ):
        planned = error in happening and reason not in made
        if planned and (wrong := wrongly(hall, at, played)) is not None:
            hall.corrections.append(_correction(hall, at, deal, played, reason))
            return wrong
    return None


def _correction(hall: Hall, at: Table, deal: int, played: Played, reason: str) -> Correction:
    """Return how the organiser corrects the deal, as it really was."""
    number = hall.round

    def put_right() -> None:
        deal_correct(
            hall.by(reason),
            round=number,
            table=at.table,
            deal=deal,
            base_version=1,
            winners=played.winners,
            in_call=played.shown,
            tally=net_of(played.net, at.playing) if hall.counts_each_deal else Tally(),
        )

    return Correction(number, at.table, reason, put_right)


def _forgotten(hall: Hall, at: Table, played: Played) -> dict[str, Any] | None:
    """Leave out somebody who called; None in Brag for one stake, where that would be refused at once."""
    if hall.play.game.dealer_antes:
        return None
    callers = [entry for entry in played.shown if entry not in played.winners]
    if not callers:
        return None
    forgotten = hall.chance("forgotten", hall.round).choice(callers)
    return {"in_call": tuple(entry for entry in played.shown if entry != forgotten)}


def _swapped(hall: Hall, at: Table, played: Played) -> dict[str, Any] | None:
    """Swap the counters of two who dropped, at a table between, where nobody moves by counters.

    So the moves are those that they would have been, and both ways of counting make the same.
    """
    between = HEAD < at.table < max(hall.tables())
    here = presences(hall.facts, hall.round)
    if not (between and hall.counts_each_deal) or Presence.KEEPS_SEAT in map(here.get, at.playing):
        return None
    dropped = (entry for entry, won in played.net.items() if won < 0 and entry not in played.shown)
    losers = sorted(dropped, key=lambda e: played.net[e])
    if not losers:
        return None
    most, least = losers[0], losers[-1]
    difference = played.net[least] - played.net[most]
    if difference == 0 or hall.purses[least] <= difference or hall.purses[most] == 0:
        return None
    net = {**played.net, most: played.net[least], least: played.net[most]}
    return {"tally": net_of(net, at.playing)}
