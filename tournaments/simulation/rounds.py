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
from games.rules.registry import get_ruleset
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
from tournaments.core.formats.preview import Preview, build_preview
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
from tournaments.simulation.hall import (
    LONGEST_PAUSE,
    QUIET,
    Hall,
    HallTable,
    Incident,
    make_name,
    plan_for_game,
)
from tournaments.standings.selectors.standings import query_newest_awards
from tournaments.undo.services.undo import bell_undo

ENOUGH_TO_LOSE_ONE = 5
"""The players that a table needs before one may leave: enough for the game remain."""


def apply_incidents(hall: Hall, happening: Collection[Incident]) -> None:
    """Let people return, go, arrive late or sit down wrongly, between two rounds."""
    for entry in hall.returns.pop(hall.round, []):
        player_return(hall.request(), entry=entry)
    if Incident.PAUSE in happening and (tired := _choose_leaver(hall, "pause")):
        player_pause(hall.request(), entry=tired, counters=hall.purses.get(tired))
        rounds = hall.make_random("pause", hall.round).randint(1, LONGEST_PAUSE)
        hall.returns.setdefault(hall.round + rounds, []).append(tired)
        hall.reload()
    if Incident.LEAVE in happening and (leaver := _choose_leaver(hall, "leave")):
        announce(hall, _find_table(hall, leaver))  # they leave during a deal, which is then dealt again
        player_drop(hall.request(), entry=leaver, counters=hall.purses.get(leaver))
        hall.reload()
    if Incident.KEEP in happening and (players := _list_playing(hall)):
        seat_keep(hall.request(), entry=hall.make_random("keep", hall.round).choice(players), keeps=True)
    if Incident.LATE in happening:
        people_check_in(hall.request(), people=[make_arrival(hall, len(hall.facts.entries))])
    if Incident.SWAP in happening:
        _swap(hall)
    hall.reload()


def apply_departures(hall: Hall, happening: Collection[Incident]) -> None:
    """Let a table's winner go home at the bell."""
    facts = hall.reload()
    if Incident.LEAVE_WINNER not in happening:
        return
    miswritten = {wrong.table for wrong in hall.corrections}
    winners = [
        min(decided.winners)
        for decided in facts.pools
        if decided.round == hall.round and len(decided.winners) == 1 and decided.position not in miswritten
    ]
    can_go = [entry for entry in _list_leavers(hall) if entry in winners]
    if can_go:
        entry = hall.make_random("leave_winner", hall.round).choice(can_go)
        player_drop(hall.request(), entry=entry, counters=hall.purses.get(entry))
        hall.reload()


def choose_void_table(hall: Hall, happening: Collection[Incident]) -> int | None:
    """Return a table that will not finish its deal, or None. The head table rings the bell, and finishes."""
    tables = sorted(hall.tables())[1:]
    may_void = hall.evening.settings.unfinished is Unfinished.CUT
    if Incident.VOID not in happening or not may_void or not tables:
        return None
    return hall.make_random("void", hall.round).choice(tables)


def correct_records(hall: Hall, table: int | None = None) -> None:
    """Correct the wrong records of one table, or of all, as the organiser does."""
    for wrong in list(hall.corrections):
        if table in (None, wrong.table):
            hall.corrections.remove(wrong)
            wrong.put_right()
            hall.reload()


def make_arrival(hall: Hall, number: int) -> Arrival:
    """Return person ``number`` for the check-in, from 0. Roles alternate."""
    roles = hall.evening.settings.roles or ("",)
    return Arrival(make_name(number), roles[number % len(roles)])


def _list_playing(hall: Hall) -> list[int]:
    return [entry for table in hall.tables().values() for entry in table.playing]


def _find_table(hall: Hall, entry: int) -> int:
    return next(table.table for table in hall.tables().values() if entry in table.playing)


def _list_leavers(hall: Hall) -> list[int]:
    tables, enough = hall.tables().values(), max(ENOUGH_TO_LOSE_ONE, hall.play.game.fewest + 1)
    return [entry for table in tables if len(table.playing) >= enough for entry in table.playing]


def _choose_leaver(hall: Hall, reason: str) -> int | None:
    can_go = _list_leavers(hall)
    return hall.make_random(reason, "who", hall.round).choice(can_go) if can_go else None


