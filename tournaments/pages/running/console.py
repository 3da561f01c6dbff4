"""The organiser's console: where the round stands, what comes next, and what the bell brings."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from accounts.errors import RuleError
from tournaments.core.evening import Facts, Play
from tournaments.core.formats.preview import Preview
from tournaments.core.kinds.dealing import several_deals
from tournaments.core.movement import position, seating
from tournaments.core.movement.bell import Bell, CountNeed, Place
from tournaments.core.reasons import Reason
from tournaments.core.record import Presence
from tournaments.facts.running.bell import bell_preview
from tournaments.facts.running.evening import load_facts
from tournaments.facts.running.seat_options import moves_to_level
from tournaments.facts.scoring.bid_tables import tables_bid
from tournaments.models import Evening
from tournaments.pages.running.corrected_moves import Corrected, corrected_moves
from tournaments.pages.running.next_tables import NextTables, next_tables
from tournaments.pages.running.pending_cuts import CutMade, CutView, cut_view, cuts_made
from tournaments.pages.running.people import decided
from tournaments.pages.running.progress import same_deal
from tournaments.pages.running.round_tables import TableView, listed, table_views


class Phase(StrEnum):
    """What the organiser waits for, or does, next."""

    PLAY = "play"  # tables play, the bell has not rung
    RING = "ring"  # every result is in, and somebody must ring
    WAIT = "wait"  # the bell has rung, tables finish their deals
    COUNT = "count"
    CUT = "cut"
    READY = "ready"
    LAST = "last"  # everything is played, and no round follows


@dataclass(frozen=True)
class MoverView:
    """One change of seat; ``sign`` is up, down, swap, or new where seats are drawn anew."""

    entry: int
    name: str
    start: Place
    end: Place
    sign: str
    why: Reason


@dataclass(frozen=True)
class Console:
    """Everything the console shows. ``rounds``: how many there are, where that is known.

    ``last_said``: that no round follows this one was said, by the settings or during the evening.
    ``short``: tables that will have too few players, ``small``: that have too few now. ``uneven``: the
    tables can be made level.
    """

    play: Play
    several: bool  # a table may play more than one deal in the round
    round: int
    rounds: int | None
    last_said: bool
    rung: bool
    phase: Phase
    still_out: tuple[int, ...]
    tables: tuple[TableView, ...]
    cuts: tuple[CutView, ...]
    counts: tuple[CountNeed, ...]
    short: tuple[int, ...]
    small: tuple[int, ...]
    uneven: bool
    movers: tuple[MoverView, ...]
    bell: Bell
    made: tuple[CutMade, ...]
    comes_in: tuple[tuple[str, Place], ...]
    goes_out: tuple[str, ...]
    waits: tuple[str, ...]
    pausing: tuple[str, ...]
    byes: tuple[str, ...]
    knocked_out: tuple[str, ...]
    unplayed: bool
    names: Mapping[int, str]
    over: Reason | None
    drawn: NextTables | None
    corrected: Corrected | None

    @property
    def next_round(self) -> int:
        return self.round + 1

    @property
    def is_last(self) -> bool:
        return self.over is not None or (self.rounds is not None and self.round >= self.rounds)

    @property
    def fresh(self) -> str:
        return listed(self.bell.fresh, self.names)

    @property
    def chip(self) -> str:
        return self.names.get(self.bell.chip, "") if self.bell.chip is not None else ""

    @property
    def unmoved(self) -> tuple[Reason, ...]:
        return tuple(why for _position, why in sorted(self.bell.unmoved.items()))

    @property
    def deal(self) -> str:
        """The deal that all tables play in this round, in words, if it is the same at all of them."""
        return same_deal(self.play, {t.position: t.progress for t in self.tables if t.progress})

    @property
    def may_undo(self) -> bool:
        return self.rung or self.round > 1

    @property
    def may_draw_again(self) -> bool:
        """Whether the first seats can still be drawn again: nothing is played yet."""
        return self.round == 1 and not self.rung and self.unplayed

    @property
    def may_replay(self) -> bool:
        return not self.rung and self.round > 1 and self.play.format.may_replay

    @property
    def may_settle(self) -> bool:
        """The last bell has rung and every result is in; or the round just opened is not played at all."""
        return not self.still_out if self.rung else self.unplayed


def console(evening: Evening) -> Console:
    """The evening's present round: one query besides those of the facts, for the cuts made or the bids."""
    facts, settings = load_facts(evening.pk), evening.settings
    now = facts.rounds[-1]
    preview = bell_preview(evening, facts, now.number)
    names = facts.names
    cuts = tuple(cut_view(at, need, names) for at, need in preview.cuts)
    phase = phase_of(preview)
    byes = facts.play.format.byes(facts, now.number)
    out_of_it = facts.play.format.without_seat(facts, now.number)
    comes_in, waits = arrivals(facts, preview, ready=phase is Phase.READY)
    return Console(
        play=facts.play,
        several=several_deals(facts.play, settings),
        round=now.number,
        rounds=preview.rounds,
        last_said=facts.play.format.length == "rounds" and 0 < settings.rounds <= now.number,
        rung=now.rung,
        phase=phase,
        still_out=preview.still_out,
        tables=table_views(facts, preview, tables_bid(evening, facts, now.number)),
        cuts=cuts,
        counts=preview.counts,
        short=preview.short,
        small=_small(facts, preview),
        uneven=_uneven(facts, preview),
        movers=movers(facts.play, preview.bell, names),
        bell=preview.bell,
        made=cuts_made(evening, now.number, names) if now.rung else (),
        comes_in=tuple((names[at.entry], Place(at.position, at.chair)) for at in comes_in),
        goes_out=tuple(names[entry] for entry in _gone(facts, now.number)),
        waits=tuple(names[entry] for entry in waits if entry not in out_of_it.union(byes)),
        pausing=tuple(names[entry] for entry in _pausing(facts, now.number)),
        byes=tuple(names[entry] for entry in byes if entry in names),
        knocked_out=tuple(names[entry] for entry in sorted(out_of_it)),
        unplayed=not any(pool.round == now.number for pool in facts.pools),
        names=names,
        over=preview.over,
        drawn=next_tables(facts, preview),
        corrected=corrected_moves(evening, facts),
    )


