"""The organiser's console, questions before dangerous buttons, the last bell, and a table's current status.

A table's phone shows the status of its table. The console shows the state of the round, the next step, and
the effect of the bell. The last bell has its moves, and what is lost if it is undone.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.utils.translation import gettext, ngettext

from accounts.errors import RuleError
from tournaments.attendance.presenters.people import find_decided_tables
from tournaments.base.phrases import phrase
from tournaments.base.presenters import Confirmation
from tournaments.base.words import describe_round
from tournaments.bell.presenters import EveningBell, NextTables, find_next_tables
from tournaments.core.evening import Facts
from tournaments.core.formats.preview import Preview, build_preview
from tournaments.core.movement.seating import TableSeat, build_seated_tables, list_presences, list_seats
from tournaments.core.record import ENDED, Presence, Stage
from tournaments.core.refusals import SEASON_CLOSED
from tournaments.evening.presenters.evening_view import EveningView, KeptViews
from tournaments.evening.presenters.kinds import describe_same_deal
from tournaments.evening.presenters.movers import CutMade, CutView, Mover, list_movers, load_cuts_made
from tournaments.evening.presenters.table import Seat
from tournaments.evening.selectors.access import find_evening_by_code, load_names
from tournaments.evening.selectors.deals import load_bid_table
from tournaments.evening.selectors.evening import LiveState, cached_answer, load_facts
from tournaments.evening.selectors.moves import load_bell_moves, plan_level_moves
from tournaments.evening.selectors.tables import ScorerTable, TableOfRound, load_scorer_table, make_table_mark
from tournaments.models import Evening
from tournaments.prizes.presenters.prizes import PrizeNote, build_note

AT_MOST = 16
"""The maximum number of evenings whose console is cached."""


class Phase(StrEnum):
    """The organiser's next step, or what the organiser waits for."""

    PLAY = "play"  # tables play, the bell has not rung
    RING = "ring"  # every result is in, and somebody must ring
    WAIT = "wait"  # the bell has rung, tables finish their deals
    COUNT = "count"
    CUT = "cut"
    READY = "ready"
    LAST = "last"  # everything is played, and no round follows


