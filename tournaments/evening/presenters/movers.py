"""People of an evening by name, their changes of seat, and cuts that are missing or made, in words."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import assert_never

from django.utils.translation import gettext

from accounts.answers import STRANGERS, answers
from accounts.errors import gettext_noop as _
from games.describe.parts import format_cards, format_ranks, join_words
from tournaments.base.words import Worded, describe_reason, fill_sentence
from tournaments.core.evening import Facts, Format, Play
from tournaments.core.formats.preview import Preview, build_preview
from tournaments.core.movement.bell import CountNeed, Move
from tournaments.core.movement.cuts import Attempt, CutNeed, find_highest_people
from tournaments.core.movement.seating import SeatChange, TableSeat
from tournaments.core.reasons.moves import CUT_WON
from tournaments.core.record import Purpose
from tournaments.evening.selectors.moves import load_cut_cards, load_line_cards
from tournaments.models import Evening, Journal

UNSAID = Worded()


@dataclass(frozen=True)
class EntryName:
    """A person of the evening, by entry number and shown name."""

    entry: int
    name: str


def make_entry_name(entry: int, names: Mapping[int, str]) -> EntryName:
    return EntryName(entry, names.get(entry, "?"))


def name_entries(entries: Iterable[int], names: Mapping[int, str]) -> tuple[EntryName, ...]:
    return tuple(make_entry_name(entry, names) for entry in entries)


@answers("entry", "name", "start", "end", "why")
@answers("name", "start", "end", "why", to=STRANGERS, component="Move")
@dataclass(frozen=True)
class Mover:
    """A change of seat. Lists of movers are in the order of the moves."""

    # ``sign``: up, down, swap, back, or new (a drawn seat).
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


def list_movers(play: Play, moves: Iterable[Move], names: Mapping[int, str]) -> tuple[Mover, ...]:
    """Return these moves with names and reasons, in the same order."""
    return tuple(
        Mover(
            names.get(move.entry, "?"),
            _find_move_sign(play.format, move),
            move,
            describe_reason(move.why, names),
        )
        for move in moves
    )


def _find_move_sign(format: Format, move: Move) -> str:
    """Return the direction of a move: up, down, a swap, back, or a newly drawn seat."""
    start = format.find_origin(move.start.table if move.start else None)
    if start is None or move.end is None:
        return "new"
    if move.why.code.startswith("swap"):
        return "swap"
    return "up" if move.end.table < start else "down"


AGAINST = _("You cut against %(others)s.")


@answers("entry", "name", "card", component="Card")
@dataclass(frozen=True)
class Cutter(EntryName):
    """A player and the card that they cut."""

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
    """A missing cut. ``words``: what the cut decides. ``attempts``: earlier attempts with equal cards.

    ``whom``: the broke player with whom the winner of the cut changes seats.
    """

    # ``ties``: the players with equal cards in each earlier attempt, in words.
    round: int
    need: CutNeed
    words: str
    ties: tuple[str, ...]
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
    def among(self) -> tuple[EntryName, ...]:
        return name_entries(self.need.among, self.names)

    @property
    def attempts(self) -> tuple[tuple[Cutter, ...], ...]:
        return tuple(
            tuple(Cutter(entry, self.names.get(entry, "?"), card) for entry, card in attempt)
            for attempt in self.need.attempts
        )

    @property
    def whom(self) -> EntryName | None:
        return make_entry_name(self.need.whom, self.names) if self.need.whom else None

    def is_about(self, entry: int) -> bool:
        """Return whether a player cuts, or changes seats with the winner of the cut."""
        return entry in (*self.need.among, self.need.whom)

    def describe_rivals(self, entry: int) -> str:
        """Return in words the opponents of a player in this cut; "" for all others."""
        if entry not in self.need.among:
            return ""
        rivals = tuple(cutter for cutter in self.need.among if cutter != entry)
        return fill_sentence(AGAINST, {"others": rivals}, self.names)


@answers("table", "among")
@answers("table", "people", "why", to=STRANGERS, component="CountNeeded")
@dataclass(frozen=True)
class CountWaits:
    """Counters that a table must count before the bell is settled."""

    table: int
    among: tuple[EntryName, ...]
    why: Worded

    @property
    def people(self) -> tuple[EntryName, ...]:
        return self.among


@answers("table", "cards", "seed")
@dataclass(frozen=True)
class CutMade:
    """A cut that was made. ``seed`` is not empty if the program drew the cards."""

    table: int
    cards: tuple[Cutter, ...]
    seed: str


def make_count_waits(need: CountNeed, names: Mapping[int, str]) -> CountWaits:
    return CountWaits(need.table, name_entries(need.uncounted, names), describe_reason(need.why, names))


def make_cut_view(round: int, need: CutNeed, names: Mapping[int, str], play: Play) -> CutView:
    reason = play.kind.word_reason(need.explain(round))
    return CutView(
        round,
        need,
        describe_reason(reason, names),
        tuple(_describe_tie(attempt, names) for attempt in need.attempts),
        names,
    )


def describe_cuts(facts: Facts, preview: Preview, names: Mapping[int, str]) -> tuple[tuple[int, str], ...]:
    """Return the decisions of the round's cuts, each with its table."""
    chips = {(chip.round, chip.deal, chip.entry) for chip in preview.chips.taken}
    moving = {move.entry for move in preview.bell.moves}
    sentences = []
    for cut in facts.cuts:
        highest = find_highest_people(cut.attempts[-1])
        stands = {
            Purpose.CHIP: (cut.round, cut.deal, highest[0]) in chips,
            Purpose.PLACE: preview.rung,
        }.get(cut.purpose, highest[0] in moving)
        if cut.round == preview.round and len(highest) == 1 and stands:
            card = {"who": highest[0], "card": dict(cut.attempts[-1])[highest[0]]}
            sentences.append((cut.table, fill_sentence(CUT_WON[cut.purpose], card, names)))
    return tuple(sentences)


