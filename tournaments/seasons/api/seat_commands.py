"""The first seats of an evening by the standing of a season."""

from accounts.shared.api.fields import Whole
from tournaments.base.api.command import Command, Plain
from tournaments.seasons.services.seating import seats_by_season


class SeatsBySeasonBody(Plain):
    season = Whole(min_value=1, help_text="A season that the evening counts for.")


COMMANDS = (
    Command(
        seats_by_season,
        "Seat by a season",
        SeatsBySeasonBody,
        example={"season": 1},
        payload={
            "season": "Thursday League · Winter",
            "seed": "3f2a",
            "sizes": [4, 4, 4],
            "why": "sizes_range",
            "figures": {"players": 12, "sizes": "4-4-4", "out": 0, "range": "2-7"},
        },
    ),
)
