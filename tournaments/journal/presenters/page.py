"""A page of the journal, and the registry of the journal's verbs, each with its kind and its sentence.

The newest line comes first, under the heading of its round.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from enum import StrEnum
from itertools import groupby
from typing import NamedTuple, assert_never

from django.utils import timezone
from django.utils.translation import gettext

from accounts.answers import answers
from accounts.names import one_stop
from tournaments.base.phrases import phrase
from tournaments.base.words import round_title
from tournaments.core.evening import Play
from tournaments.core.record import Stage
from tournaments.evening.selectors.access import names_of
from tournaments.evening.selectors.evening import newest_line
from tournaments.evening.selectors.moves import CALLED_OFF, LINE_TAKEN_BACK, TAKEN_BACK, last_turn
from tournaments.journal.presenters import evening, phrases
from tournaments.journal.presenters.phrases import DescribeSettings, LineContext, Sentence
from tournaments.journal.selectors import (
    LineFacts,
    LineFilter,
    lines_of,
    load_line_facts,
    load_page,
    prizes_moved,
    rounds_opened,
)
from tournaments.models import Evening, Journal


class JournalKind(StrEnum):
    """A kind of lines by which a reader filters."""

    RESULTS = "results"
    MOVES = "moves"
    CLOCK = "clock"
    PEOPLE = "people"
    PHONES = "phones"
    EVENING = "evening"


def kind_title(kind: JournalKind, play: Play) -> str:
    """Return the kind in words. At fixed tables no bell rings and nobody moves."""
    match kind:
        case JournalKind.RESULTS:
            return gettext("Results and corrections")
        case JournalKind.MOVES:
            return phrase(play, "Bells, cuts and moves")
        case JournalKind.CLOCK:
            return gettext("Clock")
        case JournalKind.PEOPLE:
            return gettext("Players, seats and tables")
        case JournalKind.PHONES:
            return gettext("Table phones")
        case JournalKind.EVENING:
            return gettext("Evening, settings and prizes")
        case _:
            assert_never(kind)


@dataclass(frozen=True)
class Verb:
    """A verb's kind and sentence. ``voids``: the kinds in ``LineFacts`` that a later line may void."""

    kind: JournalKind
    sentence: Callable[[LineContext], Sentence]
    voids: str = ""


def _line_taken_back(context: LineContext) -> Sentence:
    words = line_sentence(context.takes_back).words if context.takes_back else "?"
    return Sentence(gettext("Undone: %(what)s") % {"what": words})


