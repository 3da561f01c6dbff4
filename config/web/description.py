"""What the API's description says of the whole, beside what each address says of itself."""

from typing import Any

from accounts.numbers import LARGEST_ID

SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Headtable",
    "DESCRIPTION": "Card evenings of many tables, and their leagues. Programs can do everything that the "
    "pages do: clubs and their players, evenings command by command, seasons and their standings. The "
    "calculators need no account. docs/api.md explains tokens, keys and errors.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v1/",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVERS": [{"url": "/", "description": "This Headtable."}],
    "TAGS": [
        {"name": "start", "description": "Where all other addresses are found. It needs no account."},
        {"name": "me", "description": "The caller: the account, its clubs, its tokens."},
        {"name": "clubs", "description": "Clubs with their people, members, groups, house rules and prizes."},
        {"name": "prize-sets", "description": "Sets of prizes that a club keeps."},
        {"name": "evenings", "description": "Evenings: their current state, and the commands that run them."},
        {"name": "leagues", "description": "Leagues and their seasons."},
        {
            "name": "seasons",
            "description": "Seasons: standings, rules, prizes, journals, and the commands that change them.",
        },
        {"name": "public", "description": "Evenings and leagues that a club has opened to everybody."},
        {"name": "games", "description": "The games and their calculators. They need no account."},
        {
            "name": "progressive",
            "description": "Calculators for the moves at a bell and for prizes. They need no account.",
        },
    ],
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "PATH_CONVERTER_OVERRIDES": {"num": {"type": "integer", "minimum": 0, "maximum": LARGEST_ID}},
    # Choices stand where they are used, and need no names of their own: no hook names them.
    "POSTPROCESSING_HOOKS": ["tournaments.base.api.documents.add_documents"],
}
