"""A deal's bids as they are typed at the table, and what all parts of its sheet have in common."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from accounts.names import one_stop
from accounts.refusals import OUT_OF_RANGE
from accounts.shared.forms.numbers import WholeField
from games.describe import figures
from games.rules.bidding import legal_bids
from games.rules.deals import Bidding, Deal, Hook
from tournaments.base.forms.reasons import scored_reason
from tournaments.models import Journal
from tournaments.scoring.forms.calls import Cell, cells_of
from tournaments.scoring.forms.seated import RecordForm, SeatedForm
from tournaments.scoring.presenters.bid_sheets import Bidder, BidSheet
from tournaments.scoring.services.bids import Bids, bids_record

SUIT_SIGNS = [(suit, figures.SIGNS[suit]) for suit in "CDHS"]


@dataclass(frozen=True)
class Row:
    """One player's part: the cells of the field ``name``, and ``why`` some cannot be tapped."""

    bidder: Bidder
    name: str
    cells: tuple[Cell, ...]
    why: str = ""
    errors: Any = ()
    revokes: tuple[Cell, ...] = ()
    next: bool = False
    no_zero: bool = False


def number_field(most: int, *, required: str = "") -> forms.TypedChoiceField:
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


def _trump() -> forms.ChoiceField:
    return forms.ChoiceField(choices=[*SUIT_SIGNS, ("", "–")], required=False)


class SheetForm(SeatedForm):
    """A part of a deal's sheet. What was typed before it was refused is shown again."""

    sheet: BidSheet
    unseen: tuple[str, ...] = ("base", "base_version")
    """How the names of fields begin that are not shown: what is wrong with them is said above all others."""

    def __init__(self, *args: Any, sheet: BidSheet, **kwargs: Any) -> None:
        super().__init__(*args, sheet=sheet, **kwargs)
        self.deal: Deal = sheet.plan  # type: ignore[assignment]  # such a form is made for a plan
        self.players = sheet.bidders
        self.ask()

    def ask(self) -> None:
        """Put the fields in."""
        if self.sheet.turns_trump:
            self.fields["trump"] = _trump()
            self.initial.setdefault("trump", self.sheet.trump)

    @property
    def number(self) -> int:
        return self.deal.number

    @property
    def refusal(self) -> str:
        told = [*self.non_field_errors()]
        for name, errors in self.errors.items():
            told += errors if name.startswith(self.unseen) else ()
        return str(told[0]) if told else ""

    def typed(self) -> Iterator[tuple[str, str, str]]:
        """Everybody's name with the bid and the tricks that were typed, or ""."""
        numbers = [name for name in self.fields if name.startswith("trick-")]
        for bidder in self.players:
            bid, tricks = (self._value(f"{part}-{bidder.entry}") for part in ("bids", "tricks"))
            took = [name[6:] for name in numbers if self._value(name) == str(bidder.entry)]
            yield bidder.name, bid, str(len(took)) if took else tricks

    def _value(self, name: str) -> str:
        value = self[name].value() if name in self.fields else None
        return "" if value is None else str(value)

    def trumps(self) -> tuple[Cell, ...]:
        """The suits to tap what was turned up."""
        return cells_of(self, "trump", [*SUIT_SIGNS, ("", "–")]) if "trump" in self.fields else ()

    @property
    def trump(self) -> str:
        return str(self.cleaned_data.get("trump") or "")


class NoDealForm(RecordForm):
    """A form for a deal that the table does not play: the service says why."""

    def __init__(self, correcting: bool, *args: Any) -> None:
        super().__init__(*args)
        self.correcting = correcting

    def command(self) -> partial[Journal]:
        return partial(bids_record, told=Bids({}))


