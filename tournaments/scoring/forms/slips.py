"""Forms of slips, many tables on one page; and typed but unrecorded values, in words."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.forms.boundfield import BoundField
from django.http import QueryDict
from django.utils.translation import gettext

from accounts.numbers import number_in
from games.describe.parts import SIGNS
from games.rules.clag import MODIFIERS
from tournaments.core.movement.seating import HEAD
from tournaments.scoring.forms.bids import CALL, WholeForm
from tournaments.scoring.forms.deals import PoolForm, RecordForm
from tournaments.scoring.presenters.deal_results import ResultVersion
from tournaments.scoring.presenters.deals import SlipKey
from tournaments.scoring.presenters.sheets import Bidder
from tournaments.scoring.services.counts import TallyKind

MOST_PARTS = 20
LONGEST_VALUE = 30


def describe_typed(data: QueryDict, names: Mapping[int, str]) -> list[str]:
    """Return a line for each filled-in part of the form, with players' names."""
    typed = Typed(data, names)
    lines = [*typed.describe_pool(), *typed.describe_bids()]
    return [line for line in lines if line]


class Typed:
    """The fields of a submitted form, read without validation."""

    def __init__(self, data: QueryDict, names: Mapping[int, str]) -> None:
        self.sent, self.names = data, names

    def describe_pool(self) -> Iterator[str]:
        yield self._format_line(gettext("Won"), self._list_people("winners"))
        yield (
            gettext("Nobody called.")
            if self._read_value("nobody")
            else self._format_line(gettext("Called"), self._list_people("in_call"))
        )
        now = self._read_value("tally") not in (TallyKind.STAKES, TallyKind.THREE)
        yield self._format_line(
            gettext("After this deal") if now else gettext("Put in"), self._list_amounts("counters")
        )
        yield self._format_line(gettext("Out of counters"), self._list_people("broke"))
        yield self._format_line(
            gettext("Stakes"), (self._read_value(stake) for stake in ("first", "second", "third"))
        )
        yield self._format_line(gettext("Won the first stake"), self._list_people("won_first"))
        yield self._format_line(gettext("Won the third stake"), self._list_people("won_third"))
        yield self._format_line(gettext("Cards"), self._list_amounts("cards"))

    def describe_bids(self) -> Iterator[str]:
        modifiers = [gettext(title) for key, title in MODIFIERS.items() if self._read_value(CALL + key)]
        yield self._format_line(gettext("Call"), [self._read_value(f"{CALL}cards"), *modifiers])
        yield self._format_line(gettext("Bid"), self._list_amounts("bids"))
        yield self._format_line(gettext("Tricks"), [*self._list_amounts("tricks"), *self._list_tricks()])
        yield self._format_line(
            gettext("Revokes"), (part for part in self._list_amounts("revokes") if not part.endswith(" 0"))
        )
        yield self._format_line(gettext("Trump"), [SIGNS.get(self._read_value("trump"), "")])

    def _format_line(self, title: str, parts: Iterable[str]) -> str:
        texts = [part for part in parts if part][:MOST_PARTS]
        return f"{title}: {', '.join(texts)}" if texts else ""

    def _list_people(self, field: str) -> Iterator[str]:
        return (self._find_name(value) for value in self.sent.getlist(field))

    def _list_amounts(self, part: str) -> Iterator[str]:
        """Yield the players for whom something was typed in ``part``, each with the typed value."""
        for field in self.sent:
            before, _dash, entry = field.partition("-")
            name, value = self._find_name(entry) if before == part else "", self._read_value(field)
            if name and value:
                yield f"{name} {value}"

    def _list_tricks(self) -> Iterator[str]:
        for number in range(1, MOST_PARTS + 1):
            if name := self._find_name(self._read_value(f"trick-{number}")):
                yield f"{number} {name}"

    def _find_name(self, entry: str) -> str:
        return self.names.get(number_in(entry, LONGEST_VALUE - 1) or 0, "")

    def _read_value(self, field: str) -> str:
        text = "".join(letter for letter in self.sent.get(field, "") if letter.isprintable())
        return text.strip()[:LONGEST_VALUE]


MOST_TABLES = 40
"""Most tables on one page: a table of twelve sends some 45 fields, and a request may have 2000."""

