"""A page of the journal, and the registry of the journal's verbs, each with its kind and its sentence.

The newest line is the first, under the heading of the round in which it was written.
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
from tournaments.evening.selectors.moves import BACK, CALLED_OFF, TAKEN_BACK, last_turn
from tournaments.journal.presenters import evening, phrases
from tournaments.journal.presenters.phrases import Sentence, SettingsSaid, Told
from tournaments.journal.selectors import (
    Asked,
    Wrote,
    lines_of,
    load_page,
    load_wrote,
    prizes_moved,
    rounds_opened,
)
from tournaments.models import Evening, Journal


class Kind(StrEnum):
    """What a reader looks for."""

    RESULTS = "results"
    MOVES = "moves"
    CLOCK = "clock"
    PEOPLE = "people"
    PHONES = "phones"
    EVENING = "evening"


def kind_title(kind: Kind, play: Play) -> str:
    """Return the kind in words. At fixed tables no bell rings and nobody moves."""
    match kind:
        case Kind.RESULTS:
            return gettext("Results and corrections")
        case Kind.MOVES:
            return phrase(play, "Bells, cuts and moves")
        case Kind.CLOCK:
            return gettext("Clock")
        case Kind.PEOPLE:
            return gettext("Players, seats and tables")
        case Kind.PHONES:
            return gettext("Table phones")
        case Kind.EVENING:
            return gettext("Evening, settings and prizes")
        case _:
            assert_never(kind)


@dataclass(frozen=True)
class Verb:
    """``voids``: the facts of the line that a later line may take back, by their name in ``wrote``."""

    kind: Kind
    sentence: Callable[[Told], Sentence]
    voids: str = ""


def _line_taken_back(told: Told) -> Sentence:
    what = told_in_words(told.takes_back).words if told.takes_back else "?"
    return Sentence(gettext("Undone: %(what)s") % {"what": what})


VERBS: dict[str, Verb] = {
    # Results
    "deal_recorded": Verb(Kind.RESULTS, evening.deal_recorded, "result"),
    "deal_scored": Verb(Kind.RESULTS, evening.deal_recorded, "result"),
    "deal_corrected": Verb(Kind.RESULTS, evening.deal_corrected, "result"),
    "score_corrected": Verb(Kind.RESULTS, evening.deal_corrected, "result"),
    "deal_withdrawn": Verb(Kind.RESULTS, evening.deal_withdrawn),
    "bids_recorded": Verb(Kind.RESULTS, evening.bids_recorded, "bids"),
    "table_ended": Verb(Kind.RESULTS, evening.table_ended, "ending"),
    "table_counted": Verb(Kind.RESULTS, evening.table_counted, "count"),
    # The bell and what it brings
    "bell_asked": Verb(Kind.MOVES, evening.bell_asked),
    "bell_rung": Verb(Kind.MOVES, evening.bell_rung),
    "cut_made": Verb(Kind.MOVES, evening.cut_made, "cut"),
    "cut_drawn": Verb(Kind.MOVES, evening.cut_made, "cut"),
    "moves_announced": Verb(Kind.MOVES, evening.moves_announced),
    "moves_applied": Verb(Kind.MOVES, phrases.moves_applied, "round"),
    "moves_kept": Verb(Kind.MOVES, phrases.moves_kept),
    "moves_replayed": Verb(Kind.MOVES, phrases.moves_replayed, "round"),
    "bell_undone": Verb(Kind.MOVES, evening.bell_undone),
    "last_bell": Verb(Kind.MOVES, evening.last_bell),
    "last_round": Verb(Kind.MOVES, evening.last_round),
    # The clock
    "clock_started": Verb(Kind.CLOCK, evening.clock_started),
    "clock_paused": Verb(Kind.CLOCK, evening.clock_paused),
    "clock_resumed": Verb(Kind.CLOCK, evening.clock_resumed),
    "clock_extended": Verb(Kind.CLOCK, evening.clock_extended),
    "clock_set": Verb(Kind.CLOCK, evening.clock_set),
    "round_begun": Verb(Kind.CLOCK, evening.round_begun),
    "minute_left": Verb(Kind.CLOCK, evening.minute_left),
    "time_up": Verb(Kind.CLOCK, evening.time_up),
    # People, seats, tables
    "people_checked_in": Verb(Kind.PEOPLE, phrases.people_checked_in, "entry"),
    "entry_changed": Verb(Kind.PEOPLE, phrases.entry_changed),
    "entry_reassigned": Verb(Kind.PEOPLE, phrases.entry_reassigned),
    "entry_withdrawn": Verb(Kind.PEOPLE, phrases.entry_withdrawn),
    "player_left": Verb(Kind.PEOPLE, phrases.player_left, "presence"),
    "player_paused": Verb(Kind.PEOPLE, phrases.player_paused, "presence"),
    "player_returned": Verb(Kind.PEOPLE, phrases.player_returned, "presence"),
    "seat_kept": Verb(Kind.PEOPLE, phrases.seat_kept, "presence"),
    "seats_drawn": Verb(Kind.PEOPLE, phrases.seats_drawn, "round"),
    "seats_swapped": Verb(Kind.PEOPLE, phrases.seats_swapped, "move"),
    "seat_moved": Verb(Kind.PEOPLE, phrases.seat_moved, "move"),
    "table_added": Verb(Kind.PEOPLE, phrases.table_added, "move"),
    "table_closed": Verb(Kind.PEOPLE, phrases.table_closed, "move"),
    "tables_levelled": Verb(Kind.PEOPLE, phrases.tables_levelled, "move"),
    "line_taken_back": Verb(Kind.PEOPLE, _line_taken_back),
    # The tables' phones
    "links_made": Verb(Kind.PHONES, phrases.links_made),
    "link_revoked": Verb(Kind.PHONES, phrases.link_revoked),
    "entry_late": Verb(Kind.PHONES, evening.entry_late),
    "correction_asked": Verb(Kind.PHONES, evening.correction_asked),
    "ask_answered": Verb(Kind.PHONES, evening.ask_answered),
    "deal_confirmed": Verb(Kind.PHONES, evening.deal_confirmed),
    # The evening
    "evening_recorded": Verb(Kind.EVENING, evening.evening_recorded),
    "result_recorded": Verb(Kind.RESULTS, evening.result_recorded),
    "evening_planned": Verb(Kind.EVENING, evening.evening_planned),
    "evening_changed": Verb(Kind.EVENING, evening.evening_changed),
    "evening_corrected": Verb(Kind.EVENING, evening.evening_corrected),
    "check_in_opened": Verb(Kind.EVENING, evening.check_in_opened),
    "play_begun": Verb(Kind.EVENING, evening.play_begun),
    "stake_corrected": Verb(Kind.RESULTS, evening.stake_corrected),
    "counters_counted": Verb(Kind.EVENING, evening.counters_counted, "count"),
    "evening_finished": Verb(Kind.EVENING, evening.evening_finished),
    "evening_reopened": Verb(Kind.EVENING, evening.evening_reopened),
    "evening_called_off": Verb(Kind.EVENING, evening.evening_called_off),
    "evening_published": Verb(Kind.EVENING, evening.evening_published),
    "prizes_changed": Verb(Kind.EVENING, evening.prizes_changed),
    "prize_revealed": Verb(Kind.EVENING, evening.prizes_revealed),
    "prizes_revealed": Verb(Kind.EVENING, evening.prizes_revealed),
    "prize_given": Verb(Kind.EVENING, evening.prize_given),
    "prize_taken_back": Verb(Kind.EVENING, evening.prize_taken_back),
}


def verbs_of(kind: Kind) -> list[str]:
    return [key for key, verb in VERBS.items() if verb.kind is kind]


def told_in_words(told: Told) -> Sentence:
    """Return the line's sentence. A verb of another release, which has none here, is shown as it is."""
    verb = VERBS.get(told.line.verb)
    if verb is None:
        return Sentence(told.line.verb.replace("_", " "))
    sentence = verb.sentence(told)
    return replace(sentence, words=one_stop(sentence.words), more=one_stop(sentence.more))


