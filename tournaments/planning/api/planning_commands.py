"""An evening is changed, and its check-in opened."""

from typing import Any

from accounts.names import LONGEST
from accounts.shared.api.bodies import Day
from accounts.shared.api.fields import Flag, Text
from tournaments.base.api.command import Command, Sent
from tournaments.base.api.command_fields import Plain, names_shown
from tournaments.evening.api.settings import IN_PLAY, IN_SETTINGS, PlayBody, SettingsBody, choice_of
from tournaments.evening.services.evenings import check_in_open, evening_change
from tournaments.evening.services.publishing import evening_publish
from tournaments.models import Evening
from tournaments.planning.services.evenings import evening_correct
from tournaments.scoring.selectors.conflicts import publication


class EveningChangeBody(Plain):
    """What is to be otherwise; what is left out stays as it is."""

    name = Text(max_length=LONGEST, required=False)
    held_on = Day(required=False)
    settings = SettingsBody(default=dict)
    play = PlayBody(required=False, help_text="Can be changed until the seats are drawn.")


class EveningPublishBody(Plain):
    published = Flag(
        help_text="True: visitors with the address can read the evening. False: only members can."
    )
    names = names_shown()


def _changed(evening: Evening, sent: Sent) -> dict[str, Any]:
    told = {name: sent[name] for name in ("name", "held_on", "settings") if name in sent}
    return told | ({"choice": choice_of(evening.club_id, sent["play"])} if "play" in sent else {})


COMMANDS = (
    Command(evening_change, EveningChangeBody, _changed, at={**IN_SETTINGS, **IN_PLAY}),
    Command(evening_correct, at={"evening": "body"}),
    Command(check_in_open),
    Command(evening_publish, EveningPublishBody, stands=publication),
)
