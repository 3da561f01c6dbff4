"""The first seats of an evening by the standing of a season."""

from tournaments.base.api.command import Command
from tournaments.seasons.services.seating import seats_by_season

COMMANDS = (Command(seats_by_season),)