LINES = 100
TURNS = ("check_in_opened", "play_begun", "bell_undone", "last_bell", "evening_finished", "evening_reopened")
"""Lines at which another stage begins, or a round again."""
UNDONE = ("bell_undone", BACK)
"""Lines that took a bell back, or another line."""
RUNG = ("bell_rung", "last_bell")
"""Lines that an undone bell takes back, though they wrote no fact that could say so."""


@answers("at", "partly", component="TakenAnswer", description="")
@dataclass(frozen=True)
class Taken:
    """When what a line did was taken back: all of it, or ``partly``."""

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
    """A line: its verb, which stays, and what was done in words; of a correction what ``was`` and is ``now``.

    ``actor``: the member's number; null where a table's phone did it, or the program itself. ``taken``: when
    it was taken back.
    """

    # ``day``: if it is not that of the line above. ``may_go_back``: it can perhaps be taken back.

    seq: int
    at: datetime
    day: date | None
    verb: str
    actor: int | None
    who: str
    phone: int | None
    reason: str
    taken: Taken | None
    deal: DealAt | None
    may_go_back: bool


@dataclass(frozen=True)
class Group:
    """Lines of the same round, or of the time before or after all rounds."""

    title: str
    lines: tuple[JournalLine, ...]


@dataclass(frozen=True)
class JournalPage:
    """``older`` and ``newer``: the line before which the next page begins, 0: the newest; None: no page."""

    groups: tuple[Group, ...]
    older: int | None
    newer: int | None