class Console(EveningView):
    """All data of the console for an evening in play."""

    @property
    def phase(self) -> Phase:
        return find_phase(self.preview)

    @property
    def several(self) -> bool:
        """Return whether a table may play more than one deal in the round."""
        return self.play.has_several_deals(self.settings)

    @property
    def last_said(self) -> bool:
        """Return whether this is the last round, by the settings or by a choice during the evening."""
        return self.play.format.length == "rounds" and 0 < self.settings.rounds <= self.round

    @cached_answer
    def made_cuts(self) -> tuple[CutMade, ...]:
        return load_cuts_made(self.evening, self.round, self.names) if self.rung else ()

    @cached_answer
    def small(self) -> tuple[int, ...]:
        """Return the tables with too few players that have no result yet in this round."""
        if self.rung:
            return ()
        decided_tables, fewest = find_decided_tables(self.facts, self.round), self.preview.limits.fewest
        tables = build_seated_tables(self.facts, self.round)
        return tuple(
            n for n, table in tables.items() if n not in decided_tables and 0 < len(table.playing) < fewest
        )

    @cached_answer
    def uneven(self) -> bool:
        """Return whether the tables can be made level now."""
        if self.rung:
            return False
        try:
            self.play.format.refuse_mixing(self.round)
            goes = plan_level_moves(self.facts)
        except RuleError:
            return False
        decided_tables = find_decided_tables(self.facts, self.round)
        return bool(goes) and not any({move.start, move.table} & decided_tables for move in goes)

    @cached_answer
    def prize_note(self) -> PrizeNote:
        return build_note(self.facts)

    @cached_answer
    def outcome(self) -> EveningBell:
        """Return the result of the bell. Before the bell, return its result if it rang now."""
        preview = self.preview
        of_bell = (preview.bell, self.play, self.names, preview.ready, self.cuts, self.counts)
        return EveningBell(*of_bell, preview, self.phase, self.made_cuts)

    @property
    def comes_in(self) -> tuple[tuple[str, TableSeat], ...]:
        return tuple(
            (self.names[arrival.entry], TableSeat(arrival.table, arrival.chair))
            for arrival in self.arrivals[0]
        )

    @cached_answer
    def goes_out(self) -> tuple[str, ...]:
        """Return the people who sat in the round and have left or pause."""
        states, seats = list_presences(self.facts, self.round), list_seats(self.facts, self.round)
        leavers = (seat.entry for seat in seats if not states.get(seat.entry, Presence.LEFT).plays)
        return tuple(self.names[entry] for entry in leavers)

    @cached_answer
    def waits(self) -> tuple[str, ...]:
        seatless = self._seatless.union(self._byes)
        return tuple(self.names[entry] for entry in self.arrivals[1] if entry not in seatless)

    @property
    def pausing(self) -> tuple[str, ...]:
        states = list_presences(self.facts, self.next_round)
        return tuple(self.names[entry] for entry, state in states.items() if state is Presence.PAUSED)

    @cached_answer
    def _byes(self) -> tuple[int, ...]:
        return self.play.format.find_byes(self.facts, self.round)

    @cached_answer
    def _seatless(self) -> frozenset[int]:
        return self.play.format.find_unseated(self.facts, self.round)

    @property
    def byes(self) -> tuple[str, ...]:
        return tuple(self.names[entry] for entry in self._byes if entry in self.names)

    @property
    def knocked_out(self) -> tuple[str, ...]:
        return tuple(self.names[entry] for entry in sorted(self._seatless))

    @property
    def unplayed(self) -> bool:
        return not self.tables_played

    @cached_answer
    def next_draw(self) -> NextTables | None:
        return find_next_tables(self.facts, self.preview)

    @property
    def next_round(self) -> int:
        return self.round + 1

    @property
    def is_last(self) -> bool:
        return self.preview.is_last

    @cached_answer
    def deal(self) -> str:
        """Return the deal of this round in words, if all tables play the same one."""
        return describe_same_deal(table.progress for table in self.tables)

    @property
    def may_undo(self) -> bool:
        return self.rung or self.round > 1

    @property
    def may_draw_again(self) -> bool:
        """Return whether the first seats can be drawn again, as nothing is played yet."""
        return self.round == 1 and not self.rung and self.unplayed

    @property
    def may_replay(self) -> bool:
        return not self.rung and self.round > 1 and self.play.format.may_replay

    @property
    def may_settle(self) -> bool:
        """Return whether play can end: all results are in after the bell, or the new round is unplayed."""
        return not self.preview.still_out if self.rung else self.unplayed


_views = KeptViews[Console](AT_MOST)


def load_console(evening: Evening) -> Console:
    """Return the evening at its newest journal line, with the names that members read."""
    return _views.get(evening, lambda: Console(evening))


def find_phase(preview: Preview) -> Phase:
    """Return the organiser's next step, or what the organiser waits for."""
    if not preview.rung:
        return Phase.PLAY if preview.still_out else Phase.RING
    if preview.still_out:
        return Phase.WAIT
    if preview.counts:
        return Phase.COUNT
    if preview.cuts:
        return Phase.CUT
    return Phase.LAST if preview.is_last else Phase.READY


def describe_ringing(console: Console) -> Confirmation | None:
    """Return the effect of ringing now. None if every result is in: that bell needs no question."""
    play, tables = console.play, console.preview.still_out
    if console.rung or not tables:
        return None
    words = ngettext(
        "%(n)s of %(of)s tables has no result: table %(tables)s.",
        "%(n)s of %(of)s tables have no result: tables %(tables)s.",
        len(tables),
    )
    figures = {"n": len(tables), "of": len(console.tables), "tables": ", ".join(map(str, tables))}
    return Confirmation(
        phrase(play, "Ring the bell now"),
        (
            words % figures,
            phrase(play, "The hall hears the bell at once. Tables in play finish their deal."),
            *((phrase(play, "This is the last round. Nobody moves after it."),) if console.is_last else ()),
            phrase(play, "“Undo the last bell” takes it back, but the hall has heard it."),
        ),
        phrase(play, "Yes, ring the bell"),
    )


def describe_last_round(console: Console) -> Confirmation | None:
    """Return the effect of making this the last round. None if it is the last one, or after its bell."""
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
        loses=False,
    )


