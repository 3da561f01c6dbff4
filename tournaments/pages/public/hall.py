"""What the projector shows: the evening at a glance, for a whole hall, and how it stands in one line."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import assert_never

from django.utils.translation import gettext, ngettext

from tournaments.core.facts import Facts, Stage
from tournaments.core.formats.preview import Preview
from tournaments.core.kinds.dealing import rounds_of
from tournaments.core.movement import position
from tournaments.core.movement.clock import Hand
from tournaments.core.play import Play
from tournaments.core.results import still_in
from tournaments.core.settings import Settings
from tournaments.pages.public.announced import Announced
from tournaments.pages.public.hall_cache import Glance
from tournaments.pages.public.hall_tables import HallTable, tables_drawn, tables_now
from tournaments.pages.running.next_tables import next_tables
from tournaments.pages.running.progress import same_deal
from tournaments.phrases import phrase
from tournaments.words import in_round, round_title

ON_A_PAGE = 6


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
    gone: tuple[str, ...] = ()  # out of the knockout


def hall(glance: Glance, now: datetime) -> Hall:
    """The evening as the hall sees it."""
    facts, stage, settings, number = glance.facts, glance.stage, glance.settings, glance.round
    rung = stage is Stage.PLAYING and glance.rung
    preview = glance.preview if rung else None
    shows = stage in (Stage.SEATED, Stage.PLAYING)
    out = position.still_out(facts, settings, number) if stage is Stage.PLAYING else ()
    how_far = glance.progress if stage is Stage.PLAYING else {}
    drawn = next_tables(facts, preview) if preview else None
    tables = tables_now(facts, number, out, preview, how_far) if shows else ()
    waiting, gone = _without(facts, settings, number)
    if drawn is not None:
        tables, gone = tables_drawn(drawn), drawn.gone
        waiting = tuple(name for name, _why in drawn.out)
    waits = glance.pulse.hand(now) is Hand.WAITING
    at = Now(number, rounds_of(facts, settings), out, len(tables), preview, waits)
    return Hall(
        play=facts.play,
        stage=stage,
        state=state_line(facts.play, stage, at),
        deal="" if preview else same_deal(facts.play, how_far),
        rung=rung,
        late=rung or len(out) < len(tables),
        going=drawn is None and preview is not None and preview.ready and bool(preview.bell.moves),
        here=sum(state.plays for state in position.presences(facts, number + 1).values()),
        pages=pages_of(tables),
        waiting=waiting if shows else (),
        told=glance.told,
        gone=gone if shows else (),
    )


def pages_of(tables: Sequence[HallTable]) -> tuple[Page, ...]:
    """The tables in pages of six at most, as even as can be, so that no page shows one alone."""
    if not tables:
        return ()
    pages = -(-len(tables) // ON_A_PAGE)
    each = -(-len(tables) // pages)
    return tuple(Page(tuple(tables[start : start + each])) for start in range(0, len(tables), each))


def _without(facts: Facts, settings: Settings, number: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Those who are here without a seat: who gets one at the next bell or when there is room, and who not."""
    names, seated = facts.names, position.playing(facts, number)
    gone = still_in.knocked_out(facts, settings, number)
    here = position.unseated(facts, number + 1, seated)
    waiting = tuple(names[entry] for entry in here if entry not in gone)
    return waiting, tuple(names[entry] for entry in here if entry in gone)


NAMED_AT_MOST = 10


@dataclass(frozen=True)
class Now:
    """The round, how many there are, which of its tables are still out, and what its bell brings.

    ``waits``: its clock has still to start.
    """

    number: int
    rounds: int | None
    out: Sequence[int]
    tables: int
    preview: Preview | None
    waits: bool


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
        return _at_bell(play, now.preview)
    figures = {"round": round_title(play, now.number, now.rounds), "tables": tables_in_words(now.out)}
    if now.waits:
        return gettext("%(round)s: take your seats") % figures
    if len(now.out) == now.tables:
        return gettext("%(round)s is being played") % figures
    if not now.out:
        return gettext("%(round)s: all results are in") % figures
    return gettext("%(round)s. Still playing: %(tables)s") % figures


def _at_bell(play: Play, preview: Preview) -> str:
    return play.format.of(OVER)(play, preview)


def _bell(play: Play, preview: Preview) -> str:
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
    moves = bool(preview.bell.moves)
    return gettext("The bell! Take your new seats now.") if moves else gettext("The bell! Everybody stays.")


def _game_over(play: Play, preview: Preview) -> str:
    """What the end of a game brings."""
    if preview.still_out:
        tables = tables_in_words(preview.still_out)
        return gettext("Finish your deal, then stop: %(tables)s") % {"tables": tables}
    if preview.over is not None and preview.over.code == "final_played":
        return gettext("The final is over.")
    if preview.is_last:
        return gettext("That was the last game.")
    words = phrase(play, "Keep your seats for %(game)s.")
    return words % {"game": in_round(play, preview.round + 1)}


OVER = {"moving": _bell, "games": _game_over}
"""What the end of a round brings, by the format."""


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
