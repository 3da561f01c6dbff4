"""Forms of the bell and a round's clock: cards that were cut, the reason for an undo, and minutes."""

from enum import StrEnum
from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from accounts.numbers import number_in
from accounts.refusals import CHOOSE_ONE
from accounts.shared.forms import ActionForm, WholeField
from games.rules.checks import NO_CARD
from tournaments.base.forms import make_reason_field
from tournaments.core.movement.clock import LONGEST
from tournaments.core.movement.cuts import CutNeed
from tournaments.core.record import Purpose

# The ranks of a cut: the ace is low.
RANKS = [
    ("A", _("A (low)")),
    *((rank, rank) for rank in "23456789"),
    ("T", "10"),
    ("J", "J"),
    ("Q", "Q"),
    ("K", "K"),
]


LONGEST_AMONG = 200


class CutNamed(ActionForm):
    """The hidden fields that name a cut, in a button or in the form of the cards."""

    purpose = forms.TypedChoiceField(coerce=Purpose, choices=[(purpose, purpose) for purpose in Purpose])
    table = WholeField(min_value=1)
    deal = WholeField(min_value=0, required=False)
    among = forms.CharField(max_length=LONGEST_AMONG, required=False)

    def parse_players(self) -> list[int]:
        """Return the players who cut, from the button's "7-9". A part that is not a number becomes 0."""
        return [number_in(part, 16) or 0 for part in self.cleaned_data["among"].split("-") if part]

    def make_arguments(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        return {"purpose": cleaned["purpose"], "table": cleaned["table"], "deal": cleaned["deal"] or 0}


class CutForm(ActionForm):
    """The card's rank for each player who must cut. Suits decide nothing, so they have no fields."""

    def __init__(self, *args: Any, need: CutNeed, names: dict[int, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.need = need
        for entry in need.among:
            self.fields[f"card-{entry}"] = forms.ChoiceField(
                label=names.get(entry, "?"),
                choices=[("", _("card")), *RANKS],
                error_messages={
                    "required": _("Choose the card."),
                    "invalid_choice": _(NO_CARD),
                },
            )

    @property
    def attempt(self) -> int:
        return len(self.need.attempts) + 1

    @property
    def is_outdated(self) -> bool:
        """Return whether the cards belong to another attempt, or to other players' cut."""
        cards = {key for key in self.data if key.startswith("card-")}
        attempt = self.data.get("attempt", str(self.attempt))
        return self.is_bound and (attempt != str(self.attempt) or not cards <= self.fields.keys())

    def get_cards(self) -> dict[int, str]:
        """Return each player's card, such as "K"."""
        return {entry: self.cleaned_data[f"card-{entry}"] for entry in self.need.among}


class UndoBellForm(ActionForm):
    """The reason to undo a bell or to replay its moves, and whether later results may be discarded.

    ``bell``: the round whose bell the page showed. So a bell that rang meanwhile is not undone by mistake.
    """

    discard = forms.BooleanField(required=False)
    bell = WholeField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, verb: str, lost_round: str, **kwargs: Any) -> None:
        """Make the form; ``lost_round``: the title of the round whose results may be discarded."""
        super().__init__(*args, **kwargs)
        self.fields["reason"] = make_reason_field(verb, required=True)
        self.fields["discard"].label = _("Yes, discard the results of %(round)s") % {"round": lost_round}


MOST = int(LONGEST.total_seconds()) // 60
NO_SUCH_TIME = format_lazy(_("Enter 1 to {most} minutes."), most=MOST)


class ClockAction(StrEnum):
    """The actions of the clock's buttons. After the bell, a pause delays the moves."""

    START = "start"
    PAUSE = "pause"
    RESUME = "resume"
    EXTEND = "extend"
    LAST = "last"
    NOT_LAST = "not_last"


class ClockForm(ActionForm):
    """A button of the clock, perhaps with minutes: the length of the clock, or the time to add."""

    what = forms.TypedChoiceField(
        coerce=ClockAction,
        choices=[(action, action) for action in ClockAction],
        error_messages={"required": _(CHOOSE_ONE), "invalid_choice": _(CHOOSE_ONE)},
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
