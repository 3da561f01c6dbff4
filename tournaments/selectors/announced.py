"""The result of a finished evening as it was announced: its highest version."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext

from tournaments.core.play import play_of
from tournaments.core.prizes import prize_list
from tournaments.core.reasons import Reason
from tournaments.core.settings import from_json
from tournaments.models import Award, Evening, Result, Settlement
from tournaments.selectors.evenings import names_of
from tournaments.words import worded

TOP = 10


@dataclass(frozen=True)
class Prize:
    """A prize, for whom it is (a role's name, or nothing), who won it, and why in words."""

    title: str
    role: str
    winners: tuple[int, ...]
    names: tuple[str, ...]
    why: str


@dataclass(frozen=True)
class Line:
    place: int
    entry: int
    name: str
    net: int | None
    yellow: int
    score: int | None = None
    hands: int | None = None


@dataclass(frozen=True)
class Announced:
    lines: tuple[Line, ...] = ()
    prizes: tuple[Prize, ...] = ()

    @property
    def places(self) -> dict[int, int]:
        return {line.entry: line.place for line in self.lines}

    @property
    def top(self) -> tuple[Line, ...]:
        """Those who are named on the hall's screen."""
        return self.lines[:TOP]

    def prizes_of(self, entry: int) -> tuple[Prize, ...]:
        return tuple(prize for prize in self.prizes if entry in prize.winners)


def announced(evening: Evening) -> Announced:
    """Standing and prizes in five queries; empty as long as nothing was announced."""
    result = Result.objects.filter(evening=evening).order_by("-version").first()
    if result is None:
        return Announced()
    names = names_of(evening)
    rows = Settlement.objects.filter(result=result).order_by("place", "entry__name")
    roles = {
        prize.key: prize.role or ""
        for prize in prize_list(from_json(result.chosen), play_of(result.game, result.options, result.format))
    }
    awards = Award.objects.filter(result=result).order_by("rank").prefetch_related("winners")
    return Announced(
        lines=tuple(
            Line(place, entry, names[entry], net, yellow, score, hands)
            for place, entry, net, yellow, score, hands in rows.values_list(
                "place", "entry", "net", "yellow", "score", "hands"
            )
        ),
        prizes=tuple(_prize(award, roles.get(award.prize, ""), names) for award in awards),
    )


def _prize(award: Award, role: str, names: dict[int, str]) -> Prize:
    winners = tuple(winner.pk for winner in award.winners.all())
    return Prize(
        title=gettext(award.title),
        role=gettext(role) if role else "",
        winners=winners,
        names=tuple(names[entry] for entry in winners),
        why=worded(Reason(award.why, award.figures), names),
    )
