"""The sheet of a table: who sits there, and deal after deal what each bid, won and has, as on paper."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from games.describe import figures
from games.describe import schedule as briefly
from games.rules.deals import Deal, End
from games.rules.game import Outcome
from games.rules.schedules import schedule
from tournaments import words
from tournaments.core.kinds import dealing
from tournaments.core.record import Line, Pool, Stage
from tournaments.core.settings import Unfinished
from tournaments.facts.scoring.bid_tables import (
    BidTable,
    OfTable,
    began_with,
    bid_table,
    outcome_of,
    winners_of,
)
from tournaments.models import EntryRow, Evening
from tournaments.pages.scoring.score_versions import Cell


@dataclass(frozen=True)
class SheetRow:
    """A deal: how it is dealt, who deals it, and a cell for each column; None: not in the deal."""

    number: int
    round: int
    cards: str
    trump: str
    special: tuple[str, ...]
    dealer: str
    cells: tuple[Cell | None, ...]
    decided: bool
    corrected: bool = False
    won: bool | None = None  # of a round that is won together


@dataclass(frozen=True)
class Column:
    entry: int
    name: str
    total: str
    leads: bool


@dataclass(frozen=True)
class ScoreSheet(OfTable):
    """A table's deals in a round, or in its whole game. ``next_deal`` is 0 once none comes.

    ``playing``: the round is. ``waits``: no table may end it without a result, by the evening's settings.
    """

    columns: tuple[Column, ...]
    rows: tuple[SheetRow, ...]
    games: int
    next_deal: int
    playing: bool
    waits: bool
    outcome: Outcome | None
    winners: str

    @property
    def bids(self) -> bool:
        return self.at.play.bids is not None

    @property
    def done(self) -> bool:
        """Whether the table has ended, or has nothing more to play."""
        if self.at.at.ending is not None:
            return True
        return self.bids and bool(self.at.decided) and not self.at.next_number

    @property
    def may_stop(self) -> bool:
        """Whether the table may end its round here: a whole game may at any time."""
        return self.playing and not self.done and (self.fixed or (self.rung and not self.waits))

    @property
    def over(self) -> bool:
        return self.outcome is not None and self.outcome.over

    @property
    def target(self) -> int:
        """The points that end the game, where there are such; else 0."""
        game = self.at.play.bids
        return game.target if game is not None and game.end is End.TARGET else 0


def score_sheet(evening: Evening, round: int, table: int) -> ScoreSheet:
    """Every deal of the table, in at most six queries. RuleError if there is no such table."""
    at = bid_table(evening.pk, round, table)
    names = dict(EntryRow.objects.filter(pk__in=at.at.chairs.values()).values_list("id", "name"))
    took_part = {line.entry for pool in at.decided for line in pool.lines}
    people = [entry for _chair, entry in sorted(at.at.chairs.items())]
    columns = [entry for entry in people if entry in took_part or entry in at.places]
    before = _before(at, columns)
    rows = [*_decided(at, columns, names, before), *_to_come(at, columns, names)]
    totals = {entry: before[entry] + _won(at.decided, entry) for entry in columns}
    most = max(totals.values(), default=0)
    playing = at.at.round.closed_id is None and evening.stage == Stage.PLAYING
    return ScoreSheet(
        at=at,
        columns=tuple(
            Column(
                entry,
                names[entry],
                words.plain(totals[entry]),
                bool(at.decided) and totals[entry] == most and not at.together,
            )
            for entry in columns
        ),
        rows=tuple(rows),
        games=evening.settings.games,
        next_deal=at.next_number if playing else 0,
        playing=playing,
        waits=evening.settings.unfinished is Unfinished.WAIT,
        outcome=outcome_of(at),
        winners=winners_of(at, names),
    )


def _points(line: Line) -> int:
    return line.score or line.counters or 0


def _won(pools: Sequence[Pool], entry: int) -> int:
    return sum(_points(line) for pool in pools for line in pool.lines if line.entry == entry)


def _before(at: BidTable, columns: Sequence[int]) -> dict[int, int]:
    """What each had before the round: in a session of bids the evening's points, else nothing."""
    if at.fixed or at.play.bids is None:
        return dict.fromkeys(columns, 0)
    return {entry: at.totals.get(entry, 0) - _won(at.decided, entry) for entry in columns}


def _decided(
    at: BidTable, columns: Sequence[int], names: Mapping[int, str], before: Mapping[int, int]
) -> Iterator[SheetRow]:
    """The deals that have a result."""
    plans = _plans(at)
    totals = dict(before)
    for place, pool in enumerate(at.decided):
        lines = {line.entry: line for line in pool.lines}
        for entry, line in lines.items():
            totals[entry] = totals.get(entry, 0) + _points(line)
        plan = plans[place] if place < len(plans) else None
        yield SheetRow(
            number=pool.deal,
            round=plan.round if plan else pool.deal,
            cards=str(plan.cards) if plan else "",
            trump=_trump(plan, pool.trump),
            special=briefly.special(plan) if plan else (),
            dealer=_dealer(at, names, pool.deal),
            cells=tuple(_cell(lines[e], totals[e]) if e in lines else None for e in columns),
            decided=True,
            corrected=pool.version > 1,
            won=all(line.bid == line.tricks for line in pool.lines) if at.together else None,
        )


def _plans(at: BidTable) -> list[Deal]:
    """How the decided deals were dealt, as they were called."""
    play = at.play
    if not at.decided:
        return []
    if at.fixed:
        return [one.deal for one in dealing.played(play, began_with(at), at.decided)]
    plan = dealing.bid_deal(play, at.at.round.number, len(at.decided[0].lines), ())
    return [plan] if plan else []


def _cell(line: Line, total: int) -> Cell:
    score = line.counters if line.bid is None else line.score
    return Cell(line.bid, line.tricks, score, total, line.revokes, line.won)


def _to_come(at: BidTable, columns: Sequence[int], names: Mapping[int, str]) -> Iterator[SheetRow]:
    """The deal in play with its bids, and those that follow, where they are known."""
    number = at.next_number
    plan = at.plan if number else None
    if plan is None:
        return
    bids = at.open.bids if at.open else {}
    call = at.open.call if at.open else {}
    now = dealing.as_called(at.play, plan, call) if call else plan
    for deal in (now, *_later(at, number)):
        first = deal is now
        yield SheetRow(
            number=number if first else deal.number,
            round=deal.round,
            cards=str(deal.cards or ""),
            trump=_trump(deal, at.open.trump if first and at.open else ""),
            special=briefly.special(deal),
            dealer=_dealer(at, names, number) if first else "",
            cells=tuple(Cell(bid=bids[e]) if first and e in bids else None for e in columns),
            decided=False,
        )


def _later(at: BidTable, number: int) -> tuple[Deal, ...]:
    game = at.game
    if not at.fixed or game.end is not End.ALL_DEALS:
        return ()
    return schedule(game, began_with(at), at.play.chosen)[number:]


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