def _swap(hall: Hall) -> None:
    """Swap two people of different tables, and record the swap as the organiser."""
    tables = list(hall.tables().values())
    if len(tables) > 1:
        chance = hall.make_random("swap", hall.round)
        first, second = (chance.choice(table.playing) for table in chance.sample(tables, 2))
        seats_swap(hall.request("sat down at each other's tables"), first=first, second=second)


BEGUN = 3
"""The mean number of deals played when a whole game is left unfinished."""


def play_round(hall: Hall, happening: Collection[Incident], *, finish: bool = True) -> None:
    """Play the open round. Without ``finish``, the head table and some others do not finish."""
    hall.reload()
    hall.waiting.clear()
    correct_records(hall)
    apply_incidents(hall, happening)
    play = _play_games if hall.play.format.may_play_on(bell_rung=True) else _play_moving
    play(hall, happening, finish)
    if finish:
        apply_departures(hall, happening)


def _play_moving(hall: Hall, happening: Collection[Incident], finish: bool) -> None:
    """Play the round's deals at every table. The head table's last deal rings the bell."""
    tables = hall.tables()
    void = choose_void_table(hall, happening)
    deals = hall.play.kind.count_deals_in_round(hall.evening.settings)
    order = [table for table in tables if table != void for _deal in range(deals)]
    hall.make_random("order", hall.round).shuffle(order)
    if not finish:
        order = [table for table in order if table != HEAD][: len(order) // 2]
    deals_played, to_play = dict.fromkeys(tables, 0), dict.fromkeys(tables, deals)
    for table in order:
        if deals_played[table] == to_play[table]:
            continue  # no deal begins after the bell
        deals_played[table] += 1
        play_deal(hall, tables[table], deals_played[table], happening)
        if table == HEAD and deals_played[HEAD] == deals:  # the bell: each table finishes its deal
            to_play = {number: min(deals, count + 1) for number, count in deals_played.items()}
    in_play = void if finish else HEAD
    if in_play:
        announce(hall, in_play)
    if void and finish:
        table_end(hall.request(), round=hall.round, table=void, ending=Ending.VOID)


def _play_games(hall: Hall, happening: Collection[Incident], finish: bool) -> None:
    """Play a whole game at each table, side by side. The last table's end is the bell."""
    tables, chance = hall.tables(), hall.make_random("order", hall.round)
    deals_played, open_tables = dict.fromkeys(tables, 0), sorted(tables)
    while open_tables and (finish or sum(deals_played.values()) < BEGUN * len(tables)):
        table = chance.choice(open_tables)
        correct_records(hall, table)  # an error is found before the table's next deal
        deals_played[table] += 1
        if not play_deal(hall, tables[table], deals_played[table], happening):
            open_tables.remove(table)
    if not finish:
        announce(hall, HEAD)


def play_deal(hall: Hall, hall_table: HallTable, deal: int, happening: Collection[Incident]) -> bool:
    """Play the table's next deal. Return False if the game is over, after this deal or before."""
    if not hall.play.game.stakes:
        return play_bids(hall, hall_table.table, happening)
    play_pool(hall, hall_table, deal, happening)
    return deal < hall.evening.settings.deals


def apply_bell(hall: Hall, happening: Collection[Incident]) -> bool:
    """Cut and count as needed, and move everybody. An incident can undo the bell, and apply it again.

    Return False if no round follows.
    """
    number = hall.round
    preview = settle_bell(hall)
    if preview.is_last:
        return False
    moves_apply(hall.request(), round=number)
    if Incident.UNDO in happening and Incident.VOID not in happening:
        bell_undo(hall.request("moved before the last table had heard the bell"))
        _stake_again(hall)
        bell_ring(hall.request(), round=number)
        _end_early(hall)
        preview = settle_bell(hall)
        moves_apply(hall.request(), round=number)
    hall.reload()
    hall.give_stakes(preview.bell.fresh)
    return True


def _stake_again(hall: Hall) -> None:
    """Give fresh stakes to players without counters, at tables that play on after an undone bell."""
    open_tables = awaited.find_awaited_tables(hall.reload(), hall.round)
    for table, hall_table in hall.tables().items():
        if table in open_tables:
            hall.stake_again(hall_table)


def _end_early(hall: Hall) -> None:
    """End tables that play on after an undone bell with their last deal: no deal is in play."""
    for table in awaited.find_awaited_tables(hall.reload(), hall.round):
        table_end(hall.request(), round=hall.round, table=table, ending=Ending.EARLY)


def settle_bell(hall: Hall, *, chips_only: bool = False) -> Preview:
    """Make the cuts and counts that the bell needs. ``chips_only``: only cuts for the standings."""
    while True:
        number = hall.round
        preview = build_preview(hall.reload(), number)
        cuts = [
            (round_number, need)
            for round_number, need in preview.cuts
            if need.purpose in OF_STANDING or not chips_only
        ]
        counts = () if chips_only else preview.counts
        if not cuts and not counts:
            return preview
        for round_number, need in cuts[:1]:
            _cut(hall, round_number, need)
        for count in counts:
            table_count(
                hall.request(), round=number, table=count.table, counts=hall.count_counters(count.uncounted)
            )


def _cut(hall: Hall, round_number: int, need: CutNeed) -> None:
    """Make a cut: half of the time with cards at the table, half of the time by the program."""
    place = ("cut", round_number, need.purpose, need.table, need.deal, len(hall.facts.cuts))
    chance = hall.make_random(*place, len(need.attempts))
    target: dict[str, Any] = {
        "round": round_number,
        "purpose": need.purpose,
        "table": need.table,
        "deal": need.deal,
    }
    if chance.random() < 0.5:
        cut_draw(hall.request(), **target, seed="/".join(map(str, (hall.seed, *place[1:]))))
        return
    cards = (str(card) for card in chance.sample(PACK, len(need.among)))
    cut_record(hall.request(), **target, cards=dict(zip(need.among, cards, strict=True)))


USUAL_ROUNDS = 20
"""The rounds of an evening without a schedule."""

LEFT_KNOCKOUT = 2
"""The game in which an unfinished knockout is left by default: it can have no more games."""

LONGEST_SEED = 32
"""The most characters of a seed: a cut's seed contains it, and has to fit the database column."""

Progress = Callable[[int, int], None]
"""Called after each round, with its number and the number of rounds planned."""


def report_nothing(_round: int, _rounds: int) -> None:
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
        usual = Progressive.key if get_ruleset(self.game).progressive else FixedTables.key
        return GameChoice(self.game, self.options, self.format or usual)


def simulate(
    order: SimulationOrder, *, club: Club, actor: User | None, progress: Progress = report_nothing
) -> Evening:
    """Play the evening. The same order gives the same evening, whatever the database contains."""
    if order.rounds is not None and order.rounds < 1:
        raise RuleError("rounds", _("An evening has one round at least."))
    if len(order.seed) > LONGEST_SEED:
        raise RuleError("seed", TOO_LONG, most=LONGEST_SEED)
    hall, rounds = _gather(order, club, actor)
    happens = QUIET if order.quiet else plan_for_game(hall.play, order.players, rounds, order.seed)
    for number in range(1, rounds + 1):
        last = number == rounds
        if last and order.open:
            play_round(hall, (), finish=False)
        else:
            play_round(hall, happens.find_incidents(number))
            last = last or not apply_bell(hall, happens.find_incidents(number))
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
    check_in_open(hall.request())
    if order.players:
        people = [make_arrival(hall, number) for number in range(order.players)]
        people_check_in(hall.request(), people=people)
    seats_draw(hall.request(), seed=hall.seed)
    evening_start(hall.request())
    hall.reload()
    hall.give_stakes(())
    return hall, _count_rounds(order, hall.facts.round_count)


def _count_rounds(order: SimulationOrder, most: int | None) -> int:
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
    evening_settle(hall.request(), round=hall.round)
    if not hall.counts_each_deal:
        final_count(hall.request(), counts=hall.count_counters(hall.list_on_tables()))
    evening_finish(hall.request())
    for award in query_newest_awards(hall.evening).reverse():
        prize_reveal(hall.request(), prize=award.prize)
    correct_records(hall)
    settle_bell(hall, chips_only=True)  # the correction can make several players best at the head table
