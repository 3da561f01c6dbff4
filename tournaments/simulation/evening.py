"""A whole simulated evening, from the door to the prizes, through the services that people use."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.db import transaction

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from accounts.models import Club, User
from accounts.refusals import TOO_LONG
from games.rules.registry import ruleset
from tournaments.attendance.services.people import people_check_in
from tournaments.core.formats.fixed import FixedTables
from tournaments.core.formats.knockout import Knockout
from tournaments.core.formats.progressive import Progressive
from tournaments.core.settings import Settings
from tournaments.evening.services.evenings import Choice, check_in_open, evening_create
from tournaments.models import Evening
from tournaments.prizes.services.prizes import prize_reveal
from tournaments.results.services.results import evening_finish, evening_settle, final_count
from tournaments.seating.services.seats import evening_start, seats_draw
from tournaments.simulation import incidents
from tournaments.simulation.hall import Hall
from tournaments.simulation.plan import QUIET, plan_for
from tournaments.simulation.rounds import apply_bell, play_round, settle_bell
from tournaments.standings.selectors.written import newest_awards

USUAL_ROUNDS = 20
"""Rounds of an evening that has no schedule."""

LEFT_KNOCKOUT = 2
"""The game in which a knockout is left, if nobody says which: it may have no more."""

LONGEST_SEED = 32
"""Letters of a seed: that of a cut is made from it, and has to fit where seeds are kept."""

Progress = Callable[[int, int], None]
"""Called after each round with its number and how many there are to be."""


def silent(_round: int, _rounds: int) -> None:
    return None


@dataclass(frozen=True)
class Order:
    """What is to be simulated. ``open``: the last round is left while it is being played.

    ``rounds`` of whole games are these games. None: as many as there are, or as is usual; a knockout is
    over with its final. ``format`` None: progressive, where the game can be played so.
    """

    name: str
    players: int = 26
    rounds: int | None = None
    seed: str = "7"
    game: str = "draw-poker"
    options: Mapping[str, Any] = field(default_factory=dict)
    format: str | None = None
    open: bool = False
    quiet: bool = False
    settings: Settings = field(default_factory=Settings)
    held_on: date | None = None

    @property
    def choice(self) -> Choice:
        """RuleError at ``game`` if there is none of this key."""
        usual = Progressive.key if ruleset(self.game).progressive else FixedTables.key
        return Choice(self.game, self.options, self.format or usual)


def simulate(order: Order, *, club: Club, actor: User | None, progress: Progress = silent) -> Evening:
    """Play the evening. The same order gives the same evening, whatever the database holds already."""
    if order.rounds is not None and order.rounds < 1:
        raise RuleError("rounds", _("An evening has one round at least."))
    if len(order.seed) > LONGEST_SEED:
        raise RuleError("seed", TOO_LONG, most=LONGEST_SEED)
    hall, rounds = _gather(order, club, actor)
    happens = QUIET if order.quiet else plan_for(hall.play, order.players, rounds, order.seed)
    for number in range(1, rounds + 1):
        last = number == rounds
        if last and order.open:
            play_round(hall, (), finish=False)
        else:
            play_round(hall, happens.of(number))
            last = last or not apply_bell(hall, happens.of(number))
        progress(number, number if last else rounds)
        if last:
            break
    if not order.open:
        _settle_up(hall)
    hall.evening.refresh_from_db()
    return hall.evening


@transaction.atomic
def _gather(order: Order, club: Club, actor: User | None) -> tuple[Hall, int]:
    """Everybody comes, draws a seat and takes a stake, for so many rounds; or nothing is written at all."""
    evening = evening_create(
        actor=actor,
        club=club,
        name=order.name,
        settings=order.settings,
        held_on=order.held_on,
        choice=order.choice,
    )
    hall = Hall(evening, actor, order.seed, evening.play)
    check_in_open(hall.by())
    if order.players:
        people = [incidents.arrival(hall, number) for number in range(order.players)]
        people_check_in(hall.by(), people=people)
    seats_draw(hall.by(), seed=hall.seed)
    evening_start(hall.by())
    hall.look()
    hall.give_stakes(())
    return hall, _rounds(order, hall.facts.round_count)


def _rounds(order: Order, most: int | None) -> int:
    """How many rounds are played, of the most that there are. RuleError at ``rounds``."""
    rounds = order.rounds or most or USUAL_ROUNDS
    if order.open and order.choice.format == Knockout.key:
        rounds = order.rounds or LEFT_KNOCKOUT
    if most is not None and rounds > most:
        raise RuleError("rounds", _("Rounds of this evening at most: %(most)s."), most=most)
    return rounds


def _settle_up(hall: Hall) -> None:
    """The last bell: counters are counted, prizes revealed; an error found late is put right after that."""
    settle_bell(hall, chips_only=True)
    evening_settle(hall.by(), round=hall.round)
    if not hall.counts_each_deal:
        final_count(hall.by(), counts=hall.counted(hall.on_tables()))
    evening_finish(hall.by())
    for award in newest_awards(hall.evening).reverse():
        prize_reveal(hall.by(), prize=award.prize)
    incidents.put_right(hall)
    settle_bell(hall, chips_only=True)  # by the correction several may have been best at the head table
