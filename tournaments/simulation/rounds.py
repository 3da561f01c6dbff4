"""A simulated evening from check-in to the prizes, with its rounds and incidents.

Everything uses the services that people use. Simulated people come late, go, make mistakes and correct them.
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
"""The players that a table needs before one may leave: enough for the game remain."""


def before_play(hall: Hall, happening: Collection[Incident]) -> None:
    """Let people return, go, arrive late or sit down wrongly, between two rounds."""
    for entry in hall.returns.pop(hall.round, []):
        player_return(hall.by(), entry=entry)
    if Incident.PAUSE in happening and (tired := _who_can_go(hall, "pause")):
        player_pause(hall.by(), entry=tired, counters=hall.purses.get(tired))
        rounds = hall.chance("pause", hall.round).randint(1, LONGEST_PAUSE)
        hall.returns.setdefault(hall.round + rounds, []).append(tired)
        hall.look()
    if Incident.LEAVE in happening and (gone := _who_can_go(hall, "leave")):
        announce(hall, _table_of(hall, gone))  # they leave during a deal, which is then dealt again
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
    """Let a table's winner go home at the bell."""
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
    """Return a table that will not finish its deal, or None. The head table rings the bell, and finishes."""
    others = sorted(hall.tables())[1:]
    allowed = hall.evening.settings.unfinished is Unfinished.CUT
    if Incident.VOID not in happening or not allowed or not others:
        return None
    return hall.chance("void", hall.round).choice(others)


def put_right(hall: Hall, table: int | None = None) -> None:
    """Correct the wrong records of one table, or of all, as the organiser does."""
    for wrong in list(hall.corrections):
        if table in (None, wrong.table):
            hall.corrections.remove(wrong)
            wrong.put_right()
            hall.look()


def arrival(hall: Hall, number: int) -> Arrival:
    """Return person ``number`` for the check-in, from 0. Roles alternate."""
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
    """Swap two people of different tables, and record the swap as the organiser."""
    tables = list(hall.tables().values())
    if len(tables) > 1:
        chance = hall.chance("swap", hall.round)
        first, second = (chance.choice(at.playing) for at in chance.sample(tables, 2))
        seats_swap(hall.by("sat down at each other's tables"), first=first, second=second)


BEGUN = 3
"""The mean number of deals played when a whole game is left unfinished."""


def play_round(hall: Hall, happening: Collection[Incident], *, finish: bool = True) -> None:
    """Play the open round. Without ``finish``, the head table and some others do not finish."""
    hall.look()
    hall.waiting.clear()
    put_right(hall)
    before_play(hall, happening)
    play = _play_games if hall.play.format.plays_on(rung=True) else _play_moving
    play(hall, happening, finish)
    if finish:
        after_play(hall, happening)


def _play_moving(hall: Hall, happening: Collection[Incident], finish: bool) -> None:
    """Play the round's deals at every table. The head table's last deal rings the bell."""
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
        if table == HEAD and played[HEAD] == deals:  # the bell: each table finishes its deal
            to_play = {at: min(deals, done + 1) for at, done in played.items()}
    in_play = void if finish else HEAD
    if in_play:
        announce(hall, in_play)
    if void and finish:
        table_end(hall.by(), round=hall.round, table=void, ending=Ending.VOID)


def _play_games(hall: Hall, happening: Collection[Incident], finish: bool) -> None:
    """Play a whole game at each table, side by side. The last table's end is the bell."""
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
    """Play the table's next deal. Return False if the game is over, after this deal or before."""
    if not hall.play.game.stakes:
        return play_bids(hall, at.table, happening)
    play_pool(hall, at, deal, happening)
    return deal < hall.evening.settings.deals


def apply_bell(hall: Hall, happening: Collection[Incident]) -> bool:
    """Cut and count as needed, and move everybody. An incident can undo the bell, and apply it again.

    Return False if no round follows.
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
    """Give fresh stakes to players without counters, at tables that play on after an undone bell."""
    out = awaited.still_out(hall.look(), hall.round)
    for table, at in hall.tables().items():
        if table in out:
            hall.stake_again(at)


def _end_early(hall: Hall) -> None:
    """End tables that play on after an undone bell with their last deal: no deal is in play."""
    for table in awaited.still_out(hall.look(), hall.round):
        table_end(hall.by(), round=hall.round, table=table, ending=Ending.EARLY)


def settle_bell(hall: Hall, *, chips_only: bool = False) -> Preview:
    """Make the cuts and counts that the bell needs. ``chips_only``: only cuts for the standings."""
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
    """Make a cut: half of the time with cards at the table, half of the time by the program."""
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
"""The rounds of an evening without a schedule."""

LEFT_KNOCKOUT = 2
"""The game in which an unfinished knockout is left by default: it can have no more games."""

LONGEST_SEED = 32
"""The most characters of a seed: a cut's seed contains it, and has to fit the database column."""

Progress = Callable[[int, int], None]
"""Called after each round, with its number and the number of rounds planned."""


def silent(_round: int, _rounds: int) -> None:
    return None


@dataclass(frozen=True)
class SimulationOrder:
    """The evening to simulate. ``open``: leave the last round unfinished.

    ``rounds``: with whole games, the number of games. None: all games, or the usual number of rounds; a
    knockout ends with its final. ``format`` None: progressive, if the game can be played so.
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
        """Return the chosen game and format. RuleError at ``game`` for an unknown game."""
        usual = Progressive.key if ruleset(self.game).progressive else FixedTables.key
        return GameChoice(self.game, self.options, self.format or usual)


def simulate(
    order: SimulationOrder, *, club: Club, actor: User | None, progress: Progress = silent
) -> Evening:
    """Play the evening. The same order gives the same evening, whatever the database contains."""
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
    """Check everybody in, draw seats, give stakes; all or nothing. Return the hall and number of rounds."""
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
    """Return the number of rounds to play; ``most``: the highest possible. RuleError at ``rounds``."""
    rounds = order.rounds or most or USUAL_ROUNDS
    if order.open and order.choice.format == Knockout.key:
        rounds = order.rounds or LEFT_KNOCKOUT
    if most is not None and rounds > most:
        raise RuleError("rounds", _("Rounds of this evening at most: %(most)s."), most=most)
    return rounds


def _settle_up(hall: Hall) -> None:
    """Settle the last bell, count counters, and reveal prizes. Then correct an error found after that."""
    settle_bell(hall, chips_only=True)
    evening_settle(hall.by(), round=hall.round)
    if not hall.counts_each_deal:
        final_count(hall.by(), counts=hall.counted(hall.on_tables()))
    evening_finish(hall.by())
    for award in newest_awards(hall.evening).reverse():
        prize_reveal(hall.by(), prize=award.prize)
    put_right(hall)
    settle_bell(hall, chips_only=True)  # the correction can make several players best at the head table
