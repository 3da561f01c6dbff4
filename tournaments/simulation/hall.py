"""The simulated hall: who is there, what lies in front of whom, and the evening as the services have it.

What people hold is kept here as it would lie on the tables, so that both ways of counting, and wrong
entries too, meet the same counters.
"""

import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from accounts.models import User
from tournaments.core.counters import ledger
from tournaments.core.evening import Facts, Play
from tournaments.core.movement import position, seating
from tournaments.evening.selectors.evening import load_facts
from tournaments.evening.services.journal import By
from tournaments.models import Evening, RoundRow
from tournaments.simulation.players.played import Sitter, Temperament, temperament


@dataclass(frozen=True)
class Table:
    """A table as it sits: entries by chair, who of them plays, the chair that deals first in the round."""

    table: int
    chairs: Mapping[int, int]
    playing: tuple[int, ...]
    first_dealer: int

    def order(self, deal: int) -> list[int]:
        """Who plays, from the dealer's left; the dealer is last."""
        taken = sorted(chair for chair, entry in self.chairs.items() if entry in self.playing)
        dealer = seating.dealer_of(self.first_dealer, [taken] * deal)
        return [self.chairs[chair] for chair in sorted(taken, key=lambda chair: (chair <= dealer, chair))]


@dataclass(frozen=True)
class Correction:
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
    corrections: list[Correction] = field(default_factory=list)
    returns: dict[int, list[int]] = field(default_factory=dict)
    divided: int = 0

    def by(self, reason: str = "") -> By:
        return By(self.evening.pk, self.actor, reason)

    def chance(self, *of: object) -> random.Random:
        """A source of chance of its own for each thing, so that one thing more changes no other."""
        return random.Random("/".join(map(str, (self.seed, *of))))

    def look(self) -> Facts:
        """Read the facts anew."""
        self.facts = load_facts(self.evening.pk)
        return self.facts

    @property
    def counts_each_deal(self) -> bool:
        """Whether what everybody has is known after every deal."""
        return self.play.kind.counted(self.evening.settings.counting)

    @property
    def round(self) -> int:
        return self.facts.now.number

    def temperament(self, entry: int) -> Temperament:
        """A person's temperament, by the order of coming: ids differ from database to database."""
        order = [person.id for person in self.facts.entries].index(entry)
        return temperament(self.chance("temperament", order))

    def tables(self) -> dict[int, Table]:
        """The tables of the round as they sit now, from the head table down."""
        number = self.round
        here = position.presences(self.facts, number)
        chairs: dict[int, dict[int, int]] = {}
        for seat in position.seats_of(self.facts, number):
            chairs.setdefault(seat.position, {})[seat.chair] = seat.entry
        dealers = {table.position: table.dealer for table in self.facts.tables if table.round == number}
        return {
            table: Table(
                table=table,
                chairs=at,
                playing=tuple(entry for entry in at.values() if here[entry].plays),
                first_dealer=dealers[table],
            )
            for table, at in chairs.items()
        }

    def sitters(self, at: Table, deal: int) -> list[Sitter]:
        """Those who play the deal, from the dealer's left: not who lost all since the bell."""
        order, waiting = at.order(deal), self.waiting.get(at.table, 0)
        return [
            Sitter(entry, self.purses[entry], self.temperament(entry), waiting)
            for entry in order
            if self.purses[entry]
        ]

    def settle(self, net: Mapping[int, int]) -> None:
        """Counters change hands."""
        for entry, won in net.items():
            self.purses[entry] += won

    def give_stakes(self, fresh: Iterable[int]) -> None:
        """The banker gives fresh stakes, and a first one to whoever sits down for the first time."""
        for entry in fresh:
            self.purses[entry] += self.evening.settings.stake
        for entry in self.seated() if self.play.game.stakes else ():
            self.purses.setdefault(entry, self.evening.settings.stake)

    def stake_again(self, at: Table) -> None:
        """Between the deals of a round, or of a whole game, who is broke takes a fresh stake."""
        for entry in at.playing:
            if self.purses.get(entry) == 0:
                self.purses[entry] = self.evening.settings.stake

    @property
    def rung(self) -> bool:
        """Whether the round's bell has rung: no deal begins after it."""
        return RoundRow.objects.filter(
            evening=self.evening, number=self.round, void=None, rung__isnull=False
        ).exists()

    def seated(self) -> list[int]:
        return [seat.entry for seat in position.seats_of(self.facts, self.round)]

    def on_tables(self) -> list[int]:
        """Those who have counters on the tables: all who started and did not take theirs away."""
        gone = ledger.taken_away(self.facts)
        return [entry for entry in self.facts.started if entry not in gone]

    def counted(self, entries: Iterable[int]) -> dict[int, int]:
        """What somebody finds who counts these people's counters."""
        return {entry: self.purses[entry] for entry in entries}
