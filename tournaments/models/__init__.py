"""The facts of an evening, as tables. What can be computed from them is not stored, but for ratings."""

from tournaments.models.awards import Award
from tournaments.models.evening import Evening, Journal, Rehearsal, ScorerLink
from tournaments.models.leagues import (
    Division,
    League,
    PrizeSet,
    Season,
    SeasonEvening,
    SeasonLine,
    SeasonPlayer,
)
from tournaments.models.people import EntryRow, PresenceRow
from tournaments.models.play import (
    BidRow,
    CountRow,
    CutRow,
    Deal,
    DealLine,
    DealVersion,
    MoveRow,
    OpenDeal,
    StakeRow,
)
from tournaments.models.ratings import ClubRatings, RatedEvening, RatingRow
from tournaments.models.results import Result, Settlement
from tournaments.models.rounds import ClockReference, RoundRow, RoundTable, SeatRow, TableEnding
from tournaments.models.season_results import RowQuestion, SeasonResult, SeasonSettlement
from tournaments.models.waiting import Comparison, WaitingDecision

__all__ = [
    "Award",
    "BidRow",
    "ClockReference",
    "ClubRatings",
    "Comparison",
    "CountRow",
    "CutRow",
    "Deal",
    "DealLine",
    "DealVersion",
    "Division",
    "EntryRow",
    "Evening",
    "Journal",
    "League",
    "MoveRow",
    "OpenDeal",
    "PresenceRow",
    "PrizeSet",
    "RatedEvening",
    "RatingRow",
    "Rehearsal",
    "Result",
    "RoundRow",
    "RoundTable",
    "RowQuestion",
    "ScorerLink",
    "Season",
    "SeasonEvening",
    "SeasonLine",
    "SeasonPlayer",
    "SeasonResult",
    "SeasonSettlement",
    "SeatRow",
    "Settlement",
    "StakeRow",
    "TableEnding",
    "WaitingDecision",
]
