"""The sheet of a table: who sits there, and deal after deal what each bid, won and has, as on paper."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from games.describe import figures
from games.describe import schedule as briefly
from games.rules.deals import Deal, End
from tournaments.base import words
from tournaments.core.kinds import dealing
from tournaments.core.record import Ending, Stage
from tournaments.evening.selectors.bid_tables import BidTable, OfTable, bid_table
from tournaments.models import Evening
from tournaments.scoring.presenters.deal_results import UNKNOWN, Part, part_of


@dataclass(frozen=True)
class SheetRow:
    """A deal: how it is dealt, who deals it, and a cell for each column; None: not in the deal."""

    number: int
    round: int
    cards: str
    trump: str
    special: tuple[str, ...]
    dealer: str
    cells: tuple[Part | None, ...]
    decided: bool
    corrected: bool = False
    won: bool | None = None  # of a round that is won together


@dataclass(frozen=True)
class Column:
    name: str
    total: str
    leads: bool


@dataclass(frozen=True)
class ScoreSheet(OfTable):
    """A table's deals in a round, or in its whole game. ``next_deal`` is 0 once none comes.

    ``playing``: the round is. ``endings``: how the table may end it without a result, by the settings.
    """

    columns: tuple[Column, ...]
    rows: tuple[SheetRow, ...]
    games: int
    next_deal: int
    playing: bool
    endings: tuple[Ending, ...]

    @property
    def done(self) -> bool:
        """Whether the table has ended, or has nothing more to play."""
        if self.at.at.ending is not None:
            return True
        return bool(self.at.decided) and not self.at.next_number

    @property
    def may_stop(self) -> bool:
        """Whether the table may end its round here."""
        may_stop = bool(self.endings) and self.at.play.format.may_stop(rung=self.rung)
        return may_stop and self.playing and not self.done


def score_sheet(evening: Evening, round: int, table: int) -> ScoreSheet:
    """Every deal of the table, in at most six queries. RuleError if there is no such table."""
    at = bid_table(evening, round, table)
    names = at.at.names
    took_part = {line.entry for pool in at.decided for line in pool.lines}
    people = [entry for _chair, entry in sorted(at.at.chairs.items())]
    columns = [entry for entry in people if entry in took_part or entry in at.places]
    gained = _gained(at)
    rows = [*_decided(at, columns, names), *_to_come(at, columns, names)]
    totals = {entry: at.before[entry] + gained[entry] for entry in columns}
    most = max(totals.values(), default=0)
    playing = at.at.round.closed_id is None and evening.stage == Stage.PLAYING
    return ScoreSheet(
        at=at,
        columns=tuple(
            Column(
                names[entry],
                words.plain(totals[entry]),
                bool(gained) and totals[entry] == most,
            )
            for entry in columns
        ),
        rows=tuple(rows),
        games=evening.settings.games,
        next_deal=at.next_number if playing else 0,
        playing=playing,
        endings=at.play.format.endings(evening.settings, len(at.decided)),
    )


def _gained(at: BidTable) -> Counter[int]:
    """What everybody won in the round's decided deals; nobody is in it where a table wins as one."""
    gained = Counter[int]()
    for line in (line for pool in at.decided for line in pool.lines):
        if (brought := at.play.kind.brought(line)) is not None:
            gained[line.entry] += brought
    return gained


def _decided(at: BidTable, columns: Sequence[int], names: Mapping[int, str]) -> Iterator[SheetRow]:
    """The deals that have a result."""
    plans = at.play.format.dealt(at.play, at.at.round.number, at.decided)
    totals = Counter(at.before)
    for place, pool in enumerate(at.decided):
        cells = dict[int, Part]()
        for line in pool.lines:
            cells[line.entry] = part = part_of(
                at.play.kind, line, names.get(line.entry, UNKNOWN), totals[line.entry]
            )
            totals[line.entry] += part.brought or 0
        plan = plans[place] if place < len(plans) else None
        yield SheetRow(
            number=pool.deal,
            round=plan.round if plan else pool.deal,
            cards=str(plan.cards) if plan else "",
            trump=_trump(plan, pool.trump),
            special=briefly.special(plan) if plan else (),
            dealer=_dealer(at, names, pool.deal),
            cells=tuple(map(cells.get, columns)),
            decided=True,
            corrected=pool.version > 1,
            won=at.play.kind.table_won(pool),
        )


def _to_come(at: BidTable, columns: Sequence[int], names: Mapping[int, str]) -> Iterator[SheetRow]:
    """The deal in play with its bids, and those that follow, where they are known."""
    number = at.next_number
    plan = at.plan if number else None
    if plan is None:
        return
    bids = at.open.bids if at.open else {}
    call = at.open.call if at.open else {}
    now = dealing.as_called(at.play, plan, call) if call else plan
    later = at.schedule[number:] if at.game.end is End.ALL_DEALS else ()
    for deal in (now, *later):
        first = deal is now
        yield SheetRow(
            number=number if first else deal.number,
            round=deal.round,
            cards=str(deal.cards or ""),
            trump=_trump(deal, at.open.trump if first and at.open else ""),
            special=briefly.special(deal),
            dealer=_dealer(at, names, number) if first else "",
            cells=tuple(Part(e, bid=bids[e]) if first and e in bids else None for e in columns),
            decided=False,
        )


def _trump(plan: Deal | None, noted: str) -> str:
    """The suit that was noted or that is fixed, as a sign; or that there is none."""
    if plan is None:
        return ""
    if plan.precedence:
        return "".join(figures.SIGNS[suit] for suit in plan.precedence)
    suit = noted or plan.suit
    return figures.SIGNS[suit] if suit else (briefly.trump(plan) if plan.trump == "none" else "")


def _dealer(at: BidTable, names: Mapping[int, str], number: int) -> str:
    return names.get(at.at.chairs.get(at.at.dealer(number), 0), "")
