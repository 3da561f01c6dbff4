"""The end of an evening and its result; the result anew where the evening was played elsewhere."""

from __future__ import annotations

from typing import Any

from accounts.api.fields import Body, Several, Text, Whole
from accounts.errors import RuleError
from accounts.names import LONGEST, LONGEST_ROLE
from tournaments.api.command import Command, Plain, Sent
from tournaments.api.command_fields import ByNumber, InRound, counters
from tournaments.core.results.elsewhere import BELOW_NOTHING, MOST, WHOLE_SHARE, Line, judged
from tournaments.models import Evening
from tournaments.services.club.imported_results import result_record
from tournaments.services.results.results import evening_finish, evening_settle, final_count
from tournaments.services.running.people import MOST_PEOPLE


class FinalCountBody(Plain):
    counts = ByNumber(child=counters())


ENDING = (
    Command(evening_settle, "That was the last bell", InRound, example={"round": 1}, payload={"round": 1}),
    Command(
        final_count,
        "Count counters at the end",
        FinalCountBody,
        at={"counters": "counts"},
        example={"counts": {"4": 53}},
    ),
    Command(
        evening_finish,
        "Announce the result",
        at={"cards": "body", "counters": "body"},
        payload={"version": 1},
    ),
)


def _figure(name: str = "") -> Whole:
    return Whole(min_value=-MOST if name in BELOW_NOTHING else 0, max_value=MOST, required=False)


class ResultLineBody(Body):
    """One person’s result: what is told beside the name. A place that is not told is found by the figures."""

    name = Text(max_length=LONGEST)
    role = Text(max_length=LONGEST_ROLE, allow_blank=True, default="")
    place = _figure()
    counters = _figure()
    fresh = _figure()
    net = _figure("net")
    yellow = _figure()
    score = _figure("score")
    exact = _figure()
    hands = _figure()
    deals = _figure()
    wins = _figure()
    best = _figure("best")
    share = Whole(min_value=0, max_value=WHOLE_SHARE, required=False)
    reached = _figure()


class ResultRecordBody(Plain):
    """Everybody’s result; who is not named did not take part."""

    lines = Several(child=ResultLineBody(), min_length=1, max_length=MOST_PEOPLE)


def _lines(evening: Evening, sent: Sent) -> dict[str, Any]:
    """Everybody’s line. RuleError at ``lines.<place>.<figure>``."""
    lines = [Line(**line) for line in sent["lines"]]
    for wrong in () if evening.play.format.planned else judged(lines, evening.play)[1]:
        field = f"lines.{wrong.index}.{wrong.error.field}"
        raise RuleError(field, wrong.error.message, **wrong.error.figures)
    return {"lines": lines}


COMMANDS = (
    Command(
        result_record,
        "Tell a recorded result anew",
        ResultRecordBody,
        _lines,
        example={
            "reason": "Written down wrongly",
            "lines": [
                {"name": "Ann", "role": "lady", "counters": 80, "yellow": 1},
                {"name": "Bob", "counters": 60},
                {"name": "Cid", "counters": 60},
                {"name": "Eve", "place": 4},
            ],
        },
        payload={"version": 2},
    ),
)
