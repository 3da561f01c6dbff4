"""What the library's calculators have in common: rows of fields, and a field for cards."""

import re
from abc import ABCMeta, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from django import forms
from django.forms.forms import DeclarativeFieldsMetaclass
from django.utils.translation import gettext

from accounts.errors import RuleError
from accounts.shared.forms.base import PlainForm
from accounts.shared.forms.numbers import WholeField
from games.calculators.forms.options import DealForm
from games.describe.figures import refusal
from games.describe.section import Section
from games.rules.cards import Card, parse_cards
from games.rules.deals import Deal
from games.rules.options import Options
from games.rules.ruleset import Ruleset

LONGEST = 200


class CardsField(forms.CharField):
    """Cards as people type them, “AS KD 10h” or “A♠, K♦”; a page with scripts offers them to be tapped."""

    def __init__(self, *, most: int, **kwargs: Any) -> None:
        shown = {"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}
        widget = forms.TextInput({**shown, "data-cards": most, "class": "cards"})
        super().__init__(required=False, max_length=LONGEST, widget=widget, **kwargs)


def read_cards(text: str, field: str) -> tuple[Card, ...]:
    """The cards that were typed. RuleError at ``field``."""
    plain = text.upper()
    for sign, letter in (("♠", "S"), ("♥", "H"), ("♦", "D"), ("♣", "C"), ("10", "T")):
        plain = plain.replace(sign, letter)
    return parse_cards(re.split(r"[\s,;]+", plain.strip(" ,;")) if plain.strip(" ,;") else (), field)


def number(label: str, initial: int | None = None, *, required: bool = True) -> WholeField:
    """A field for bids, tricks or counters."""
    widget = forms.NumberInput({"inputmode": "numeric", "min": 0, "class": "count"})
    return WholeField(label=label, initial=initial, required=required, widget=widget)


@dataclass(frozen=True)
class Row:
    """A player's fields, under the player's name."""

    title: str
    fields: tuple[forms.BoundField, ...]


class _Kind(DeclarativeFieldsMetaclass, ABCMeta):
    """Forms that may leave a method to those that follow them."""


class ToolForm(PlainForm, metaclass=_Kind):
    """A calculator's form, which its ``judge`` answers. ``deal`` is there for games of bids.

    The dealer is the last player, so that the first sits left of the dealer.
    """

    title: ClassVar[str]
    """What it is, to be translated."""
    intro: ClassVar[str]
    """How it is used, to be translated."""
    deal_form: ClassVar[Callable[..., DealForm] | None] = None
    """The form for the deal that it is about; None where all deals are alike."""

    def __init__(
        self,
        game: Ruleset,
        players: int,
        options: Options,
        deal: Deal | None = None,
        data: Mapping[str, Any] | None = None,
    ) -> None:
        self.game, self.players, self.options, self.deal = game, players, options, deal
        self.seats: Sequence[int] = range(players)
        self.dealer = players - 1
        super().__init__(data)
        self.fields.update(self.ask())

    @abstractmethod
    def ask(self) -> dict[str, forms.Field]:
        """The fields, named as refusals name them; those of a player end in the seat."""

    @abstractmethod
    def judge(self) -> Section:
        """The answer to what was entered. RuleError at a field."""

    def answer(self) -> Section | None:
        """The answer; None where something is wrong, which is then said at its field."""
        if not self.is_valid():
            return None
        try:
            return self.judge()
        except RuleError as error:
            named = (error.field, error.field.partition(".")[0])
            self.add_error(next((name for name in named if name in self.fields), None), refusal(error))
            return None

    def called(self, seat: int) -> str:
        """What a player is called here."""
        words = gettext("Player %(n)s (dealer)") if seat == self.dealer else gettext("Player %(n)s")
        return words % {"n": seat + 1}

    def by_seat(self, name: str) -> dict[int, Any]:
        """What was entered for each player under this name; nothing where nothing was."""
        given = {seat: self.cleaned_data.get(f"{name}.{seat}") for seat in self.seats}
        return {seat: value for seat, value in given.items() if value not in (None, "")}

    def cards(self, name: str) -> tuple[Card, ...]:
        """The cards in a field. RuleError at it."""
        return read_cards(self.cleaned_data.get(name, ""), name)

    def hands(self, name: str = "hands") -> dict[int, tuple[Card, ...]]:
        """The cards of each player who has some. RuleError at ``<name>.<seat>``."""
        return {seat: self.cards(f"{name}.{seat}") for seat in self.by_seat(name)}

    @property
    def asks_cards(self) -> bool:
        return any(isinstance(field, CardsField) for field in self.fields.values())

    @property
    def common(self) -> list[forms.BoundField]:
        """The fields that are no player's."""
        return [self[name] for name in self.fields if "." not in name]

    @property
    def rows(self) -> list[Row]:
        """Each player's fields, in the order in which players are asked."""
        made = []
        for seat in self.seats:
            fields = [self[name] for name in self.fields if name.endswith(f".{seat}")]
            if fields:
                made.append(Row(self.called(seat), tuple(fields)))
        return made
