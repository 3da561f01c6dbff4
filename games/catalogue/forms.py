"""The calculators of each game, by their keys in an address."""

from collections.abc import Mapping

from games.calculators.forms.options import ToolForm
from games.calculators.forms.pools import (
    ScoreForm,
    SettleForm,
    ShowdownForm,
    ThirtyOneForm,
    ThreeStakesForm,
    TrickForm,
)
from games.rules.ruleset import Ruleset

TOOLS: Mapping[int, Mapping[str, type[ToolForm]]] = {
    0: {"score": ScoreForm, "trick": TrickForm},
    1: {"showdown": ShowdownForm, "settle": SettleForm},
    3: {"showdown": ShowdownForm, "three-stakes": ThreeStakesForm, "thirty-one": ThirtyOneForm},
}
"""The calculators by how many stakes each player puts up on a deal, then by their key in an address."""


def tools_of(game: Ruleset) -> Mapping[str, type[ToolForm]]:
    """Return the calculators of a game, by key."""
    return TOOLS[game.stakes]