def journal_page(evening: Evening, asked: Asked, before: int | None, said: SettingsSaid) -> JournalPage:
    """Return a hundred lines, the newest or those before line ``before``, in a fixed number of queries."""
    lines, *further = load_page(evening, asked, before, LINES)
    return JournalPage(tuple(_groups(evening, lines, asked, said)), *further)


def line_shown(evening: Evening, seq: int, said: SettingsSaid) -> JournalLine | None:
    """Return one line of the journal. None if there is none of that number."""
    return next(iter(lines_shown(evening, lines_of(evening, seq=seq), said)), None)


def lines_shown(evening: Evening, rows: Sequence[Journal], said: SettingsSaid) -> list[JournalLine]:
    """Return lines of the journal in words, in a fixed number of queries."""
    return [line for group in _groups(evening, rows, Asked(), said) for line in group.lines]


def _groups(evening: Evening, rows: Sequence[Journal], asked: Asked, said: SettingsSaid) -> Iterator[Group]:
    turns = lines_of(evening, verb__in=(*TURNS, BACK))
    headings, undone = _headings(evening, turns), [line for line in turns if line.verb in UNDONE]
    told = _telling(evening, rows, asked, said, headings)
    turn = _stands_until(evening)
    day: date | None = None
    for title, group in groupby(rows, key=lambda line: headings.at(line.seq).title):
        lines = []
        for line in group:
            today = timezone.localtime(line.at).date()
            lines.append(_shown(told(line), None if today == day else today, undone, turn))
            day = today
        yield Group(title, tuple(lines))


def _stands_until(evening: Evening) -> int:
    """Return the last line that nobody can undo any more; one that called the evening off can be undone."""
    if evening.stage == Stage.CALLED_OFF and (off := newest_line(evening, CALLED_OFF)):
        return off.seq - 1
    return evening.seq if evening.stage == Stage.FINISHED else last_turn(evening.pk)