VERBS: dict[str, Verb] = {
    # Results
    "deal_recorded": Verb(JournalKind.RESULTS, evening.deal_recorded, "result"),
    "deal_scored": Verb(JournalKind.RESULTS, evening.deal_recorded, "result"),
    "deal_corrected": Verb(JournalKind.RESULTS, evening.deal_corrected, "result"),
    "score_corrected": Verb(JournalKind.RESULTS, evening.deal_corrected, "result"),
    "deal_withdrawn": Verb(JournalKind.RESULTS, evening.deal_withdrawn),
    "bids_recorded": Verb(JournalKind.RESULTS, evening.bids_recorded, "bids"),
    "table_ended": Verb(JournalKind.RESULTS, evening.table_ended, "ending"),
    "table_counted": Verb(JournalKind.RESULTS, evening.table_counted, "count"),
    # The bell and its effects
    "bell_asked": Verb(JournalKind.MOVES, evening.bell_asked),
    "bell_rung": Verb(JournalKind.MOVES, evening.bell_rung),
    "cut_made": Verb(JournalKind.MOVES, evening.cut_made, "cut"),
    "cut_drawn": Verb(JournalKind.MOVES, evening.cut_made, "cut"),
    "moves_announced": Verb(JournalKind.MOVES, evening.moves_announced),
    "moves_applied": Verb(JournalKind.MOVES, phrases.moves_applied, "round"),
    "moves_kept": Verb(JournalKind.MOVES, phrases.moves_kept),
    "moves_replayed": Verb(JournalKind.MOVES, phrases.moves_replayed, "round"),
    "bell_undone": Verb(JournalKind.MOVES, evening.bell_undone),
    "last_bell": Verb(JournalKind.MOVES, evening.last_bell),
    "last_round": Verb(JournalKind.MOVES, evening.last_round),
    # The clock
    "clock_started": Verb(JournalKind.CLOCK, evening.clock_started),
    "clock_paused": Verb(JournalKind.CLOCK, evening.clock_paused),
    "clock_resumed": Verb(JournalKind.CLOCK, evening.clock_resumed),
    "clock_extended": Verb(JournalKind.CLOCK, evening.clock_extended),
    "clock_set": Verb(JournalKind.CLOCK, evening.clock_set),
    "round_begun": Verb(JournalKind.CLOCK, evening.round_begun),
    "minute_left": Verb(JournalKind.CLOCK, evening.minute_left),
    "time_up": Verb(JournalKind.CLOCK, evening.time_up),
    # People, seats, tables
    "people_checked_in": Verb(JournalKind.PEOPLE, phrases.people_checked_in, "entry"),
    "entry_changed": Verb(JournalKind.PEOPLE, phrases.entry_changed),
    "entry_reassigned": Verb(JournalKind.PEOPLE, phrases.entry_reassigned),
    "entry_withdrawn": Verb(JournalKind.PEOPLE, phrases.entry_withdrawn),
    "player_left": Verb(JournalKind.PEOPLE, phrases.player_left, "presence"),
    "player_paused": Verb(JournalKind.PEOPLE, phrases.player_paused, "presence"),
    "player_returned": Verb(JournalKind.PEOPLE, phrases.player_returned, "presence"),
    "seat_kept": Verb(JournalKind.PEOPLE, phrases.seat_kept, "presence"),
    "seats_drawn": Verb(JournalKind.PEOPLE, phrases.seats_drawn, "round"),
    "seats_swapped": Verb(JournalKind.PEOPLE, phrases.seats_swapped, "move"),
    "seat_moved": Verb(JournalKind.PEOPLE, phrases.seat_moved, "move"),
    "table_added": Verb(JournalKind.PEOPLE, phrases.table_added, "move"),
    "table_closed": Verb(JournalKind.PEOPLE, phrases.table_closed, "move"),
    "tables_levelled": Verb(JournalKind.PEOPLE, phrases.tables_levelled, "move"),
    "line_taken_back": Verb(JournalKind.PEOPLE, _line_taken_back),
    # The tables' phones
    "links_made": Verb(JournalKind.PHONES, phrases.links_made),
    "link_revoked": Verb(JournalKind.PHONES, phrases.link_revoked),
    "entry_late": Verb(JournalKind.PHONES, evening.entry_late),
    "correction_asked": Verb(JournalKind.PHONES, evening.correction_asked),
    "ask_answered": Verb(JournalKind.PHONES, evening.ask_answered),
    "deal_confirmed": Verb(JournalKind.PHONES, evening.deal_confirmed),
    # The evening
    "evening_recorded": Verb(JournalKind.EVENING, evening.evening_recorded),
    "result_recorded": Verb(JournalKind.RESULTS, evening.result_recorded),
    "evening_planned": Verb(JournalKind.EVENING, evening.evening_planned),
    "evening_changed": Verb(JournalKind.EVENING, evening.evening_changed),
    "evening_corrected": Verb(JournalKind.EVENING, evening.evening_corrected),
    "check_in_opened": Verb(JournalKind.EVENING, evening.check_in_opened),
    "play_begun": Verb(JournalKind.EVENING, evening.play_begun),
    "stake_corrected": Verb(JournalKind.RESULTS, evening.stake_corrected),
    "counters_counted": Verb(JournalKind.EVENING, evening.counters_counted, "count"),
    "evening_finished": Verb(JournalKind.EVENING, evening.evening_finished),
    "evening_reopened": Verb(JournalKind.EVENING, evening.evening_reopened),
    "evening_called_off": Verb(JournalKind.EVENING, evening.evening_called_off),
    "evening_published": Verb(JournalKind.EVENING, evening.evening_published),
    "prizes_changed": Verb(JournalKind.EVENING, evening.prizes_changed),
    "prize_revealed": Verb(JournalKind.EVENING, evening.prizes_revealed),
    "prizes_revealed": Verb(JournalKind.EVENING, evening.prizes_revealed),
    "prize_given": Verb(JournalKind.EVENING, evening.prize_given),
    "prize_taken_back": Verb(JournalKind.EVENING, evening.prize_taken_back),
}


def verbs_of(kind: JournalKind) -> list[str]:
    return [key for key, verb in VERBS.items() if verb.kind is kind]


