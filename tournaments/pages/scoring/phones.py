"""How a table stands at this moment, as its phone shows it and watches it."""

from dataclasses import dataclass

from accounts.errors import RuleError
from tournaments import words
from tournaments.core.evening import Play
from tournaments.core.formats.preview import preview_of
from tournaments.core.record import Stage
from tournaments.facts.running.evening import load_facts
from tournaments.facts.running.live_state import Pulse
from tournaments.facts.scoring.bid_tables import bid_table
from tournaments.facts.scoring.tables import AtTable, at_table, mark_of_table
from tournaments.models import Evening


@dataclass(frozen=True)
class Sitting:
    """Somebody who plays at the table; ``deals``: has the deal now."""

    chair: int
    name: str
    deals: bool


@dataclass(frozen=True)
class Stand:
    """A table in the evening's present round.

    ``opened`` is the round's row, ``playing_here`` are the entries of who plays, ``decided`` deals have a
    result, ``next_deal`` is awaited (0: none), and the journal line ``bids`` wrote the bids that stand for it
    (0: none do). ``count``: why its counters must be counted at this bell.
    """

    pulse: Pulse
    table: int
    play: Play
    there: bool = False
    opened: int = 0
    people: tuple[Sitting, ...] = ()
    playing_here: tuple[int, ...] = ()
    decided: int = 0
    next_deal: int = 0
    bids: int = 0
    count: str = ""

    @property
    def mark(self) -> str:
        """What changes when others sit here, the bids do, or the round is started again."""
        return mark_of_table(self.bids, self.playing_here, self.opened)

    @property
    def round(self) -> int:
        return self.pulse.round

    @property
    def playing(self) -> bool:
        return self.pulse.stage == Stage.PLAYING

    @property
    def over(self) -> bool:
        """Whether the evening is settled, or being settled."""
        return self.finished or self.pulse.stage == Stage.SETTLING

    @property
    def finished(self) -> bool:
        return self.pulse.stage == Stage.FINISHED

    @property
    def is_head(self) -> bool:
        return self.play.format.is_head(self.table)


def stand(evening: Evening, table: int, pulse: Pulse, *, people: bool) -> Stand:
    """The table as it stands, with its ``people`` if they are asked for.

    In at most six queries; eleven more at the bell where counters must be counted there.
    """
    bare = Stand(pulse, table, evening.play)
    try:
        bidding = bid_table(evening, pulse.round, table) if evening.play.bids else None
        at = at_table(evening, pulse.round, table) if bidding is None else bidding.at
    except RuleError:
        return bare
    awaited = at.next_deal(evening.settings.deals) if bidding is None else bidding.next_number
    coming = awaited if bare.playing else 0
    dealer = at.dealer(coming) if coming else 0
    return Stand(
        pulse,
        table,
        evening.play,
        there=True,
        opened=at.round.pk,
        people=_people(at, dealer) if people else (),
        playing_here=at.playing,
        decided=at.deals,
        next_deal=coming,
        bids=bidding.open.seq if bidding is not None and bidding.open is not None else 0,
        count="" if coming else _count(evening, at, pulse),
    )


def _people(at: AtTable, dealer: int) -> tuple[Sitting, ...]:
    """Who plays here, by chair."""
    sitting = ((chair, entry) for chair, entry in sorted(at.chairs.items()) if entry in at.playing)
    return tuple(Sitting(chair, at.names[entry], chair == dealer) for chair, entry in sitting)


def _count(evening: Evening, at: AtTable, pulse: Pulse) -> str:
    """Why counters must be counted here at the bell, where deals are not counted."""
    uncounted = not evening.play.kind.counted(evening.settings.counting)
    if not uncounted or not pulse.rung or pulse.stage != Stage.PLAYING or at.round.closed_id:
        return ""
    facts = load_facts(evening.pk)
    needs = preview_of(facts, pulse.round).counts
    return next((words.worded(need.why, facts.names) for need in needs if need.position == at.table), "")
