"""The simulated hall, the plan of its incidents, and names of simulated people.

``Hall`` tracks the counters on the tables. So both ways of counting, and wrong records, start from the same
counters. The seed decides the plan in advance. Names differ up to a thousand people.
"""

import random
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto

from accounts.models import User
from tournaments.core.counters import ledger
from tournaments.core.evening import Facts, Play
from tournaments.core.movement import seating
from tournaments.core.movement.seating import list_presences, list_seats
from tournaments.evening.selectors.evening import load_facts
from tournaments.evening.services.journal import RequestedBy
from tournaments.models import Evening, RoundRow
from tournaments.simulation.players.played import SeatedPlayer, Temperament, make_temperament


@dataclass(frozen=True)
class HallTable:
    """A table in a round: people by chair, those of them who play, and the first dealer's chair."""

    table: int
    chairs: Mapping[int, int]
    playing: tuple[int, ...]
    first_dealer: int

    def order_players(self, deal: int) -> list[int]:
        """Return the players from the dealer's left; the dealer is last."""
        occupied = sorted(chair for chair, entry in self.chairs.items() if entry in self.playing)
        dealer = seating.find_last_dealer(self.first_dealer, [occupied] * deal)
        return [self.chairs[chair] for chair in sorted(occupied, key=lambda chair: (chair <= dealer, chair))]


@dataclass(frozen=True)
class PlannedCorrection:
    """A wrong record of a deal, with the function that corrects it later."""

    round: int
    table: int
    reason: str
    put_right: Callable[[], None]


@dataclass
class Hall:
    """The state of the simulated hall. ``purses``: each person's counters, at the table or during a pause.

    ``waiting``: by table, each player's counters in a stake that nobody won in the last deal. ``divided``:
    the last round in which two players divided a pool.
    """

    evening: Evening
    actor: User | None
    seed: str
    play: Play
    facts: Facts = field(init=False)
    purses: dict[int, int] = field(default_factory=dict)
    waiting: dict[int, int] = field(default_factory=dict)
    corrections: list[PlannedCorrection] = field(default_factory=list)
    returns: dict[int, list[int]] = field(default_factory=dict)
    divided: int = 0

    def request(self, reason: str = "") -> RequestedBy:
        return RequestedBy(self.evening.pk, self.actor, reason)

    def make_random(self, *things: object) -> random.Random:
        """Return a random generator for this purpose alone: a further purpose does not change the others."""
        return random.Random("/".join(map(str, (self.seed, *things))))

    def reload(self) -> Facts:
        """Load the facts again."""
        self.facts = load_facts(self.evening.pk)
        return self.facts

    @property
    def counts_each_deal(self) -> bool:
        """Return whether everybody's counters are known after every deal."""
        return self.play.kind.counts_each_deal(self.evening.settings.counting)

    @property
    def round(self) -> int:
        return self.facts.now.number

    def find_temperament(self, entry: int) -> Temperament:
        """Return a person's temperament by order of arrival: ids differ from database to database."""
        order = [person.id for person in self.facts.entries].index(entry)
        return make_temperament(self.make_random("temperament", order))

    def tables(self) -> dict[int, HallTable]:
        """Return the tables of the round as people sit now, from the head table down."""
        number = self.round
        presence = list_presences(self.facts, number)
        chairs: dict[int, dict[int, int]] = {}
        for seat in list_seats(self.facts, number):
            chairs.setdefault(seat.position, {})[seat.chair] = seat.entry
        dealers = {table.position: table.dealer for table in self.facts.tables if table.round == number}
        return {
            table: HallTable(
                table=table,
                chairs=by_chair,
                playing=tuple(entry for entry in by_chair.values() if presence[entry].plays),
                first_dealer=dealers[table],
            )
            for table, by_chair in chairs.items()
        }

    def list_sitters(self, hall_table: HallTable, deal: int) -> list[SeatedPlayer]:
        """Return the deal's players from the dealer's left, without those who have no counters."""
        order, waiting = hall_table.order_players(deal), self.waiting.get(hall_table.table, 0)
        return [
            SeatedPlayer(entry, self.purses[entry], self.find_temperament(entry), waiting)
            for entry in order
            if self.purses[entry]
        ]

    def settle(self, net: Mapping[int, int]) -> None:
        """Add the net of a deal to the purses."""
        for entry, won in net.items():
            self.purses[entry] += won

    def give_stakes(self, fresh: Iterable[int]) -> None:
        """Add fresh stakes, and first stakes of people who sit down for the first time."""
        for entry in fresh:
            self.purses[entry] += self.evening.settings.stake
        for entry in self.list_seated() if self.play.game.stakes else ():
            self.purses.setdefault(entry, self.evening.settings.stake)

    def stake_again(self, hall_table: HallTable) -> None:
        """Give a fresh stake to the table's players without counters, between two deals."""
        for entry in hall_table.playing:
            if self.purses.get(entry) == 0:
                self.purses[entry] = self.evening.settings.stake

    @property
    def has_rung(self) -> bool:
        """Return whether the round's bell has rung. After the bell no deal begins."""
        return RoundRow.objects.filter(
            evening=self.evening, number=self.round, void=None, rung__isnull=False
        ).exists()

    def list_seated(self) -> list[int]:
        return [seat.entry for seat in list_seats(self.facts, self.round)]

    def list_on_tables(self) -> list[int]:
        """Return people with counters on the tables: all who started, without those who took theirs away."""
        takers = ledger.count_taken_away(self.facts)
        return [entry for entry in self.facts.starters if entry not in takers]

    def count_counters(self, entries: Iterable[int]) -> dict[int, int]:
        """Return these people's counters, as a count at the table finds them."""
        return {entry: self.purses[entry] for entry in entries}


