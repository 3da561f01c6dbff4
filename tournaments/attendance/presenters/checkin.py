"""The check-in page: who is here, who may still come, and the tables that this would make."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from accounts.answers import answers
from accounts.errors import RuleError
from accounts.names import name_key, name_order
from tournaments.base.words import Worded, prize_title, refusal, worded
from tournaments.core.movement import position
from tournaments.core.movement.table_sizes import refuse_tables, table_sizes
from tournaments.core.record import Entry, Stage
from tournaments.core.results.prizes import prize_list
from tournaments.evening.selectors.access import Comer, load_people
from tournaments.evening.selectors.evening import load_facts
from tournaments.evening.selectors.seat_options import may_draw_again
from tournaments.evening.selectors.tables import TableOfRound
from tournaments.models import Evening
from tournaments.seating.presenters.table_sizes import Way, nearest, ways_of

LATE = (Stage.SEATED, Stage.PLAYING)
"""When somebody who comes is late."""


@dataclass(frozen=True, kw_only=True)
class TableSize(TableOfRound):
    players: int


@answers("players", "sizes", "sits_out", "why", "refused", "open", "ways", component="SizesAnswer")
@dataclass(frozen=True)
class Plan:
    """What a draw now would make. ``refused``: why it would make nothing. ``open``: no result yet."""

    # ``ways``: every way to divide the same people.

    players: int
    tables: tuple[TableSize, ...] = ()
    sits_out: int = 0
    why: Worded | None = None
    refused: str = ""
    open: bool = True
    ways: tuple[Way, ...] = ()

    @property
    def sizes(self) -> tuple[int, ...]:
        return tuple(table.players for table in self.tables)

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
    states = position.presences(facts, facts.now.number + 1)
    return tuple(person for person in people if not states[person.id].plays)


def plan_of(evening: Evening) -> Plan:
    """How those who are here would be divided into tables by a draw now."""
    here = position.presences(load_facts(evening.pk), 2)
    plan = plan_for(evening, sum(presence.plays for presence in here.values()))
    return replace(plan, open=may_draw_again(evening))


def plan_for(evening: Evening, players: int) -> Plan:
    """How ``players`` people would be divided into tables."""
    play = evening.play
    ways = ways_of(players, play.game)
    try:
        refuse_tables(players, play.game)
        sizes = table_sizes(players, play.game)
    except RuleError as error:
        return Plan(players, refused=refusal(error, {}), ways=ways)
    last, why = len(sizes.sizes), worded(sizes.why, {})
    tables = tuple(
        TableSize(play=play, table=table, last=last, players=size)
        for table, size in enumerate(sizes.sizes, start=1)
    )
    return Plan(players, tables, sizes.sits_out, why, ways=ways)
