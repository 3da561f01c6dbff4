"""The simulated hall, the plan of incidents in it besides play, and names for simulated people.

``Hall`` keeps the counters as they would lie on the tables. So both ways of counting, and wrong entries, meet
the same counters. The seed decides the plan beforehand. No name comes twice.
"""

import random
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto

from accounts.models import User
from tournaments.core.counters import ledger
from tournaments.core.evening import Facts, Play
from tournaments.core.movement import seating
from tournaments.core.movement.seating import presences, seats_of
from tournaments.evening.selectors.evening import load_facts
from tournaments.evening.services.journal import RequestedBy
from tournaments.models import Evening, RoundRow
from tournaments.simulation.players.played import SeatedPlayer, Temperament, temperament


@dataclass(frozen=True)
class HallTable:
    """A table as it sits: entries by chair, who of them plays, the chair that deals first in the round."""

    table: int
    chairs: Mapping[int, int]
    playing: tuple[int, ...]
    first_dealer: int

    def order(self, deal: int) -> list[int]:
        """Return who plays, from the dealer's left; the dealer is last."""
        taken = sorted(chair for chair, entry in self.chairs.items() if entry in self.playing)
        dealer = seating.dealer_of(self.first_dealer, [taken] * deal)
        return [self.chairs[chair] for chair in sorted(taken, key=lambda chair: (chair <= dealer, chair))]


@dataclass(frozen=True)
class PlannedCorrection:
    """A deal that was written down wrongly, and how it is put right later."""

    round: int
    table: int
    reason: str
    put_right: Callable[[], None]


@dataclass
class Hall:
    """``purses``: the counters in front of each person, or waiting at the banker during a pause.

    ``waiting``: by table, what each has in a stake that nobody won in the deal before. ``divided``: the
    round in which two agreed last to divide a pool.
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

    def by(self, reason: str = "") -> RequestedBy:
        return RequestedBy(self.evening.pk, self.actor, reason)

    def chance(self, *of: object) -> random.Random:
        """Return a source of chance of its own for each thing, so that one thing more changes no other."""
        return random.Random("/".join(map(str, (self.seed, *of))))

    def look(self) -> Facts:
        """Read the facts anew."""
        self.facts = load_facts(self.evening.pk)
        return self.facts

    @property
    def counts_each_deal(self) -> bool:
        """Return whether what everybody has is known after every deal."""
        return self.play.kind.counted(self.evening.settings.counting)

    @property
    def round(self) -> int:
        return self.facts.now.number

    def temperament(self, entry: int) -> Temperament:
        """Return a person's temperament, by the order of coming: ids differ from database to database."""
        order = [person.id for person in self.facts.entries].index(entry)
        return temperament(self.chance("temperament", order))

    def tables(self) -> dict[int, HallTable]:
        """Return the tables of the round as they sit now, from the head table down."""
        number = self.round
        here = presences(self.facts, number)
        chairs: dict[int, dict[int, int]] = {}
        for seat in seats_of(self.facts, number):
            chairs.setdefault(seat.position, {})[seat.chair] = seat.entry
        dealers = {table.position: table.dealer for table in self.facts.tables if table.round == number}
        return {
            table: HallTable(
                table=table,
                chairs=at,
                playing=tuple(entry for entry in at.values() if here[entry].plays),
                first_dealer=dealers[table],
            )
            for table, at in chairs.items()
        }

    def sitters(self, at: HallTable, deal: int) -> list[SeatedPlayer]:
        """Return who plays the deal, from the dealer's left: not those who lost all since the bell."""
        order, waiting = at.order(deal), self.waiting.get(at.table, 0)
        return [
            SeatedPlayer(entry, self.purses[entry], self.temperament(entry), waiting)
            for entry in order
            if self.purses[entry]
        ]

    def settle(self, net: Mapping[int, int]) -> None:
        """Move the counters that were won and lost."""
        for entry, won in net.items():
            self.purses[entry] += won

    def give_stakes(self, fresh: Iterable[int]) -> None:
        """Give fresh stakes, and a first one to whoever sits down for the first time."""
        for entry in fresh:
            self.purses[entry] += self.evening.settings.stake
        for entry in self.seated() if self.play.game.stakes else ():
            self.purses.setdefault(entry, self.evening.settings.stake)

    def stake_again(self, at: HallTable) -> None:
        """Give a fresh stake to people who are broke between the deals of a round, or of a whole game."""
        for entry in at.playing:
            if self.purses.get(entry) == 0:
                self.purses[entry] = self.evening.settings.stake

    @property
    def rung(self) -> bool:
        """Return whether the round's bell has rung: no deal begins after it."""
        return RoundRow.objects.filter(
            evening=self.evening, number=self.round, void=None, rung__isnull=False
        ).exists()

    def seated(self) -> list[int]:
        return [seat.entry for seat in seats_of(self.facts, self.round)]

    def on_tables(self) -> list[int]:
        """Return those who have counters on the tables: all who started and did not take theirs away."""
        gone = ledger.taken_away(self.facts)
        return [entry for entry in self.facts.started if entry not in gone]

    def counted(self, entries: Iterable[int]) -> dict[int, int]:
        """Return these people's counters, as somebody finds who counts them."""
        return {entry: self.purses[entry] for entry in entries}


