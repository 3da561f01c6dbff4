"""A simulated evening from the door to the prizes, its rounds, and the incidents besides play.

Everything goes through the services that people use. People come late, go, make mistakes and correct them.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.db import transaction

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from accounts.models import Club, User
from accounts.refusals import TOO_LONG
from games.rules.cards import PACK
from games.rules.registry import ruleset
from tournaments.attendance.services import (
    Arrival,
    people_check_in,
    player_drop,
    player_pause,
    player_return,
    seat_keep,
)
from tournaments.bell.services.bell import bell_ring, cut_draw, cut_record, moves_apply
from tournaments.core.formats.knockout import Knockout
from tournaments.core.formats.preview import Preview, preview_of
from tournaments.core.formats.progressive import Progressive
from tournaments.core.formats.whole_games import FixedTables
from tournaments.core.kinds import awaited
from tournaments.core.movement.cuts import CutNeed
from tournaments.core.movement.seating import HEAD
from tournaments.core.record import OF_STANDING, Ending
from tournaments.core.settings import Settings, Unfinished
from tournaments.evening.services.evenings import GameChoice, check_in_open, evening_create
from tournaments.models import Evening
from tournaments.prizes.services import prize_reveal
from tournaments.results.services import evening_finish, evening_settle, final_count
from tournaments.scoring.services.deals import table_count, table_end
from tournaments.seating.services import evening_start, seats_draw, seats_swap
from tournaments.simulation.deals import announce, play_bids, play_pool
from tournaments.simulation.hall import LONGEST_PAUSE, QUIET, Hall, HallTable, Incident, name, plan_for
from tournaments.standings.selectors.standings import newest_awards
from tournaments.undo.services.undo import bell_undo

ENOUGH_TO_LOSE_ONE = 5
"""Players at a table from which one may go: enough for a game are left."""


def before_play(hall: Hall, happening: Collection[Incident]) -> None:
    """Let people return, go, come late or sit down wrongly, while nobody plays."""
    for entry in hall.returns.pop(hall.round, []):
        player_return(hall.by(), entry=entry)
    if Incident.PAUSE in happening and (tired := _who_can_go(hall, "pause")):
        player_pause(hall.by(), entry=tired, counters=hall.purses.get(tired))
        rounds = hall.chance("pause", hall.round).randint(1, LONGEST_PAUSE)
        hall.returns.setdefault(hall.round + rounds, []).append(tired)
        hall.look()
    if Incident.LEAVE in happening and (gone := _who_can_go(hall, "leave")):
        announce(hall, _table_of(hall, gone))  # in the middle of a deal, which is dealt again
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
    """Let a winner go home at the bell."""
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
    """Return the table that will not finish its deal; never the head table, which rings the bell."""
    others = sorted(hall.tables())[1:]
    allowed = hall.evening.settings.unfinished is Unfinished.CUT
    if Incident.VOID not in happening or not allowed or not others:
        return None
    return hall.chance("void", hall.round).choice(others)


def put_right(hall: Hall, table: int | None = None) -> None:
    """Correct what was written wrongly, at one table or at all, as the organiser does: as it really was."""
    for wrong in list(hall.corrections):
        if table in (None, wrong.table):
            hall.corrections.remove(wrong)
            wrong.put_right()
            hall.look()


def arrival(hall: Hall, number: int) -> Arrival:
    """Return the ``number``-th person at the door, from 0; roles alternate."""
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
    """Let two people of different tables sit on each other's chairs, and the organiser say so."""
    tables = list(hall.tables().values())
    if len(tables) > 1:
        chance = hall.chance("swap", hall.round)
        first, second = (chance.choice(at.playing) for at in chance.sample(tables, 2))
        seats_swap(hall.by("sat down at each other's tables"), first=first, second=second)


BEGUN = 3
"""How many deals the tables have played, in the mean, of games that are left while they are played."""


def play_round(hall: Hall, happening: Collection[Incident], *, finish: bool = True) -> None:
    """Play the open round. Not to ``finish``: the head table and some others are still out."""
    hall.look()
    hall.waiting.clear()
    put_right(hall)
    before_play(hall, happening)
    play = _play_games if hall.play.format.plays_on(rung=True) else _play_moving
    play(hall, happening, finish)
    if finish:
        after_play(hall, happening)


def _play_moving(hall: Hall, happening: Collection[Incident], finish: bool) -> None:
    """Play the round's deals at every table; the head table's last one is the bell."""
    tables = hall.tables()
    void = void_table(hall, happening)
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
        announce(hall, in_play)
    if void and finish:
        table_end(hall.by(), round=hall.round, table=void, ending=Ending.VOID)


def _play_games(hall: Hall, happening: Collection[Incident], finish: bool) -> None:
    """Play a whole game at each table, all of them side by side; the bell is that the last one is over."""
    tables, chance = hall.tables(), hall.chance("order", hall.round)
    played, going = dict.fromkeys(tables, 0), sorted(tables)
    while going and (finish or sum(played.values()) < BEGUN * len(tables)):
        table = chance.choice(going)
        put_right(hall, table)  # an error is found before the table's next deal
        played[table] += 1
        if not play_deal(hall, tables[table], played[table], happening):
            going.remove(table)
    if not finish:
        announce(hall, HEAD)