class Incident(Enum):
    """What can happen in a round besides play."""

    LATE = auto()  # somebody arrives late
    PAUSE = auto()  # somebody pauses for some rounds, and comes back
    LEAVE = auto()  # somebody goes home before the table has its result
    LEAVE_WINNER = auto()  # a pool's winner goes home before the bell's moves
    KEEP = auto()  # somebody keeps the seat from now on
    DIVIDED = auto()  # two players at a showdown agree to divide the pool
    WRONG_CALLER = auto()  # a player who called is left out, and added in the next round
    WRONG_COUNTERS = auto()  # the counters or tricks of two players are swapped, and corrected later
    UNDO = auto()  # the bell's moves were made too early: they are undone and made again
    VOID = auto()  # a table cannot finish its deal
    SWAP = auto()  # two people sit on each other's chairs, and the organiser records it


HOW_OFTEN: Mapping[Incident, float] = {
    Incident.LATE: 0.10,
    Incident.PAUSE: 0.08,
    Incident.LEAVE: 0.06,
    Incident.LEAVE_WINNER: 0.03,
    Incident.KEEP: 0.02,
    Incident.DIVIDED: 0.06,
    Incident.WRONG_CALLER: 0.07,
    Incident.WRONG_COUNTERS: 0.07,
    Incident.UNDO: 0.04,
    Incident.VOID: 0.04,
    Incident.SWAP: 0.03,
}
"""The chance of each incident in a round of ``USUAL`` players. It grows with the number of players."""

USUAL = 26
LONGEST_PAUSE = 3
ROUNDS_A_GAME = 6
"""A whole game takes as long as this many rounds, so its incidents are as many times as likely."""

AT_A_POOL = frozenset({Incident.DIVIDED, Incident.WRONG_CALLER})
AT_A_BELL = frozenset({Incident.LEAVE_WINNER, Incident.VOID})
"""Incidents that need a pool game; and incidents that need a bell which cuts rounds short."""

ONCE = frozenset({Incident.KEEP, Incident.DIVIDED, Incident.UNDO})
TOO_LATE = frozenset({Incident.LATE, Incident.PAUSE, Incident.UNDO})
"""Incidents that the last round never has."""


@dataclass(frozen=True)
class IncidentPlan:
    """Incidents by round."""

    incidents: Mapping[int, tuple[Incident, ...]]

    def find_incidents(self, round_number: int) -> tuple[Incident, ...]:
        return self.incidents.get(round_number, ())


QUIET = IncidentPlan({})


def find_impossible(play: Play) -> frozenset[Incident]:
    """Return the incidents that cannot happen in this game and format."""
    return frozenset().union(
        () if play.game.stakes else AT_A_POOL,
        () if play.game.divides else {Incident.DIVIDED},
        AT_A_BELL if play.format.may_play_on(bell_rung=True) else (),
        () if play.format.moves_by_order else {Incident.KEEP},
    )


# The plan names no people: they are chosen later. The same seed gives the same plan for both ways of
# counting. No incident makes the prizes differ between the two.
def plan_for_game(play: Play, players: int, rounds: int, seed: str) -> IncidentPlan:
    """Return what happens besides the deals of such an evening: late players, departures, corrections."""
    often = ROUNDS_A_GAME if play.format.may_play_on(bell_rung=True) else 1
    return plan_incidents(players * often, rounds, seed, find_impossible(play))


def plan_incidents(players: int, rounds: int, seed: str, left_out: Collection[Incident] = ()) -> IncidentPlan:
    """Return the incidents of an evening, without those ``left_out``. The first round never has any."""
    rng = random.Random(f"{seed}/plan")
    happened: set[Incident] = set()
    incidents: dict[int, tuple[Incident, ...]] = {}
    for number in range(2, rounds + 1):
        lots = {incident: rng.random() for incident in Incident}
        barred = (happened & ONCE) | (TOO_LATE if number == rounds else set()) | set(left_out)
        happens = [i for i, lot in lots.items() if lot < HOW_OFTEN[i] * players / USUAL and i not in barred]
        incidents[number] = tuple(happens)
        happened.update(happens)
    return IncidentPlan(incidents)


FIRST_NAMES = (
    "Ada", "Anil", "Agnes", "Bruno", "Beatriz", "Björn", "Carmen", "Chidi", "Clara", "Cyril",
    "Dalia", "David", "Dorothea", "Emre", "Edith", "Farid", "Fiona", "Florian", "Grace", "Gustav",
    "Hana", "Henry", "Ines", "Ivan", "Joan", "Jamal", "Kavita", "Karl", "Leila", "Lars",
    "Maria", "Miguel", "Mei", "Mats", "Nadia", "Noah", "Olga", "Oscar", "Paula", "Pavel",
    "Quentin", "Rosa", "Rajesh", "Ruth", "Sergio", "Saoirse", "Stefan", "Tamar", "Tom", "Ursula",
    "Umar", "Vera", "Viktor", "Wanda", "Walter", "Xenia", "Yusuf", "Yara", "Zofia", "Zeno",
)  # fmt: skip

INITIALS = "ABCDEFGHJKLMNPRSTVW"


def make_name(number: int) -> str:
    """Return the name of person ``number``, from 0. Names repeat only after more than a thousand."""
    turn, place = divmod(number, len(FIRST_NAMES))
    return f"{FIRST_NAMES[place]} {INITIALS[(7 * place + turn) % len(INITIALS)]}."