def line_sentence(context: LineContext) -> Sentence:
    """Return the line's sentence. An unknown verb, from another release, is shown as it is."""
    verb = VERBS.get(context.line.verb)
    if verb is None:
        return Sentence(context.line.verb.replace("_", " "))
    sentence = verb.sentence(context)
    return replace(sentence, words=one_stop(sentence.words), more=one_stop(sentence.more))


LINES = 100
TURNS = ("check_in_opened", "play_begun", "bell_undone", "last_bell", "evening_finished", "evening_reopened")
"""Verbs of lines that begin another stage, or begin a round again."""
UNDONE = ("bell_undone", LINE_TAKEN_BACK)
"""Verbs of lines that undo a bell or another line."""
BELL_VERBS = ("bell_rung", "last_bell")
"""Verbs of lines that an undone bell undoes, although they wrote no fact that could be void."""


@answers("at", "partly", component="TakenAnswer", description="")
@dataclass(frozen=True)
class Reversal:
    """When a line was undone: fully, or ``partly``."""

    at: datetime
    partly: bool = False


@answers("round", "table", "deal")
class DealAt(NamedTuple):
    round: int
    table: int
    deal: int


@answers(
    *("seq", "at", "verb", "words", "more", "was", "now", "actor", "who", "phone"),
    *("reason", "deal", "taken", "may_go_back"),
    component="JournalLineAnswer",
)
@dataclass(frozen=True, kw_only=True)
class JournalLine(Sentence):
    """A line: its verb, which never changes, and its sentence; in a correction, what ``was`` and is ``now``.

    ``actor``: the member's number; null for a table's phone and for the program. ``taken``: when the line was
    undone.
    """

    # ``day``: only if it differs from the line above. ``may_go_back``: the line can perhaps be undone.

    seq: int
    at: datetime
    day: date | None
    verb: str
    actor: int | None
    who: str
    phone: int | None
    reason: str
    taken: Reversal | None
    deal: DealAt | None
    may_go_back: bool


@dataclass(frozen=True)
class RoundLines:
    """Lines of the same round, or of the time before or after all rounds."""

    title: str
    lines: tuple[JournalLine, ...]


@dataclass(frozen=True)
class JournalPage:
    """A page of lines. ``older``, ``newer``: that page's ``before``; 0: the newest lines; None: no page."""

    groups: tuple[RoundLines, ...]
    older: int | None
    newer: int | None


def journal_page(
    evening: Evening, line_filter: LineFilter, before: int | None, describe_settings: DescribeSettings
) -> JournalPage:
    """Return a hundred lines: the newest, or those before line ``before``, in a fixed number of queries."""
    lines, *further = load_page(evening, line_filter, before, LINES)
    return JournalPage(tuple(_groups(evening, lines, line_filter, describe_settings)), *further)


def describe_line(evening: Evening, seq: int, describe_settings: DescribeSettings) -> JournalLine | None:
    """Return one line of the journal. None if the number does not exist."""
    return next(iter(describe_lines(evening, lines_of(evening, seq=seq), describe_settings)), None)


def describe_lines(
    evening: Evening, rows: Sequence[Journal], describe_settings: DescribeSettings
) -> list[JournalLine]:
    """Return lines of the journal in words, in a fixed number of queries."""
    return [line for group in _groups(evening, rows, LineFilter(), describe_settings) for line in group.lines]


def _groups(
    evening: Evening, rows: Sequence[Journal], line_filter: LineFilter, describe_settings: DescribeSettings
) -> Iterator[RoundLines]:
    turns = lines_of(evening, verb__in=(*TURNS, LINE_TAKEN_BACK))
    headings, undone = _headings(evening, turns), [line for line in turns if line.verb in UNDONE]
    context_of = _contexts(evening, rows, line_filter, describe_settings, headings)
    turn = _stands_until(evening)
    day: date | None = None
    for title, group in groupby(rows, key=lambda line: headings.of_line(line.seq).title):
        lines = []
        for line in group:
            today = timezone.localtime(line.at).date()
            lines.append(_line(context_of(line), None if today == day else today, undone, turn))
            day = today
        yield RoundLines(title, tuple(lines))


def _stands_until(evening: Evening) -> int:
    """Return the last line that nobody can undo. A line that called the evening off can be undone."""
    if evening.stage == Stage.CALLED_OFF and (line := newest_line(evening, CALLED_OFF)):
        return line.seq - 1
    return evening.seq if evening.stage == Stage.FINISHED else last_turn(evening.pk)


