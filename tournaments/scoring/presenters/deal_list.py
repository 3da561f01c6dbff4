"""All deals of an evening, for looking one up and correcting it."""

from collections import defaultdict
from dataclasses import dataclass

from django.utils.translation import gettext

from tournaments.base.words import round_title, signed
from tournaments.core.evening import Facts, Play
from tournaments.core.record import Ending, Line, Pool
from tournaments.evening.presenters.formats.registry import format_pages
from tournaments.evening.selectors.tables import later_versions
from tournaments.models import DealVersion, Evening


@dataclass(frozen=True)
class ScoreShown:
    """Somebody's part in a deal of bids; ``points`` is empty in a game that is won together."""

    name: str
    bid: int
    tricks: int
    points: str
    won: bool


@dataclass(frozen=True)
class DealShown:
    round: int
    table: int
    deal: int
    winners: str
    callers: str
    corrections: tuple[DealVersion, ...]
    scores: tuple[ScoreShown, ...] = ()


@dataclass(frozen=True)
class RoundShown:
    """A round's deals by table; ``void`` could not finish, ``stopped`` ended a whole game early.

    The newest with deals is ``open``.
    """

    number: int
    title: str
    open: bool
    closed: bool
    deals: tuple[DealShown, ...]
    void: tuple[int, ...]
    stopped: tuple[int, ...]


@dataclass(frozen=True)
class DealPage:
    rounds: tuple[RoundShown, ...]
    numbered: bool
    newer: int | None
    older: int | None


def page_of_rounds(evening: Evening, facts: Facts, page: int) -> DealPage:
    """Ten rounds with their deals, or one whole game, the newest first; page 1 has the newest."""
    numbers = sorted((played.number for played in facts.rounds), reverse=True)
    of_format = format_pages(facts.play.format)
    size = of_format.rounds_a_page
    pages = max(-(-len(numbers) // size), 1)
    page = min(page, pages)
    wanted = numbers[(page - 1) * size : page * size]
    corrected, names = later_versions(evening, wanted), facts.names
    pools: dict[int, list[Pool]] = defaultdict(list)
    for pool in sorted(facts.pools, key=lambda pool: (pool.position, pool.deal)):
        pools[pool.round].append(pool)
    newest = next((number for number in wanted if pools[number]), None)
    closed = {played.number for played in facts.rounds if played.closed}
    return DealPage(
        rounds=tuple(
            RoundShown(
                number,
                round_title(facts.play, number),
                number == newest,
                number in closed,
                tuple(_shown(facts.play, pool, names, corrected) for pool in pools[number]),
                _ended(facts, number, Ending.VOID),
                _ended(facts, number, Ending.EARLY) if of_format.lists_games else (),
            )
            for number in wanted
        ),
        numbered=facts.play.several_deals(evening.settings),
        newer=page - 1 if page > 1 else None,
        older=page + 1 if page < pages else None,
    )


def _ended(facts: Facts, number: int, ending: Ending) -> tuple[int, ...]:
    """The round's tables that ended so."""
    return tuple(
        sorted(table.position for table in facts.tables if table.round == number and table.ending is ending)
    )


def _shown(
    play: Play, pool: Pool, names: dict[int, str], corrected: dict[tuple[int, int, int], list[DealVersion]]
) -> DealShown:

    def listed(entries: frozenset[int]) -> str:
        return ", ".join(names.get(line.entry, "?") for line in pool.lines if line.entry in entries)

    return DealShown(
        pool.round,
        pool.position,
        pool.deal,
        gettext("%(names)s (shared)") % {"names": listed(pool.winners)}
        if len(pool.winners) > 1
        else listed(pool.winners),
        listed(pool.in_call - pool.winners),
        tuple(corrected.get((pool.round, pool.position, pool.deal), ())),
        tuple(_score(play, line, names.get(line.entry, "?")) for line in pool.lines),
    )


def _score(play: Play, line: Line, name: str) -> ScoreShown:
    won = play.kind.brought(line)
    points = "" if won is None else signed(won)
    return ScoreShown(name, line.bid or 0, line.tricks or 0, points, line.won and won is not None)
