"""All deals of an evening, for looking one up and correcting it."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from tournaments.core.evening import Facts, Play
from tournaments.core.kinds.dealing import several_deals
from tournaments.core.record import Ending, Line, Pool
from tournaments.models import DealVersion, Evening
from tournaments.words import round_title, signed

ROUNDS_A_PAGE = 10
GAMES_A_PAGE = 1


@dataclass(frozen=True)
class Correction:
    """A later version of a deal: who wrote it, when and why."""

    version: int
    who: str
    at: datetime
    reason: str


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
    corrections: tuple[Correction, ...]
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
    page: int
    newer: int | None
    older: int | None


A_PAGE = {"moving": ROUNDS_A_PAGE, "games": GAMES_A_PAGE}
"""How many rounds are on a page, by the format."""


def page_of_rounds(evening: Evening, facts: Facts, page: int) -> DealPage:
    """Ten rounds with their deals, or one whole game, the newest first; page 1 has the newest."""
    numbers = sorted((played.number for played in facts.rounds), reverse=True)
    size = facts.play.format.of(A_PAGE)
    pages = max(-(-len(numbers) // size), 1)
    page = min(page, pages)
    wanted = numbers[(page - 1) * size : page * size]
    corrected, names = corrections(evening, wanted), facts.names
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
                facts.play.format.of(STOPPED)(facts, number),
            )
            for number in wanted
        ),
        numbered=several_deals(facts.play, evening.settings),
        page=page,
        newer=page - 1 if page > 1 else None,
        older=page + 1 if page < pages else None,
    )


def _ended(facts: Facts, number: int, ending: Ending) -> tuple[int, ...]:
    """The round's tables that ended so."""
    return tuple(
        sorted(table.position for table in facts.tables if table.round == number and table.ending is ending)
    )


def _stopped(facts: Facts, number: int) -> tuple[int, ...]:
    return _ended(facts, number, Ending.EARLY)


def _none_stopped(facts: Facts, number: int) -> tuple[int, ...]:
    """Where a round has no game of its own, its last deal is all that is told."""
    return ()


STOPPED = {"games": _stopped, "moving": _none_stopped}
"""The tables that stopped a round early, as the list of deals shows them, by the format."""


def _shown(
    play: Play, pool: Pool, names: dict[int, str], corrected: dict[tuple[int, int, int], list[Correction]]
) -> DealShown:

    def listed(entries: frozenset[int]) -> str:
        return ", ".join(names.get(line.entry, "?") for line in pool.lines if line.entry in entries)

    return DealShown(
        pool.round,
        pool.position,
        pool.deal,
        listed(pool.winners),
        listed(pool.in_call - pool.winners),
        tuple(corrected.get((pool.round, pool.position, pool.deal), ())),
        _scores(play, pool, names) if play.bids else (),
    )


def _alone(line: Line) -> tuple[str, bool]:
    return signed(line.score), line.won


def _together(line: Line) -> tuple[str, bool]:
    return "", False


SCORED = {"points": _alone, "together": _together}
"""What somebody scored on a deal, and whether that won it, by the kind of play."""


def _scores(play: Play, pool: Pool, names: dict[int, str]) -> tuple[ScoreShown, ...]:
    return tuple(
        ScoreShown(
            names.get(line.entry, "?"),
            line.bid or 0,
            line.tricks or 0,
            *play.kind.of(SCORED)(line),
        )
        for line in pool.lines
    )


def corrections(evening: Evening, rounds: Iterable[int]) -> dict[tuple[int, int, int], list[Correction]]:
    """The later versions of the deals of these rounds, by round, table and deal."""
    rows = (
        DealVersion.objects.filter(
            deal__round__evening=evening, deal__round__number__in=rounds, deal__void=None, version__gt=1
        )
        .select_related("deal__round", "journal__actor", "journal__link")
        .order_by("version")
    )
    found: dict[tuple[int, int, int], list[Correction]] = defaultdict(list)
    for row in rows:
        at, line = row.deal, row.journal
        correction = Correction(row.version, line.author, line.at, line.reason)
        found[at.round.number, at.position, at.number].append(correction)
    return found
