"""The last bell, the final counts, and the result."""

from __future__ import annotations

from tournaments.api.command import Command, Plain
from tournaments.api.command_fields import ByNumber, InRound, counters
from tournaments.services.results.results import evening_finish, evening_settle, final_count


class FinalCountBody(Plain):
    counts = ByNumber(child=counters())


COMMANDS = (
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
