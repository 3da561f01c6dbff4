"""People come, pause, come back, leave, or keep their seat."""

from typing import Any

from accounts.names import LONGEST, LONGEST_ROLE
from accounts.shared.api.fields import Body, OneOf, Several, Text
from tournaments.attendance.services.names import Whose, entry_change, entry_reassign
from tournaments.attendance.services.people import (
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
from tournaments.base.arguments import MOST_PEOPLE


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
    ),
    Command(entry_change, EntryChangeBody),
    Command(entry_reassign),
    Command(entry_withdraw),
    Command(player_drop),
    Command(player_pause),
    Command(player_return),
    Command(seat_keep),
)
