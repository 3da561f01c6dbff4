"""A whole game of bids at one table: how it stands, and who has won it."""

from __future__ import annotations

from collections.abc import Mapping

from games.describe import figures
from games.rules.game import Outcome, outcome
from tournaments.core.kinds import dealing
from tournaments.facts.scoring.bid_tables import BidTable


def outcome_of(at: BidTable) -> Outcome | None:
    """How the table's whole game stands; None where it plays none, or so many cannot."""
    play = at.play
    if not play.whole_games or play.bids is None:
        return None
    began = began_with(at)
    if not dealing.enough(play, began):
        return None
    played = dealing.played(play, began, at.decided)
    return outcome(play.bids, began, play.chosen, played, stopped=at.at.ending is not None)


def winners_of(at: BidTable, names: Mapping[int, str]) -> str:
    """Who won the table's whole game, once it is over; "" before, and where all have lost."""
    result = outcome_of(at)
    if result is None or not result.winners or not at.decided:
        return ""
    last = at.decided[-1].lines
    return figures.listed(names[last[place].entry] for place in result.winners)


def began_with(at: BidTable) -> int:
    """With how many the game began: its schedule stays theirs."""
    first = [*at.decided, *at.later][:1]
    return len(first[0].lines) if first else len(at.places)
