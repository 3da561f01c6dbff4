"""What somebody typed of a deal, in words: for whoever must see it though it was not recorded."""

from collections.abc import Iterable, Iterator, Mapping

from django.http import QueryDict
from django.utils.translation import gettext as _

from accounts.numbers import number_in
from games.describe import figures
from games.rules.clag import MODIFIERS
from tournaments.scoring.forms.calls import CALL
from tournaments.scoring.services.counts import TallyKind

MOST_PARTS = 20
LONGEST_VALUE = 30


def typed_words(sent: QueryDict, names: Mapping[int, str]) -> list[str]:
    """A line for each part of the form that was filled in, with the names of tonight's people."""
    typed = Typed(sent, names)
    lines = [*typed.pool(), *typed.bids()]
    return [line for line in lines if line]


class Typed:
    """The fields of a form that was sent, read without trusting any."""

    def __init__(self, sent: QueryDict, names: Mapping[int, str]) -> None:
        self.sent, self.names = sent, names

    def pool(self) -> Iterator[str]:
        yield self._line(_("Won"), self._people("winners"))
        yield (
            _("Nobody called.") if self._value("nobody") else self._line(_("Called"), self._people("in_call"))
        )
        now = self._value("tally") not in (TallyKind.STAKES, TallyKind.THREE)
        yield self._line(_("After this deal") if now else _("Put in"), self._each("counters"))
        yield self._line(_("Out of counters"), self._people("broke"))
        yield self._line(_("Stakes"), (self._value(stake) for stake in ("first", "second", "third")))
        yield self._line(_("Won the first stake"), self._people("won_first"))
        yield self._line(_("Won the third stake"), self._people("won_third"))
        yield self._line(_("Cards"), self._each("cards"))

    def bids(self) -> Iterator[str]:
        called = [_(title) for key, title in MODIFIERS.items() if self._value(CALL + key)]
        yield self._line(_("Call"), [self._value(f"{CALL}cards"), *called])
        yield self._line(_("Bid"), self._each("bids"))
        yield self._line(_("Tricks"), [*self._each("tricks"), *self._by_trick()])
        yield self._line(_("Revokes"), (part for part in self._each("revokes") if not part.endswith(" 0")))
        yield self._line(_("Trump"), [figures.SIGNS.get(self._value("trump"), "")])

    def _line(self, title: str, parts: Iterable[str]) -> str:
        found = [part for part in parts if part][:MOST_PARTS]
        return f"{title}: {', '.join(found)}" if found else ""

    def _people(self, field: str) -> Iterator[str]:
        return (self._name(value) for value in self.sent.getlist(field))

    def _each(self, part: str) -> Iterator[str]:
        """Everybody for whom something was typed in ``part``, with that."""
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
        shown = "".join(letter for letter in self.sent.get(field, "") if letter.isprintable())
        return shown.strip()[:LONGEST_VALUE]
