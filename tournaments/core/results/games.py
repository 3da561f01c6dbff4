"""An evening game by game: who came in where at which table, and what that adds up to for everybody.

In whole-game formats a game is a table's; where people move it is what a table plays in a round. Only
games that are over count. Where counters are not counted after each deal, a whole game is not known.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from games.rules.game import outcome
from tournaments.core.facts import Facts, Pool
from tournaments.core.kinds.dealing import played
from tournaments.core.movement.position import still_out
from tournaments.core.ranking.metrics import Outcome
from tournaments.core.results.settlement import Deeds, Settled
from tournaments.core.results.still_in import main_tables, reached
from tournaments.core.settings import Settings

WHOLE = 10_000
"""A share is told in so many parts of the whole."""


@dataclass(frozen=True)
class Game:
    """One table's game: what each gained in it, and the place there; ``known``: counters were counted."""

    round: int
    table: int
    gained: Mapping[int, int]
    places: Mapping[int, int]
    known: bool = True


def games(facts: Facts, settings: Settings) -> tuple[Game, ...]:
    """Every game that is over, in the order of play."""
    tables: dict[tuple[int, int], list[Pool]] = defaultdict(list)
    for pool in sorted(facts.pools, key=lambda pool: pool.deal):
        tables[pool.round, pool.position].append(pool)
    whole = facts.play.whole_games
    out = {
        (number, table)
        for number in ({round for round, _table in tables} if whole else ())
        for table in still_out(facts, settings, number)
    }
    return tuple(_game(facts, *at, tables[at]) for at in sorted(tables) if at not in out)


def _game(facts: Facts, round: int, table: int, pools: list[Pool]) -> Game:
    play = facts.play
    if play.together:
        return _together(facts, round, table, pools)
    gained: Counter[int] = Counter()
    known = True
    for pool in pools:
        for line in pool.lines:
            if play.staked and not play.whole_games:
                gain: int | None = int(line.won)
            else:
                gain = line.counters if play.staked else line.score
            known = known and gain is not None
            gained[line.entry] += gain or 0
    stayed = {line.entry for line in pools[-1].lines} if play.whole_games else gained.keys()
    return Game(round, table, gained, places_in(gained, stayed) if known else {}, known)


def places_in(gained: Mapping[int, int], stayed: Iterable[int]) -> dict[int, int]:
    """Equals share a place. Whoever went home during a game comes after all who finished it."""
    stayed = frozenset(stayed)
    worth = {entry: (entry in stayed, points) for entry, points in gained.items()}
    better = sorted(worth.values(), reverse=True)
    first = {value: place for place, value in reversed(list(enumerate(better, start=1)))}
    return {entry: first[value] for entry, value in worth.items()}


def _together(facts: Facts, round: int, table: int, pools: list[Pool]) -> Game:
    """A game that a table wins together puts everybody first, one that it loses everybody last."""
    game, began = facts.play.bids, len(pools[0].lines)
    assert game is not None  # noqa: S101 - only bids are played together
    won = outcome(game, began, facts.play.chosen, played(facts.play, began, pools)).all_win is True
    people = [line.entry for line in pools[-1].lines]
    return Game(round, table, dict.fromkeys(people, int(won)), dict.fromkeys(people, 1 if won else 2))


def with_games(facts: Facts, settings: Settings, settled: Mapping[int, Settled]) -> dict[int, Settled]:
    """The settled figures with those that games, deals and opponents add."""
    played = games(facts, settings)
    results: dict[int, list[Outcome]] = {entry: [] for entry in settled}
    for game in played:
        for entry, place in game.places.items():
            if entry in results:
                results[entry].append(Outcome(game.round, place, game.gained[entry], game.table))
    counted = _counted(facts)
    wins, shares = _wins(facts, played), _shares(facts, settings, played, settled)
    far, stages, met = reached(facts), _stages(facts, played), _strength(facts, played, settled)
    return {
        entry: person._replace(
            deeds=Deeds(
                deals=counted[entry][0] if entry in counted else 0,
                best=counted[entry][1] if entry in counted else None,
                wins=None if wins is None else wins[entry],
                share=None if shares is None else shares.get(entry, 0),
                reached=far.get(entry, 0) if facts.play.knockout else None,
                stage=stages.get((far.get(entry, 0), entry)),
                strength=met.get(entry),
                results=tuple(results[entry]),
            )
        )
        for entry, person in settled.items()
    }


def _counted(facts: Facts) -> dict[int, tuple[int, int | None]]:
    """How many deals each has played, and what the best of them brought, if that is known of all."""
    staked = facts.play.staked
    found: dict[int, tuple[int, int | None]] = {}
    for pool in facts.pools:
        for line in pool.lines:
            gain = line.counters if staked else line.score
            deals, best = found.get(line.entry, (0, gain))
            found[line.entry] = deals + 1, None if best is None or gain is None else max(best, gain)
    if facts.play.together:  # nobody scores anything in it
        return {entry: (deals, None) for entry, (deals, _best) in found.items()}
    return found


def _wins(facts: Facts, played: Iterable[Game]) -> Counter[int] | None:
    """Pools that each has won, or a share of them; in whole games, games. None: not known."""
    if not facts.play.whole_games:
        return Counter(line.entry for pool in facts.pools for line in pool.lines if line.won)
    if not all(game.known for game in played):
        return None
    return Counter(entry for game in played for entry, place in game.places.items() if place == 1)


def _shares(
    facts: Facts, settings: Settings, played: Iterable[Game], settled: Mapping[int, Settled]
) -> dict[int, int] | None:
    """What each has of all that was gained at his tables, or in the hall where people move; None: not known.

    Whoever lost has nothing of it. A single game is known as soon as everybody has been counted.
    """
    if facts.play.together:
        return None
    played = tuple(played)
    fields = [(game.gained, game.known) for game in played]
    if not facts.play.whole_games:
        fields = [_evening(facts, settings, settled)]
    elif len({game.round for game in played}) == 1 and not all(known for _gained, known in fields):
        gained, known = _evening(facts, settings, settled)
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


def _evening(
    facts: Facts, settings: Settings, settled: Mapping[int, Settled]
) -> tuple[Mapping[int, int], bool]:
    """What each has gained over the evening, and whether that is known of everybody."""
    if not facts.play.staked:
        return {entry: person.score for entry, person in settled.items()}, True
    nets = {entry: person.net for entry, person in settled.items()}
    return (
        {entry: (net or 0) - settings.stake for entry, net in nets.items()},
        None not in nets.values(),
    )


def _stages(facts: Facts, played: Iterable[Game]) -> dict[tuple[int, int], int]:
    """What each gained in each game of a knockout that he played to win."""
    if not facts.play.knockout:
        return {}
    main = {played.number: set(main_tables(facts, played.number)) for played in facts.rounds}
    return {
        (game.round, entry): points
        for game in played
        if game.table in main[game.round]
        for entry, points in game.gained.items()
    }


def _strength(facts: Facts, played: Iterable[Game], settled: Mapping[int, Settled]) -> dict[int, int | None]:
    """What the opponents of each have at the end, added up: whom he met twice counts twice."""
    if not facts.play.whole_games or facts.play.together:
        return {}
    final = {entry: person.net if facts.play.staked else person.score for entry, person in settled.items()}
    known = None not in final.values()
    met: dict[int, int | None] = dict.fromkeys(settled, 0 if known else None)
    for game in played if known else ():
        total = sum(final.get(entry) or 0 for entry in game.gained)
        for entry in game.gained:
            if entry in met:
                met[entry] = (met[entry] or 0) + total - (final[entry] or 0)
    return met
