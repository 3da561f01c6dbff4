"""All deals of an evening, for looking one up and correcting it."""

from collections import defaultdict
from dataclasses import dataclass

from django.utils.translation import gettext

from tournaments.base.words import round_title
from tournaments.core.evening import Facts, Play
from tournaments.core.record import Ending, Pool
from tournaments.evening.presenters.formats.registry import format_pages
from tournaments.evening.selectors.tables import later_versions
from tournaments.models import DealVersion, Evening
from tournaments.scoring.presenters.deal_results import Result, parts_of


@dataclass(frozen=True, kw_only=True)
class DealShown(Result):
    round: int
    table: int
    deal: int
    corrections: tuple[DealVersion, ...]

    @property
    def won_by(self) -> str:
        """Who won, and whether they share the pool."""
        names = ", ".join(self.winners)
        return gettext("%(names)s (shared)") % {"names": names} if self.shared else names


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
    return DealShown(
        round=pool.round,
        table=pool.position,
        deal=pool.deal,
        corrections=tuple(corrected.get((pool.round, pool.position, pool.deal), ())),
        lines=parts_of(play.kind, pool.lines, names),
    )
