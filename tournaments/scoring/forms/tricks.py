"""The tricks of a deal as they are typed at the table, and a correction of bids and tricks."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from django import forms

from accounts.shared.forms.numbers import WholeField
from games.rules.deals import Madness
from tournaments.base.forms.reasons import scored_reason
from tournaments.models import Journal
from tournaments.scoring.forms.bids import BidsForm, Row, SheetForm, number_field
from tournaments.scoring.forms.calls import Cell, cells_of
from tournaments.scoring.presenters.bid_sheets import Bidder
from tournaments.scoring.services.bids import Bids, Taken, score_correct, score_record


class TricksForm(SheetForm):
    """Who won how many tricks, or in a madness which; revokes where they count. Not tapped is none.

    The bids that it was filled in beside are sent along: others may stand by then.
    """

    unseen: tuple[str, ...] = ("bids-",)

    def ask(self) -> None:
        super().ask()
        if self.sheet.announced is not None and self.sheet.announced.trump:
            self.fields.pop("trump", None)
        for bidder in self.players:
            self._ask_bid(bidder)
            self.fields[f"tricks-{bidder.entry}"] = number_field(self.deal.cards)
            if self.sheet.revoke:
                self.fields[f"revokes-{bidder.entry}"] = number_field(self.deal.cards)
        if self.by_trick:
            for number in range(1, self.deal.cards + 1):
                self.fields[f"trick-{number}"] = forms.TypedChoiceField(
                    coerce=int,
                    empty_value=None,
                    choices=[(bidder.entry, bidder.name) for bidder in self.players],
                    required=False,
                )

    def _ask_bid(self, bidder: Bidder) -> None:
        self.fields[f"bids-{bidder.entry}"] = number_field(self.deal.cards)
        self.initial.setdefault(f"bids-{bidder.entry}", 0 if self.deal.misere else bidder.bid)

    @property
    def by_trick(self) -> bool:
        """Whether it counts which tricks somebody won."""
        return self.deal.madness is not Madness.NONE

    @property
    def revoked(self) -> bool:
        """Whether a revoke is typed already."""
        names = [name for name in self.fields if name.startswith("revokes-")]
        return any(self._value(name) not in ("", "0") for name in names)

    def told(self) -> Bids | None:
        """The bids beside which the tricks were typed, and the trump; None where no bids stand any more."""
        bids = {bidder.entry: self.cleaned_data.get(f"bids-{bidder.entry}") for bidder in self.players}
        made = {entry: bid for entry, bid in bids.items() if bid is not None}
        stand = self.sheet.announced is not None or self.sheet.versions or self.deal.misere
        return Bids(made, self.sheet.call, self.trump) if stand and len(made) == len(bids) else None

    def command(self) -> partial[Journal]:
        return partial(score_record, taken=self.taken(), told=self.told())

    def taken(self) -> Taken:
        cleaned = self.cleaned_data
        took: dict[int, tuple[int, ...]] = {}
        if self.by_trick:
            took = {bidder.entry: self._took(bidder.entry) for bidder in self.players}
        return Taken(
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

    def _took(self, entry: int) -> tuple[int, ...]:
        numbers = range(1, self.deal.cards + 1)
        return tuple(number for number in numbers if self.cleaned_data.get(f"trick-{number}") == entry)

    def trick_rows(self) -> Iterator[Row]:
        """Everybody with the numbers of tricks, in bidding order."""
        for bidder in self.players:
            name = f"tricks-{bidder.entry}"
            bid = self[f"bids-{bidder.entry}"].value()
            yield Row(
                replace(bidder, bid=None if bid in (None, "") else bid),
                name,
                self._by_trick(bidder) if self.by_trick else self._numbers(name),
                errors=self[name].errors,
                revokes=self._numbers(f"revokes-{bidder.entry}") if self.sheet.revoke else (),
            )

    def _numbers(self, name: str) -> tuple[Cell, ...]:
        return cells_of(self, name, [(str(n), str(n)) for n in range(self.deal.cards + 1)])

    def _by_trick(self, bidder: Bidder) -> tuple[Cell, ...]:
        """The tricks by number: each is won by one player, so its cells share a field."""
        return tuple(
            Cell(f"trick-{number}", str(number), str(self[f"trick-{number}"].value()) == str(bidder.entry))
            for number in range(1, self.deal.cards + 1)
        )


class WholeForm(BidsForm, TricksForm):
    """A whole deal, bids and tricks together."""

    unseen: tuple[str, ...] = SheetForm.unseen

    def _ask_bid(self, bidder: Bidder) -> None:
        """Bids are typed here like tricks."""

    command, done = TricksForm.command, SheetForm.done

    def told(self) -> Bids:
        return BidsForm.told(self)


class CorrectionForm(WholeForm):
    """A scored deal, bids and tricks, as it should have been written."""

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
        self.fields["reason"] = scored_reason("score_corrected")
        self.fields["base_version"] = WholeField(min_value=1)

    def command(self) -> partial[Journal]:
        base = self.cleaned_data["base_version"]
        return partial(score_correct, base_version=base, taken=self.taken(), told=self.told())
