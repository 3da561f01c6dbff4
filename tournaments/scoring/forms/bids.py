"""Forms of a deal with bids: the dealer's call, bids, tricks, the whole deal and its correction.

``SheetForm`` is their base class.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby, permutations
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from accounts.errors import RuleError
from accounts.names import drop_double_stop
from accounts.refusals import OUT_OF_RANGE
from accounts.shared.forms import ActionForm, WholeField
from games.describe import parts as describe_parts
from games.describe.parts import describe_refusal
from games.rules.bidding import list_legal_bids
from games.rules.clag import CALLED, MODIFIERS, PRECEDENCE, REFUSED
from games.rules.deals import DealPlan, Hook, Madness
from games.rules.lookup import find_forbidden_totals
from tournaments.base.forms import make_scored_reason
from tournaments.models import Journal
from tournaments.scoring.forms.deals import RecordForm, SeatedForm
from tournaments.scoring.presenters.sheets import Bidder, BidSheet
from tournaments.scoring.services.bids import DealBids, TrickResult, bids_record, score_correct, score_record

CALL = "call."


@dataclass(frozen=True)
class TapCell:
    """A number or suit to tap; ``disabled``: the reader cannot tap it."""

    value: str
    words: str
    selected: bool
    disabled: bool = False


@dataclass(frozen=True)
class Switch:
    """An option of the dealer's call; ``excludes``: options that it rules out, each with the reason."""

    name: str
    words: str
    selected: bool
    excludes: tuple[tuple[str, str], ...]
    errors: Any


class CallForm(ActionForm):
    """The dealer's call: the number of cards, the kind of deal, and an order of the suits."""

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
        self.fields[f"{CALL}suits"] = forms.ChoiceField(choices=_list_suit_orders, required=False)
        if not self.is_bound:
            self.initial = {f"{CALL}suits": PRECEDENCE, **prefix_call(sheet.call)}

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if not self.errors:
            try:
                self.sheet.apply_call(self.read_call())
            except RuleError as error:
                self.add_error(error.field if error.field in self.fields else None, describe_refusal(error))
        return cleaned

    def read_call(self) -> dict[str, Any]:
        """Return the call in the form that the rules use."""
        cleaned = self.cleaned_data
        modifiers = {key: True for key in MODIFIERS if cleaned.get(CALL + key)}
        suits = cleaned.get(f"{CALL}suits") if modifiers.get("suit_precedence") else ""
        return {"cards": cleaned[f"{CALL}cards"], **modifiers, **({"suits": suits} if suits else {})}

    def cards(self) -> tuple[TapCell, ...]:
        return make_cells(self, f"{CALL}cards", [(str(n), str(n)) for n in CALLED])

    def switches(self) -> Iterator[Switch]:
        for key, title in MODIFIERS.items():
            excludes = tuple(
                (CALL + (second if key == first else first), _(reason))
                for (first, second), reason in REFUSED.items()
                if key in (first, second)
            )
            name = CALL + key
            yield Switch(name, _(title), bool(self[name].value()), excludes, self[name].errors)

    @property
    def suits(self) -> Any:
        return self[f"{CALL}suits"]

    @property
    def cards_field(self) -> Any:
        """Return the field for the number of cards."""
        return self[f"{CALL}cards"]


def prefix_call(call: Mapping[str, Any]) -> dict[str, Any]:
    """Return a call by field name, to send it again with the next step."""
    return {CALL + key: value for key, value in call.items()}


def _list_suit_orders() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return all orders of the suits, highest suit first, grouped by it. The usual order comes first."""
    orders = sorted(permutations(PRECEDENCE), key=lambda order: [PRECEDENCE.index(suit) for suit in order])
    return [
        (
            _("%(suit)s highest") % {"suit": describe_parts.format_suit(first)},
            [("".join(order), " ".join(describe_parts.SIGNS[suit] for suit in order)) for order in same],
        )
        for first, same in groupby(orders, key=lambda order: order[0])
    ]


def make_cells(form: forms.Form, name: str, choices: list[tuple[str, str]]) -> tuple[TapCell, ...]:
    value = form[name].value()
    typed = None if value is None else str(value)
    return tuple(TapCell(key, words, key == typed) for key, words in choices)


SUIT_SIGNS = [(suit, describe_parts.SIGNS[suit]) for suit in "CDHS"]


@dataclass(frozen=True)
class BidderRow:
    """One player's part: the cells of the field ``name``. ``hint``: why some cells cannot be tapped."""

    bidder: Bidder
    name: str
    cells: tuple[TapCell, ...]
    hint: str = ""
    errors: Any = ()
    revokes: tuple[TapCell, ...] = ()
    next: bool = False
    no_zero: bool = False


