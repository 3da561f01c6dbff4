"""What the tables' phones told the organiser, and nobody has answered yet."""

from dataclasses import dataclass
from datetime import datetime

from accounts.answers import answers
from tournaments.models import Journal

LATE, CORRECTION, ANSWERED = "entry_late", "correction_asked", "ask_answered"


@answers(*("seq", "at", "round", "table", "deal", "late", "typed", "version", "words"), component="AskAnswer")
@dataclass(frozen=True)
class Ask:
    """What a table told (``late``: a result that came too late) or asked, and what its phone held.

    ``seq``: the journal line, which is the ``ask`` of the command ask-answer. ``deal`` null: counters at the
    bell. ``version``: of the result that stands; null: none does.
    """

    # ``deal`` and ``version`` are 0 for null. ``words``: what somebody wrote beside what was typed.

    seq: int
    at: datetime
    round: int
    table: int
    deal: int
    late: bool
    typed: tuple[str, ...]
    version: int = 0
    words: str = ""


def open_asks(evening: int) -> tuple[Ask, ...]:
    """What is still to be answered, first to last, in one query."""
    lines = _lines(evening)
    answered = {line.payload["ask"] for line in lines if line.verb == ANSWERED}
    return tuple(_ask(line) for line in lines if line.verb != ANSWERED and line.seq not in answered)


def answered_already(evening: int, seq: int) -> bool:
    """Whether that journal line was told or asked by a table, and has its answer."""
    return any(line.verb == ANSWERED and line.payload["ask"] == seq for line in _lines(evening))


def _lines(evening: int) -> list[Journal]:
    verbs = (LATE, CORRECTION, ANSWERED)
    rows = Journal.objects.filter(evening=evening, verb__in=verbs).order_by("seq")
    # The line that is being written at this moment says nothing yet.
    return [line for line in rows if line.payload]


def _ask(line: Journal) -> Ask:
    told = line.payload
    return Ask(
        line.seq,
        line.at,
        told["round"],
        told["table"],
        told["deal"],
        line.verb == LATE,
        tuple(told["typed"]),
        told.get("version", 0),
        told.get("words", ""),
    )
