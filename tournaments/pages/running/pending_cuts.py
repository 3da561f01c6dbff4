"""Cuts that are waited for, in words, and cuts that were made."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import assert_never

from django.utils.translation import gettext

from games.describe.figures import cards, listed, ranks
from tournaments.core.formats.preview import preview_of
from tournaments.core.movement.cuts import Attempt, CutNeed, equal_highest
from tournaments.core.record import Purpose
from tournaments.facts.running.evening import load_facts
from tournaments.facts.running.moves import cards_cut, cuts_written
from tournaments.models import Evening, Journal


@dataclass(frozen=True)
class CutView:
    """A cut that is waited for, in words; ``again``: who was equally high in each attempt before."""

    round: int
    need: CutNeed
    words: str
    again: tuple[str, ...]


@dataclass(frozen=True)
class CutMade:
    """A cut of this bell as it was made: who cut what, and the seed if the program drew."""

    position: int
    cards: tuple[tuple[str, str], ...]
    seed: str


def cut_view(round: int, need: CutNeed, names: Mapping[int, str]) -> CutView:
    figures = {
        "table": need.position,
        "round": round,
        "names": listed(names.get(entry, "?") for entry in need.among),
    }
    match need.purpose:
        case Purpose.CHIP:
            words = gettext(
                "%(names)s won round %(round)s at the head table together. The highest card gets the "
                "yellow chip."
            )
        case Purpose.UP:
            words = gettext(
                "%(names)s are equal at table %(table)s. The player with the highest card moves up."
            )
        case Purpose.DOWN:
            words = gettext(
                "%(names)s are equal at the head table. The player with the highest card goes down to the "
                "booby table."
            )
        case Purpose.PLACE:
            words = gettext(
                "%(names)s are equal at table %(table)s. The player with the highest card gets the higher "
                "place."
            )
        case Purpose.EXCHANGE:
            words = gettext(
                "%(names)s are equal at table %(table)s. The player with the highest card changes "
                "seats with a player who is out of counters."
            )
        case _:
            assert_never(need.purpose)
    return CutView(round, need, words % figures, tuple(_equal(one, names) for one in need.attempts))


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
        key = (cut.chain, cut.attempt, cut.position, cut.seed)
        attempts[key].append((names.get(cut.entry, "?"), cut.card))
    return tuple(CutMade(at, tuple(cards), seed) for (_chain, _attempt, at, seed), cards in attempts.items())


def cut_needed(evening: Evening, round: int, *, purpose: Purpose, table: int, deal: int) -> CutNeed | None:
    """The cut that is waited for, if it is."""
    facts = load_facts(evening.pk)
    if not facts.rounds:
        return None
    key = (round, purpose, table, deal)
    needs = preview_of(facts, facts.rounds[-1].number).cuts
    return next((need for at, need in needs if (at, need.purpose, need.position, need.deal) == key), None)


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