class Incident(Enum):
    """What happens in a round besides play."""

    LATE = auto()  # somebody comes late
    PAUSE = auto()  # somebody sits out for some rounds, and comes back
    LEAVE = auto()  # somebody goes home before the table has its result
    LEAVE_WINNER = auto()  # a pool's winner goes home before the bell's moves
    KEEP = auto()  # somebody stops moving about
    DIVIDED = auto()  # two at a showdown agree to divide the pool
    WRONG_CALLER = auto()  # a caller is forgotten, and added in the next round
    WRONG_COUNTERS = auto()  # two people's counters, or tricks, are swapped, and put right later
    UNDO = auto()  # the bell was applied too early: it is undone and made again
    VOID = auto()  # a table cannot finish
    SWAP = auto()  # somebody sat down wrongly: the organiser swaps two


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
"""The chance of each in one round of ``USUAL`` players; the more people, the more often."""

USUAL = 26
LONGEST_PAUSE = 3
ROUNDS_A_GAME = 6
"""A whole game takes as long as so many rounds: so much more happens in it."""

AT_A_POOL = frozenset({Incident.DIVIDED, Incident.WRONG_CALLER})
AT_A_BELL = frozenset({Incident.LEAVE_WINNER, Incident.VOID})
"""What happens only where pools are played for, and only where a bell cuts rounds short."""

ONCE = frozenset({Incident.KEEP, Incident.DIVIDED, Incident.UNDO})
TOO_LATE = frozenset({Incident.LATE, Incident.PAUSE, Incident.UNDO})
"""What the last round knows no more."""


@dataclass(frozen=True)
class IncidentPlan:
    """Incidents by round."""

    incidents: Mapping[int, tuple[Incident, ...]]

    def of(self, round_number: int) -> tuple[Incident, ...]:
        return self.incidents.get(round_number, ())


QUIET = IncidentPlan({})


def unknown_to(play: Play) -> frozenset[Incident]:
    """Return the incidents that cannot happen in such an evening."""
    return frozenset().union(
        () if play.game.stakes else AT_A_POOL,
        () if play.game.divides else {Incident.DIVIDED},
        AT_A_BELL if play.format.plays_on(rung=True) else (),
        () if play.format.moves_by_order else {Incident.KEEP},
    )


# The plan names no people: they are found when the time comes. The same seed plans the same for both ways of
# counting, and no incident lets them end with different prizes.
def plan_for(play: Play, players: int, rounds: int, seed: str) -> IncidentPlan:
    """Return the incidents of an evening of that game."""
    often = ROUNDS_A_GAME if play.format.plays_on(rung=True) else 1
    return plan(players * often, rounds, seed, unknown_to(play))


def plan(players: int, rounds: int, seed: str, left_out: Collection[Incident] = ()) -> IncidentPlan:
    """Return the incidents of an evening, but for those ``left_out``. Its first round is always quiet."""
    rng = random.Random(f"{seed}/plan")
    seen: set[Incident] = set()
    incidents: dict[int, tuple[Incident, ...]] = {}
    for number in range(2, rounds + 1):
        lots = {incident: rng.random() for incident in Incident}
        barred = (seen & ONCE) | (TOO_LATE if number == rounds else set()) | set(left_out)
        happens = [i for i, lot in lots.items() if lot < HOW_OFTEN[i] * players / USUAL and i not in barred]
        incidents[number] = tuple(happens)
        seen.update(happens)
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


def name(number: int) -> str:
    """Return the name of the ``number``-th person, from 0; they repeat only after more than a thousand."""
    turn, place = divmod(number, len(FIRST_NAMES))
    return f"{FIRST_NAMES[place]} {INITIALS[(7 * place + turn) % len(INITIALS)]}."
