"""Every command of an evening and of a season, in the order of the API's description."""

from tournaments.attendance.api import people_commands
from tournaments.bell.api import bell_commands
from tournaments.deals.api import bid_commands, deal_commands, phone_commands
from tournaments.planning.api import planning_commands
from tournaments.repairs.api import repair_commands
from tournaments.results.api import prize_commands, result_commands
from tournaments.seasons.api import commands as season_commands
from tournaments.seasons.api import questions as season_questions
from tournaments.seasons.api import seat_commands as season_seat_commands
from tournaments.seating.api import seat_commands

OF_EVENINGS = (
    *planning_commands.COMMANDS,
    *people_commands.COMMANDS,
    *seat_commands.COMMANDS,
    *season_seat_commands.COMMANDS,
    *deal_commands.COMMANDS,
    *bid_commands.COMMANDS,
    *bell_commands.COMMANDS,
    *repair_commands.COMMANDS,
    *phone_commands.COMMANDS,
    *result_commands.ENDING,
    *prize_commands.COMMANDS,
    *result_commands.COMMANDS,
)
OF_SEASONS = (*season_commands.COMMANDS, *season_questions.COMMANDS)
