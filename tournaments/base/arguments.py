"""Arguments of services of evenings and seasons, besides those of all apps."""

from typing import Annotated

from accounts.arguments import ArgumentLimits as ArgumentLimits
from accounts.arguments import Name as Name
from accounts.arguments import Yes as Yes
from tournaments.core.counters.checks import MOST_COUNTERS

LAST_SEQ = 2_147_483_647
"""The largest number of a journal line."""
MOST_AT_A_TABLE = 20
MOST_PEOPLE = 1000
"""Most people in an evening, and in one request."""
LONGEST_SEED = 64
LONGEST_KEY = 60
"""Most characters of a prize's key."""

RoundNo = Annotated[int, ArgumentLimits("Round number.", least=1)]
TableNo = Annotated[int, ArgumentLimits("Table number. 1 is the head table.", least=1)]
DealNo = Annotated[int, ArgumentLimits("Number of the deal at this table in this round.", least=1)]
EntryNo = Annotated[int, ArgumentLimits("Number of a player’s entry in the evening.", stored=True)]
PlayerNo = Annotated[int, ArgumentLimits("Number of a player on the club’s player list.", stored=True)]
LineNo = Annotated[int, ArgumentLimits("Number of the journal line.", least=1, most=LAST_SEQ)]
Counters = Annotated[int, ArgumentLimits(least=0, most=MOST_COUNTERS)]
Seed = Annotated[str, ArgumentLimits("Use an earlier seed to repeat a draw.", most=LONGEST_SEED, empty=True)]
