"""What the bell and a round's clock are told: cards that were cut, why it is undone, minutes."""

from collections.abc import Iterator
from enum import StrEnum
from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from accounts.forms.base import ActionForm
from accounts.forms.numbers import WholeField
from games.describe.figures import suits
from tournaments.core.facts import Purpose
from tournaments.core.movement.clock import LONGEST
from tournaments.core.movement.cuts import CutNeed
from tournaments.forms.running.reasons import reason_field

# As they are in a cut: the ace is low.
RANKS = [
    ("A", _("A (low)")),
    *((rank, rank) for rank in "23456789"),
    ("T", "10"),
    ("J", "J"),
    ("Q", "Q"),
    ("K", "K"),
]


class CutNamed(ActionForm):
    """Which cut is meant: fields that a button or the form of the cards carries hidden."""

    purpose = forms.TypedChoiceField(coerce=Purpose, choices=[(purpose, purpose) for purpose in Purpose])
    table = WholeField(min_value=1)
    deal = WholeField(min_value=0, required=False)

    def named(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        return {"purpose": cleaned["purpose"], "table": cleaned["table"], "deal": cleaned["deal"] or 0}


class CutForm(ActionForm):
    """A card for each who must cut: its rank and its suit, picked from two short lists."""

    def __init__(self, *args: Any, need: CutNeed, names: dict[int, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.need, self.names = need, names
        for entry in need.among:
            name = names.get(entry, "?")
            for part, label, choices in (
                ("rank", _("%(name)s: card"), [("", _("card")), *RANKS]),
                ("suit", _("%(name)s: suit"), [("", _("suit")), *suits()]),
            ):
                self.fields[f"{part}-{entry}"] = forms.ChoiceField(
                    label=label % {"name": name},
                    choices=choices,
                    error_messages={
                        "required": _("Choose the card."),
                        "invalid_choice": _("This is not a card."),
                    },
                )

    @property
    def attempt(self) -> int:
        return len(self.need.attempts) + 1

    def rows(self) -> Iterator[tuple[str, BoundField, BoundField]]:
        for entry in self.need.among:
            yield self.names.get(entry, "?"), self[f"rank-{entry}"], self[f"suit-{entry}"]

    def cards(self) -> dict[int, str]:
        """What each cut, as "KD"; only of those whose card is complete."""
        cleaned = self.cleaned_data
        cards = {e: cleaned.get(f"rank-{e}", "") + cleaned.get(f"suit-{e}", "") for e in self.need.among}
        return {entry: card for entry, card in cards.items() if len(card) == 2}

    def clean(self) -> dict[str, Any]:
        """Point at the second of two equal cards; that there is one of each is the core's rule."""
        cleaned = super().clean() or self.cleaned_data
        seen: set[str] = set()
        for entry, card in self.cards().items():
            if card in seen:
                self.add_error(f"rank-{entry}", _("This card appears twice. Check the cards."))
            seen.add(card)
        return cleaned


class TakeBackForm(ActionForm):
    """Why a bell is undone or its moves are replayed, and whether later results may go.

    ``bell`` is the round whose bell was shown: if another rang meanwhile, that one is not undone unseen.
    """

    discard = forms.BooleanField(required=False)
    bell = WholeField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, verb: str, lost: str, **kwargs: Any) -> None:
        """``lost`` names the round whose results may go."""
        super().__init__(*args, **kwargs)
        self.fields["reason"] = reason_field(verb, required=True)
        self.fields["discard"].label = _("Yes, discard the results of %(round)s") % {"round": lost}


MOST = int(LONGEST.total_seconds()) // 60
ONE_OF_THESE = _("Choose one of these.")
NO_SUCH_TIME = format_lazy(_("Enter 1 to {most} minutes."), most=MOST)


class What(StrEnum):
    """What a button of the clock asks for; after the bell a pause holds the moves back."""

    START = "start"
    PAUSE = "pause"
    RESUME = "resume"
    EXTEND = "extend"
    LAST = "last"
    NOT_LAST = "not_last"


class ClockForm(ActionForm):
    """One button, perhaps with minutes: how long a clock runs, or how much longer."""

    what = forms.TypedChoiceField(
        coerce=What,
        choices=[(what, what) for what in What],
        error_messages={"required": ONE_OF_THESE, "invalid_choice": ONE_OF_THESE},
    )
    minutes = WholeField(
        required=False,
        min_value=1,
        max_value=MOST,
        error_messages={"invalid": NO_SUCH_TIME, "min_value": NO_SUCH_TIME, "max_value": NO_SUCH_TIME},
    )

    @property
    def seconds(self) -> int | None:
        minutes: int | None = self.cleaned_data["minutes"]
        return None if minutes is None else minutes * 60
