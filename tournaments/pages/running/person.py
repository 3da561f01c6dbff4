"""One person's evening: the way through the tables, and the counters, or the bids, line by line."""

from dataclasses import dataclass

from django.utils.translation import gettext

from tournaments.core.evening import Facts
from tournaments.core.formats.preview import chips_of
from tournaments.core.kinds.dealing import several_deals
from tournaments.core.record import Line
from tournaments.models import Evening, MoveRow
from tournaments.pages.running.counter_lines import CounterLine, at_table, ledger_lines
from tournaments.pages.running.people import seat_in_words
from tournaments.words import moved, plain, round_title, signed


@dataclass(frozen=True)
class Stop:
    """Where somebody sat in a round, what happened there, and why the seat changed."""

    round: int
    title: str
    table: int
    chair: int
    won: bool
    chip: int
    moves: "tuple[Way, ...]"


@dataclass(frozen=True)
class Way:
    """A change of seats in words, with its sign: up, down or swap (to another seat some other way)."""

    sign: str
    where: str
    why: str


@dataclass(frozen=True)
class Life:
    """``counters`` are those of the ledger; where bids are played for, the points deal by deal."""

    stops: tuple[Stop, ...]
    counters: tuple[CounterLine, ...]


def life_of(evening: Evening, facts: Facts, entry: int) -> Life:
    """The person's evening, newest round first, counters in the order of play."""
    lines = facts.play.kind.of(LINES)(evening, facts, entry)
    return Life(_stops(evening, facts, entry), lines)


def _counters(evening: Evening, facts: Facts, entry: int) -> tuple[CounterLine, ...]:
    return ledger_lines(facts).get(entry, ())


def _score(line: Line, total: int) -> tuple[int | None, int | None]:
    return line.score, total


def _no_score(line: Line, total: int) -> tuple[int | None, int | None]:
    """A game won together has no points."""
    return None, None


SCORED = {"points": _score, "together": _no_score}
"""What somebody scored on a deal, and so far, by the kind of play."""


def _points(evening: Evening, facts: Facts, entry: int) -> tuple[CounterLine, ...]:
    """What the person bid, won and scored in each deal; a game won together has no points."""
    several, written, total = several_deals(facts.play, evening.settings), list[CounterLine](), 0
    for pool in sorted(facts.pools, key=lambda pool: (pool.round, pool.deal)):
        for line in pool.lines:
            if line.entry == entry:
                total += line.score or 0
                points = facts.play.kind.of(SCORED)(line, total)
                what = f"{at_table(pool.position, pool.deal, several)}: {bid_in_words(line)}"
                figures = signed(points[0]), plain(points[1])
                written.append(CounterLine(what, *figures, round=pool.round, below=False))
    return tuple(written)


LINES = {"counters": _counters, "points": _points}
"""Somebody's deals, by the kind of play."""


def bid_in_words(line: Line) -> str:
    """What somebody bid on a deal, and won."""
    figures = {"bid": line.bid, "tricks": line.tricks}
    if line.bid == line.tricks:
        return gettext("bid %(bid)s, exact") % figures
    return gettext("bid %(bid)s, tricks %(tricks)s") % figures


def _stops(evening: Evening, facts: Facts, entry: int) -> tuple[Stop, ...]:
    names = facts.names
    ways: dict[int, list[Way]] = {}
    rows = MoveRow.objects.filter(entry=entry, round__evening=evening, void=None).order_by(
        "journal__seq", "id"
    )
    for number, start, end, chair, why, figures in rows.values_list(
        "round__number", "from_position", "to_position", "to_chair", "why", "figures"
    ):
        way = Way(
            _sign(why, start, end), seat_in_words(end, chair) if end else "", moved(why, figures, names)
        )
        ways.setdefault(number, []).append(way)
    chips = [chip.round for chip in chips_of(facts).taken if chip.entry == entry]
    won = facts.play.format.of(WON)(facts, entry)
    mine = sorted((seat for seat in facts.seats if seat.entry == entry), key=lambda seat: -seat.round)
    return tuple(
        Stop(
            seat.round,
            round_title(facts.play, seat.round),
            seat.position,
            seat.chair,
            (seat.round, seat.position) in won,
            chips.count(seat.round),
            tuple(ways.get(seat.round, ())),
        )
        for seat in mine
    )


def _won(facts: Facts, entry: int) -> set[tuple[int, int]]:
    """Rounds and tables where the person won a deal; that says nothing of a whole game."""
    return {(pool.round, pool.position) for pool in facts.pools if entry in pool.winners}


def _no_deals_won(facts: Facts, entry: int) -> set[tuple[int, int]]:
    return set()


WON = {"moving": _won, "games": _no_deals_won}
"""Where somebody won, as the person's page says it, by the format."""


def _sign(why: str, start: int | None, end: int | None) -> str:
    if (
        start is None
        or end is None
        or start == end
        or why.startswith("swap")
        or why in ("by_hand", "levelled")
    ):
        return "swap"
    return "up" if end < start else "down"
