"""Which deal a table plays next in a round, and when its round, or its whole game, is over.

A round of a progressive evening is so many deals, or one where bids are played for; of fixed tables it
is a whole game. What is known of a table is who plays there and what it has decided in the round.
"""

from collections.abc import Mapping, Sequence

from accounts.errors import RuleError
from games.rules.deals import BidGame, Deal, Hand
from games.rules.game import Outcome, Played, next_deal, outcome
from games.rules.schedules import called
from tournaments.core.evening import Play
from tournaments.core.record import Pool
from tournaments.core.refusals import NO_COUNTERS, NO_POINTS


def played(play: Play, began: int, decided: Sequence[Pool]) -> tuple[Played, ...]:
    """A table's decided deals as its game has them: the hands of those who were in all of them."""
    game = play.bids
    if game is None or not decided:
        return ()
    still = [line.entry for line in decided[-1].lines]
    done: list[Played] = []
    for pool in decided:
        deal = next_deal(game, began, play.chosen, done)
        if deal is None:
            break
        hands = hands_of(pool)
        done.append(Played(as_called(play, deal, pool.call), tuple(hands[e] for e in still if e in hands)))
    return tuple(done)


def outcome_so_far(play: Play, began: int, decided: Sequence[Pool], *, stopped: bool) -> Outcome | None:
    """Return how a table's whole game stands; None where it plays none of bids, or so many cannot."""
    if not play.format.plays_games or play.bids is None or not play.kind.enough(play, began):
        return None
    return outcome(play.bids, began, play.chosen, played(play, began, decided), stopped=stopped)


def as_called(play: Play, deal: Deal, call: Mapping[str, object]) -> Deal:
    """The deal with its dealer's call in it, where the game has one."""
    return called(play.bids, deal, call) if play.bids is not None and deal.by_call else deal


def hands_of(pool: Pool) -> dict[int, Hand]:
    """Everybody's part in a decided deal of bids, by entry."""
    return {line.entry: Hand(line.bid or 0, line.tricks or 0, line.took, line.revokes) for line in pool.lines}


def require_stakes(play: Play, why: str = NO_COUNTERS, *, field: str = "game") -> None:
    """RuleError at ``field`` where no counters are played for."""
    if not play.kind.stakes:
        raise RuleError(field, why)


def require_bids(play: Play) -> BidGame:
    """Return the game of bids that is played. RuleError at ``game`` where counters are played for."""
    if play.bids is None:
        raise RuleError("game", NO_POINTS)
    return play.bids
