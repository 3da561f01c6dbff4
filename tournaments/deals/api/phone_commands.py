"""The tables' phones: their links, and what is told or asked from a table."""

from accounts.shared.api.fields import Flag, Several, Text, Whole
from tournaments.base.api.command import LAST_SEQ, Command, Plain
from tournaments.base.api.command_fields import AtDeal, AtTable, entry
from tournaments.deals.selectors.conflicts import deal_standing, evening_standing
from tournaments.deals.services.phones import (
    LONGEST_LINE,
    LONGEST_WORDS,
    MOST_DEALS,
    MOST_LINES,
    ask_answer,
    correction_ask,
    deal_confirm,
    entry_late,
    link_revoke,
    links_make,
)


class LinkRevokeBody(Plain):
    table = Whole(min_value=1)
    renew = Flag(default=False, help_text="Create a new link in its place.")


class EntryLateBody(AtTable):
    deal = Whole(
        min_value=0, max_value=MOST_DEALS, help_text="Number of the deal. 0: the counters at the bell."
    )
    typed = Several(
        child=Text(max_length=LONGEST_LINE),
        min_length=1,
        max_length=MOST_LINES,
        help_text="The result in words, one item per line.",
    )


class CorrectionAskBody(AtTable):
    deal = Whole(min_value=0, max_value=MOST_DEALS)
    version = Whole(min_value=0, help_text="Current version of the result. 0: no result.")
    typed = Several(child=Text(max_length=LONGEST_LINE), max_length=MOST_LINES, default=list)
    words = Text(
        max_length=LONGEST_WORDS, allow_blank=True, default="", help_text="Description of the mistake."
    )


class AskAnswerBody(Plain):
    ask = Whole(min_value=1, max_value=LAST_SEQ, help_text="Number of the journal line with the request.")


class DealConfirmBody(AtDeal):
    base_version = Whole(min_value=1, help_text="Version of the result that is confirmed.")
    entry = entry()


COMMANDS = (
    Command(
        links_make, "Create links for the table phones", at={"links": "body"}, payload={"tables": [1, 2, 3]}
    ),
    Command(
        link_revoke,
        "Revoke a table’s link",
        LinkRevokeBody,
        example={"table": 2},
        payload={"table": 2, "renewed": False},
    ),
    Command(
        entry_late,
        "Report a late result",
        EntryLateBody,
        example={"round": 1, "table": 2, "deal": 1, "typed": ["Won: p01", "Put in: p01 5, p02 5"]},
        payload={"round": 1, "table": 2, "deal": 1, "typed": ["Won: p01", "Put in: p01 5, p02 5"]},
    ),
    Command(
        correction_ask,
        "Ask for a correction",
        CorrectionAskBody,
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
    Command(
        ask_answer,
        "Mark a request from a table phone as done",
        AskAnswerBody,
        stands=evening_standing,
        example={"ask": 13},
        payload={"ask": 13},
    ),
    Command(
        deal_confirm,
        "Confirm a table’s result",
        DealConfirmBody,
        at={"confirm": "body"},
        stands=deal_standing,
        example={"round": 1, "table": 2, "deal": 1, "base_version": 1, "entry": 3},
        payload={"round": 1, "table": 2, "deal": 1, "entry": 3},
    ),
)
