"""Every command of an evening and of a season, by theme; what a body holds, and what the service is told."""

from tournaments.api.commands import (
    bell,
    bids,
    deals,
    ending,
    mending,
    people,
    phones,
    planning,
    prizes,
    recording,
    seasons,
    seats,
)

OF_EVENINGS = (
    *planning.COMMANDS,
    *people.COMMANDS,
    *seats.COMMANDS,
    *deals.COMMANDS,
    *bids.COMMANDS,
    *bell.COMMANDS,
    *mending.COMMANDS,
    *phones.COMMANDS,
    *ending.COMMANDS,
    *prizes.COMMANDS,
    *recording.COMMANDS,
)
OF_SEASONS = seasons.COMMANDS
