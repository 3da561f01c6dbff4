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


def typed_words(data: QueryDict, names: Mapping[int, str]) -> list[str]:
    """Return a line for each filled-in part of the form, with players' names."""
    typed = Typed(data, names)
    lines = [*typed.pool(), *typed.bids()]
    return [line for line in lines if line]


class Typed:
    """The fields of a submitted form, read without validation."""

    def __init__(self, data: QueryDict, names: Mapping[int, str]) -> None:
        self.sent, self.names = data, names

    def pool(self) -> Iterator[str]:
        yield self._line(gettext("Won"), self._people("winners"))
        yield (
            gettext("Nobody called.")
            if self._value("nobody")
            else self._line(gettext("Called"), self._people("in_call"))
        )
        now = self._value("tally") not in (TallyKind.STAKES, TallyKind.THREE)
        yield self._line(
            gettext("After this deal") if now else gettext("Put in"), self._by_person("counters")
        )
        yield self._line(gettext("Out of counters"), self._people("broke"))
        yield self._line(gettext("Stakes"), (self._value(stake) for stake in ("first", "second", "third")))
        yield self._line(gettext("Won the first stake"), self._people("won_first"))
        yield self._line(gettext("Won the third stake"), self._people("won_third"))
        yield self._line(gettext("Cards"), self._by_person("cards"))

    def bids(self) -> Iterator[str]:
        modifiers = [gettext(title) for key, title in MODIFIERS.items() if self._value(CALL + key)]
        yield self._line(gettext("Call"), [self._value(f"{CALL}cards"), *modifiers])
        yield self._line(gettext("Bid"), self._by_person("bids"))
        yield self._line(gettext("Tricks"), [*self._by_person("tricks"), *self._by_trick()])
        yield self._line(
            gettext("Revokes"), (part for part in self._by_person("revokes") if not part.endswith(" 0"))
        )
        yield self._line(gettext("Trump"), [SIGNS.get(self._value("trump"), "")])

    def _line(self, title: str, parts: Iterable[str]) -> str:
        texts = [part for part in parts if part][:MOST_PARTS]
        return f"{title}: {', '.join(texts)}" if texts else ""

    def _people(self, field: str) -> Iterator[str]:
        return (self._name(value) for value in self.sent.getlist(field))

    def _by_person(self, part: str) -> Iterator[str]:
        """Yield the players for whom something was typed in ``part``, each with the typed value."""
        for field in self.sent:
            before, _dash, entry = field.partition("-")
            name, value = self._name(entry) if before == part else "", self._value(field)
            if name and value:
                yield f"{name} {value}"

    def _by_trick(self) -> Iterator[str]:
        for number in range(1, MOST_PARTS + 1):
            if name := self._name(self._value(f"trick-{number}")):
                yield f"{number} {name}"

    def _name(self, entry: str) -> str:
        return self.names.get(number_in(entry, LONGEST_VALUE - 1) or 0, "")

    def _value(self, field: str) -> str:
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
        return prefix_of(self.table)

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


def prefix_of(table: int) -> str:
    """Return the prefix of a table's field names."""
    return f"t{table}"


def is_typed(form: RecordForm) -> bool:
    """Return whether anything was typed. The choice of how counters are entered is ignored."""
    return any(
        _plain(form[name].data) != _plain(form[name].initial) for name in form.fields if name != "tally"
    )


def _plain(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return " ".join(sorted(map(str, value)))
    return "" if value is None or value is False else str(value).strip()


def sent_slips(data: QueryDict) -> tuple[SlipKey, ...]:
    """Return the slips of the page. The head table comes last, because its result rings the bell."""
    matches = (KEY.fullmatch(value) for value in data.getlist(SLIP_FIELD)[:MOST_TABLES])
    keys = {(int(key[1]), int(key[2])) for key in matches if key}
    return tuple(sorted(keys, key=lambda key: (key[0] == 1, key)))


def typed_in(data: QueryDict, table: int, names: Mapping[int, str]) -> tuple[str, ...]:
    """Return what was typed on the table's slip, in words."""
    prefix = f"{prefix_of(table)}-"
    of_table = QueryDict(mutable=True)
    for name, values in data.lists():
        if name.startswith(prefix):
            of_table.setlist(name.removeprefix(prefix), values)
    return tuple(typed_words(of_table, names))


def in_order(slips: Iterable[FormSlip]) -> list[FormSlip]:
    return sorted(slips, key=lambda slip: (slip.table, slip.deal))