def play_deal(hall: Hall, at: HallTable, deal: int, happening: Collection[Incident]) -> bool:
    """Play the table's next deal. False if its game is over, with it or before."""
    if not hall.play.game.stakes:
        return play_bids(hall, at.table, happening)
    play_pool(hall, at, deal, happening)
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
    """Give people who are broke fresh stakes where another deal follows, after an undone bell."""
    out = awaited.still_out(hall.look(), hall.round)
    for table, at in hall.tables().items():
        if table in out:
            hall.stake_again(at)


def _end_early(hall: Hall) -> None:
    """End tables with deals still to come, after an undone bell, by their last one: no deal is in play."""
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
    """Make a cut at the table as often as one by the program, by chance."""
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


USUAL_ROUNDS = 20
"""Rounds of an evening that has no schedule."""

LEFT_KNOCKOUT = 2
"""The game in which a knockout is left, if nobody says which: it may have no more."""

LONGEST_SEED = 32
"""Letters of a seed: that of a cut is made from it, and has to fit where seeds are kept."""

Progress = Callable[[int, int], None]
"""Called after each round with its number and how many there are to be."""


def silent(_round: int, _rounds: int) -> None:
    return None


@dataclass(frozen=True)
class SimulationOrder:
    """What is to be simulated. ``open``: the last round is left while it is being played.

    ``rounds`` of whole games are these games. None: as many as there are, or as is usual; a knockout is
    over with its final. ``format`` None: progressive, where the game can be played so.
    """

    name: str
    players: int = 26
    rounds: int | None = None
    seed: str = "7"
    game: str = "draw-poker"
    options: Mapping[str, Any] = field(default_factory=dict)
    format: str | None = None
    open: bool = False
    quiet: bool = False
    settings: Settings = field(default_factory=Settings)
    held_on: date | None = None

    @property
    def choice(self) -> GameChoice:
        """Return the game and format chosen. RuleError at ``game`` if there is none of this key."""
        usual = Progressive.key if ruleset(self.game).progressive else FixedTables.key
        return GameChoice(self.game, self.options, self.format or usual)


def simulate(
    order: SimulationOrder, *, club: Club, actor: User | None, progress: Progress = silent
) -> Evening:
    """Play the evening. The same order gives the same evening, whatever the database holds already."""
    if order.rounds is not None and order.rounds < 1:
        raise RuleError("rounds", _("An evening has one round at least."))
    if len(order.seed) > LONGEST_SEED:
        raise RuleError("seed", TOO_LONG, most=LONGEST_SEED)
    hall, rounds = _gather(order, club, actor)
    happens = QUIET if order.quiet else plan_for(hall.play, order.players, rounds, order.seed)
    for number in range(1, rounds + 1):
        last = number == rounds
        if last and order.open:
            play_round(hall, (), finish=False)
        else:
            play_round(hall, happens.of(number))
            last = last or not apply_bell(hall, happens.of(number))
        progress(number, number if last else rounds)
        if last:
            break
    if not order.open:
        _settle_up(hall)
    hall.evening.refresh_from_db()
    return hall.evening


@transaction.atomic
def _gather(order: SimulationOrder, club: Club, actor: User | None) -> tuple[Hall, int]:
    """Let everybody come, draw a seat and take a stake, for so many rounds; or write nothing at all."""
    evening = evening_create(
        actor=actor,
        club=club,
        name=order.name,
        settings=order.settings,
        held_on=order.held_on,
        choice=order.choice,
    )
    hall = Hall(evening, actor, order.seed, evening.play)
    check_in_open(hall.by())
    if order.players:
        people = [arrival(hall, number) for number in range(order.players)]
        people_check_in(hall.by(), people=people)
    seats_draw(hall.by(), seed=hall.seed)
    evening_start(hall.by())
    hall.look()
    hall.give_stakes(())
    return hall, _rounds(order, hall.facts.round_count)


def _rounds(order: SimulationOrder, most: int | None) -> int:
    """Return how many rounds are played, of the most that there are. RuleError at ``rounds``."""
    rounds = order.rounds or most or USUAL_ROUNDS
    if order.open and order.choice.format == Knockout.key:
        rounds = order.rounds or LEFT_KNOCKOUT
    if most is not None and rounds > most:
        raise RuleError("rounds", _("Rounds of this evening at most: %(most)s."), most=most)
    return rounds


def _settle_up(hall: Hall) -> None:
    """Settle the last bell: count counters, reveal prizes. Put an error right that is found after that."""
    settle_bell(hall, chips_only=True)
    evening_settle(hall.by(), round=hall.round)
    if not hall.counts_each_deal:
        final_count(hall.by(), counts=hall.counted(hall.on_tables()))
    evening_finish(hall.by())
    for award in newest_awards(hall.evening).reverse():
        prize_reveal(hall.by(), prize=award.prize)
    put_right(hall)
    settle_bell(hall, chips_only=True)  # by the correction several may have been best at the head table
