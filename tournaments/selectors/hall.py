"""What the projector shows: the evening at a glance, for a whole hall."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from tournaments.core import position
from tournaments.core.chairs import HEAD
from tournaments.core.facts import Facts, Stage
from tournaments.models import Evening
from tournaments.selectors.announced import Announced, announced
from tournaments.selectors.bell import Preview, bell_preview
from tournaments.selectors.facts import load_facts
from tournaments.selectors.mine import sign_of

ON_A_PAGE = 6
NAMED_AT_MOST = 4


@dataclass(frozen=True)
class Person:
    """Somebody at a table. ``sign`` and ``table``: the way to go, or the way that was come."""

    chair: int
    name: str
    sign: str = ""
    table: int | None = None
    to_chair: int | None = None


@dataclass(frozen=True)
class HallTable:
    number: int
    is_head: bool
    is_booby: bool
    out: bool
    people: tuple[Person, ...]


@dataclass(frozen=True)
class Page:
    """Tables that are shown together."""

    tables: tuple[HallTable, ...]

    @property
    def first(self) -> int:
        return self.tables[0].number

    @property
    def last(self) -> int:
        return self.tables[-1].number

    @property
    def most(self) -> int:
        """People at the fullest of them: the fewer, the larger their names."""
        return max(len(table.people) for table in self.tables)


@dataclass(frozen=True)
class Hall:
    """The projector's page.

    ``late``: some tables have their result, so those still playing are marked. ``going``: the signs
    say where to go now, and not where one came from.
    """

    stage: Stage
    state: str
    rung: bool
    late: bool
    going: bool
    here: int
    pages: tuple[Page, ...]
    waiting: tuple[str, ...]
    told: Announced


def hall(evening: Evening) -> Hall:
    """The evening as the hall sees it, in a fixed number of queries."""
    facts, stage = load_facts(evening.pk), Stage(evening.stage)
    number = max((played.number for played in facts.rounds), default=0)
    rung = stage is Stage.PLAYING and any(r.rung and r.number == number for r in facts.rounds)
    preview = bell_preview(evening, facts, number) if rung else None
    shows = stage in (Stage.SEATED, Stage.PLAYING)
    out = position.still_out(facts, evening.settings, number) if stage is Stage.PLAYING else ()
    tables = _tables(facts, number, out, preview) if shows else ()
    return Hall(
        stage=stage,
        state=_state(stage, number, out, len(tables), preview),
        rung=rung,
        late=rung or len(out) < len(tables),
        going=preview is not None and preview.ready,
        here=sum(state.plays for state in position.presences(facts, number + 1).values()),
        pages=pages_of(tables),
        waiting=_waiting(facts, number) if shows else (),
        told=announced(evening) if stage is Stage.FINISHED else Announced(),
    )


def pages_of(tables: Sequence[HallTable]) -> tuple[Page, ...]:
    """The tables in pages of six at most, as even as can be, so that no page shows one alone."""
    if not tables:
        return ()
    pages = -(-len(tables) // ON_A_PAGE)
    each = -(-len(tables) // pages)
    return tuple(Page(tuple(tables[start : start + each])) for start in range(0, len(tables), each))


def _waiting(facts: Facts, number: int) -> tuple[str, ...]:
    """Those who are here, and get their seat at the next bell or when there is room."""
    names, seated = facts.names, position.playing(facts, number)
    return tuple(names[entry] for entry in position.unseated(facts, number + 1, seated))


def _tables(
    facts: Facts, number: int, out: Collection[int], preview: Preview | None
) -> tuple[HallTable, ...]:
    names = facts.names
    playing = set(position.playing(facts, number))
    ways = _ways(facts, number, preview)
    people: dict[int, list[Person]] = defaultdict(list)
    for seat in position.seats_of(facts, number):
        if seat.entry in playing:
            way = ways.get(seat.entry, ())
            people[seat.position].append(Person(seat.chair, names[seat.entry], *way))
    last = max(people, default=0)
    return tuple(
        HallTable(
            number=table,
            is_head=table == HEAD and last > 1,
            is_booby=table == last and last > 1,
            out=table in out,
            people=tuple(people[table]),
        )
        for table in sorted(people)
    )


def _ways(facts: Facts, number: int, preview: Preview | None) -> dict[int, tuple[str, int, int]]:
    """Who goes where at the settled bell; before the next bell, who came from where."""
    now = {seat.entry: seat.position for seat in facts.seats if seat.round == number}
    if preview is not None:
        ends = preview.bell.seats if preview.ready else {}
        return {
            entry: (sign_of(now[entry], end.position), end.position, end.chair)
            for entry, end in ends.items()
            if end.position != now[entry]
        }
    before = {seat.entry: seat.position for seat in facts.seats if seat.round == number - 1}
    return {
        entry: (sign_of(before[entry], table), before[entry], 0)
        for entry, table in now.items()
        if before.get(entry, table) != table
    }


def _state(stage: Stage, number: int, out: Sequence[int], tables: int, preview: Preview | None) -> str:
    """The one line that says how things stand."""
    match stage:
        case Stage.DRAFT | Stage.CHECK_IN:
            return gettext("Welcome! Seats are drawn soon.")
        case Stage.SEATED:
            return gettext("Find your table. Play begins soon.")
        case Stage.SETTLING:
            return gettext("That was the last bell. Now counters are settled up.")
        case Stage.FINISHED:
            return gettext("The evening is decided.")
    if preview is not None:
        return _at_bell(preview)
    if len(out) == tables:
        return gettext("Round %(round)s is being played") % {"round": number}
    if not out:
        return gettext("Round %(round)s: all results are in") % {"round": number}
    return gettext("Round %(round)s: %(tables)s still playing") % {
        "round": number,
        "tables": tables_in_words(out),
    }


def _at_bell(preview: Preview) -> str:
    if preview.still_out:
        return gettext("The bell! Still playing: %(tables)s") % {"tables": tables_in_words(preview.still_out)}
    if preview.cuts:
        cutting = sorted({need.position for _round, need in preview.cuts})
        return gettext("The bell! Cut the cards: %(tables)s") % {"tables": tables_in_words(cutting)}
    if preview.counts:
        counting = sorted({need.position for need in preview.counts})
        return gettext("The bell! Count your counters: %(tables)s") % {"tables": tables_in_words(counting)}
    if not preview.bell.moves:
        return gettext("The bell! Everybody stays.")
    return gettext("The bell! Take your new seats now.")


def tables_in_words(tables: Sequence[int]) -> str:
    """ "table 3", "tables 2 and 4", or how many where they are too many to be read."""
    if len(tables) > NAMED_AT_MOST:
        return ngettext("%(count)s table", "%(count)s tables", len(tables)) % {"count": len(tables)}
    if len(tables) == 1:
        return gettext("table %(table)s") % {"table": tables[0]}
    *most, last = map(str, tables)
    return gettext("tables %(most)s and %(last)s") % {"most": ", ".join(most), "last": last}
