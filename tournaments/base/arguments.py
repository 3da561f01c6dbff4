"""The arguments of services, each with its bounds and a line of help, said once.

A service's signature is the only declaration of what it is told: ``round: RoundNo``. The body that programs
send derives from it, with its description. Plain values: the worker loads them.
"""

from dataclasses import dataclass
from typing import Annotated

from accounts.names import LONGEST
from tournaments.core.counters.checks import MOST_COUNTERS

LAST_SEQ = 2_147_483_647
"""The largest number of a journal line."""
MOST_AT_A_TABLE = 20
MOST_PEOPLE = 1000
"""In an evening, and in what is sent of it at once."""
LONGEST_SEED = 64
LONGEST_KEY = 60
"""Characters of a prize's key."""


@dataclass(frozen=True)
class Limits:
    """The bounds of an argument: of a number, of a text's characters, of a list's length.

    ``stored``: the number of a row. ``empty``: a text may be empty. ``null``: None may be sent.
    """

    help: str = ""
    least: int | None = None
    most: int | None = None
    stored: bool = False
    empty: bool = False
    null: bool = False


RoundNo = Annotated[int, Limits("Round number.", least=1)]
TableNo = Annotated[int, Limits("Table number. 1 is the head table.", least=1)]
DealNo = Annotated[int, Limits("Number of the deal at this table in this round.", least=1)]
EntryNo = Annotated[int, Limits("Number of a player’s entry in the evening.", stored=True)]
PlayerNo = Annotated[int, Limits("Number of a player on the club’s player list.", stored=True)]
LineNo = Annotated[int, Limits("Number of the journal line.", least=1, most=LAST_SEQ)]
Counters = Annotated[int, Limits(least=0, most=MOST_COUNTERS)]
Seed = Annotated[str, Limits("Use an earlier seed to repeat a draw.", most=LONGEST_SEED, empty=True)]
Name = Annotated[str, Limits(most=LONGEST)]
Yes = Annotated[bool, Limits()]
