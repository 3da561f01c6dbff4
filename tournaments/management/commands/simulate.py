"""``manage.py simulate``: a whole evening with simulated players, through the services that people use."""

import json
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from accounts.clubs.services import club_create
from accounts.errors import RuleError
from accounts.models import Club, Role, User
from accounts.numbers import number_in
from games.rules.registry import RULESETS
from tournaments.base.words import describe_refusal
from tournaments.core.formats.progressive import Progressive
from tournaments.core.formats.registry import PLANNED
from tournaments.core.settings import Counting, Settings, Unfinished
from tournaments.management.backups.archive import refuse_others
from tournaments.management.disk import RoundsDone
from tournaments.models import Evening
from tournaments.simulation.rounds import SimulationOrder, simulate

YES_OR_NO = {"yes": True, "true": True, "no": False, "false": False}
LONGEST_NUMBER = 9

USUAL_GAMES, USUAL_DEALS = 3, 12
"""The usual numbers of whole games in an evening, and of deals in a game without a schedule."""


class Command(BaseCommand):
    help = "Play an evening of any game with simulated players."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--players", type=int, default=26, help="number of players (26)")
        parser.add_argument("--seed", default="7", help="the same seed gives the same evening (7)")
        self._add_game_arguments(parser)
        parser.add_argument("--name", help="the evening's name")
        club = parser.add_mutually_exclusive_group()
        club.add_argument("--club", help="the club's name")
        club.add_argument("--club-id", type=int, help="the club's number")
        parser.add_argument("--rounds-open", action="store_true", help="stop during the last round")
        parser.add_argument(
            "--quiet-night",
            action="store_true",
            help="no late players, no early leavers, no mistakes",
        )

    def _add_game_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", default="draw-poker", choices=sorted(RULESETS))
        parser.add_argument(
            "--options",
            nargs="+",
            default=[],
            help="the game's options: KEY=VALUE ..., or as JSON",
        )
        parser.add_argument(
            "--format",
            choices=[format.key for format in PLANNED],
            help="progressive, if the game allows it",
        )
        parser.add_argument(
            "--rounds",
            type=int,
            help="number of rounds (20, or the number of deals of the game)",
        )
        parser.add_argument(
            "--games", type=int, default=USUAL_GAMES, help="number of whole games, not for a knockout (3)"
        )
        parser.add_argument(
            "--through", type=int, default=2, help="number of players of a table who go on in a knockout (2)"
        )
        parser.add_argument(
            "--consolation",
            action="store_true",
            help="players who are out of a knockout play at a consolation table",
        )
        parser.add_argument(
            "--deals",
            type=int,
            help="deals in a round, or in a whole game for counters (1, 12)",
        )
        parser.add_argument(
            "--counting", default=Counting.EACH_DEAL.value, choices=[way.value for way in Counting]
        )

    def handle(self, **options: Any) -> None:
        refuse_others(connection)
        club = find_or_create_club(options["club"], options["club_id"])
        owner = (
            User.objects.filter(memberships__club=club, memberships__role=Role.OWNER).order_by("id").first()
        )
        began = time.monotonic()
        try:
            order = make_order(options)
            progress = RoundsDone(self.stdout, order.name, play=order.choice.play)
            evening = simulate(order, club=club, actor=owner, progress=progress)
        except RuleError as error:
            raise CommandError(describe_refusal(error, {})) from error
        self.stdout.write(describe_evening(evening, order, time.monotonic() - began))


def make_order(options: dict[str, Any]) -> SimulationOrder:
    """Return the evening to simulate. RuleError for invalid options or settings."""
    quiet, games = options["quiet_night"], (options["format"] or Progressive.key) != Progressive.key
    deals = options["deals"] if options["deals"] is not None else USUAL_DEALS if games else 1
    return SimulationOrder(
        name=options["name"] or "Simulated evening {seed}".format(seed=options["seed"]),
        players=options["players"],
        rounds=options["rounds"],
        seed=options["seed"],
        game=options["game"],
        options=parse_options(options["options"]),
        format=options["format"],
        open=options["rounds_open"],
        quiet=quiet,
        settings=Settings(
            counting=Counting(options["counting"]),
            unfinished=Unfinished.WAIT if quiet else Unfinished.CUT,
            games=options["games"],
            deals=deals,
            through=options["through"],
            consolation=options["consolation"],
        ),
    )


def parse_options(words: Sequence[str]) -> dict[str, Any]:
    """Parse a game's options, typed as JSON or one by one. The game checks their names later."""
    text = " ".join(words)
    if text.startswith("{"):
        try:
            options = json.loads(text)
        except ValueError as error:
            raise CommandError(f"The options are not JSON: {error}") from error
        return dict(options)
    options = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals:
            raise CommandError(f"Write an option as KEY=VALUE, not as {word}")
        number = number_in(value, LONGEST_NUMBER) is not None
        options[key] = YES_OR_NO.get(value.lower(), int(value) if number else value)
    return options


def find_or_create_club(name: str | None, number: int | None) -> Club:
    """Return the named club, else the only club. Create one in an empty database."""
    clubs = Club.objects.order_by("id")
    if number is not None:
        clubs = clubs.filter(pk=number)
    elif name:
        clubs = clubs.filter(name=name)
    matches = list(clubs[:2])
    if len(matches) == 1:
        return matches[0]
    if matches:
        raise CommandError("Several clubs have this name. Choose one with --club-id.")
    if Club.objects.exists() or number is not None:
        raise CommandError("There is no such club. Check the name or number.")
    new, owner = name or "Simulated Club", User.objects.order_by("id").first()
    return club_create(owner=owner, name=new) if owner else Club.objects.create(name=new)


def describe_evening(evening: Evening, order: SimulationOrder, seconds: float) -> str:
    """Return the closing message."""
    number = evening.rounds.filter(void=None).count()
    rounds = f"{evening.play.format.rounds_word}: {number}"
    return (
        "Evening {id}, “{name}”: {players} players, {played}, in {seconds:.1f} s.\nTo see all of it: {export}"
    ).format(
        export=settings.PLACE.format_command(f"export {evening.pk}"),
        id=evening.pk,
        name=evening.name,
        players=order.players,
        played=rounds,
        seconds=seconds,
    )
