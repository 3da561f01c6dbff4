"""People come, pause, come back, leave, or keep their seat."""

from typing import Any

from accounts.names import LONGEST, LONGEST_ROLE
from accounts.shared.api.fields import Body, OneOf, Several, Text
from tournaments.attendance.services.names import Whose, entry_change, entry_reassign
from tournaments.attendance.services.people import (
    MOST_PEOPLE,
    Arrival,
    entry_withdraw,
    people_check_in,
    player_drop,
    player_pause,
    player_return,
    seat_keep,
)
from tournaments.base.api.command import Command, Sent
from tournaments.base.api.command_fields import OfEntry, Plain


class ArrivalBody(Body):
    """Somebody at the door."""

    name = Text(max_length=LONGEST)
    role = Text(
        max_length=LONGEST_ROLE, allow_blank=True, default="", help_text="One of the evening’s roles."
    )


class PeopleCheckInBody(Plain):
    """Who has come: whoever is not on the club’s list yet is put on it."""

    people = Several(child=ArrivalBody(), min_length=1, max_length=MOST_PEOPLE)


class EntryChangeBody(OfEntry):
    name = Text(max_length=LONGEST)
    role = Text(max_length=LONGEST_ROLE, allow_blank=True)
    whose = OneOf(
        ["", *Whose],
        required=False,
        help_text="Needed if the name is another player’s on the list: `other` is that player, `tonight` "
        "is not. `list` renames the player on the list too.",
    )


def _arrivals(_of: Any, sent: Sent) -> dict[str, Any]:
    return {"people": [Arrival(**person) for person in sent["people"]]}


COMMANDS = (
    Command(
        people_check_in,
        PeopleCheckInBody,
        _arrivals,
        at={"names": "people", "name": "people", "role": "people"},
        example={"people": [{"name": "Nell", "role": "lady"}, {"name": "Ned"}]},
    ),
    Command(
        entry_change,
        EntryChangeBody,
        example={"entry": 1, "name": "Nell", "role": "lady"},
        payload={"entry": 1, "before": ["p01", "gentleman"], "after": ["Nell", "lady"]},
    ),
    Command(
        entry_reassign,
        example={"entry": 1, "name": "Nell", "reason": "checked in as somebody else"},
        payload={"entry": 1, "was": 4, "now": 17, "version": 2},
    ),
    Command(entry_withdraw, example={"entry": 1}, payload={"entry": 1}),
    Command(player_drop, example={"entry": 6}, payload={"entry": 6, "state": "left", "counters": 50}),
    Command(player_pause, example={"entry": 6}, payload={"entry": 6, "state": "paused", "counters": 50}),
    Command(player_return, example={"entry": 6}, payload={"entry": 6, "state": "here"}),
    Command(seat_keep, example={"entry": 5, "keeps": True}, payload={"entry": 5, "state": "keeps_seat"}),
)
