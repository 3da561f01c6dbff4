"""A whole simulated evening, from the door to the prizes, through the services that people use."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date

from django.db import transaction

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from accounts.models import Club, User
from tournaments.core.settings import Settings
from tournaments.models import Evening
from tournaments.services.evenings import Choice, check_in_open, evening_create
from tournaments.services.people import people_check_in
from tournaments.services.results import evening_finish, evening_settle, final_count
from tournaments.services.seats import evening_start, seats_draw
from tournaments.simulation import incidents, poker
from tournaments.simulation.hall import Hall
from tournaments.simulation.plan import QUIET, plan
from tournaments.simulation.played import PlayDeal
from tournaments.simulation.rounds import apply_bell, play_round, settle_bell

GAMES: dict[str, PlayDeal] = {"draw-poker": poker.play_deal}
"""Who can play what. A game more is a module that plays its deal, and a line here."""

LONGEST_SEED = 32
"""Letters of a seed: that of a cut is made from it, and has to fit where seeds are kept."""

Progress = Callable[[int, int], None]
"""Called after each round with its number and how many there are to be."""


def silent(_round: int, _rounds: int) -> None:
    return None


@dataclass(frozen=True)
class Order:
    """What is to be simulated. ``open``: the last round is left while it is being played."""

    name: str
    players: int = 26
    rounds: int = 20
    seed: str = "7"
    game: str = "draw-poker"
    open: bool = False
    quiet: bool = False
    settings: Settings = field(default_factory=Settings)
    held_on: date | None = None


def simulate(order: Order, *, club: Club, actor: User | None, progress: Progress = silent) -> Evening:
    """Play the evening. The same order gives the same evening, whatever the database holds already."""
    if order.rounds < 1:
        raise RuleError("rounds", _("An evening has one round at least."))
    if order.game not in GAMES:
        raise RuleError("game", _("Nobody is there who can play “%(game)s” yet."), game=order.game)
    if len(order.seed) > LONGEST_SEED:
        raise RuleError("seed", _("A seed has %(most)s characters at most."), most=LONGEST_SEED)
    hall = _gather(order, club, actor)
    happens = QUIET if order.quiet else plan(order.players, order.rounds, order.seed)
    for number in range(1, order.rounds + 1):
        last = number == order.rounds
        if last and order.open:
            play_round(hall, (), finish=False)
        else:
            play_round(hall, happens.of(number))
            if not last:
                apply_bell(hall, happens.of(number))
        progress(number, order.rounds)
    if not order.open:
        _settle_up(hall)
    hall.evening.refresh_from_db()
    return hall.evening


@transaction.atomic
def _gather(order: Order, club: Club, actor: User | None) -> Hall:
    """Everybody comes, draws a seat and takes a stake; or nothing is written at all."""
    evening = evening_create(
        actor=actor,
        club=club,
        name=order.name,
        settings=order.settings,
        held_on=order.held_on,
        choice=Choice(order.game),
    )
    hall = Hall(evening, actor, order.seed, GAMES[order.game])
    check_in_open(hall.by())
    if order.players:
        people = [incidents.arrival(hall, number) for number in range(order.players)]
        people_check_in(hall.by(), people=people)
    seats_draw(hall.by(), seed=hall.seed)
    evening_start(hall.by())
    hall.look()
    hall.give_stakes(())
    return hall


def _settle_up(hall: Hall) -> None:
    """The last bell: counters are counted, prizes given; an error found late is put right after that."""
    settle_bell(hall, chips_only=True)
    evening_settle(hall.by(), round=hall.round)
    if not hall.counts_each_deal:
        final_count(hall.by(), counts=hall.counted(hall.on_tables()))
    evening_finish(hall.by())
    incidents.put_right(hall)
