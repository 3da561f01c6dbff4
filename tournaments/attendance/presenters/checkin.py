"""The check-in page: who is here, who may still come, and the tables that this would make."""

from collections.abc import Collection
from dataclasses import dataclass

from accounts.errors import RuleError
from accounts.names import name_key, name_order
from tournaments.base.words import prize_title
from tournaments.core.movement import position
from tournaments.core.movement.table_sizes import refuse_tables, table_sizes
from tournaments.core.reasons import Reason
from tournaments.core.record import Entry, Stage
from tournaments.core.results.prizes import prize_list
from tournaments.evening.selectors.access import Comer, load_people
from tournaments.evening.selectors.evening import load_facts
from tournaments.models import Evening
from tournaments.seating.presenters.table_sizes import Way, nearest, ways_of

LATE = (Stage.SEATED, Stage.PLAYING)
"""When somebody who comes is late."""


@dataclass(frozen=True)
class TableSize:
    table: int
    players: int
    is_head: bool
    is_booby: bool


@dataclass(frozen=True)
class Plan:
    """The tables that so many people make, and why; or why they make none."""

    players: int = 0
    tables: tuple[TableSize, ...] = ()
    sits_out: int = 0
    why: Reason | None = None
    refusal: RuleError | None = None
    ways: tuple[Way, ...] = ()
    """Every way to divide the same people."""

    @property
    def near(self) -> tuple[Way, ...]:
        """Those that are offered at once."""
        return nearest(self.ways)


@dataclass(frozen=True)
class Room:
    """The hall at check-in."""

    here: tuple[Comer, ...]
    offered: tuple[Comer, ...]
    came: tuple[Comer, ...]  # those of the club's list who are here
    plan: Plan
    away: tuple[Comer, ...] = ()  # those of the evening who went home or pause

    @property
    def without_role(self) -> int:
        return sum(not person.role for person in self.here)

    @property
    def keys(self) -> dict[str, str]:
        """The names that are here, by what makes two names the same."""
        return {name_key(person.name): person.name for person in self.here}

    @property
    def usual_roles(self) -> dict[str, str]:
        """The usual roles of those who may still come, by the name's key."""
        return {name_key(person.name): person.role for person in self.offered if person.role}


def role_prizes(evening: Evening) -> tuple[str, ...]:
    """The prizes that somebody without a role cannot win."""
    listed = prize_list(evening.settings, evening.play)
    return tuple(prize_title(prize) for prize in listed if prize.role)


def closed_without_role(evening: Evening, people: Collection[Comer | Entry]) -> tuple[str, ...]:
    """The prizes that somebody without a role cannot win; none where nobody of these people has a role."""
    return role_prizes(evening) if any(person.role for person in people) else ()


def room(evening: Evening) -> Room:
    """The hall, in two queries, and one more where somebody is on the list twice.

    Both lists are in the order of names, for that is how they are looked for.
    """
    roles = evening.settings.roles
    here, listed, taken = load_people(evening)
    listed = [one if one.role in roles else one._replace(role="") for one in listed]
    listed.sort(key=lambda person: (name_order(person.name), person.id))
    return Room(
        here=tuple(sorted(here, key=lambda person: (name_order(person.name), person.id))),
        offered=tuple(person for person in listed if person.id not in taken),
        came=tuple(person for person in listed if person.id in taken),
        plan=plan_for(evening, len(here)),
        away=_away(evening, here) if evening.stage == Stage.PLAYING else (),
    )


def _away(evening: Evening, people: Collection[Comer]) -> tuple[Comer, ...]:
    """Return those who went home or pause: they come back, and are not checked in again."""
    facts = load_facts(evening.pk)
    states = position.presences(facts, facts.rounds[-1].number + 1)
    return tuple(person for person in people if not states[person.id].plays)


def plan_of(evening: Evening) -> Plan:
    """How those who are here would be divided into tables by a draw now."""
    here = position.presences(load_facts(evening.pk), 2)
    return plan_for(evening, sum(presence.plays for presence in here.values()))


def plan_for(evening: Evening, players: int) -> Plan:
    """How ``players`` people would be divided into tables."""
    play = evening.play
    ways = ways_of(players, play.game)
    try:
        refuse_tables(players, play.game)
        sizes = table_sizes(players, play.game)
    except RuleError as error:
        return Plan(players, refusal=error, ways=ways)
    format, last = play.format, len(sizes.sizes)
    tables = tuple(
        TableSize(table, size, format.is_head(table), format.is_booby(table, last))
        for table, size in enumerate(sizes.sizes, start=1)
    )
    return Plan(players, tables, sizes.sits_out, sizes.why, ways=ways)
