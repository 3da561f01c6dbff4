"""Cuts that are waited for, in words, and cuts that were made."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import assert_never

from django.utils.translation import gettext

from accounts.errors import gettext_noop as _
from games.describe.figures import cards, listed, ranks
from tournaments.base.words import sentence, worded
from tournaments.core.evening import Facts, Play
from tournaments.core.formats.preview import Preview, preview_of
from tournaments.core.movement.cuts import Attempt, CutNeed, equal_highest
from tournaments.core.reasons.moves import CUT_WON
from tournaments.core.record import Purpose
from tournaments.evening.selectors.evening import load_facts
from tournaments.evening.selectors.moves import cards_cut, cuts_written
from tournaments.models import Evening, Journal

AGAINST = _("You cut against %(others)s.")


@dataclass(frozen=True)
class CutView:
    """A cut that is needed: who cuts, for what, and what the highest card does, in words.

    ``again``: who was equally high in each attempt before. Every screen, phone, sheet and answer reads this.
    """

    round: int
    need: CutNeed
    words: str
    again: tuple[str, ...]
    names: Mapping[int, str] = field(repr=False)

    def concerns(self, entry: int) -> bool:
        """Return whether somebody cuts, or changes seats with whoever cuts highest."""
        return entry in (*self.need.among, self.need.whom)

    def against(self, entry: int) -> str:
        """Return against whom somebody cuts, in words; nothing for all others."""
        if entry not in self.need.among:
            return ""
        others = tuple(one for one in self.need.among if one != entry)
        return sentence(AGAINST, {"others": others}, self.names)


@dataclass(frozen=True)
class CutMade:
    """A cut of this bell as it was made: who cut what, and the seed if the program drew."""

    table: int
    cards: tuple[tuple[str, str], ...]
    seed: str


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
    """Who cut equally high, and what."""
    tied = equal_highest(attempt)
    figures = {
        "names": listed([names.get(entry, "?") for entry in tied]),
        "ranks": ranks(dict(attempt)[tied[0]][0]),
    }
    return gettext("Equally high: %(names)s, %(ranks)s.") % figures


def cuts_made(evening: Evening, round: int, names: Mapping[int, str]) -> tuple[CutMade, ...]:
    """Every attempt of the round's cuts, in order, in one query."""
    attempts: dict[tuple[int, int, int, str], list[tuple[str, str]]] = defaultdict(list)
    for cut in cards_cut(evening, round__number=round):
        key = (cut.chain, cut.attempt, cut.table, cut.seed)
        attempts[key].append((names.get(cut.entry, "?"), cut.card))
    return tuple(CutMade(at, tuple(cards), seed) for (_chain, _attempt, at, seed), cards in attempts.items())


def cut_needed(evening: Evening, round: int, *, purpose: Purpose, table: int, deal: int) -> CutNeed | None:
    """The cut that is waited for, if it is."""
    facts = load_facts(evening.pk)
    if not facts.rounds:
        return None
    key = (round, purpose, table, deal)
    needs = preview_of(facts, facts.rounds[-1].number).cuts
    return next((need for at, need in needs if (at, need.purpose, need.table, need.deal) == key), None)


def winners_of(lines: Iterable[Journal]) -> str:
    """Who won each cut that the lines wrote: the winner's last card, and what it decides."""
    won = list[str]()
    for _line, of_line in groupby(cuts_written(lines), key=lambda row: row.journal_id):
        drawn = list(of_line)
        last = {row.entry_id: row for row in drawn if row.attempt == drawn[-1].attempt}
        best = last[equal_highest((entry, row.card) for entry, row in last.items())[0]]
        won.append(f"{best.entry.name} {cards(best.card)} ({cut_for(best.purpose, best.deal)})")
    return "; ".join(won)


def cut_for(purpose: str, deal: int) -> str:
    """What a cut decides, in a word or two."""
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