def describe_settling(evening: Evening, console: Console) -> Confirmation | None:
    """Return the effect of ending play now. None if that is impossible, or if no round can follow."""
    if not console.may_settle or console.phase == Phase.LAST:
        return None
    return Confirmation(
        gettext("End play and settle up"),
        (
            *_list_round_effects(console),
            _describe_after_play(evening, console),
            gettext("Projector and phones say that play is over."),
            phrase(console.play, "“Undo the last bell” takes it back."),
        ),
        gettext("Yes, settle up"),
        {"round": console.round},
    )


def describe_removal(
    evening: Evening, open_seasons: Sequence[str], closed_seasons: Sequence[str]
) -> Confirmation:
    """Return the effect of removing the evening. An evening in ``closed_seasons`` cannot be removed."""
    effects = tuple(_list_removal_effects(evening, open_seasons, closed_seasons))
    return Confirmation(gettext("Remove the evening"), effects, gettext("Yes, remove the evening"))


def _list_removal_effects(
    evening: Evening, open_seasons: Sequence[str], closed_seasons: Sequence[str]
) -> Iterator[str]:
    yield gettext("The evening is removed for good, with its results and journal. The player list stays.")
    if people := load_names(evening, withdrawn=False):
        yield gettext("Players: %(n)s.") % {"n": len(people)}
    if open_seasons:
        yield gettext("It no longer counts for: %(seasons)s.") % {"seasons": ", ".join(open_seasons)}
    for season in closed_seasons:
        yield gettext(SEASON_CLOSED) % {"season": season}


def _list_round_effects(console: Console) -> Iterator[str]:
    """Yield the rounds and moves that are lost, in words."""
    title = describe_round(console.play, console.round)
    if not console.rung:
        yield gettext("%(round)s has no result. It is not played.") % {"round": title}
    if console.preview.rounds is not None and console.round < console.preview.rounds:
        words = phrase(console.play, "Rounds that were planned and are not played: %(n)s.")
        yield words % {"n": console.preview.rounds - console.round}
    if console.rung and console.outcome.moves:
        yield gettext("Moves that are not made: %(n)s.") % {"n": len(console.outcome.moves)}


def _describe_after_play(evening: Evening, console: Console) -> str:
    if console.play.kind.counts_each_deal(evening.settings.counting):
        return gettext("Next, the prizes are checked.")
    n = sum(len(table.seats) for table in console.tables)
    return gettext("Next, all counters are counted. Players: %(n)s.") % {"n": n}


@dataclass(frozen=True)
class LastBell:
    """The bell of ``round``. ``applied``: everybody moved and round ``opened_round`` is being played.

    ``undecided``: ``moves_now`` is unknown, as a cut or a count is missing. ``lost_tables``: tables with
    results in the opened round. ``discarded``: these results in words. ``returning``: people who left or
    paused in it.
    """

    round: int
    applied: bool
    possible: bool
    lost_tables: tuple[int, ...]
    returning: tuple[str, ...]
    moves_made: tuple[Mover, ...] = ()
    moves_now: tuple[Mover, ...] = ()
    undecided: bool = False
    discarded: tuple[str, ...] = ()

    @property
    def opened_round(self) -> int:
        return self.round + 1

    @property
    def differs(self) -> bool:
        """Return whether the moves calculated now differ from the moves made."""
        return {(m.entry, m.end) for m in self.moves_made} != {(m.entry, m.end) for m in self.moves_now}


def load_last_bell(evening: Evening, *, moves: bool) -> LastBell:
    """Return the last bell. With ``moves``: also the moves made, and the moves calculated now."""
    facts = load_facts(evening.pk)
    names = facts.names
    if not facts.rounds:
        return LastBell(0, False, False, (), ())
    last = facts.now
    applied = not last.rung and not last.closed and last.number > 1
    round = last.number - 1 if applied else last.number
    both_moves: dict[str, Any] = {}
    if moves and applied:
        preview = build_preview(facts, round)
        both_moves = {
            "moves_made": list_movers(facts.play, load_bell_moves(evening, round), names),
            "moves_now": list_movers(facts.play, preview.bell.moves, names),
            "undecided": bool(preview.cuts or preview.counts),
        }
    return LastBell(
        round=round,
        applied=applied,
        possible=applied or (not moves and (last.rung or last.closed)),
        lost_tables=tuple(sorted({p.position for p in facts.pools if p.round == last.number}))
        if applied
        else (),
        returning=_list_returning(facts, last.number, names) if applied else (),
        discarded=_list_results(facts, last.number) if applied else (),
        **both_moves,
    )