def _contexts(
    evening: Evening,
    rows: Sequence[Journal],
    line_filter: LineFilter,
    describe_settings: DescribeSettings,
    headings: "_Headings",
) -> Callable[[Journal], LineContext]:
    """Return a function from a line to the context of its sentence.

    The data for all lines, and for lines that they undo, is read at once.
    """
    undone = {line.payload["line"] for line in rows if line.verb == LINE_TAKEN_BACK}
    before_bells = {line.seq - 1 for line in rows if line.verb == "bell_rung"}
    asks = {line.payload["ask"] for line in rows if "ask" in line.payload}
    spoken_of = lines_of(evening, seq__in=undone | before_bells | asks)
    earlier = {line.seq: line for line in spoken_of}
    undone_lines = [line for line in spoken_of if line.seq in undone]
    facts = load_line_facts([line.pk for line in (*rows, *undone_lines)])
    names, prize_changes = names_of(evening), prizes_moved(evening)

    def context_of(line: Journal) -> LineContext:
        takes_back = earlier.get(line.payload["line"]) if line.verb == LINE_TAKEN_BACK else None
        return LineContext(
            line=line,
            round=headings.of_line(line.seq).round,
            facts=facts[line.pk],
            play=evening.play,
            settings=evening.settings,
            names=names,
            describe_settings=describe_settings,
            before=earlier.get(line.seq - 1) if line.verb == "bell_rung" else None,
            message=earlier.get(line.payload.get("ask", 0)),
            takes_back=context_of(takes_back) if takes_back else None,
            prize_changes=prize_changes.get(line.pk, ()),
            first=line_filter.person,
        )

    return context_of


def _line(context: LineContext, day: date | None, undone: Sequence[Journal], turn: int) -> JournalLine:
    line, results = context.line, context.facts.by_kind.get("result", ())
    reversal = _reversal(line, context.facts, undone)
    return JournalLine(
        **vars(line_sentence(context)),
        seq=line.seq,
        at=line.at,
        day=day,
        verb=line.verb,
        actor=line.actor_id,
        who=line.author,
        phone=line.link.table if line.link else None,
        reason=line.reason,
        taken=reversal,
        deal=next((DealAt(*fact.values[:3]) for fact in results if fact.void is None), None),
        may_go_back=line.verb in TAKEN_BACK and line.seq > turn and reversal is None,
    )


def _reversal(line: Journal, facts: LineFacts, undone: Sequence[Journal]) -> Reversal | None:
    key = ("line", line.seq) if line.verb not in BELL_VERBS else ("round", line.payload.get("round"))
    if undo := next((u for u in undone if u.seq > line.seq and key in u.payload.items()), None):
        return Reversal(undo.at)
    verb = VERBS.get(line.verb)
    rows = facts.by_kind.get(verb.voids, ()) if verb else ()
    voids = [fact.void for fact in rows if fact.void]
    return Reversal(max(void.time for void in voids), len(voids) < len(rows)) if voids else None


@dataclass(frozen=True)
class _Heading:
    """A heading for all lines after line ``seq``. ``round`` 0: no round is played."""

    seq: int
    title: str
    round: int = 0


@dataclass(frozen=True)
class _Headings:
    headings: Sequence[_Heading]

    def of_line(self, seq: int) -> _Heading:
        return self.headings[bisect_left(self.headings, seq, key=lambda heading: heading.seq) - 1]


def _headings(evening: Evening, turns: Iterable[Journal]) -> _Headings:
    """Return the places where rounds and stages begin, including undone rounds."""
    play, rounds = evening.play, rounds_opened(evening)
    headings = [_Heading(0, gettext("Planning")), *(_round(play, seq, number) for seq, number in rounds)]
    after = gettext("After play")
    for line in turns:
        seq = line.seq
        match line.verb:
            case "check_in_opened":
                headings.append(_Heading(seq, gettext("Before play")))
            case "last_bell" | "evening_reopened":
                headings.append(_Heading(seq, after))
            case "evening_finished":
                headings.append(_Heading(seq, gettext("After the result")))
            case "play_begun" | "bell_undone":
                headings.append(_round(play, seq, line.payload.get("round", 1)))
    return _Headings(sorted(headings, key=lambda heading: heading.seq))


def _round(play: Play, seq: int, number: int) -> _Heading:
    return _Heading(seq, round_title(play, number), number)
