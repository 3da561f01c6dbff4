"""Ona's evenings: what the windows of most tests look at."""

from collections.abc import Iterable
from typing import Any

from accounts.clubs.services import club_create
from accounts.models import User
from tests.cast import Night
from tournaments.attendance.services import Arrival, people_check_in
from tournaments.core.settings import Settings
from tournaments.evening.services.evenings import GameChoice, check_in_open, evening_create
from tournaments.seating.services import evening_start, seats_draw
from tournaments.simulation.hall import make_name
from tournaments.simulation.rounds import SimulationOrder, simulate

ROLES = ("lady", "gentleman")
POKER = GameChoice()


def ona() -> User:
    """The owner of the Thursday Club."""
    owner = User.objects.create(email="ona@example.org", name="Ona", password="!")
    club_create(owner=owner, name="Thursday Club")
    return owner


def opened(
    people: int | Iterable[str], choice: GameChoice = POKER, owner: User | None = None, **settings: Any
) -> Night:
    """An evening whose check-in is open: so many people are here, or these."""
    owner = owner or ona()
    club = owner.memberships.get().club
    made = evening_create(
        actor=owner, club=club, name="Thursday", settings=Settings(**settings), choice=choice
    )
    night = Night(made, owner)
    check_in_open(night.by)
    names = [make_name(n) for n in range(people)] if isinstance(people, int) else people
    if here := [Arrival(who, ROLES[n % 2]) for n, who in enumerate(names)]:
        people_check_in(night.by, people=here)
    return night


def begun(people: int | Iterable[str], choice: GameChoice = POKER, **more: Any) -> Night:
    """An evening that is being played: the first round is."""
    night = opened(people, choice, **more)
    seats_draw(night.by, seed="7")
    evening_start(night.by)
    night.evening.refresh_from_db()
    return night


def simulated(**order: Any) -> Night:
    owner = ona()
    club = owner.memberships.get().club
    return Night(simulate(SimulationOrder("Thursday", **order), club=club, actor=owner), owner)
