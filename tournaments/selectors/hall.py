"""What the projector shows: the evening at a glance, for a whole hall."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.translation import gettext, ngettext

from tournaments.core import position
from tournaments.core.chairs import HEAD
from tournaments.core.clock import Hand
from tournaments.core.dealing import rounds_of
from tournaments.core.facts import Facts, Stage
from tournaments.core.play import Play
from tournaments.selectors.announced import Announced
from tournaments.selectors.bell import Preview
from tournaments.selectors.glance import Glance
from tournaments.selectors.path import sign_of
from tournaments.selectors.progress import Progress, same_deal
from tournaments.words import in_round, plain, round_title

ON_A_PAGE = 6
NAMED_AT_MOST = 10


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

    @property
    def out(self) -> bool:
        """Somebody here still plays."""
        return any(table.out for table in self.tables)

    @property
    def signs(self) -> bool:
        """Somebody here goes elsewhere, or has come from there."""
        return any(person.sign for table in self.tables for person in table.people)


@dataclass(frozen=True)
class Hall:
    """The projector's page.

    ``late``: some tables have their result, so those still playing are marked. ``going``: the signs
    say where to go now, and not where one came from. ``deal`` is the one that all tables play.
    """

    play: Play
    stage: Stage
    state: str
    deal: str
    rung: bool
    late: bool
    going: bool
    here: int
    pages: tuple[Page, ...]
    waiting: tuple[str, ...]
    told: Announced


def hall(glance: Glance, now: datetime) -> Hall:
    """The evening as the hall sees it."""
    facts, stage, settings, number = glance.facts, glance.stage, glance.settings, glance.round
    rung = stage is Stage.PLAYING and glance.rung
    preview = glance.preview if rung else None
    shows = stage in (Stage.SEATED, Stage.PLAYING)
    out = position.still_out(facts, settings, number) if stage is Stage.PLAYING else ()
    how_far = glance.progress if stage is Stage.PLAYING else {}
    tables = _tables(facts, number, out, preview, how_far) if shows else ()
    waits = glance.pulse.hand(now) is Hand.WAITING
    at = _Now(number, rounds_of(facts, settings), out, len(tables), preview, waits)
    return Hall(
        play=facts.play,
        stage=stage,
        state=_state(facts.play, stage, at),
        deal="" if preview else same_deal(facts.play, how_far),
        rung=rung,
        late=rung or len(out) < len(tables),
        going=preview is not None and preview.ready and bool(preview.bell.moves),
        here=sum(state.plays for state in position.presences(facts, number + 1).values()),
        pages=pages_of(tables),
        waiting=_waiting(facts, number) if shows else (),
        told=glance.told,
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
    facts: Facts,
    number: int,
    out: Collection[int],
    preview: Preview | None,
    how_far: Mapping[int, Progress],
) -> tuple[HallTable, ...]:
    names, fixed = facts.names, facts.play.whole_games
    playing = set(position.playing(facts, number))
    ways = _ways(facts, number, preview)
    people: dict[int, list[Person]] = defaultdict(list)
    for seat in position.seats_of(facts, number):
        if seat.entry in playing:
            way = ways.get(seat.entry, ())
            person = Person(seat.chair, names[seat.entry], *way)
            people[seat.position].append(
                _scored(person, seat.entry, how_far[seat.position]) if fixed and how_far else person
            )
    last = 0 if fixed else max(people, default=0)
    return tuple(
        HallTable(
            number=table,
            is_head=table == HEAD and last > 1,
            is_booby=table == last and last > 1,
            out=table in out,
            people=tuple(people[table]),
            how_far=how_far[table].deal if fixed and how_far else "",
        )
        for table in sorted(people)
    )


def _scored(person: Person, entry: int, how_far: Progress) -> Person:
    points = how_far.points.get(entry)
    return replace(person, points="" if points is None else plain(points), best=entry in how_far.best)


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


@dataclass(frozen=True)
class _Now:
    """The round, how many there are, which of its tables are still out, and what its bell brings.

    ``waits``: its clock has still to start.
    """

    number: int
    rounds: int | None
    out: Sequence[int]
    tables: int
    preview: Preview | None
    waits: bool


def _state(play: Play, stage: Stage, now: _Now) -> str:
    """The one line that says how things stand."""
    match stage:
        case Stage.DRAFT | Stage.CHECK_IN:
            return gettext("Welcome! Seats are drawn soon.")
        case Stage.SEATED:
            return gettext("Find your table. Play begins soon.")
        case Stage.SETTLING if not play.staked:
            return gettext("Play is over. The prizes come next.")
        case Stage.SETTLING:
            return gettext("That was the last bell. Now counters are settled up.")
        case Stage.FINISHED:
            return gettext("The evening is decided.")
    if now.preview is not None:
        return _at_bell(play, now.preview)
    figures = {"round": round_title(play, now.number, now.rounds), "tables": tables_in_words(now.out)}
    if now.waits:
        return gettext("%(round)s: take your seats") % figures
    if len(now.out) == now.tables:
        return gettext("%(round)s is being played") % figures
    if not now.out:
        return gettext("%(round)s: all results are in") % figures
    return gettext("%(round)s: %(tables)s still playing") % figures


def _at_bell(play: Play, preview: Preview) -> str:
    if play.whole_games:
        return _game_over(play, preview)
    if preview.still_out:
        return gettext("The bell! Still playing: %(tables)s") % {"tables": tables_in_words(preview.still_out)}
    if preview.cuts:
        cutting = sorted({need.position for _round, need in preview.cuts})
        return gettext("The bell! Cut the cards: %(tables)s") % {"tables": tables_in_words(cutting)}
    if preview.counts:
        counting = sorted({need.position for need in preview.counts})
        return gettext("The bell! Count your counters: %(tables)s") % {"tables": tables_in_words(counting)}
    if preview.is_last:
        return gettext("The bell! That was the last round.")
    if not preview.bell.moves:
        return gettext("The bell! Everybody stays.")
    return gettext("The bell! Take your new seats now.")


def _game_over(play: Play, preview: Preview) -> str:
    """What the end of a game brings where everybody stays."""
    if preview.still_out:
        return gettext("Finish your deal, then stop: %(tables)s") % {
            "tables": tables_in_words(preview.still_out)
        }
    if preview.is_last:
        return gettext("That was the last game.")
    return gettext("Keep your seats: %(game)s comes next.") % {"game": in_round(play, preview.round + 1)}


def tables_in_words(tables: Sequence[int]) -> str:
    """ "table 3", "tables 2 and 4", or how many where they are too many to be read."""
    if len(tables) > NAMED_AT_MOST:
        return ngettext("%(count)s table", "%(count)s tables", len(tables)) % {"count": len(tables)}
    if len(tables) == 1:
        return gettext("table %(table)s") % {"table": tables[0]}
    if not tables:
        return ""
    *most, last = map(str, tables)
    return gettext("tables %(most)s and %(last)s") % {"most": ", ".join(most), "last": last}
