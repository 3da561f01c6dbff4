"""Which deal a table plays next in a round, and when its round, or its whole game, is over.

A round of a progressive evening is so many deals, or one where bids are played for; of fixed tables it
is a whole game. What is known of a table is who plays there and what it has decided in the round.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from accounts.errors import RuleError
from games.rules.deals import BidGame, Deal, Hand
from games.rules.game import Played, next_deal
from games.rules.schedules import called, deal_of
from tournaments.core.evening import Facts, Play
from tournaments.core.record import Pool, Seat
from tournaments.core.refusals import NO_COUNTERS, NO_POINTS
from tournaments.core.settings import Settings


def deal_of_round(play: Play, round_number: int, players: int, decided: Sequence[Pool]) -> Deal | None:
    """The deal that every table plays in the round."""
    if play.bids is None or decided:
        return None
    return deal_of(play.bids, players, play.chosen, round_number)


def deal_of_game(play: Play, round_number: int, players: int, decided: Sequence[Pool]) -> Deal | None:
    """The next deal of the table's own game. Its schedule stays that of the number who began it."""
    if play.bids is None:
        return None
    began = len(decided[0].lines) if decided else players
    return next_deal(play.bids, began, play.chosen, played(play, began, decided))


def dealt_in_round(play: Play, round_number: int, decided: Sequence[Pool]) -> list[Deal]:
    """The deal of the round as a table that has decided it was dealt it."""
    plans = (deal_of_round(play, round_number, len(pool.lines), ()) for pool in decided)
    return [plan for plan in plans if plan]


def dealt_in_game(play: Play, round_number: int, decided: Sequence[Pool]) -> list[Deal]:
    """The decided deals of a table's own game, as they were called."""
    return [one.deal for one in played(play, len(decided[0].lines), decided)] if decided else []


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


def several_deals(play: Play, settings: Settings) -> bool:
    """Whether a table may play more than one deal in a round, so that each has its number."""
    return play.format.numbered(play.kind, settings)


def rounds_of(facts: Facts) -> int | None:
    """How many rounds the evening has, where that is known: by the draw, by the games or rounds agreed."""
    return facts.play.format.rounds(facts)


def rounds_of_schedule(facts: Facts) -> int | None:
    """As many rounds as are agreed; with bids at most the shortest schedule of a table of the first."""
    known = [facts.settings.rounds] if facts.settings.rounds else []
    return min([*known, *facts.play.kind.rounds(facts.play, _first_sizes(facts.seats))], default=None)


def _first_sizes(seats: Sequence[Seat]) -> set[int]:
    return set(Counter(seat.position for seat in seats if seat.round == 1).values())
