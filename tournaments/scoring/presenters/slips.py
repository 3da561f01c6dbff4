"""Which slips are awaited in a round: the next deal of every table that is still out."""

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.core.evening import Play
from tournaments.core.kinds import awaited
from tournaments.core.movement import position
from tournaments.core.movement.chairs import HEAD
from tournaments.core.record import Stage
from tournaments.core.settings import Settings
from tournaments.evening.selectors.evening import load_facts
from tournaments.evening.selectors.tables import AtTable, tables_of
from tournaments.models import Evening

SlipKey = tuple[int, int]
"""A slip in a round: the table, and the number of its deal."""


@dataclass(frozen=True)
class Heap:
    """The slips that are awaited in the round, from the head table down. ``now`` is the last round.

    ``undone``: there is no such round, perhaps no longer.
    """

    play: Play
    settings: Settings
    round: int
    now: int
    open: bool
    rung: bool
    awaited: tuple[SlipKey, ...]
    at: Mapping[int, AtTable]
    undone: bool = False

    @property
    def numbered(self) -> bool:
        """Whether a table may play more than one deal in the round."""
        return self.play.several_deals(self.settings)

    @property
    def tables(self) -> tuple[int, ...]:
        return tuple(table for table, _deal in self.awaited)

    @property
    def rings_early(self) -> bool:
        """Whether the head table's next deal rings, though another table has more than one to come."""
        if self.rung or not self.play.format.rings(HEAD, self.settings, lambda: self.tables):
            return False
        last = self.play.kind.deals_in_round(self.settings)
        return (HEAD, last) in self.awaited and any(deal < last for _table, deal in self.awaited)


def heap_of(evening: Evening, round: int) -> Heap:
    """The round's heap, in the queries of the evening's facts and two or three more."""
    facts = load_facts(evening.pk)
    found = next((one for one in facts.rounds if one.number == round), None)
    is_open = found is not None and evening.stage == Stage.PLAYING and not found.closed
    out = awaited.still_out(facts, round) if is_open else ()
    at = tables_of(evening.pk, facts, round) if out else {}
    pools = position.pools_by_table(facts, round)
    return Heap(
        play=facts.play,
        settings=evening.settings,
        round=round,
        now=facts.now.number,
        open=is_open,
        rung=found is not None and found.rung,
        awaited=tuple((table, len(pools[table]) + 1) for table in out if table in at),
        at=at,
        undone=found is None,
    )
