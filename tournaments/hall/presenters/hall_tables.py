"""The tables as the projector shows them: who sits there, where they came from, how far it is."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from tournaments.base.words import plain
from tournaments.bell.presenters.next_tables import titles_of
from tournaments.core.evening import Facts, Format
from tournaments.core.movement import position
from tournaments.core.movement.chairs import HEAD
from tournaments.core.movement.reseating import APPLIED, UNDONE, NewSeat
from tournaments.evening.presenters.kinds.progress import Progress
from tournaments.hall.presenters.hall_layout import Fitted
from tournaments.hall.presenters.player_path import sign_of

ON_A_CARD = 6
"""People without a table on one card."""


@dataclass(frozen=True)
class Person:
    """Somebody at a table. ``sign``: the way to a new seat; ``start``: the table before it, if there was one.

    ``points`` are those of a whole game, and ``best`` who has the most of them. ``seat`` is in words, for
    somebody who waits for it.
    """

    chair: int
    name: str
    sign: str = ""
    start: int | None = None
    points: str = ""
    best: bool = False
    seat: str = ""
    fitted: Fitted | None = None


@dataclass(frozen=True)
class HallTable:
    """A table, or people without one: then ``number`` is 0, and the title says why."""

    number: int
    is_head: bool
    is_booby: bool
    out: bool
    people: tuple[Person, ...]
    how_far: str = ""  # its game, in words
    title: str = ""  # of a knockout: the final, or for consolation


def tables_now(
    facts: Facts,
    number: int,
    out: Collection[int],
    how_far: Mapping[int, Progress],
    new: Mapping[int, NewSeat],
) -> tuple[HallTable, ...]:
    """Return the tables of the round, each with its people; ``new``: whose seat is marked as new."""
    names = facts.names
    games = defaultdict(Progress, {table: at for table, at in how_far.items() if at.whole})
    playing = set(position.playing(facts, number))
    people: dict[int, list[Person]] = defaultdict(list)
    for seat in position.seats_of(facts, number):
        if seat.entry in playing:
            entry, game = seat.entry, games[seat.position]
            points = plain(game.points[entry]) if entry in game.points else ""
            sign = sign_at(facts.play.format, new[entry]) if entry in new else ""
            start = new[entry].start if entry in new else None
            table = start.table if start else None
            person = Person(seat.chair, names[entry], sign, table, points, entry in game.best)
            people[seat.position].append(person)
    format, titles = facts.play.format, titles_of(facts, number)
    last = max(position.positions(facts, number), default=0)
    return tuple(
        HallTable(
            number=table,
            is_head=format.is_head(table),
            is_booby=format.is_booby(table, last),
            out=table in out,
            people=tuple(people[table]),
            how_far=games[table].deal,
            title=titles.get(table, ""),
        )
        for table in sorted(people)
    )


def without_table(title: str, people: Sequence[Person]) -> list[HallTable]:
    """Return cards of people who have no table."""
    cards = [tuple(people[start : start + ON_A_CARD]) for start in range(0, len(people), ON_A_CARD)]
    return [HallTable(0, False, False, False, card, title=title) for card in cards]


def seat_in_words(table: int, chair: int) -> str:
    return gettext("%(table)s, seat %(chair)s") % {"table": table, "chair": chair}


def sign_at(format: Format, new: NewSeat) -> str:
    """Return which way somebody came to a new seat: up, down, back after an undone bell, or "new".

    Nothing where the moves drew all seats anew: everybody would bear a mark.
    """
    if new.act.verb == APPLIED and format.came_from(HEAD) is None:
        return ""
    start = format.came_from(new.start.table if new.start else None)
    if new.act.verb == APPLIED and start is not None and new.end is not None:
        return sign_of(start, new.end.table)
    return "back" if new.act.verb == UNDONE else "new"