def _list_results(facts: Facts, number: int) -> tuple[str, ...]:
    """Return the results of the round, each with its winner."""
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


def _list_returning(facts: Facts, number: int, names: dict[int, str]) -> tuple[str, ...]:
    """Return the people who left or paused in round ``number``. They are here again if it is undone."""
    states = (Presence.LEFT, Presence.PAUSED)
    return tuple(
        names[spoken.entry]
        for spoken in facts.presences
        if spoken.from_round == number and spoken.state in states
    )


@dataclass(frozen=True, kw_only=True)
class TableStatus(TableOfRound):
    """A table in the evening's present round.

    ``round_pk``: the key of the round’s row. ``playing_here``: the entries of the table’s players.
    ``decided``: the number of deals with a result. ``next_deal``: the deal awaited, 0 for none. ``bids``: the
    journal line of the bids for that deal, 0 for none. ``count``: why its counters must be counted at this
    bell. ``cuts``: cuts that its players still owe. ``cut``: the decisions of the cuts made at the table.
    """

    pulse: LiveState
    exists: bool = False
    round_pk: int = 0
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
        """Return a mark that changes with the players, with their bids, or with a restart of the round."""
        return make_table_mark(self.bids, self.playing_here, self.round_pk)

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
    def is_over(self) -> bool:
        """Return whether the evening is over, or settling up."""
        return self.is_finished or self.pulse.stage == Stage.SETTLING

    @property
    def is_finished(self) -> bool:
        return self.pulse.stage in ENDED


def load_table_status(
    evening: Evening, table: int, pulse: LiveState, *, people: bool, facts: ScorerTable | None = None
) -> TableStatus:
    """Return the table, with ``people`` if requested. ``facts``: the table, if it was already read.

    Takes at most six queries, and one more at the bell. The first table then also loads the evening's view.
    """
    try:
        if facts is None or facts.round.number != pulse.round:
            facts = load_scorer_table(evening, pulse.round, table)
        bidding = load_bid_table(evening, pulse.round, table, read_table=facts) if evening.play.bids else None
    except RuleError:
        return TableStatus(play=evening.play, table=table, last=0, pulse=pulse)
    awaited = facts.find_next_deal(evening.settings.deals) if bidding is None else bidding.next_number
    deal_number = awaited if pulse.stage == Stage.PLAYING else 0
    dealer = facts.find_dealer(deal_number) if deal_number else 0
    decides = (facts.round.rung_id and not deal_number) or (facts.is_head and facts.deals)
    same_evening = find_evening_by_code(evening.join_code) if decides else None
    view = load_console(same_evening) if same_evening else None
    return TableStatus(
        play=facts.play,
        table=table,
        last=facts.last,
        pulse=pulse,
        exists=True,
        round_pk=facts.round.pk,
        people=_list_people(facts, dealer) if people else (),
        playing_here=facts.playing,
        decided=facts.deals,
        next_deal=deal_number,
        bids=bidding.open.seq if bidding is not None and bidding.open is not None else 0,
        count=_explain_count(view, facts, pulse) if view and not deal_number else "",
        cuts=tuple(cut for cut in view.cuts if any(map(cut.is_about, facts.playing))) if view else (),
        cut=tuple(words for place, words in view.cuts_decided if place == table) if view else (),
    )


def _list_people(facts: ScorerTable, dealer: int) -> tuple[Seat, ...]:
    return tuple(
        Seat(chair, entry, facts.names[entry], held=facts.balances[entry], deals=chair == dealer)
        for chair, entry in sorted(facts.chairs.items())
        if entry in facts.playing
    )


def _explain_count(view: Console, facts: ScorerTable, pulse: LiveState) -> str:
    """Return why the table's counters must be counted at the bell. Empty where they need not be."""
    if not pulse.rung or pulse.stage != Stage.PLAYING or facts.round.closed_id:
        return ""
    return next((count.why for count in view.counts if count.table == facts.table), "")
