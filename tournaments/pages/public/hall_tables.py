"""The tables as the projector shows them: who sits there, which way they go or came, how far it is."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from tournaments.core.facts import Facts
from tournaments.core.formats.preview import Preview
from tournaments.core.movement import position
from tournaments.core.movement.chairs import HEAD
from tournaments.pages.public.player_path import sign_of
from tournaments.pages.running.next_tables import NextTables, titles_of
from tournaments.pages.running.progress import Progress
from tournaments.words import plain


@dataclass(frozen=True)
class Person:
    """Somebody at a table. ``sign`` and ``table``: the way to go, or the way that was come.

    ``points`` are those of a whole game, and ``best`` who has the most of them.
    """

    chair: int
    name: str
    sign: str = ""
    table: int | None = None
    to_chair: int | None = None
    points: str = ""
    best: bool = False


@dataclass(frozen=True)
class HallTable:
    number: int
    is_head: bool
    is_booby: bool
    out: bool
    people: tuple[Person, ...]
    how_far: str = ""  # its game, in words
    title: str = ""  # of a knockout: the final, or for consolation


def tables_drawn(drawn: NextTables) -> tuple[HallTable, ...]:
    """The tables of the next game: whoever sits there is looked for by name."""
    return tuple(
        HallTable(
            number=table.number,
            is_head=False,
            is_booby=False,
            out=False,
            people=tuple(Person(seat.chair, seat.name) for seat in table.seats),
            title=table.title,
        )
        for table in drawn.tables
    )


def tables_now(
    facts: Facts,
    number: int,
    out: Collection[int],
    preview: Preview | None,
    how_far: Mapping[int, Progress],
) -> tuple[HallTable, ...]:
    names, how_far = facts.names, facts.play.format.of(SHOWN)(how_far)
    playing = set(position.playing(facts, number))
    ways = _ways(facts, number, preview)
    people: dict[int, list[Person]] = defaultdict(list)
    for seat in position.seats_of(facts, number):
        if seat.entry in playing:
            way = ways.get(seat.entry, ())
            person = Person(seat.chair, names[seat.entry], *way)
            people[seat.position].append(
                _scored(person, seat.entry, how_far[seat.position]) if how_far else person
            )
    last, titles = facts.play.format.booby(max(people, default=0)), titles_of(facts, number)
    return tuple(
        HallTable(
            number=table,
            is_head=table == HEAD and last > 1,
            is_booby=table == last and last > 1,
            out=table in out,
            people=tuple(people[table]),
            how_far=how_far[table].deal if how_far else "",
            title=titles.get(table, ""),
        )
        for table in sorted(people)
    )


def _as_played(how_far: Mapping[int, Progress]) -> Mapping[int, Progress]:
    return how_far


def _not_shown(how_far: Mapping[int, Progress]) -> Mapping[int, Progress]:
    return {}


SHOWN = {"games": _as_played, "moving": _not_shown}
"""How far each table is, as the hall shows it, by the format: of a whole game alone."""


def _scored(person: Person, entry: int, how_far: Progress) -> Person:
    points = how_far.points.get(entry)
    return replace(person, points="" if points is None else plain(points), best=entry in how_far.best)


def _ways(facts: Facts, number: int, preview: Preview | None) -> dict[int, tuple[str, int, int]]:
    """Who goes where at the settled bell; before the next bell, who came from where."""
    return facts.play.format.of(WAYS)(facts, number, preview)


def _no_ways(facts: Facts, number: int, preview: Preview | None) -> dict[int, tuple[str, int, int]]:
    """No table is higher than another."""
    return {}


def _up_and_down(facts: Facts, number: int, preview: Preview | None) -> dict[int, tuple[str, int, int]]:
    now = {seat.entry: seat.position for seat in facts.seats if seat.round == number}
    if preview is not None:
        ends = preview.bell.seats if preview.ready else {}
        return {
            entry: (sign_of(now[entry], end.position), end.position, end.chair)
            for entry, end in ends.items()
            if end.position != now.get(entry, end.position)
        }
    before = {seat.entry: seat.position for seat in facts.seats if seat.round == number - 1}
    return {
        entry: (sign_of(before[entry], table), before[entry], 0)
        for entry, table in now.items()
        if before.get(entry, table) != table
    }


WAYS = {"moving": _up_and_down, "games": _up_and_down, "drawn": _no_ways, "ladder": _up_and_down}
"""Who goes up and down, by the format."""