def _describe_tie(attempt: Attempt, names: Mapping[int, str]) -> str:
    """Describe which players cut equal cards."""
    tied = find_highest_people(attempt)
    figures = {
        "names": join_words([names.get(entry, "?") for entry in tied]),
        "ranks": format_ranks(dict(attempt)[tied[0]][0]),
    }
    return gettext("Equally high: %(names)s, %(ranks)s.") % figures


def load_cuts_made(evening: Evening, round: int, names: Mapping[int, str]) -> tuple[CutMade, ...]:
    """Return every attempt of the round's cuts, in order, in one query."""
    attempts: dict[tuple[int, int, int, str], list[Cutter]] = defaultdict(list)
    for cut in load_cut_cards(evening, round__number=round):
        key = (cut.chain, cut.attempt, cut.position, cut.seed)
        attempts[key].append(Cutter(cut.entry_id, names.get(cut.entry_id, "?"), cut.card))
    return tuple(
        CutMade(table, tuple(cards), seed) for (_chain, _attempt, table, seed), cards in attempts.items()
    )


def find_needed_cut(facts: Facts, round: int, *, purpose: Purpose, table: int, deal: int) -> CutNeed | None:
    """Return this cut if it is missing, else None."""
    if not facts.rounds:
        return None
    key = (round, purpose, table, deal)
    needs = build_preview(facts, facts.now.number).cuts
    return next(
        (need for cut_round, need in needs if (cut_round, need.purpose, need.table, need.deal) == key), None
    )


def describe_cut_winners(lines: Iterable[Journal]) -> str:
    """Return the winners of the cuts that the lines wrote, with the winning card and the decision."""
    winners = list[str]()
    for _line, of_line in groupby(load_line_cards(lines), key=lambda row: row.journal_id):
        rows = list(of_line)
        last = {row.entry_id: row for row in rows if row.attempt == rows[-1].attempt}
        best = last[find_highest_people((entry, row.card) for entry, row in last.items())[0]]
        winners.append(
            f"{best.entry.name} {format_cards(best.card)} ({describe_cut_purpose(best.purpose, best.deal)})"
        )
    return "; ".join(winners)


def describe_cut_purpose(purpose: str, deal: int) -> str:
    """Return in a word or two what a cut decides."""
    match cut_purpose := Purpose(purpose):
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
            assert_never(cut_purpose)
