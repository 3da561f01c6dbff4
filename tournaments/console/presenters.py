"""The organiser's console, questions before dangerous buttons, the last bell, and a table's current status.

The status of a table is shown on its phone. The console says where the round stands, what comes next, and
what the bell brings. The last bell says what it brought, and what would be lost by taking it back.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.utils.translation import gettext, ngettext

from accounts.errors import RuleError
from tournaments.attendance.presenters.people import decided
from tournaments.base.phrases import phrase
from tournaments.base.presenters import Confirmation
from tournaments.base.words import round_title
from tournaments.bell.presenters import EveningBell, NextTables, next_tables
from tournaments.core.evening import Facts
from tournaments.core.formats.preview import Preview, preview_of
from tournaments.core.movement.seating import TableSeat, presences, seats_of, tables_seated
from tournaments.core.record import ENDED, Presence, Stage
from tournaments.core.refusals import SEASON_CLOSED
from tournaments.evening.presenters.evening_view import EveningView, KeptViews
from tournaments.evening.presenters.kinds import same_deal
from tournaments.evening.presenters.movers import CutMade, CutView, Mover, cuts_made, movers
from tournaments.evening.presenters.table import Seat
from tournaments.evening.selectors.access import evening_by_code, names_of
from tournaments.evening.selectors.deals import bid_table
from tournaments.evening.selectors.evening import Pulse, load_facts, once
from tournaments.evening.selectors.moves import moves_of_bell, moves_to_level
from tournaments.evening.selectors.tables import AtTable, TableOfRound, at_table, mark_of_table
from tournaments.models import Evening
from tournaments.prizes.presenters.prizes import PrizeNote, note_of

AT_MOST = 16
"""Evenings whose console is kept."""


class Phase(StrEnum):
    """What the organiser waits for, or does, next."""

    PLAY = "play"  # tables play, the bell has not rung
    RING = "ring"  # every result is in, and somebody must ring
    WAIT = "wait"  # the bell has rung, tables finish their deals
    COUNT = "count"
    CUT = "cut"
    READY = "ready"
    LAST = "last"  # everything is played, and no round follows


class Console(EveningView):
    """Everything that the console shows of an evening that is played."""

    @property
    def phase(self) -> Phase:
        return phase_of(self.preview)

    @property
    def several(self) -> bool:
        """Return whether a table may play more than one deal in the round."""
        return self.play.several_deals(self.settings)

    @property
    def last_said(self) -> bool:
        """Return whether no round follows this one, as said in the settings or during the evening."""
        return self.play.format.length == "rounds" and 0 < self.settings.rounds <= self.round

    @once
    def made(self) -> tuple[CutMade, ...]:
        return cuts_made(self.evening, self.round, self.names) if self.rung else ()

    @once
    def small(self) -> tuple[int, ...]:
        """Return the tables that have too few players, and have not played yet in this round."""
        if self.rung:
            return ()
        done, fewest = decided(self.facts, self.round), self.preview.limits.fewest
        seated = tables_seated(self.facts, self.round)
        return tuple(n for n, table in seated.items() if n not in done and 0 < len(table.playing) < fewest)

    @once
    def uneven(self) -> bool:
        """Return whether the tables can be made level now."""
        if self.rung:
            return False
        try:
            self.play.format.refuse_mixing(self.round)
            goes = moves_to_level(self.facts)
        except RuleError:
            return False
        played = decided(self.facts, self.round)
        return bool(goes) and not any({one.start, one.table} & played for one in goes)

    @once
    def prize_note(self) -> PrizeNote:
        return note_of(self.facts)

    @once
    def outcome(self) -> EveningBell:
        """Return the result of the bell, or what it would be now."""
        preview = self.preview
        of_bell = (preview.bell, self.play, self.names, preview.ready, self.cuts, self.counts)
        return EveningBell(*of_bell, preview, self.phase, self.made)

    @property
    def comes_in(self) -> tuple[tuple[str, TableSeat], ...]:
        return tuple((self.names[at.entry], TableSeat(at.table, at.chair)) for at in self.arrivals[0])

    @once
    def goes_out(self) -> tuple[str, ...]:
        """Return the people who sat in the round and have left or pause."""
        here, seats = presences(self.facts, self.round), seats_of(self.facts, self.round)
        gone = (seat.entry for seat in seats if not here.get(seat.entry, Presence.LEFT).plays)
        return tuple(self.names[entry] for entry in gone)

    @once
    def waits(self) -> tuple[str, ...]:
        seatless = self._out.union(self._byes)
        return tuple(self.names[entry] for entry in self.arrivals[1] if entry not in seatless)

    @property
    def pausing(self) -> tuple[str, ...]:
        here = presences(self.facts, self.next_round)
        return tuple(self.names[entry] for entry, state in here.items() if state is Presence.PAUSED)

    @once
    def _byes(self) -> tuple[int, ...]:
        return self.play.format.byes(self.facts, self.round)

    @once
    def _out(self) -> frozenset[int]:
        return self.play.format.without_seat(self.facts, self.round)

    @property
    def byes(self) -> tuple[str, ...]:
        return tuple(self.names[entry] for entry in self._byes if entry in self.names)

    @property
    def knocked_out(self) -> tuple[str, ...]:
        return tuple(self.names[entry] for entry in sorted(self._out))

    @property
    def unplayed(self) -> bool:
        return not self.played

    @once
    def drawn(self) -> NextTables | None:
        return next_tables(self.facts, self.preview)

    @property
    def next_round(self) -> int:
        return self.round + 1

    @property
    def is_last(self) -> bool:
        return self.preview.is_last

    @once
    def deal(self) -> str:
        """Return the deal that all tables play in this round, in words, if it is the same at all of them."""
        return same_deal(table.progress for table in self.tables)

    @property
    def may_undo(self) -> bool:
        return self.rung or self.round > 1

    @property
    def may_draw_again(self) -> bool:
        """Return whether the first seats can still be drawn again: nothing is played yet."""
        return self.round == 1 and not self.rung and self.unplayed

    @property
    def may_replay(self) -> bool:
        return not self.rung and self.round > 1 and self.play.format.may_replay

    @property
    def loses_by_settling(self) -> bool:
        """Return whether planned rounds or moves are not made if play ends now."""
        planned = self.preview.rounds
        return not self.rung or bool(self.outcome.moves) or (planned is not None and self.round < planned)

    @property
    def may_settle(self) -> bool:
        """Return whether every result is in after the last bell, or the round just opened is unplayed."""
        return not self.preview.still_out if self.rung else self.unplayed


_kept = KeptViews[Console](AT_MOST)


def view_of(evening: Evening) -> Console:
    """Return the evening at its newest journal line, with the names as members read them."""
    return _kept.get(evening, lambda: Console(evening))


def phase_of(preview: Preview) -> Phase:
    """Return what the organiser waits for, or does, next."""
    if not preview.rung:
        return Phase.PLAY if preview.still_out else Phase.RING
    if preview.still_out:
        return Phase.WAIT
    if preview.counts:
        return Phase.COUNT
    if preview.cuts:
        return Phase.CUT
    return Phase.LAST if preview.is_last else Phase.READY


def ring_asked(console: Console) -> Confirmation | None:
    """Return what ringing does now; None where every result is in: that is the everyday bell."""
    play, out = console.play, console.preview.still_out
    if console.rung or not out:
        return None
    missing = ngettext(
        "%(n)s of %(of)s tables has no result: table %(tables)s.",
        "%(n)s of %(of)s tables have no result: tables %(tables)s.",
        len(out),
    )
    figures = {"n": len(out), "of": len(console.tables), "tables": ", ".join(map(str, out))}
    return Confirmation(
        phrase(play, "Ring the bell now"),
        (
            missing % figures,
            phrase(play, "The hall hears the bell at once. Tables in play finish their deal."),
            *((phrase(play, "This is the last round. Nobody moves after it."),) if console.is_last else ()),
            phrase(play, "“Undo the last bell” takes it back, but the hall has heard it."),
        ),
        phrase(play, "Yes, ring the bell"),
    )


def last_asked(console: Console) -> Confirmation | None:
    """Return what it does to make this the last round; None where it is."""
    if console.rung or console.is_last:
        return None
    words = gettext("Round %(n)s becomes the last one. After its bell the evening settles up.")
    return Confirmation(
        gettext("Make this the last round"),
        (
            words % {"n": console.round},
            gettext("At the bell, projector and phones say that play is over."),
            gettext("“Play more rounds” takes it back."),
        ),
        gettext("Yes, this is the last round"),
        {"what": "last"},
    )


def settle_asked(evening: Evening, console: Console) -> Confirmation | None:
    """Return what it does to end play now; None where that is not possible, or nothing is lost by it."""
    if not console.may_settle or not console.loses_by_settling:
        return None
    return Confirmation(
        gettext("End play and settle up"),
        (
            *_of_rounds(console),
            _after_play(evening, console),
            gettext("Projector and phones say that play is over."),
            phrase(console.play, "“Undo the last bell” takes it back."),
        ),
        gettext("Yes, settle up"),
        {"round": console.round},
    )


def removal_asked(evening: Evening, opened: Sequence[str], closed: Sequence[str]) -> Confirmation:
    """Return what goes with the evening, which counts for these seasons; closed ones are in the way."""
    effects = tuple(_removed(evening, opened, closed))
    return Confirmation(gettext("Remove the evening"), effects, gettext("Yes, remove the evening"))


def _removed(evening: Evening, opened: Sequence[str], closed: Sequence[str]) -> Iterator[str]:
    yield gettext("The evening is removed for good, with its results and journal. The player list stays.")
    if people := names_of(evening, withdrawn=False):
        yield gettext("Players: %(n)s.") % {"n": len(people)}
    if opened:
        yield gettext("It no longer counts for: %(seasons)s.") % {"seasons": ", ".join(opened)}
    for season in closed:
        yield gettext(SEASON_CLOSED) % {"season": season}


def _of_rounds(console: Console) -> Iterator[str]:
    """Yield which rounds and moves are not made any more."""
    this = round_title(console.play, console.round)
    if not console.rung:
        yield gettext("%(round)s has no result. It is not played.") % {"round": this}
    if console.preview.rounds is not None and console.round < console.preview.rounds:
        words = phrase(console.play, "Rounds that were planned and are not played: %(n)s.")
        yield words % {"n": console.preview.rounds - console.round}
    if console.rung and console.outcome.moves:
        yield gettext("Moves that are not made: %(n)s.") % {"n": len(console.outcome.moves)}


def _after_play(evening: Evening, console: Console) -> str:
    if console.play.kind.counted(evening.settings.counting):
        return gettext("Next, the prizes are checked.")
    n = sum(len(table.seats) for table in console.tables)
    return gettext("Next, all counters are counted. Players: %(n)s.") % {"n": n}


@dataclass(frozen=True)
class LastBell:
    """The bell of ``round``. ``applied``: everybody moved and round ``opened`` is being played.

    ``undecided``: a cut or a count is missing for the moves to be made ``again``. ``lost`` are the tables
    with results in the opened round, ``discarded`` those results in words, ``back`` who left or paused in it.
    """

    round: int
    applied: bool
    possible: bool
    lost: tuple[int, ...]
    back: tuple[str, ...]
    made: tuple[Mover, ...] = ()
    again: tuple[Mover, ...] = ()
    undecided: bool = False
    discarded: tuple[str, ...] = ()

    @property
    def opened(self) -> int:
        return self.round + 1

    @property
    def differs(self) -> bool:
        """Return whether the moves come out otherwise now."""
        return {(m.entry, m.end) for m in self.made} != {(m.entry, m.end) for m in self.again}


def last_bell(evening: Evening, *, moves: bool) -> LastBell:
    """Return the last bell; with ``moves`` also those it brought, and those that it would bring now."""
    facts = load_facts(evening.pk)
    names = facts.names
    if not facts.rounds:
        return LastBell(0, False, False, (), ())
    last = facts.now
    applied = not last.rung and not last.closed and last.number > 1
    round = last.number - 1 if applied else last.number
    there: dict[str, Any] = {}
    if moves and applied:
        preview = preview_of(facts, round)
        there = {
            "made": movers(facts.play, moves_of_bell(evening, round), names),
            "again": movers(facts.play, preview.bell.moves, names),
            "undecided": bool(preview.cuts or preview.counts),
        }
    return LastBell(
        round=round,
        applied=applied,
        possible=applied or (not moves and (last.rung or last.closed)),
        lost=tuple(sorted({p.position for p in facts.pools if p.round == last.number})) if applied else (),
        back=_back(facts, last.number, names) if applied else (),
        discarded=_results(facts, last.number) if applied else (),
        **there,
    )


def _results(facts: Facts, number: int) -> tuple[str, ...]:
    """Return the results of the round, each by who won."""
    names = facts.names
    pools = [pool for pool in facts.pools if pool.round == number]
    return tuple(
        gettext("Table %(table)s, deal %(deal)s: won by %(names)s")
        % {
            "table": pool.position,
            "deal": pool.deal,
            "names": ", ".join(names[line.entry] for line in pool.lines if line.won) or gettext("nobody"),
        }
        for pool in sorted(pools, key=lambda pool: (pool.position, pool.deal))
    )


def _back(facts: Facts, opened: int, names: dict[int, str]) -> tuple[str, ...]:
    """Return who left or paused in the round that would be taken back, and so would be here again."""
    gone = (Presence.LEFT, Presence.PAUSED)
    return tuple(
        names[spoken.entry]
        for spoken in facts.presences
        if spoken.from_round == opened and spoken.state in gone
    )


@dataclass(frozen=True, kw_only=True)
class Stand(TableOfRound):
    """A table in the evening's present round.

    ``opened`` is the round's row, ``playing_here`` are the entries of who plays, ``decided`` deals have a
    result, ``next_deal`` is awaited (0: none), and the journal line ``bids`` wrote the bids that stand for it
    (0: none do). ``count``: why its counters must be counted at this bell. ``cuts`` are needed by its
    players, and ``cut`` says what those made there have decided.
    """

    pulse: Pulse
    there: bool = False
    opened: int = 0
    people: tuple[Seat, ...] = ()
    playing_here: tuple[int, ...] = ()
    decided: int = 0
    next_deal: int = 0
    bids: int = 0
    count: str = ""
    cuts: tuple[CutView, ...] = ()
    cut: tuple[str, ...] = ()

    @property
    def mark(self) -> str:
        """Return what changes when others sit here, the bids do, or the round is started again."""
        return mark_of_table(self.bids, self.playing_here, self.opened)

    @property
    def earlier(self) -> range:
        """Return the deals that are recorded."""
        return range(1, self.decided + 1)

    @property
    def round(self) -> int:
        return self.pulse.round

    @property
    def playing(self) -> bool:
        return self.pulse.stage == Stage.PLAYING

    @property
    def over(self) -> bool:
        """Return whether the evening is over, or being settled."""
        return self.finished or self.pulse.stage == Stage.SETTLING

    @property
    def finished(self) -> bool:
        return self.pulse.stage in ENDED


def stand(evening: Evening, table: int, pulse: Pulse, *, people: bool, at: AtTable | None = None) -> Stand:
    """Return the table, with its ``people`` if asked for; ``at``: where it was read already.

    In at most six queries, and one more at the bell; the first table that asks then reads the evening.
    """
    try:
        if at is None or at.round.number != pulse.round:
            at = at_table(evening, pulse.round, table)
        bidding = bid_table(evening, pulse.round, table, at=at) if evening.play.bids else None
    except RuleError:
        return Stand(play=evening.play, table=table, last=0, pulse=pulse)
    awaited = at.next_deal(evening.settings.deals) if bidding is None else bidding.next_number
    coming = awaited if pulse.stage == Stage.PLAYING else 0
    dealer = at.dealer(coming) if coming else 0
    decides = (at.round.rung_id and not coming) or (at.is_head and at.deals)
    known = evening_by_code(evening.join_code) if decides else None
    view = view_of(known) if known else None
    return Stand(
        play=at.play,
        table=table,
        last=at.last,
        pulse=pulse,
        there=True,
        opened=at.round.pk,
        people=_people(at, dealer) if people else (),
        playing_here=at.playing,
        decided=at.deals,
        next_deal=coming,
        bids=bidding.open.seq if bidding is not None and bidding.open is not None else 0,
        count=_count(view, at, pulse) if view and not coming else "",
        cuts=tuple(cut for cut in view.cuts if any(map(cut.concerns, at.playing))) if view else (),
        cut=tuple(words for place, words in view.cuts_decided if place == table) if view else (),
    )


def _people(at: AtTable, dealer: int) -> tuple[Seat, ...]:
    return tuple(
        Seat(chair, entry, at.names[entry], held=at.held[entry], deals=chair == dealer)
        for chair, entry in sorted(at.chairs.items())
        if entry in at.playing
    )


def _count(view: Console, at: AtTable, pulse: Pulse) -> str:
    """Return why counters must be counted here at the bell, where deals are not counted."""
    if not pulse.rung or pulse.stage != Stage.PLAYING or at.round.closed_id:
        return ""
    return next((count.why for count in view.counts if count.table == at.table), "")
