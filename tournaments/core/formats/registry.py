"""Every format; and the game, options and format of an evening from their stored words."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from accounts.errors import RuleError
from accounts.refusals import UNKNOWN_VALUE
from games.rules.poker import DRAW_POKER
from games.rules.registry import get_ruleset
from games.rules.ruleset import AS_RULED, TableWish
from tournaments.core.evening import Format, Play
from tournaments.core.formats.knockout import Knockout
from tournaments.core.formats.ladder import Ladder
from tournaments.core.formats.progressive import Progressive, RecordedResults
from tournaments.core.formats.rotation import Rotation
from tournaments.core.formats.swiss import Swiss
from tournaments.core.formats.whole_games import FixedTables
from tournaments.core.kinds.registry import get_kind

FORMATS: dict[str, Format] = {
    format.key: format()
    for format in (Progressive, FixedTables, Rotation, Swiss, Knockout, Ladder, RecordedResults)
}
PLANNED: tuple[Format, ...] = tuple(format for format in FORMATS.values() if format.planned)
"""The formats in which an evening can be planned."""
OF_GAMES: tuple[str, ...] = tuple(format.key for format in FORMATS.values() if format.plays_games)
"""The keys of the formats in which each table plays whole games."""


def get_format(key: object) -> Format:
    """Return the format of that key. RuleError at ``format``."""
    if not isinstance(key, str) or key not in FORMATS:
        raise RuleError("format", UNKNOWN_VALUE, value=str(key)[:40])
    return FORMATS[key]


def build_play(game: str, options: Mapping[str, Any], format: str, wanted: TableWish = AS_RULED) -> Play:
    """Return the game and format, with tables as ``wanted``.

    RuleError at ``game``, ``options.<key>`` or ``format``.
    """
    chosen_format, rules = get_format(format), get_ruleset(game)
    chosen_format.refuse(rules)
    chosen = rules.choose(options)
    fewest, most = rules.find_player_range(chosen)
    sized = replace(chosen_format.adapt_tables(rules), fewest=fewest, most=most, wanted=wanted)
    sized = replace(sized, fewest_each=chosen_format.find_fewest(sized))
    return Play(sized, chosen, chosen_format, get_kind(rules))


POKER_EVENING = build_play(DRAW_POKER.key, {}, Progressive.key)
"""Progressive Draw Poker: the default of an evening."""
