"""Which calculators there are, and for which games."""

from collections.abc import Mapping
from typing import Any

from games.forms.bids import ScoreForm, TrickForm
from games.forms.options import DealForm, GameForm
from games.forms.pools import SettleForm, ShowdownForm
from games.forms.three_stakes import ThirtyOneForm, ThreeStakesForm
from games.forms.tools import ToolForm
from games.rules.brag import BragGame
from games.rules.deals import BidGame
from games.rules.ruleset import Ruleset

TOOLS: Mapping[str, type[ToolForm]] = {
    "score": ScoreForm,
    "trick": TrickForm,
    "showdown": ShowdownForm,
    "settle": SettleForm,
    "three-stakes": ThreeStakesForm,
    "thirty-one": ThirtyOneForm,
}
"""Every calculator by its key in an address."""


def deal_form_of(game: Ruleset, form: GameForm, data: Mapping[str, Any]) -> DealForm | None:
    """The form for the deal that a calculator is about; None where all deals are alike."""
    return DealForm(game, form.players, form.options, data) if isinstance(game, BidGame) else None


def tools_of(game: Ruleset) -> dict[str, type[ToolForm]]:
    """The calculators of a game, by key."""
    keys = ["showdown", "settle"]
    if isinstance(game, BidGame):
        keys = ["score", "trick"]
    elif isinstance(game, BragGame) and game.stakes > 1:
        keys = ["showdown", "three-stakes", "thirty-one"]
    return {key: TOOLS[key] for key in keys}
