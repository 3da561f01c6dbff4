"""The evening at a view, for a whole hall, and how it stands in one line."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import assert_never

from django.utils.translation import gettext

from tournaments.core.evening import Facts, Play
from tournaments.core.formats.preview import Preview
from tournaments.core.kinds import awaited
from tournaments.core.kinds.dealing import rounds_of
from tournaments.core.movement import position
from tournaments.core.movement.clock import Hand
from tournaments.core.record import Stage
from tournaments.pages.formats.registry import format_pages
from tournaments.pages.kinds.progress import same_deal
from tournaments.pages.public.announced import Announced
from tournaments.pages.public.hall_pages import Mover, Page, pages_of
from tournaments.pages.public.hall_tables import HallTable, Person, seat_in_words, tables_now, without_table
from tournaments.pages.public.public_view import PublicView
from tournaments.phrases import phrase
from tournaments.words import round_title, tables_in_words


@dataclass(frozen=True)
class Hall:
    """The evening as everybody may see it: on the projector, or where it is published.

    ``late``: some tables have their result, so those still playing are marked. ``deal`` is the one that
    all tables play. ``movers``: who goes to another table, until the first result of the round;
    ``undone``: the last bell was undone, and they go back. ``seatless``: cards of people without a table.
    """

    play: Play
    stage: Stage
    state: str
    deal: str
    rung: bool
    late: bool
    round: int
    here: int
    tables: tuple[HallTable, ...]
    movers: tuple[Mover, ...]
    undone: bool
    waiting: tuple[str, ...]
    seatless: tuple[HallTable, ...]
    told: Announced
    gone: tuple[str, ...] = ()  # out of the knockout

    @property
    def pages(self) -> tuple[Page, ...]:
        """What the projector shows, one page after the other."""
        return pages_of((*self.tables, *self.seatless), self.movers)


def hall(view: PublicView, now: datetime) -> Hall:
    """The evening as the hall sees it."""
    facts, stage, number = view.facts, view.stage, view.round
    rung = stage is Stage.PLAYING and view.rung
    shows = stage in (Stage.SEATED, Stage.PLAYING)
    out = awaited.still_out(facts, number) if stage is Stage.PLAYING else ()
    how_far = view.progress if stage is Stage.PLAYING else {}
    tables = tables_now(facts, number, out, how_far) if shows else ()
    waiting, gone = _without(facts, number)
    at = Now(
        number,
        rounds_of(facts),
        out,
        len(tables),
        view.after_bell if rung else None,
        waits=view.pulse.hand(now) is Hand.WAITING,
        counts_down=view.pulse.moves_at is not None,
        undone=view.undone is not None,
    )
    return Hall(
        play=facts.play,
        stage=stage,
        state=state_line(facts.play, stage, at),
        deal="" if rung else same_deal(how_far.values()),
        rung=rung,
        late=rung or len(out) < len(tables),
        round=number,
        here=sum(state.plays for state in position.presences(facts, number + 1).values()),
        tables=tables,
        movers=_movers(view, tables) if stage is Stage.PLAYING else (),
        undone=view.undone is not None,
        waiting=waiting if shows else (),
        seatless=_seatless(view, waiting, gone) if shows else (),
        told=view.told,
        gone=gone if shows else (),
    )


def _movers(view: PublicView, tables: Sequence[HallTable]) -> tuple[Mover, ...]:
    """Who goes to another table, by name: at the start of a round, or back after a bell was undone."""
    if view.undone is not None:
        going = _back(view, view.undone)
    elif view.opens:
        going = [
            Mover(person.name, person.sign, person.start, table.number, person.chair)
            for table in tables
            for person in table.people
            if person.start is not None
        ]
    else:
        going = []
    return tuple(sorted(going, key=lambda mover: mover.name.casefold()))


def _back(view: PublicView, undone: Mapping[int, int]) -> list[Mover]:
    return [
        Mover(view.names[seat.entry], "back", undone[seat.entry], seat.position, seat.chair)
        for seat in position.seats_of(view.facts, view.round)
        if undone.get(seat.entry, seat.position) != seat.position
    ]


def _seatless(view: PublicView, waiting: Sequence[str], gone: Sequence[str]) -> tuple[HallTable, ...]:
    """Cards of those who wait, with the seat that the bell gives them, and of a few who are out."""
    coming = {view.names[entry]: seat_in_words(*at) for entry, at in view.coming.items()}
    wait = [Person(0, name, seat=coming.get(name, "")) for name in waiting]
    out = [Person(0, name) for name in gone[:NAMED_GONE]]
    return (
        *without_table(gettext("Waiting for a seat"), wait),
        *without_table(gettext("Out of the knockout"), out),
    )


def _without(facts: Facts, number: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Those who are here without a seat: who gets one at the next bell or when there is room, and who not."""
    names, seated = facts.names, position.playing(facts, number)
    gone = facts.play.format.without_seat(facts, number)
    here = position.unseated(facts, number + 1, seated)
    waiting = tuple(names[entry] for entry in here if entry not in gone)
    return waiting, tuple(names[entry] for entry in here if entry in gone)


NAMED_GONE = 12
"""So many of those who are out of the knockout are named."""


@dataclass(frozen=True)
class Now:
    """The round, how many there are, which of its tables are still out, and what its bell brings.

    ``waits``: its clock has still to start. ``counts_down``: the moves are made in a moment.
    ``undone``: the last bell was taken back.
    """

    number: int
    rounds: int | None
    out: Sequence[int]
    tables: int
    preview: Preview | None
    waits: bool
    counts_down: bool
    undone: bool


def state_line(play: Play, stage: Stage, now: Now) -> str:
    """The one line that says how things stand."""
    match stage:
        case Stage.DRAFT | Stage.CHECK_IN:
            return gettext("Welcome! Seats are drawn soon.")
        case Stage.SEATED:
            return gettext("Find your table. Play begins soon.")
        case Stage.SETTLING:
            return phrase(play, "Play is over. Settling up comes next.")
        case Stage.FINISHED:
            return gettext("Play is over.")
        case Stage.PLAYING:
            return _while_played(play, now)
        case _:
            assert_never(stage)


def _while_played(play: Play, now: Now) -> str:
    if now.preview is not None:
        return format_pages(play.format).bell(play, now.preview, counts_down=now.counts_down)
    figures = {"round": round_title(play, now.number, now.rounds), "tables": tables_in_words(now.out)}
    if now.undone:
        return phrase(play, "The bell was undone. %(round)s goes on.") % figures
    if now.waits:
        return gettext("%(round)s: take your seats") % figures
    if len(now.out) == now.tables:
        return gettext("%(round)s is being played") % figures
    if not now.out:
        return gettext("%(round)s: all results are in") % figures
    return gettext("%(round)s. Still playing: %(tables)s") % figures
