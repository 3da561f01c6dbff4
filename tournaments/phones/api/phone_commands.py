"""The tables' phones: their links, and what is told or asked from a table."""

from tournaments.base.api.command import Command
from tournaments.phones.services.phones import (
    ask_answer,
    correction_ask,
    deal_confirm,
    entry_late,
    link_revoke,
    links_make,
)
from tournaments.scoring.selectors.conflicts import deal_standing, evening_standing

COMMANDS = (
    Command(links_make, at={"links": "body"}),
    Command(link_revoke),
    Command(entry_late),
    Command(correction_ask, stands=deal_standing),
    Command(ask_answer, stands=evening_standing),
    Command(deal_confirm, at={"confirm": "body"}, stands=deal_standing),
)