def _telling(
    evening: Evening, rows: Sequence[Journal], asked: Asked, said: SettingsSaid, headings: "_Headings"
) -> Callable[[Journal], Told]:
    """Return a function that gives what a line's sentence needs.

    It is read at once for all lines, and for those that they take back.
    """
    back = {line.payload["line"] for line in rows if line.verb == BACK}
    before_bells = {line.seq - 1 for line in rows if line.verb == "bell_rung"}
    asks = {line.payload["ask"] for line in rows if "ask" in line.payload}
    spoken_of = lines_of(evening, seq__in=back | before_bells | asks)
    earlier = {line.seq: line for line in spoken_of}
    taken = [line for line in spoken_of if line.seq in back]
    wrote = load_wrote([line.pk for line in (*rows, *taken)])
    names, given = names_of(evening), prizes_moved(evening)

    def told(line: Journal) -> Told:
        takes_back = earlier.get(line.payload["line"]) if line.verb == BACK else None
        return Told(
            line=line,
            round=headings.at(line.seq).round,
            wrote=wrote[line.pk],
            play=evening.play,
            settings=evening.settings,
            names=names,
            said=said,
            before=earlier.get(line.seq - 1) if line.verb == "bell_rung" else None,
            asked=earlier.get(line.payload.get("ask", 0)),
            takes_back=told(takes_back) if takes_back else None,
            given=given.get(line.pk, ()),
            first=asked.person,
        )

    return told


def _shown(told: Told, day: date | None, undone: Sequence[Journal], turn: int) -> JournalLine:
    line, results = told.line, told.wrote.facts.get("result", ())
    taken = _taken(line, told.wrote, undone)
    return JournalLine(
        **vars(told_in_words(told)),
        seq=line.seq,
        at=line.at,
        day=day,
        verb=line.verb,
        actor=line.actor_id,
        who=line.author,
        phone=line.link.table if line.link else None,
        reason=line.reason,
        taken=taken,
        deal=next((DealAt(*fact.values[:3]) for fact in results if fact.void is None), None),
        may_go_back=line.verb in TAKEN_BACK and line.seq > turn and taken is None,
    )


def _taken(line: Journal, wrote: Wrote, undone: Sequence[Journal]) -> Taken | None:
    what = ("line", line.seq) if line.verb not in RUNG else ("round", line.payload.get("round"))
    if back := next((u for u in undone if u.seq > line.seq and what in u.payload.items()), None):
        return Taken(back.at)
    verb = VERBS.get(line.verb)
    facts = wrote.facts.get(verb.voids, ()) if verb else ()
    voids = [fact.void for fact in facts if fact.void]
    return Taken(max(void.at for void in voids), len(voids) < len(facts)) if voids else None


@dataclass(frozen=True)
class _Heading:
    """From the line after ``seq`` on; ``round`` is 0 where none is played."""

    seq: int
    title: str
    round: int = 0


@dataclass(frozen=True)
class _Headings:
    all: Sequence[_Heading]

    def at(self, seq: int) -> _Heading:
        return self.all[bisect_left(self.all, seq, key=lambda heading: heading.seq) - 1]


def _headings(evening: Evening, turns: Iterable[Journal]) -> _Headings:
    """Return the places where rounds and stages begin. An undone round counts: it was played."""
    play, rounds = evening.play, rounds_opened(evening)
    found = [_Heading(0, gettext("Planning")), *(_round(play, seq, number) for seq, number in rounds)]
    after = gettext("After play")
    for line in turns:
        seq = line.seq
        match line.verb:
            case "check_in_opened":
                found.append(_Heading(seq, gettext("Before play")))
            case "last_bell" | "evening_reopened":
                found.append(_Heading(seq, after))
            case "evening_finished":
                found.append(_Heading(seq, gettext("After the result")))
            case "play_begun" | "bell_undone":
                found.append(_round(play, seq, line.payload.get("round", 1)))
    return _Headings(sorted(found, key=lambda heading: heading.seq))


def _round(play: Play, seq: int, number: int) -> _Heading:
    return _Heading(seq, round_title(play, number), number)
