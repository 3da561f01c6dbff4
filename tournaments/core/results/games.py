"""An evening game by game: who came in where at which table, and what that adds up to for everybody.

In whole-game formats a game is a table's; where people move it is what a table plays in a round. Only
games that are over count. Where counters are not counted after each deal, a whole game is not known.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from tournaments.core.evening import Facts
from tournaments.core.ranking.game import Game
from tournaments.core.ranking.metrics import Occasion
from tournaments.core.ranking.settled import Deeds, Settled
from tournaments.core.record import Pool

WHOLE = 10_000
"""A share is told in so many parts of the whole."""


def games(facts: Facts) -> tuple[Game, ...]:
    """Every game that is over, in the order of play."""
    tables: dict[tuple[int, int], list[Pool]] = defaultdict(list)
    for pool in sorted(facts.pools, key=lambda pool: pool.deal):
        tables[pool.round, pool.position].append(pool)
    out = {
        (number, table)
        for number in {round for round, _table in tables}
        for table in facts.play.format.awaited(facts, number)
    }
    game = facts.play.kind.game
    return tuple(game(facts.play, *at, tables[at]) for at in sorted(tables) if at not in out)


def with_games(facts: Facts, settled: Mapping[int, Settled]) -> dict[int, Settled]:
    """The settled figures with those that games, deals and opponents add."""
    played = games(facts)
    results: dict[int, dict[Occasion, int]] = {entry: {} for entry in settled}
    for game in played:
        for entry, place in game.places.items():
            if entry in results:
                results[entry][game.round, game.table] = place
    counted = _counted(facts)
    wins, shares = facts.play.format.wins(facts, played), _shares(facts, played, settled)
    far, met = facts.play.format.reached(facts), _strength(facts, played, settled)
    listed = facts.play.format.listed(facts)
    stages = facts.play.format.stages(facts, played)
    return {
        entry: person._replace(
            deeds=Deeds(
                deals=counted[entry][0] if entry in counted else 0,
                best=counted[entry][1] if entry in counted else None,
                wins=None if wins is None else wins[entry],
                share=None if shares is None else shares.get(entry, 0),
                reached=None if far is None else far.get(entry, 0),
                stage=None if far is None else stages.get((far.get(entry, 0), entry)),
                strength=met.get(entry),
                ladder=None if listed is None else listed.get(entry),
                results=results[entry],
            )
        )
        for entry, person in settled.items()
    }


def _counted(facts: Facts) -> dict[int, tuple[int, int | None]]:
    """How many deals each has played, and what the best of them brought, if that is known of all."""
    brought = facts.play.kind.brought
    found: dict[int, tuple[int, int | None]] = {}
    for pool in facts.pools:
        for line in pool.lines:
            gain = brought(line)
            deals, best = found.get(line.entry, (0, gain))
            found[line.entry] = deals + 1, None if best is None or gain is None else max(best, gain)
    return found


def _shares(facts: Facts, played: Iterable[Game], settled: Mapping[int, Settled]) -> dict[int, int] | None:
    """What each has of all that was gained at their tables, or in the hall if people move; None: not known.

    Whoever lost has nothing of it. A single game is known as soon as everybody has been counted.
    """
    if "share" not in facts.play.metrics():
        return None
    played = tuple(played)
    fields = [(game.gained, game.known) for game in played]
    if hall := facts.play.format.in_hall(facts, settled):
        fields = [hall]
    elif len({game.round for game in played}) == 1 and not all(known for _gained, known in fields):
        gained, known = facts.play.kind.gained(facts, settled)
        fields = [({entry: gained.get(entry, 0) for entry in game.gained}, known) for game in played]
    if not all(known for _gained, known in fields):
        return None
    mine: Counter[int] = Counter()
    whole: Counter[int] = Counter()
    for field, _known in fields:
        won = {entry: max(points, 0) for entry, points in field.items()}
        mine.update(won)
        whole.update(dict.fromkeys(won, sum(won.values())))
    return {
        entry: (2 * WHOLE * mine[entry] + total) // (2 * total) for entry, total in whole.items() if total
    }


def _strength(facts: Facts, played: Iterable[Game], settled: Mapping[int, Settled]) -> dict[int, int | None]:
    """What the opponents of each have at the end, added up: an opponent met twice counts twice."""
    if "strength" not in facts.play.metrics():
        return {}
    final = {entry: facts.play.kind.total(person) for entry, person in settled.items()}
    known = None not in final.values()
    met: dict[int, int | None] = dict.fromkeys(settled, 0 if known else None)
    for game in played if known else ():
        total = sum(final.get(entry) or 0 for entry in game.gained)
        for entry in game.gained:
            if entry in met:
                met[entry] = (met[entry] or 0) + total - (final[entry] or 0)
    return met
