"""One simulated round: deals at every table, what happens besides, the cuts, the moves."""

from collections.abc import Collection
from typing import Any

from games.rules.cards import PACK
from tournaments.bell.services.bell import bell_ring, moves_apply
from tournaments.bell.services.cuts import cut_draw, cut_record
from tournaments.core.formats.preview import Preview, preview_of
from tournaments.core.kinds import awaited
from tournaments.core.movement.chairs import HEAD
from tournaments.core.movement.cuts import CutNeed
from tournaments.core.record import OF_STANDING, Ending
from tournaments.scoring.services.table_end import table_count, table_end
from tournaments.simulation import bids, incidents, pools
from tournaments.simulation.hall import Hall, Table
from tournaments.simulation.plan import Incident
from tournaments.undo.services.undo import bell_undo

BEGUN = 3
"""How many deals the tables have played, in the mean, of games that are left while they are played."""


def play_round(hall: Hall, happening: Collection[Incident], *, finish: bool = True) -> None:
    """Play the open round. Not to ``finish``: the head table and some others are still out."""
    hall.look()
    hall.waiting.clear()
    incidents.put_right(hall)
    incidents.before_play(hall, happening)
    play = _play_games if hall.play.format.plays_on(rung=True) else _play_moving
    play(hall, happening, finish)
    if finish:
        incidents.after_play(hall, happening)


def _play_moving(hall: Hall, happening: Collection[Incident], finish: bool) -> None:
    """The round's deals at every table; the head table's last one is the bell."""
    tables = hall.tables()
    void = incidents.void_table(hall, happening)
    deals = hall.play.kind.deals_in_round(hall.evening.settings)
    order = [table for table in tables if table != void for _deal in range(deals)]
    hall.chance("order", hall.round).shuffle(order)
    if not finish:
        order = [table for table in order if table != HEAD][: len(order) // 2]
    played, to_play = dict.fromkeys(tables, 0), dict.fromkeys(tables, deals)
    for table in order:
        if played[table] == to_play[table]:
            continue  # no deal begins after the bell
        played[table] += 1
        play_deal(hall, tables[table], played[table], happening)
        if table == HEAD and played[HEAD] == deals:  # the bell: each still finishes the deal it is at
            to_play = {at: min(deals, done + 1) for at, done in played.items()}
    in_play = void if finish else HEAD
    if in_play:
        bids.announce(hall, in_play)
    if void and finish:
        table_end(hall.by(), round=hall.round, table=void, ending=Ending.VOID)


def _play_games(hall: Hall, happening: Collection[Incident], finish: bool) -> None:
    """A whole game at each table, all of them side by side; the bell is that the last one is over."""
    tables, chance = hall.tables(), hall.chance("order", hall.round)
    played, going = dict.fromkeys(tables, 0), sorted(tables)
    while going and (finish or sum(played.values()) < BEGUN * len(tables)):
        table = chance.choice(going)
        incidents.put_right(hall, table)  # an error is found before the table's next deal
        played[table] += 1
        if not play_deal(hall, tables[table], played[table], happening):
            going.remove(table)
    if not finish:
        bids.announce(hall, HEAD)


def play_deal(hall: Hall, at: Table, deal: int, happening: Collection[Incident]) -> bool:
    """Play the table's next deal. False if its game is over, with it or before."""
    if not hall.play.game.stakes:
        return bids.play_deal(hall, at.table, happening)
    pools.play_deal(hall, at, deal, happening)
    return deal < hall.evening.settings.deals


def apply_bell(hall: Hall, happening: Collection[Incident]) -> bool:
    """Cut and count what must be, and move everybody; an undone bell is rung and applied again.

    False if no round follows.
    """
    number = hall.round
    preview = settle_bell(hall)
    if preview.is_last:
        return False
    moves_apply(hall.by(), round=number)
    if Incident.UNDO in happening and Incident.VOID not in happening:
        bell_undo(hall.by("moved before the last table had heard the bell"))
        _stake_again(hall)
        bell_ring(hall.by(), round=number)
        _end_early(hall)
        preview = settle_bell(hall)
        moves_apply(hall.by(), round=number)
    hall.look()
    hall.give_stakes(preview.bell.fresh)
    return True


def _stake_again(hall: Hall) -> None:
    """After an undone bell another deal follows at some tables: who was broke there takes a fresh stake."""
    out = awaited.still_out(hall.look(), hall.round)
    for table, at in hall.tables().items():
        if table in out:
            hall.stake_again(at)


def _end_early(hall: Hall) -> None:
    """After an undone bell no deal is in play: tables with deals still to come end with their last one."""
    for table in awaited.still_out(hall.look(), hall.round):
        table_end(hall.by(), round=hall.round, table=table, ending=Ending.EARLY)


def settle_bell(hall: Hall, *, chips_only: bool = False) -> Preview:
    """Make the cuts and counts that the bell needs; at the last bell only those that the standing goes by."""
    while True:
        number = hall.round
        preview = preview_of(hall.look(), number)
        cuts = [(at, need) for at, need in preview.cuts if need.purpose in OF_STANDING or not chips_only]
        counts = () if chips_only else preview.counts
        if not cuts and not counts:
            return preview
        for at, need in cuts[:1]:
            _cut(hall, at, need)
        for count in counts:
            table_count(hall.by(), round=number, table=count.table, counts=hall.counted(count.uncounted))


def _cut(hall: Hall, round_number: int, need: CutNeed) -> None:
    """A cut at the table as often as one by the program, by chance."""
    place = ("cut", round_number, need.purpose, need.table, need.deal, len(hall.facts.cuts))
    chance = hall.chance(*place, len(need.attempts))
    what: dict[str, Any] = {
        "round": round_number,
        "purpose": need.purpose,
        "table": need.table,
        "deal": need.deal,
    }
    if chance.random() < 0.5:
        cut_draw(hall.by(), **what, seed="/".join(map(str, (hall.seed, *place[1:]))))
        return
    cards = (str(card) for card in chance.sample(PACK, len(need.among)))
    cut_record(hall.by(), **what, cards=dict(zip(need.among, cards, strict=True)))
