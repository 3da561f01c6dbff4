"""What the tables' phones told the organiser, and nobody has answered yet."""

from dataclasses import dataclass
from datetime import datetime

from tournaments.models import Journal

LATE, CORRECTION, ANSWERED = "entry_late", "correction_asked", "ask_answered"


@dataclass(frozen=True)
class Ask:
    """A result that came too ``late``, or a correction that somebody asks for. ``seq`` is its journal line.

    ``typed``: what the phone held, in words; ``words``: what somebody wrote beside it. ``version``: of the
    result that stands; 0: none does, for what was sent was refused. ``deal`` 0: counters at the bell.
    """

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
