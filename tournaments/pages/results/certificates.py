"""Certificates: one for each winner of each prize of what was announced, as it is printed."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.formats import date_format

from tournaments.facts.running.evening import load_facts
from tournaments.models import Evening, Result
from tournaments.pages.results.prizes import PrizeShown, announced

SHORT, LONG = 22, 40
"""Letters of a name, or of a prize, that fit into a line: the longer, the smaller."""
FEW, MANY = 130, 260
"""Letters of why."""


@dataclass(frozen=True)
class Certificate:
    """What is printed: who won what, why, on which occasion, and when."""

    club: str
    occasion: str
    when: str
    prize: str
    name: str
    why: str

    @property
    def name_size(self) -> str:
        return _size(self.name, SHORT, LONG)

    @property
    def prize_size(self) -> str:
        return _size(self.prize, 1.5 * SHORT, 1.5 * LONG)

    @property
    def why_size(self) -> str:
        return _size(self.why, FEW, MANY)


def certificates(evening: Evening, *, runs: bool) -> tuple[Certificate, ...]:
    """Those of the result that counts, the highest prize first.

    Who does not run the evening gets those that the hall knows.
    """
    if not Result.objects.filter(evening=evening).exists():
        return ()
    prizes = announced(evening, load_facts(evening.pk))[0].prizes
    told = (prize for prize in prizes if runs or prize.revealed)
    when = date_format(evening.held_on, "DATE_FORMAT")
    return certificates_of(told, evening.club.name, evening.name, when)


def certificates_of(
    prizes: Iterable[PrizeShown], club: str, occasion: str, when: str
) -> tuple[Certificate, ...]:
    """One for each winner. Why is told without those who have another prize already."""
    return tuple(
        Certificate(club, occasion, when, prize.title, name, prize.discreet)
        for prize in prizes
        for name in prize.winners
    )


def _size(text: str, short: float, long: float) -> str:
    """How much room a text takes: nothing to say of a usual one."""
    return "" if len(text) <= short else "long" if len(text) <= long else "longest"
