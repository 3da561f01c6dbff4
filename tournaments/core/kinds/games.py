"""What the deals of a table make of its game: who gained what in it, and came in where."""

from collections import Counter
from collections.abc import Mapping, Sequence

from games.rules.game import Outcome, outcome
from tournaments.core.evening import Facts, Play
from tournaments.core.kinds.dealing import played
from tournaments.core.ranking.game import Game, places_in
from tournaments.core.ranking.settled import Settled
from tournaments.core.record import Pool


def each_alone(play: Play, round: int, table: int, pools: list[Pool]) -> Game:
    """Return the game where everybody gained what their deals brought."""
    brought, known = play.format.brought(play.kind), True
    gained: Counter[int] = Counter()
    for line in (line for pool in pools for line in pool.lines):
        gain = brought(line)
        known = known and gain is not None
        gained[line.entry] += gain or 0
    stayed = play.format.finished(pools)
    stayed = gained.keys() if stayed is None else stayed
    return Game(round, table, gained, places_in(gained, stayed) if known else {}, known)


def all_together(play: Play, round: int, table: int, pools: list[Pool]) -> Game:
    """Return the game of a table that wins it together, everybody first, or loses it, everybody last."""
    game, began = play.bids, len(pools[0].lines)
    assert game is not None  # noqa: S101 - only bids are played together
    won = outcome(game, began, play.chosen, played(play, began, pools)).all_win is True
    people = [line.entry for line in pools[-1].lines]
    return Game(round, table, dict.fromkeys(people, int(won)), dict.fromkeys(people, 1 if won else 2))


def outcome_so_far(play: Play, began: int, decided: Sequence[Pool], *, stopped: bool) -> Outcome | None:
    """Return how a table's whole game stands; None where it plays none of bids, or so many cannot."""
    if not play.format.plays_games or play.bids is None or not play.kind.enough(play, began):
        return None
    return outcome(play.bids, began, play.chosen, played(play, began, decided), stopped=stopped)


def gained_so_far(facts: Facts, settled: Mapping[int, Settled]) -> tuple[Mapping[int, int], bool]:
    """Return what each has gained over the evening, and whether that is known of everybody."""
    totals = {entry: facts.play.kind.total(person) for entry, person in settled.items()}
    began = facts.play.kind.began_with(facts.settings)
    return {entry: (total or 0) - began for entry, total in totals.items()}, None not in totals.values()
