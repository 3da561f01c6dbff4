"""What is the same for every service of a season: each test file says how its own is called, as ``CASE``."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from accounts.models import User
from accounts.permissions import Right
from tests.cast import Cast
from tests.played_seasons import PEOPLE, played
from tests.services.cases import services_of, tests_of
from tournaments.core.leagues.rules import SeasonStage
from tournaments.models import Season, SeasonLine
from tournaments.seasons.services.seasons import SeasonBy, booked

OPEN, CLOSED = SeasonStage.OPEN, SeasonStage.CLOSED


def two_evenings(cast: Cast) -> Season:
    """A season of two evenings: Ada, Ben, Cora and Dan came in like this, and then Ben, Ada, Dan, Cora."""
    return played(cast, PEOPLE, ("Ben", "Ada", "Dan", "Cora"))


@dataclass(frozen=True)
class SeasonCase:
    """A service with a season in which a body works, who may call it, and at which stages."""

    service: Callable[..., SeasonLine]
    body: Callable[[Cast, Season], dict[str, Any]]
    scene: Callable[[Cast], Season] = two_evenings
    stages: tuple[SeasonStage, ...] = (OPEN,)
    right: Right = Right.RUN
    asks_reason: bool = False

    def by(self, season: Season, actor: User, **changes: Any) -> SeasonBy:
        return SeasonBy(season.pk, actor, **{"reason": "because of a test", **changes})


def season_services() -> dict[str, Callable[..., SeasonLine]]:
    return services_of(booked)


def season_case_of(service: str) -> SeasonCase:
    case = tests_of(service).CASE
    assert isinstance(case, SeasonCase)
    return case
