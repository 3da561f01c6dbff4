"""People of an evening by name, their changes of seat, and cuts that are needed or made, in words."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import assert_never

from django.utils.translation import gettext

from accounts.answers import STRANGERS, answers
from accounts.errors import gettext_noop as _
from games.describe.parts import cards, listed, ranks
from tournaments.base.words import Worded, sentence, worded
from tournaments.core.evening import Facts, Format, Play
from tournaments.core.formats.preview import Preview, preview_of
from tournaments.core.movement.bell import CountNeed, Move
from tournaments.core.movement.cuts import Attempt, CutNeed, equal_highest
from tournaments.core.movement.seating import SeatChange, TableSeat
from tournaments.core.reasons.moves import CUT_WON
from tournaments.core.record import Purpose
from tournaments.evening.selectors.evening import load_facts
from tournaments.evening.selectors.moves import cards_cut, cuts_written
from tournaments.models import Evening, Journal

UNSAID = Worded()


@dataclass(frozen=True)
class Somebody:
    """Somebody of the evening: by the entry's number, and by the shown name."""

    entry: int
    name: str


def somebody(entry: int, names: Mapping[int, str]) -> Somebody:
    return Somebody(entry, names.get(entry, "?"))


def named(entries: Iterable[int], names: Mapping[int, str]) -> tuple[Somebody, ...]:
    return tuple(somebody(entry, names) for entry in entries)


@answers("entry", "name", "start", "end", "why")
@answers("name", "start", "end", "why", to=STRANGERS, component="Move")
@dataclass(frozen=True)
class Mover:
    """One change of seat, in the order in which they happen."""

    # ``sign``: up, down, swap, back, or new where seats are drawn anew.
    name: str
    sign: str
    change: SeatChange
    why: Worded = UNSAID

    @property
    def entry(self) -> int:
        return self.change.entry

    @property
    def start(self) -> TableSeat | None:
        return self.change.start

    @property
    def end(self) -> TableSeat | None:
        return self.change.end


def movers(play: Play, moves: Iterable[Move], names: Mapping[int, str]) -> tuple[Mover, ...]:
    """Return the people of these moves, in the same order."""
    return tuple(
        Mover(names.get(move.entry, "?"), _sign(play.format, move), move, worded(move.why, names))
        for move in moves
    )


def _sign(format: Format, move: Move) -> str:
    """Return whether somebody goes up or down, changes seats with somebody, or has a drawn seat."""
    start = format.came_from(move.start.table if move.start else None)
    if start is None or move.end is None:
        return "new"
    if move.why.code.startswith("swap"):
        return "swap"
    return "up" if move.end.table < start else "down"


AGAINST = _("You cut against %(others)s.")


@answers("entry", "name", "card", component="Card")
@dataclass(frozen=True)
class Cutter(Somebody):
    """Somebody, and the card that they cut."""

    card: str


@answers("round", "purpose", "table", "deal", "among", "attempts", "whom", "words", component="CutWaits")
@answers(
    *("purpose", "table", "among", "attempts", "words"),
    to=STRANGERS,
    component="CutNeeded",
    description="A cut to be made: by whom, for what, and the attempts in which they cut equally.",
)
@dataclass(frozen=True)
class CutView:
    """A cut to be made; ``attempts`` are those in which they cut equally high. ``words``: what it is for.

    ``whom``: the broke player with whom the highest changes seats.
    """

    # ``again``: who was equally high in each attempt before, in words.
    round: int
    need: CutNeed
    words: str
    again: tuple[str, ...]
    names: Mapping[int, str] = field(repr=False)

    @property
    def purpose(self) -> str:
        return self.need.purpose.value

    @property
    def table(self) -> int:
        return self.need.table

    @property
    def deal(self) -> int:
        return self.need.deal

    @property
    def among(self) -> tuple[Somebody, ...]:
        return named(self.need.among, self.names)

    @property
    def attempts(self) -> tuple[tuple[Cutter, ...], ...]:
        return tuple(
            tuple(Cutter(entry, self.names.get(entry, "?"), card) for entry, card in attempt)
            for attempt in self.need.attempts
        )

    @property
    def whom(self) -> Somebody | None:
        return somebody(self.need.whom, self.names) if self.need.whom else None

    def concerns(self, entry: int) -> bool:
        """Return whether somebody cuts, or changes seats with whoever cuts highest."""
        return entry in (*self.need.among, self.need.whom)

    def against(self, entry: int) -> str:
        """Return against whom somebody cuts, in words; nothing for all others."""
        if entry not in self.need.among:
            return ""
        others = tuple(one for one in self.need.among if one != entry)
        return sentence(AGAINST, {"others": others}, self.names)


