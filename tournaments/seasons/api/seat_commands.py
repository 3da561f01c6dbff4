"""The first seats of an evening by the standing of a season."""

from tournaments.base.api.command import Command
from tournaments.seasons.services.seating import seats_by_season

COMMANDS = (
    Command(
        seats_by_season,
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
