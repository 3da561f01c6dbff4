"""The tables' phones: their links, and what is told or asked from a table."""

from tournaments.base.api.command import Command
from tournaments.deals.selectors.conflicts import deal_standing, evening_standing
from tournaments.deals.services.phones import (
    ask_answer,
    correction_ask,
    deal_confirm,
    entry_late,
    link_revoke,
    links_make,
)

COMMANDS = (
    Command(links_make, at={"links": "body"}, payload={"tables": [1, 2, 3]}),
    Command(link_revoke, example={"table": 2}, payload={"table": 2, "renewed": False}),
    Command(
        entry_late,
        example={"round": 1, "table": 2, "deal": 1, "typed": ["Won: p01", "Put in: p01 5, p02 5"]},
        payload={"round": 1, "table": 2, "deal": 1, "typed": ["Won: p01", "Put in: p01 5, p02 5"]},
    ),
    Command(
        correction_ask,
        stands=deal_standing,
        example={"round": 1, "table": 2, "deal": 1, "version": 1, "words": "Ben put in 6, not 5"},
        payload={
            "round": 1,
            "table": 2,
            "deal": 1,
            "typed": [],
            "version": 1,
            "words": "Ben put in 6, not 5",
        },
    ),
    Command(ask_answer, stands=evening_standing, example={"ask": 13}, payload={"ask": 13}),
    Command(
        deal_confirm,
        at={"confirm": "body"},
        stands=deal_standing,
        example={"round": 1, "table": 2, "deal": 1, "base_version": 1, "entry": 3},
        payload={"round": 1, "table": 2, "deal": 1, "entry": 3},
    ),
)