@answers("table", "among")
@answers("table", "people", "why", to=STRANGERS, component="CountNeeded")
@dataclass(frozen=True)
class CountWaits:
    """Counters that must be counted at a table before the bell is settled."""

    table: int
    among: tuple[Somebody, ...]
    why: Worded

    @property
    def people(self) -> tuple[Somebody, ...]:
        return self.among


@answers("table", "cards", "seed")
@dataclass(frozen=True)
class CutMade:
    """A cut as it was made; the seed, where the program drew the cards."""

    table: int
    cards: tuple[Cutter, ...]
    seed: str


def count_waits(need: CountNeed, names: Mapping[int, str]) -> CountWaits:
    return CountWaits(need.table, named(need.uncounted, names), worded(need.why, names))


def cut_view(round: int, need: CutNeed, names: Mapping[int, str], play: Play) -> CutView:
    why = play.kind.worded(need.why(round))
    return CutView(round, need, worded(why, names), tuple(_equal(one, names) for one in need.attempts), names)


def cuts_in_words(facts: Facts, preview: Preview, names: Mapping[int, str]) -> tuple[tuple[int, str], ...]:
    """Return what the cuts of the round have decided, each with its table."""
    chips = {(chip.round, chip.deal, chip.entry) for chip in preview.chips.taken}
    going = {move.entry for move in preview.bell.moves}
    told = []
    for cut in facts.cuts:
        highest = equal_highest(cut.attempts[-1])
        stands = {
            Purpose.CHIP: (cut.round, cut.deal, highest[0]) in chips,
            Purpose.PLACE: preview.rung,
        }.get(cut.purpose, highest[0] in going)
        if cut.round == preview.round and len(highest) == 1 and stands:
            card = {"who": highest[0], "card": dict(cut.attempts[-1])[highest[0]]}
            told.append((cut.table, sentence(CUT_WON[cut.purpose], card, names)))
    return tuple(told)


def _equal(attempt: Attempt, names: Mapping[int, str]) -> str:
    """Describe who cut equally high, and what."""
    tied = equal_highest(attempt)
    figures = {
        "names": listed([names.get(entry, "?") for entry in tied]),
        "ranks": ranks(dict(attempt)[tied[0]][0]),
    }
    return gettext("Equally high: %(names)s, %(ranks)s.") % figures


def cuts_made(evening: Evening, round: int, names: Mapping[int, str]) -> tuple[CutMade, ...]:
    """Return every attempt of the round's cuts, in order, in one query."""
    attempts: dict[tuple[int, int, int, str], list[Cutter]] = defaultdict(list)
    for cut in cards_cut(evening, round__number=round):
        key = (cut.chain, cut.attempt, cut.position, cut.seed)
        attempts[key].append(Cutter(cut.entry_id, names.get(cut.entry_id, "?"), cut.card))
    return tuple(CutMade(at, tuple(cards), seed) for (_chain, _attempt, at, seed), cards in attempts.items())


def cut_needed(evening: Evening, round: int, *, purpose: Purpose, table: int, deal: int) -> CutNeed | None:
    """Return this cut if it is awaited, else None."""
    facts = load_facts(evening.pk)
    if not facts.rounds:
        return None
    key = (round, purpose, table, deal)
    needs = preview_of(facts, facts.now.number).cuts
    return next((need for at, need in needs if (at, need.purpose, need.table, need.deal) == key), None)


def winners_of(lines: Iterable[Journal]) -> str:
    """Return who won each cut that the lines wrote: the winner's last card, and what it decides."""
    won = list[str]()
    for _line, of_line in groupby(cuts_written(lines), key=lambda row: row.journal_id):
        drawn = list(of_line)
        last = {row.entry_id: row for row in drawn if row.attempt == drawn[-1].attempt}
        best = last[equal_highest((entry, row.card) for entry, row in last.items())[0]]
        won.append(f"{best.entry.name} {cards(best.card)} ({cut_for(best.purpose, best.deal)})")
    return "; ".join(won)


def cut_for(purpose: str, deal: int) -> str:
    """Return what a cut decides, in a word or two."""
    match what := Purpose(purpose):
        case Purpose.CHIP:
            return gettext("yellow chip, deal %(deal)s") % {"deal": deal}
        case Purpose.UP:
            return gettext("move up")
        case Purpose.DOWN:
            return gettext("move down")
        case Purpose.EXCHANGE:
            return gettext("change of seats")
        case Purpose.PLACE:
            return gettext("higher place")
        case _:
            assert_never(what)