class BidsForm(SheetForm):
    """Everybody's bid. Where bids stand already these are to take their place."""

    def ask(self) -> None:
        super().ask()
        for bidder in self.players:
            required = one_stop(_("Tap the bid of %(name)s.") % {"name": bidder.name})
            self.fields[f"bids-{bidder.entry}"] = number_field(self.deal.cards, required=required)
            self.initial.setdefault(f"bids-{bidder.entry}", 0 if self.deal.misere else bidder.bid)
        if self.sheet.announced is not None:
            self.fields["base"] = WholeField(required=False)
            self.fields["reason"] = scored_reason("bids_recorded", _("Reason"))

    @property
    def rewrites(self) -> bool:
        """Whether bids stand already. A reason is then asked, but of who may still change a bid."""
        return "base" in self.fields

    def bids(self) -> dict[int, int]:
        return {bidder.entry: self.cleaned_data[f"bids-{bidder.entry}"] for bidder in self.players}

    def told(self) -> Bids:
        return Bids(self.bids(), self.sheet.call, self.trump)

    def command(self) -> partial[Journal]:
        return partial(bids_record, told=self.told(), base=self.cleaned_data.get("base"))

    def done(self) -> str:
        return _("The bids are recorded.")

    def bid_rows(self) -> Iterator[Row]:
        """Everybody in bidding order, with the bids that the ones before leave."""
        made: list[int] | None = []
        for bidder in self.players:
            name = f"bids-{bidder.entry}"
            legal, why = self._legal(bidder, made)
            cells = cells_of(self, name, [(str(n), str(n)) for n in range(self.deal.cards + 1)])
            typed = next((int(cell.value) for cell in cells if cell.on), None)
            yield Row(
                bidder,
                name,
                tuple(replace(cell, off=int(cell.value) not in legal) for cell in cells),
                why,
                self[name].errors,
                next=typed is None and made is not None and not self.sheet.at_once,
                no_zero=0 not in self._free(bidder),
            )
            made = None if typed is None or made is None else [*made, typed]

    @property
    def hook(self) -> Hook:
        """Which total is refused, as far as bids are made in turn."""
        return Hook.NONE if self.deal.bidding is Bidding.SIMULTANEOUS else self.deal.hook

    @property
    def no_zero(self) -> str:
        return _("Not 0: this player bid zero in the last %(zeros)s deals.") % {
            "zeros": self.sheet.at.game.zeros
        }

    @property
    def why(self) -> dict[str, str]:
        """Why the total refuses a bid, with places for its figures."""
        figures = {"cards": self.deal.cards, "n": "{n}"}
        return {
            "hooked": _("Not %(n)s: the bids may not total %(cards)s, the number of tricks.") % figures,
            "most": _("At most %(n)s: all bids must total %(cards)s.") % figures,
            "rest": _("Only %(n)s: all bids must total %(cards)s.") % figures,
        }

    def _legal(self, bidder: Bidder, made: list[int] | None) -> tuple[tuple[int, ...], str]:
        """What may be bid after these bids; where they are not known yet, whatever they will be."""
        game, players = self.sheet.at.game, len(self.players)
        loose = self._free(bidder)
        zero = self.no_zero if 0 not in loose and not self.deal.misere else ""
        if made is None or (sum(made) > self.deal.cards and self.hook is Hook.TOTAL):
            return loose, zero
        legal = legal_bids(game, self.deal, players, made, bidder.zeros)
        return legal, zero or self._why(loose, legal, last=len(made) == players - 1)

    def _free(self, bidder: Bidder) -> tuple[int, ...]:
        """What may be bid whatever the others bid."""
        free = replace(self.deal, hook=Hook.NONE)
        return legal_bids(self.sheet.at.game, free, len(self.players), (), bidder.zeros)

    def _why(self, loose: tuple[int, ...], legal: tuple[int, ...], *, last: bool) -> str:
        if loose == legal:
            return ""
        if self.hook is not Hook.TOTAL:
            return self.why["hooked"].replace("{n}", str(next(bid for bid in loose if bid not in legal)))
        return self.why["rest" if last else "most"].replace("{n}", str(max(legal)))
