"""Cuts that are waited for, in words, and cuts that were made."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import assert_never

from django.utils.translation import gettext

from tournaments.core.facts import Purpose
from tournaments.core.movement.cuts import CutNeed
from tournaments.facts.running.bell import bell_preview
from tournaments.facts.running.evening import load_facts
from tournaments.models import CutRow, Evening, Journal
from tournaments.pages.running.round_tables import listed


@dataclass(frozen=True)
class CutView:
    """A cut that is waited for, in words; ``again`` where those who cut highest were equal."""

    round: int
    need: CutNeed
    words: str
    again: bool


@dataclass(frozen=True)
class CutMade:
    """A cut of this bell as it was made: who cut what, and the seed if the program drew."""

    position: int
    cards: tuple[tuple[str, str], ...]
    seed: str


def cut_view(round: int, need: CutNeed, names: Mapping[int, str]) -> CutView:
    figures = {"table": need.position, "round": round, "names": listed(need.among, names)}
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
    return CutView(round, need, words % figures, bool(need.attempts))


def cuts_made(evening: Evening, round: int, names: Mapping[int, str]) -> tuple[CutMade, ...]:
    """Every attempt of the round's cuts, in order, in one query."""
    rows = CutRow.objects.filter(round__evening=evening, round__number=round, void=None).order_by(
        "chain", "attempt", "id"
    )
    attempts: dict[tuple[int, int, int, str], list[tuple[str, str]]] = defaultdict(list)
    for chain, attempt, at, seed, entry, card in rows.values_list(
        "chain", "attempt", "position", "seed", "entry", "card"
    ):
        attempts[chain, attempt, at, seed].append((names.get(entry, "?"), card))
    return tuple(CutMade(at, tuple(cards), seed) for (_chain, _attempt, at, seed), cards in attempts.items())


def cut_needed(evening: Evening, round: int, *, purpose: Purpose, table: int, deal: int) -> CutNeed | None:
    """The cut that is waited for, if it is."""
    facts = load_facts(evening.pk)
    if not facts.rounds:
        return None
    key = (round, purpose, table, deal)
    needs = bell_preview(evening, facts, facts.rounds[-1].number).cuts
    return next((need for at, need in needs if (at, need.purpose, need.position, need.deal) == key), None)


def cards_of(line: Journal) -> list[tuple[str, str]]:
    """Who cut which card in what one journal line wrote, in order."""
    rows = CutRow.objects.filter(journal=line).order_by("attempt", "id")
    return list(rows.values_list("entry__name", "card"))