SLIP_FIELD = "slip"
"""The field that names the page's slips, by table and deal: ``3-1``."""

KEY = re.compile(r"([1-9][0-9]{0,3})-([1-9][0-9]{0,3})")


class PoolSlip(PoolForm):
    """A pool's slip. The booby table's slip also has fields for counters, which the bell may need."""

    @property
    def asks_counts(self) -> bool:
        sheet = self.sheet
        at_bell = sheet.is_booby and sheet.last_deal and sheet.play.format.is_head(HEAD)
        return super().asks_counts or at_bell

    def _stakes_before(self) -> Mapping[str, int]:
        """Return nothing: a slip with figures is one that was typed."""
        return {}

    @property
    def pickers(self) -> Iterator[BoundField]:
        """Return the fields for who won the first and the third stake, in games with three stakes."""
        return (self[name] for name in ("won_first", "won_third") if name in self.fields)


@dataclass(frozen=True)
class SlipLine:
    """One player's line on a slip of bids."""

    bidder: Bidder
    cells: tuple[BoundField, ...]


class BidSlip(WholeForm):
    """A deal of bids on a slip: bids, tricks, and revokes if the game scores them."""

    def lines(self) -> Iterator[SlipLine]:
        """Yield the players in the order of their seats, as on the printed slip."""
        parts = ["bids", "tricks", "revokes"] if self.sheet.revoke else ["bids", "tricks"]
        seats = self.sheet.bid_table.places
        for bidder in sorted(self.players, key=lambda bidder: seats.index(bidder.entry)):
            yield SlipLine(bidder, tuple(self[f"{part}-{bidder.entry}"] for part in parts))


@dataclass(frozen=True)
class FormSlip:
    """A table's deal on the page. ``form`` is None if the dealer calls first, on the deal's own page.

    ``stands``: a result that somebody else has recorded. ``removal``: why the table no longer exists; then
    sheet and form are None. ``typed``: the typed values in words, shown in either case.
    """

    table: int
    deal: int
    sheet: Any
    form: RecordForm | None
    stands: ResultVersion | None = None
    typed: tuple[str, ...] = ()
    removal: str = ""

    @property
    def key(self) -> str:
        return f"{self.table}-{self.deal}"

    @property
    def prefix(self) -> str:
        return make_prefix(self.table)

    @property
    def late(self) -> bool:
        """Return whether somebody else recorded this result first, or removed the table."""
        return self.stands is not None or bool(self.removal)

    @property
    def has_errors(self) -> bool:
        return self.form is not None and self.form.is_bound and bool(self.form.errors)

    @property
    def refusal(self) -> str:
        """Return the refusal if no visible field has it."""
        if self.form is None:
            return self.removal
        return self.form.refusal


def make_prefix(table: int) -> str:
    """Return the prefix of a table's field names."""
    return f"t{table}"


def is_typed(form: RecordForm) -> bool:
    """Return whether anything was typed. The choice of how counters are entered is ignored."""
    return any(
        _simplify(form[name].data) != _simplify(form[name].initial) for name in form.fields if name != "tally"
    )


def _simplify(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return " ".join(sorted(map(str, value)))
    return "" if value is None or value is False else str(value).strip()


def read_sent_slips(data: QueryDict) -> tuple[SlipKey, ...]:
    """Return the slips of the page. The head table comes last, because its result rings the bell."""
    matches = (KEY.fullmatch(value) for value in data.getlist(SLIP_FIELD)[:MOST_TABLES])
    keys = {(int(key[1]), int(key[2])) for key in matches if key}
    return tuple(sorted(keys, key=lambda key: (key[0] == 1, key)))


def describe_slip(data: QueryDict, table: int, names: Mapping[int, str]) -> tuple[str, ...]:
    """Return what was typed on the table's slip, in words."""
    prefix = f"{make_prefix(table)}-"
    of_table = QueryDict(mutable=True)
    for name, values in data.lists():
        if name.startswith(prefix):
            of_table.setlist(name.removeprefix(prefix), values)
    return tuple(describe_typed(of_table, names))


def sort_slips(slips: Iterable[FormSlip]) -> list[FormSlip]:
    return sorted(slips, key=lambda slip: (slip.table, slip.deal))
