"""Which prizes few people can win, or nobody; named before they are awarded."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from tournaments.base.words import prize_title
from tournaments.core.evening import Facts, Play
from tournaments.core.movement import position
from tournaments.core.ranking.prize_list import given
from tournaments.core.record import Presence
from tournaments.core.results.awarding import ANYBODY, Belongs
from tournaments.core.results.prizes import Prize, prize_list, roles_undecided
from tournaments.core.settings import Settings
from tournaments.evening.selectors.access import Comer
from tournaments.evening.selectors.evening import load_facts
from tournaments.models import Evening
from tournaments.standings.selectors.groups import belonging, groups_of

FEW = 4
"""A prize is for few if fewer than one player of this many can win it."""


@dataclass(frozen=True)
class PrizeNote:
    """``undecided``: nobody has a role, and prizes are for roles. ``lines``: who alone can win a prize."""

    undecided: bool = False
    lines: tuple[str, ...] = ()


def note_at_check_in(evening: Evening, here: Collection[Comer]) -> PrizeNote:
    """Return the note for those who are here before the draw."""
    if any(prize.group for prize in given(evening.settings.prizes)):
        return note_of(load_facts(evening.pk))
    belongs = {person.id: Belongs(person.role) for person in here}
    return _note(evening.settings, evening.play, {person.id: person.name for person in here}, belongs)


def note_of(facts: Facts) -> PrizeNote:
    """Return the note for those who have not gone home, or for all if these can win, too."""
    last = position.presences(facts, (facts.now.number or 1) + 1)
    gone = {entry for entry, state in last.items() if state is Presence.LEFT}
    able = {
        entry: name for entry, name in facts.names.items() if facts.settings.leavers_win or entry not in gone
    }
    return _note(facts.settings, facts.play, able, belonging(facts, groups_of(facts)))


def _note(
    settings: Settings, play: Play, names: Mapping[int, str], belongs: Mapping[int, Belongs]
) -> PrizeNote:
    roles = [belongs.get(who, ANYBODY).role for who in names]
    undecided = roles_undecided(settings, play, roles)
    closed = [
        prize
        for prize in prize_list(settings, play)
        if (prize.group or (prize.role and not undecided)) and prize.place <= 1
    ]
    return PrizeNote(undecided, tuple(_lines(closed, names, belongs)) if names else ())


def _lines(
    prizes: Collection[Prize], names: Mapping[int, str], belongs: Mapping[int, Belongs]
) -> Iterator[str]:
    """One sentence for all prizes that the same people can win."""
    titles: dict[tuple[str, ...], list[str]] = {}
    for prize in prizes:
        able = tuple(name for who, name in names.items() if belongs.get(who, ANYBODY).to(prize))
        titles.setdefault(able, []).append(prize_title(prize))
    for able, won in titles.items():
        figures = {"names": ", ".join(able), "prizes": ", ".join(won)}
        if not able:
            yield gettext("Nobody can win: %(prizes)s.") % figures
        elif FEW * len(able) < len(names):
            yield (
                ngettext(
                    "Only %(names)s can win: %(prizes)s.",
                    "Only these players can win %(prizes)s: %(names)s.",
                    len(able),
                )
                % figures
            )