def make_number_field(most: int, *, required: str = "") -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        coerce=int,
        empty_value=None,
        choices=[(n, n) for n in range(most + 1)],
        required=bool(required),
        error_messages={
            "required": required,
            "invalid_choice": _(OUT_OF_RANGE) % {"least": 0, "most": most},
        },
    )


class SheetForm(SeatedForm):
    """A base for forms of one step of a deal. A refused form keeps its typed values."""

    sheet: BidSheet
    unseen: tuple[str, ...] = ("base", "base_version")
    """Prefixes of hidden fields. The page shows their errors above all others."""

    def __init__(self, *args: Any, sheet: BidSheet, **kwargs: Any) -> None:
        super().__init__(*args, sheet=sheet, **kwargs)
        self.deal: DealPlan = sheet.plan  # type: ignore[assignment]  # such a form is made for a plan
        self.players = sheet.bidders
        self.ask()

    def ask(self) -> None:
        """Add the fields."""
        if self.sheet.turns_trump:
            self.fields["trump"] = forms.ChoiceField(choices=[*SUIT_SIGNS, ("", "–")], required=False)
            self.initial.setdefault("trump", self.sheet.trump)

    @property
    def number(self) -> int:
        return self.deal.number

    @property
    def refusal(self) -> str:
        messages = [*self.non_field_errors()]
        for name, errors in self.errors.items():
            messages += errors if name.startswith(self.unseen) else ()
        return str(messages[0]) if messages else ""

    def typed(self) -> Iterator[tuple[str, str, str]]:
        """Yield each player's name with the typed bid and tricks, or ""."""
        numbers = [name for name in self.fields if name.startswith("trick-")]
        for bidder in self.players:
            bid, tricks = (self._read_value(f"{part}-{bidder.entry}") for part in ("bids", "tricks"))
            took = [name[6:] for name in numbers if self._read_value(name) == str(bidder.entry)]
            yield bidder.name, bid, str(len(took)) if took else tricks

    def _read_value(self, name: str) -> str:
        value = self[name].value() if name in self.fields else None
        return "" if value is None else str(value)

    def trumps(self) -> tuple[TapCell, ...]:
        """Return the cells to tap for the turned-up suit."""
        return make_cells(self, "trump", [*SUIT_SIGNS, ("", "–")]) if "trump" in self.fields else ()

    @property
    def trump(self) -> str:
        return str(self.cleaned_data.get("trump") or "")


class NoDealForm(RecordForm):
    """A form for a deal that the table does not play. The service gives the reason."""

    def __init__(self, correcting: bool, *args: Any) -> None:
        super().__init__(*args)
        self.correcting = correcting

    def command(self) -> partial[Journal]:
        return partial(bids_record, bids=DealBids({}))


