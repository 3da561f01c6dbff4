"""Slips as they are typed in from paper: the forms that tables fill in themselves, many on one page."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.forms.boundfield import BoundField
from django.http import QueryDict

from tournaments.core.movement.chairs import HEAD
from tournaments.scoring.forms.deals import PoolForm
from tournaments.scoring.forms.seated import RecordForm
from tournaments.scoring.forms.tricks import WholeForm
from tournaments.scoring.forms.typed import typed_words
from tournaments.scoring.presenters.bid_sheets import Bidder
from tournaments.scoring.presenters.deal_results import Version
from tournaments.scoring.presenters.slips import SlipKey

MOST_TABLES = 40
"""On one page: twelve at a table send some 45 fields each, and a request may hold 2000."""

SENT = "slip"
"""The field that names a slip of the page, by its table and deal: ``3-1``."""

KEY = re.compile(r"([1-9][0-9]{0,3})-([1-9][0-9]{0,3})")


class PoolSlip(PoolForm):
    """A pool's slip. The booby table's has everybody's counters too: they may be needed at the bell."""

    @property
    def asks_counts(self) -> bool:
        sheet = self.sheet
        at_bell = sheet.is_booby and sheet.last_deal and sheet.play.format.is_head(HEAD)
        return super().asks_counts or at_bell

    @property
    def pickers(self) -> Iterator[BoundField]:
        """Who won the first stake, and who the third, where there are three."""
        return (self[name] for name in ("won_first", "won_third") if name in self.fields)


@dataclass(frozen=True)
class BidRow:
    """One player's line of a slip of bids."""

    bidder: Bidder
    cells: tuple[BoundField, ...]


class BidSlip(WholeForm):
    """A deal of bids on a slip: bids, tricks, and revokes where they count."""

    def lines(self) -> Iterator[BidRow]:
        """Everybody in the order of seats, as on the printed slip."""
        parts = ["bids", "tricks", "revokes"] if self.sheet.revoke else ["bids", "tricks"]
        seats = self.sheet.at.places
        for bidder in sorted(self.players, key=lambda bidder: seats.index(bidder.entry)):
            yield BidRow(bidder, tuple(self[f"{part}-{bidder.entry}"] for part in parts))


@dataclass(frozen=True)
class Slip:
    """A table's deal on the page. ``form`` is None where the deal is first called: its own page asks that.

    ``stands``: the result that somebody has recorded by now. ``gone``: why there is no such table any more,
    and so neither sheet nor form. ``typed``: what was typed, in words, for whoever finds one of the two.
    """

    table: int
    deal: int
    sheet: Any
    form: RecordForm | None
    stands: Version | None = None
    typed: tuple[str, ...] = ()
    gone: str = ""

    @property
    def key(self) -> str:
        return f"{self.table}-{self.deal}"

    @property
    def prefix(self) -> str:
        return prefix_of(self.table)

    @property
    def late(self) -> bool:
        """Whether somebody was faster: with this result, or with the table itself."""
        return self.stands is not None or bool(self.gone)

    @property
    def refused(self) -> bool:
        return self.form is not None and self.form.is_bound and bool(self.form.errors)

    @property
    def why(self) -> str:
        """Why it was refused, where no field on the page says it."""
        if self.form is None:
            return self.gone
        return self.form.refusal


def prefix_of(table: int) -> str:
    """How the names of a table's fields begin."""
    return f"t{table}"


def is_typed(form: RecordForm) -> bool:
    """Whether anything was typed. How counters are told is a choice, and says nothing by itself."""
    return any(
        _plain(form[name].data) != _plain(form[name].initial) for name in form.fields if name != "tally"
    )


def _plain(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return " ".join(sorted(map(str, value)))
    return "" if value is None or value is False else str(value).strip()


def sent_slips(sent: QueryDict) -> tuple[SlipKey, ...]:
    """The slips that the page held, the head table's last: its result rings the bell, after the others'."""
    found = (KEY.fullmatch(value) for value in sent.getlist(SENT)[:MOST_TABLES])
    keys = {(int(key[1]), int(key[2])) for key in found if key}
    return tuple(sorted(keys, key=lambda key: (key[0] == 1, key)))


def typed_in(sent: QueryDict, table: int, names: Mapping[int, str]) -> tuple[str, ...]:
    """What was typed on the table's slip, in words."""
    prefix = f"{prefix_of(table)}-"
    of_table = QueryDict(mutable=True)
    for name, values in sent.lists():
        if name.startswith(prefix):
            of_table.setlist(name.removeprefix(prefix), values)
    return tuple(typed_words(of_table, names))


def in_order(slips: Iterable[Slip]) -> list[Slip]:
    return sorted(slips, key=lambda slip: (slip.table, slip.deal))
