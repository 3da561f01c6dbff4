"""``manage.py simulate``: a whole evening with simulated players, through the services that people use."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext

from accounts.errors import RuleError
from accounts.models import Club, Role, User
from accounts.services import club_create
from tournaments.core.settings import Counting, Settings, Unfinished
from tournaments.management.telling import RoundsDone
from tournaments.models import Evening
from tournaments.simulation.evening import GAMES, Order, simulate
from tournaments.words import refusal


class Command(BaseCommand):
    help = gettext("Plays a progressive evening with simulated players.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--players", type=int, default=26, help=gettext("how many come (26)"))
        parser.add_argument("--rounds", type=int, default=20, help=gettext("how many rounds they play (20)"))
        parser.add_argument("--seed", default="7", help=gettext("the same seed gives the same evening (7)"))
        parser.add_argument("--game", default="draw-poker", choices=sorted(GAMES))
        parser.add_argument(
            "--counting", default=Counting.EACH_DEAL.value, choices=[way.value for way in Counting]
        )
        parser.add_argument("--name", help=gettext("the evening's name"))
        club = parser.add_mutually_exclusive_group()
        club.add_argument("--club", help=gettext("the club's name"))
        club.add_argument("--club-id", type=int, help=gettext("the club's number"))
        parser.add_argument(
            "--rounds-open", action="store_true", help=gettext("leave the last round while it is played")
        )
        parser.add_argument(
            "--quiet-night",
            action="store_true",
            help=gettext("nobody comes late, goes early or errs, and every table finishes"),
        )

    def handle(self, **options: Any) -> None:
        club = the_club(options["club"], options["club_id"])
        owner = (
            User.objects.filter(memberships__club=club, memberships__role=Role.OWNER).order_by("id").first()
        )
        order = ordered(options)
        began = time.monotonic()
        try:
            evening = simulate(order, club=club, actor=owner, progress=RoundsDone(self.stdout, order.name))
        except RuleError as error:
            raise CommandError(refusal(error, {})) from error
        self.stdout.write(said(evening, order, time.monotonic() - began))


def ordered(options: dict[str, Any]) -> Order:
    """The evening that is asked for."""
    quiet = options["quiet_night"]
    return Order(
        name=options["name"] or gettext("Simulated evening %(seed)s") % {"seed": options["seed"]},
        players=options["players"],
        rounds=options["rounds"],
        seed=options["seed"],
        game=options["game"],
        open=options["rounds_open"],
        quiet=quiet,
        settings=Settings(
            counting=Counting(options["counting"]), unfinished=Unfinished.WAIT if quiet else Unfinished.CUT
        ),
    )


def the_club(name: str | None, number: int | None) -> Club:
    """The club that is named, else the only one; in an empty database a new one."""
    clubs = Club.objects.order_by("id")
    if number is not None:
        clubs = clubs.filter(pk=number)
    elif name:
        clubs = clubs.filter(name=name)
    found = list(clubs[:2])
    if len(found) == 1:
        return found[0]
    if found:
        raise CommandError(gettext("There are several such clubs: name one by --club-id."))
    if Club.objects.exists() or number is not None:
        raise CommandError(gettext("There is no such club."))
    new, owner = name or gettext("Simulated Club"), User.objects.order_by("id").first()
    return club_create(owner=owner, name=new) if owner else Club.objects.create(name=new)


def said(evening: Evening, order: Order, seconds: float) -> str:
    """What is said at the end."""
    return gettext(
        "Evening %(id)s, “%(name)s”: %(players)s players, %(rounds)s rounds, in %(seconds).1f s.\n"
        "To look at all of it: manage.py export_evening %(id)s"
    ) % {
        "id": evening.pk,
        "name": evening.name,
        "players": order.players,
        "rounds": order.rounds,
        "seconds": seconds,
    }
