"""The form of house rules: a name, and the options that differ."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.calculators.forms.options import OptionsForm, make_option_fields, read_options
from games.rules.registry import RULESETS
from games.rules.ruleset import Ruleset


def list_adaptable_games() -> list[Ruleset]:
    """Return the games that have options."""
    return [game for game in RULESETS.values() if game.options]


class HouseRulesForm(OptionsForm):
    """A game's options under a name. An unbound form shows ``values``."""

    name = forms.CharField(label=_("Name"), widget=forms.TextInput({"autocomplete": "off"}))
    request_key = forms.UUIDField(required=False, widget=forms.HiddenInput)

    def __init__(
        self, game: Ruleset, data: Mapping[str, Any] | None, values: Mapping[str, object], name: str = ""
    ) -> None:
        super().__init__(data, initial={"name": name})
        self.game = game
        self.fields.update(make_option_fields(game, values))

    @property
    def options(self) -> dict[str, Any]:
        return read_options(self.game, self.cleaned_data)
