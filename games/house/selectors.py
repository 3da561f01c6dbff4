"""A club's house rules, and every game that the club can play."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext

from accounts.errors import RuleError
from accounts.models import Club, User
from accounts.permissions import RIGHT_OF, Right
from games.models import HouseRules
from games.rules.options import Options
from games.rules.registry import RULESETS, WITHDRAWN, get_ruleset, refuse_withdrawn
from games.rules.ruleset import Ruleset


@dataclass(frozen=True)
class HouseLine:
    """House rules in a list. ``changed``: options that differ. ``game``: None if they no longer fit it."""

    id: int
    name: str
    key: str
    changed: Mapping[str, object]
    game: Ruleset | None


@dataclass(frozen=True)
class Playable:
    """A game with all its options, for an evening. ``house``: the house rules' id."""

    key: str
    options: Options
    title: str
    house: int | None = None


def list_house_rules(club: int, *, retired: bool = False) -> tuple[HouseLine, ...]:
    """Return the club's house rules by name: those in use, or those retired."""
    rows = HouseRules.objects.filter(club=club, retired=retired).order_by("name", "pk")
    return tuple(HouseLine(row.pk, row.name, row.game, row.options, _find_fitting_game(row)) for row in rows)


def list_playable(club: int) -> tuple[Playable, ...]:
    """Return every game with its default options, then the club's house rules, each with all options."""
    games = [Playable(game.key, game.choose({}), gettext(game.title)) for game in RULESETS.values()]
    ours = [
        Playable(line.key, line.game.choose(line.changed), line.name, line.id)
        for line in list_house_rules(club)
        if line.game
    ]
    return (*games, *ours)


def refuse_unplayable(club: int, game: str, rules_name: str) -> None:
    """Refuse a withdrawn game (RuleError at ``game``), unless the club has these house rules for it."""
    if game not in WITHDRAWN:
        return
    if not HouseRules.objects.filter(club=club, game=game, name=rules_name, retired=False).exists():
        refuse_withdrawn(game)


def _find_fitting_game(row: HouseRules) -> Ruleset | None:
    """Return the game; None if a later release removed it or one of these options."""
    try:
        game = get_ruleset(row.game)
        game.choose(row.options)
    except RuleError:
        return None
    return game


def list_clubs_run_by(user: User) -> tuple[Club, ...]:
    """Return the clubs in which the user may make house rules, by name."""
    roles = [role for role, right in RIGHT_OF.items() if right >= Right.RUN]
    mine = Club.objects.filter(memberships__user=user, memberships__role__in=roles)
    return tuple(mine.order_by("name", "pk"))
