"""Games in words, made from the values that the program plays by. So words and play cannot differ."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from accounts.errors import gettext_noop
from games.describe import blackout, parts, pools
from games.describe.parts import RuleSection
from games.rules.options import Option, Options, Value
from games.rules.ruleset import Ruleset

FAMILIES: Mapping[str, str] = {
    "blackout": gettext_noop("Blackout: bid your tricks"),
    "brag": gettext_noop("Brag: three cards and a stake"),
    "poker": gettext_noop("Poker: five cards and a draw"),
}
"""The families, as the library lists them."""

SOURCES: Mapping[str, str] = {
    "000": gettext_noop("From a modern book of card games."),
    "001": gettext_noop("From a page of card games for families."),
    "002": gettext_noop("From an old handbook of card games."),
    "003": gettext_noop("From the page of a family that has played the game for generations."),
    "004": gettext_noop("From a collection of the world’s card games."),
}
"""The source of a game, by the number of its document."""


@dataclass(frozen=True)
class Described:
    """The games of a family in words. Only games of bids have deals and differ by number of players."""

    sections: Callable[[Any, int, Options], tuple[RuleSection, ...]]
    summary: Callable[[Any], str]
    sheet: Callable[[Any, int, Options], parts.ScoreSheet] = lambda game, players, options: parts.BLANK
    deals: Callable[[Any, int, Options], tuple[parts.ScheduleRow, ...]] = lambda game, players, options: ()
    sizes: Callable[[Any, Options], tuple[parts.Size, ...]] = lambda game, options: ()


DESCRIBED: Mapping[str, Described] = {
    "blackout": Described(
        blackout.describe_bid_game,
        blackout.summarize_bid_game,
        parts.make_sheet,
        parts.make_rows,
        parts.list_sizes,
    ),
    "brag": Described(pools.describe_brag, pools.summarize_brag),
    "poker": Described(pools.describe_poker, pools.summarize_poker),
}


def describe_rules(game: Ruleset, players: int, options: Options) -> tuple[RuleSection, ...]:
    """Return the sections about the game with these players and options, from its object to its end."""
    return DESCRIBED[game.family].sections(game, players, options)


def summarize(game: Ruleset) -> str:
    """Return the game in one line."""
    return DESCRIBED[game.family].summary(game)


def describe_source(game: Ruleset) -> tuple[str, ...]:
    """Return sentences about the game's source and its gaps; none if no source is recorded."""
    if game.document not in SOURCES:
        return ()
    gaps = _("Where the source says nothing, no rule was added: no bonus, no penalty.")
    if game.rebuilt:
        rebuilt = _("The source only names this game. Its rules are rebuilt from the variants there.")
        return (_(SOURCES[game.document]), rebuilt, gaps)
    return (_(SOURCES[game.document]), gaps)


def describe_value(option: Option, value: Value) -> str:
    if option.choices is not None:
        return _(option.choices[str(value)])
    if isinstance(value, bool):
        return _("Yes") if value else _("No")
    return str(value)


def describe_options(game: Ruleset, values: Mapping[str, Value]) -> list[tuple[str, str]]:
    """Return the title and the value of each option in ``values``."""
    return [
        (_(option.title), describe_value(option, values[option.key]))
        for option in game.options
        if option.key in values
    ]
