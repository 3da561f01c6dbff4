"""The registry of the journal's verbs: each has its kind and its sentence."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import assert_never

from django.utils.translation import gettext

from accounts.names import one_stop
from tournaments.base.phrases import phrase
from tournaments.core.evening import Play
from tournaments.journal.presenters import deals, evening, people
from tournaments.journal.presenters.phrases import Sentence, Told


class Kind(StrEnum):
    """What a reader looks for."""

    RESULTS = "results"
    MOVES = "moves"
    CLOCK = "clock"
    PEOPLE = "people"
    PHONES = "phones"
    EVENING = "evening"


def kind_title(kind: Kind, play: Play) -> str:
    """The kind in words. At fixed tables no bell rings and nobody moves."""
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
    "deal_recorded": Verb(Kind.RESULTS, deals.deal_recorded, "result"),
    "deal_scored": Verb(Kind.RESULTS, deals.deal_recorded, "result"),
    "deal_corrected": Verb(Kind.RESULTS, deals.deal_corrected, "result"),
    "score_corrected": Verb(Kind.RESULTS, deals.deal_corrected, "result"),
    "deal_withdrawn": Verb(Kind.RESULTS, deals.deal_withdrawn),
    "bids_recorded": Verb(Kind.RESULTS, deals.bids_recorded, "bids"),
    "table_ended": Verb(Kind.RESULTS, deals.table_ended, "ending"),
    "table_counted": Verb(Kind.RESULTS, deals.table_counted, "count"),
    # The bell and what it brings
    "bell_asked": Verb(Kind.MOVES, evening.bell_asked),
    "bell_rung": Verb(Kind.MOVES, evening.bell_rung),
    "cut_made": Verb(Kind.MOVES, deals.cut_made, "cut"),
    "cut_drawn": Verb(Kind.MOVES, deals.cut_made, "cut"),
    "moves_announced": Verb(Kind.MOVES, evening.moves_announced),
    "moves_applied": Verb(Kind.MOVES, people.moves_applied, "round"),
    "moves_kept": Verb(Kind.MOVES, people.moves_kept),
    "moves_replayed": Verb(Kind.MOVES, people.moves_replayed, "round"),
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
    "people_checked_in": Verb(Kind.PEOPLE, people.people_checked_in, "entry"),
    "entry_changed": Verb(Kind.PEOPLE, people.entry_changed),
    "entry_reassigned": Verb(Kind.PEOPLE, people.entry_reassigned),
    "entry_withdrawn": Verb(Kind.PEOPLE, people.entry_withdrawn),
    "player_left": Verb(Kind.PEOPLE, people.player_left, "presence"),
    "player_paused": Verb(Kind.PEOPLE, people.player_paused, "presence"),
    "player_returned": Verb(Kind.PEOPLE, people.player_returned, "presence"),
    "seat_kept": Verb(Kind.PEOPLE, people.seat_kept, "presence"),
    "seats_drawn": Verb(Kind.PEOPLE, people.seats_drawn, "round"),
    "seats_swapped": Verb(Kind.PEOPLE, people.seats_swapped, "move"),
    "seat_moved": Verb(Kind.PEOPLE, people.seat_moved, "move"),
    "table_added": Verb(Kind.PEOPLE, people.table_added, "move"),
    "table_closed": Verb(Kind.PEOPLE, people.table_closed, "move"),
    "tables_levelled": Verb(Kind.PEOPLE, people.tables_levelled, "move"),
    "line_taken_back": Verb(Kind.PEOPLE, _line_taken_back),
    # The tables' phones
    "links_made": Verb(Kind.PHONES, people.links_made),
    "link_revoked": Verb(Kind.PHONES, people.link_revoked),
    "entry_late": Verb(Kind.PHONES, deals.entry_late),
    "correction_asked": Verb(Kind.PHONES, deals.correction_asked),
    "ask_answered": Verb(Kind.PHONES, deals.ask_answered),
    "deal_confirmed": Verb(Kind.PHONES, deals.deal_confirmed),
    # The evening
    "evening_recorded": Verb(Kind.EVENING, evening.evening_recorded),
    "result_recorded": Verb(Kind.RESULTS, evening.result_recorded),
    "evening_planned": Verb(Kind.EVENING, evening.evening_planned),
    "evening_changed": Verb(Kind.EVENING, evening.evening_changed),
    "evening_corrected": Verb(Kind.EVENING, evening.evening_corrected),
    "check_in_opened": Verb(Kind.EVENING, evening.check_in_opened),
    "play_begun": Verb(Kind.EVENING, evening.play_begun),
    "stake_corrected": Verb(Kind.RESULTS, deals.stake_corrected),
    "counters_counted": Verb(Kind.EVENING, deals.counters_counted, "count"),
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
    """The line's sentence. A verb of another release, which has none here, is shown as it is."""
    verb = VERBS.get(told.line.verb)
    if verb is None:
        return Sentence(told.line.verb.replace("_", " "))
    sentence = verb.sentence(told)
    return replace(sentence, words=one_stop(sentence.words), more=one_stop(sentence.more))
