"""The dealer's call as it is typed at the table, and the cells that are tapped for it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby, permutations
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from accounts.errors import RuleError
from accounts.refusals import OUT_OF_RANGE
from accounts.shared.forms.base import ActionForm
from games.describe import figures
from games.describe.figures import refusal
from games.rules.clag import CALLED, MODIFIERS, PRECEDENCE, REFUSED
from tournaments.scoring.presenters.bid_sheets import BidSheet

CALL = "call."


@dataclass(frozen=True)
class Cell:
    """A number, or a suit, that is tapped. ``off``: it cannot be."""

    value: str
    words: str
    on: bool
    off: bool = False


@dataclass(frozen=True)
class Switch:
    """Something that the dealer may call; ``excludes``: what they then may not, each with the reason."""

    name: str
    words: str
    on: bool
    excludes: tuple[tuple[str, str], ...]
    errors: Any


class CallForm(ActionForm):
    """What the dealer calls: cards, what kind of deal, and an order of the suits."""

    def __init__(self, *args: Any, sheet: BidSheet, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.sheet = sheet
        self.fields[f"{CALL}cards"] = forms.TypedChoiceField(
            coerce=int,
            choices=[(n, n) for n in CALLED],
            error_messages={
                "required": _("Tap how many cards the dealer calls."),
                "invalid_choice": _(OUT_OF_RANGE) % {"least": min(CALLED), "most": max(CALLED)},
            },
        )
        for key in MODIFIERS:
            self.fields[CALL + key] = forms.BooleanField(required=False)
        self.fields[f"{CALL}suits"] = forms.ChoiceField(choices=_suit_orders, required=False)
        if not self.is_bound:
            self.initial = {f"{CALL}suits": PRECEDENCE, **fields_of(sheet.call)}

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if not self.errors:
            try:
                self.sheet.called(self.call())
            except RuleError as error:
                self.add_error(error.field if error.field in self.fields else None, refusal(error))
        return cleaned

    def call(self) -> dict[str, Any]:
        """The call as the rules take it."""
        cleaned = self.cleaned_data
        on = {key: True for key in MODIFIERS if cleaned.get(CALL + key)}
        suits = cleaned.get(f"{CALL}suits") if on.get("suit_precedence") else ""
        return {"cards": cleaned[f"{CALL}cards"], **on, **({"suits": suits} if suits else {})}

    def cards(self) -> tuple[Cell, ...]:
        return cells_of(self, f"{CALL}cards", [(str(n), str(n)) for n in CALLED])

    def switches(self) -> Iterator[Switch]:
        for key, title in MODIFIERS.items():
            excludes = tuple(
                (CALL + (other if key == one else one), _(why))
                for (one, other), why in REFUSED.items()
                if key in (one, other)
            )
            name = CALL + key
            yield Switch(name, _(title), bool(self[name].value()), excludes, self[name].errors)

    @property
    def suits(self) -> Any:
        return self[f"{CALL}suits"]

    @property
    def asked(self) -> Any:
        """The field for the number of cards."""
        return self[f"{CALL}cards"]


def fields_of(call: Mapping[str, Any]) -> dict[str, Any]:
    """A call by the names of its fields, to be sent again with what follows it."""
    return {CALL + key: value for key, value in call.items()}


def _suit_orders() -> list[tuple[str, list[tuple[str, str]]]]:
    """Every order of the suits, highest first, by the highest; that which is usual at the top."""
    orders = sorted(permutations(PRECEDENCE), key=lambda order: [PRECEDENCE.index(suit) for suit in order])
    return [
        (
            _("%(suit)s highest") % {"suit": figures.suit(first)},
            [("".join(order), " ".join(figures.SIGNS[suit] for suit in order)) for order in same],
        )
        for first, same in groupby(orders, key=lambda order: order[0])
    ]


def cells_of(form: forms.Form, name: str, choices: list[tuple[str, str]]) -> tuple[Cell, ...]:
    value = form[name].value()
    typed = None if value is None else str(value)
    return tuple(Cell(key, words, key == typed) for key, words in choices)
