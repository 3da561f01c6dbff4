"""The tables as the projector shows them: who sits there, where they came from, how far it is."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from tournaments.core.evening import Facts
from tournaments.core.movement import position
from tournaments.pages.kinds.progress import Progress
from tournaments.pages.public.hall_layout import Fitted
from tournaments.pages.public.player_path import sign_of
from tournaments.pages.running.next_tables import titles_of
from tournaments.words import plain

ON_A_CARD = 6
"""People without a table on one card."""


@dataclass(frozen=True)
class Person:
    """Somebody at a table. ``start``: the table before this one, if it was another; ``sign``: up or down.

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
    facts: Facts, number: int, out: Collection[int], how_far: Mapping[int, Progress]
) -> tuple[HallTable, ...]:
    """Return the tables of the round, each with its people."""
    names = facts.names
    games = defaultdict(Progress, {table: at for table, at in how_far.items() if at.whole})
    playing = set(position.playing(facts, number))
    ways = _ways(facts, number)
    people: dict[int, list[Person]] = defaultdict(list)
    for seat in position.seats_of(facts, number):
        if seat.entry in playing:
            entry, game = seat.entry, games[seat.position]
            points = plain(game.points[entry]) if entry in game.points else ""
            sign, start = ways.get(entry, ("", None))
            person = Person(seat.chair, names[entry], sign, start, points, entry in game.best)
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


def _ways(facts: Facts, number: int) -> dict[int, tuple[str, int]]:
    """Return who came from another table: up or down, and from which."""
    came_from = facts.play.format.came_from
    now = {seat.entry: seat.position for seat in facts.seats if seat.round == number}
    before = {seat.entry: came_from(seat.position) for seat in facts.seats if seat.round == number - 1}
    return {
        entry: (sign_of(start, table), start)
        for entry, table in now.items()
        if (start := before.get(entry)) is not None and start != table
    }