class DealBidsForm(SheetForm):
    """Everybody's bid. If bids are already recorded, these replace them."""

    def ask(self) -> None:
        super().ask()
        for bidder in self.players:
            required = drop_double_stop(_("Tap the bid of %(name)s.") % {"name": bidder.name})
            self.fields[f"bids-{bidder.entry}"] = make_number_field(self.deal.cards, required=required)
            self.initial.setdefault(f"bids-{bidder.entry}", 0 if self.deal.misere else bidder.bid)
        if self.sheet.announced is not None:
            self.fields["base"] = WholeField(required=False)
            self.fields["reason"] = make_scored_reason("bids_recorded", _("Reason"))

    @property
    def rewrites(self) -> bool:
        """Return whether bids are already recorded. A reason is then required.

        No reason is required from the last bidder, who may still change their bid.
        """
        return "base" in self.fields

    def list_bids(self) -> dict[int, int]:
        return {bidder.entry: self.cleaned_data[f"bids-{bidder.entry}"] for bidder in self.players}

    def read_bids(self) -> DealBids:
        return DealBids(self.list_bids(), self.sheet.call, self.trump)

    def command(self) -> partial[Journal]:
        return partial(bids_record, bids=self.read_bids(), base=self.cleaned_data.get("base"))

    def success_message(self) -> str:
        return _("The bids are recorded.")

    def bid_rows(self) -> Iterator[BidderRow]:
        """Yield the players in bidding order, with the bids that the earlier bids allow."""
        earlier: list[int] | None = []
        for bidder in self.players:
            name = f"bids-{bidder.entry}"
            legal, hint = self._find_legal_bids(bidder, earlier)
            cells = make_cells(self, name, [(str(n), str(n)) for n in range(self.deal.cards + 1)])
            typed = next((int(cell.value) for cell in cells if cell.selected), None)
            yield BidderRow(
                bidder,
                name,
                tuple(replace(cell, disabled=int(cell.value) not in legal) for cell in cells),
                hint,
                self[name].errors,
                next=typed is None and earlier is not None and not self.sheet.at_once,
                no_zero=0 not in self._find_free_bids(bidder),
            )
            earlier = None if typed is None or earlier is None else [*earlier, typed]

    @property
    def forbidden(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the totals that the bids may not have before the last bid, and after it."""
        return find_forbidden_totals(self.deal, len(self.players))

    @property
    def adds_up(self) -> bool:
        """Return whether all bids together must be the number of tricks."""
        return self.deal.hook is Hook.TOTAL

    @property
    def no_zero(self) -> str:
        return _("Not 0: this player bid zero in the last %(zeros)s deals.") % {
            "zeros": self.sheet.bid_table.game.zeros
        }

    @property
    def hints(self) -> dict[str, str]:
        """Return sentences why the total forbids a bid, with placeholders for the figures."""
        figures = {"cards": "{cards}", "n": "{n}"}
        return {
            "hooked": _("Not %(n)s: the bids may not total %(cards)s, the number of tricks.") % figures,
            "most": _("At most %(n)s: all bids must total %(cards)s.") % figures,
            "rest": _("Only %(n)s: all bids must total %(cards)s.") % figures,
        }

    def _find_legal_bids(self, bidder: Bidder, earlier: list[int] | None) -> tuple[tuple[int, ...], str]:
        """Return the allowed bids after the ``earlier`` ones; None: not known, so ignore the total."""
        game, players = self.sheet.bid_table.game, len(self.players)
        loose = self._find_free_bids(bidder)
        zero = self.no_zero if 0 not in loose and not self.deal.misere else ""
        if earlier is None or (sum(earlier) > self.deal.cards and self.adds_up):
            return loose, zero
        legal = list_legal_bids(game, self.deal, players, earlier, bidder.zeros)
        return legal, zero or self._explain_limit(loose, legal, last=len(earlier) == players - 1)

    def _find_free_bids(self, bidder: Bidder) -> tuple[int, ...]:
        """Return the allowed bids if the other bids are ignored."""
        free = replace(self.deal, hook=Hook.NONE)
        return list_legal_bids(self.sheet.bid_table.game, free, len(self.players), (), bidder.zeros)

    def _explain_limit(self, loose: tuple[int, ...], legal: tuple[int, ...], *, last: bool) -> str:
        if loose == legal:
            return ""
        if self.adds_up:
            hint, number = self.hints["rest" if last else "most"], max(legal)
        else:
            hint, number = self.hints["hooked"], next(bid for bid in loose if bid not in legal)
        return hint.replace("{n}", str(number)).replace("{cards}", str(self.deal.cards))


class TricksForm(SheetForm):
    """Tricks won by each player, or which tricks in a madness deal; revokes if the game scores them.

    A player without a tapped number won none. The form sends the bids that it shows, because they may change
    meanwhile.
    """

    unseen: tuple[str, ...] = ("bids-",)

    def ask(self) -> None:
        super().ask()
        if self.sheet.announced is not None and self.sheet.announced.trump:
            self.fields.pop("trump", None)
        for bidder in self.players:
            self._ask_bid(bidder)
            self.fields[f"tricks-{bidder.entry}"] = make_number_field(self.deal.cards)
            if self.sheet.revoke:
                self.fields[f"revokes-{bidder.entry}"] = make_number_field(self.deal.cards)
        if self.by_trick:
            for number in range(1, self.deal.cards + 1):
                self.fields[f"trick-{number}"] = forms.TypedChoiceField(
                    coerce=int,
                    empty_value=None,
                    choices=[(bidder.entry, bidder.name) for bidder in self.players],
                    required=False,
                )

    def _ask_bid(self, bidder: Bidder) -> None:
        self.fields[f"bids-{bidder.entry}"] = make_number_field(self.deal.cards)
        self.initial.setdefault(f"bids-{bidder.entry}", 0 if self.deal.misere else bidder.bid)

    @property
    def by_trick(self) -> bool:
        """Return whether the deal records which tricks each player won."""
        return self.deal.madness is not Madness.NONE

    @property
    def revoked(self) -> bool:
        """Return whether a revoke is typed."""
        names = [name for name in self.fields if name.startswith("revokes-")]
        return any(self._read_value(name) not in ("", "0") for name in names)

    def read_bids(self) -> DealBids | None:
        """Return the bids and trump that the form shows; None if no bids are recorded any more."""
        bids = {bidder.entry: self.cleaned_data.get(f"bids-{bidder.entry}") for bidder in self.players}
        numbers = {entry: bid for entry, bid in bids.items() if bid is not None}
        stand = self.sheet.announced is not None or self.sheet.versions or self.deal.misere
        return DealBids(numbers, self.sheet.call, self.trump) if stand and len(numbers) == len(bids) else None

    def command(self) -> partial[Journal]:
        return partial(score_record, result=self.read_tricks(), bids=self.read_bids())

    def read_tricks(self) -> TrickResult:
        cleaned = self.cleaned_data
        took: dict[int, tuple[int, ...]] = {}
        if self.by_trick:
            took = {bidder.entry: self._list_tricks_taken(bidder.entry) for bidder in self.players}
        return TrickResult(
            tricks={
                bidder.entry: len(took[bidder.entry])
                if self.by_trick
                else cleaned.get(f"tricks-{bidder.entry}") or 0
                for bidder in self.players
            },
            took=took,
            revokes={
                bidder.entry: cleaned.get(f"revokes-{bidder.entry}") or 0
                for bidder in self.players
                if self.sheet.revoke
            },
        )

    def _list_tricks_taken(self, entry: int) -> tuple[int, ...]:
        numbers = range(1, self.deal.cards + 1)
        return tuple(number for number in numbers if self.cleaned_data.get(f"trick-{number}") == entry)

    def trick_rows(self) -> Iterator[BidderRow]:
        """Yield the players in bidding order, with the numbers of tricks to tap."""
        for bidder in self.players:
            name = f"tricks-{bidder.entry}"
            bid = self[f"bids-{bidder.entry}"].value()
            yield BidderRow(
                replace(bidder, bid=None if bid in (None, "") else bid),
                name,
                self._make_trick_cells(bidder) if self.by_trick else self._make_number_cells(name),
                errors=self[name].errors,
                revokes=self._make_number_cells(f"revokes-{bidder.entry}") if self.sheet.revoke else (),
            )

    def _make_number_cells(self, name: str) -> tuple[TapCell, ...]:
        return make_cells(self, name, [(str(n), str(n)) for n in range(self.deal.cards + 1)])

    def _make_trick_cells(self, bidder: Bidder) -> tuple[TapCell, ...]:
        """Return the cells for each trick. A trick has one winner, so all players' cells share its field."""
        return tuple(
            TapCell(f"trick-{number}", str(number), str(self[f"trick-{number}"].value()) == str(bidder.entry))
            for number in range(1, self.deal.cards + 1)
        )


class WholeForm(DealBidsForm, TricksForm):
    """A whole deal: bids and tricks together."""

    unseen: tuple[str, ...] = SheetForm.unseen

    def _ask_bid(self, bidder: Bidder) -> None:
        """Do nothing: here, bids have the same kind of field as tricks."""

    command, success_message = TricksForm.command, SheetForm.success_message

    def read_bids(self) -> DealBids:
        return DealBidsForm.read_bids(self)


class CorrectionForm(WholeForm):
    """A scored deal, bids and tricks, with its correct values."""

    correcting = True

    def ask(self) -> None:
        stands = self.sheet.stands
        for score in stands.lines if stands else ():
            parts = {"bids": score.bid, "tricks": score.tricks, "revokes": score.revokes}
            for part, value in parts.items():
                self.initial.setdefault(f"{part}-{score.entry}", value)
            for number in score.took:
                self.initial.setdefault(f"trick-{number}", score.entry)
        super().ask()
        self.fields["reason"] = make_scored_reason("score_corrected")
        self.fields["base_version"] = WholeField(min_value=1)

    def command(self) -> partial[Journal]:
        base = self.cleaned_data["base_version"]
        return partial(score_correct, base_version=base, result=self.read_tricks(), bids=self.read_bids())