def _small(facts: Facts, preview: Preview) -> tuple[int, ...]:
    """Tables that have too few players, and have not played yet in this round."""
    if preview.rung:
        return ()
    played = decided(facts, preview.round)
    return tuple(
        number
        for number, table in position.tables_seated(facts, preview.round).items()
        if number not in played and 0 < len(table.playing) < preview.limits.fewest
    )


def _uneven(facts: Facts, preview: Preview) -> bool:
    """Whether the tables can be made level now."""
    if preview.rung:
        return False
    try:
        facts.play.format.refuse_mixing(preview.round)
        goes = moves_to_level(facts)
    except RuleError:
        return False
    played = decided(facts, preview.round)
    return bool(goes) and not any({one.start, one.table} & played for one in goes)


def phase_of(preview: Preview) -> Phase:
    """What the organiser waits for, or does, next."""
    if not preview.rung:
        return Phase.PLAY if preview.still_out else Phase.RING
    if preview.still_out:
        return Phase.WAIT
    if preview.counts:
        return Phase.COUNT
    if preview.cuts:
        return Phase.CUT
    return Phase.LAST if preview.is_last else Phase.READY


def movers(play: Play, bell: Bell, names: Mapping[int, str]) -> tuple[MoverView, ...]:
    """Each change of seat in the order in which they happen."""
    sign_of = play.format.of(SIGNS)
    return tuple(
        MoverView(
            move.entry,
            names.get(move.entry, "?"),
            move.start,
            move.end,
            sign_of(move.start, move.end, move.why),
            move.why,
        )
        for move in bell.moves
    )


def _new_seat(start: Place, end: Place, why: Reason) -> str:
    return "new"


def _up_or_down(start: Place, end: Place, why: Reason) -> str:
    if why.code.startswith("swap"):
        return "swap"
    return "up" if end.position < start.position else "down"


SIGNS = {"moving": _up_or_down, "games": _up_or_down, "drawn": _new_seat, "ladder": _up_or_down}
"""Whether somebody goes up or down, changes seats with somebody, or has a new seat, by the format."""


def arrivals(
    facts: Facts, preview: Preview, *, ready: bool
) -> tuple[tuple[seating.Place, ...], tuple[int, ...]]:
    """Who will be seated in the next round, and who waits without a place, in the order of coming.

    Until the bell is settled nobody knows which chairs are free, so then everybody waits.
    """
    waiting = position.unseated(facts, preview.round + 1, preview.bell.seats)
    if not ready:
        return (), waiting
    if preview.drawn is not None:
        sat = position.playing(facts, preview.round)
        come = ((entry, at) for entry, at in preview.bell.seats.items() if entry not in sat)
        return tuple(seating.Place(at.position, at.chair, entry) for entry, at in come), ()
    return seating.late_places(preview.chairs, waiting, preview.limits.most)


def _gone(facts: Facts, number: int) -> list[int]:
    """Who sat in the round and plays no more."""
    here = position.presences(facts, number)
    return [
        seat.entry
        for seat in position.seats_of(facts, number)
        if not here.get(seat.entry, Presence.LEFT).plays
    ]


def _pausing(facts: Facts, number: int) -> list[int]:
    here = position.presences(facts, number + 1)
    return [entry for entry, state in here.items() if state is Presence.PAUSED]
