"""A journal line with all that its sentence needs, and the phrases that sentences are made of."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext, ngettext

from tournaments.base.words import round_title
from tournaments.core.evening import Play
from tournaments.core.settings import Settings
from tournaments.evening.presenters.kinds.counter_lines import at_table
from tournaments.journal.selectors.line_facts import Wrote
from tournaments.journal.selectors.lines import Given
from tournaments.models import Journal
from tournaments.prizes.presenters.prizes import titles_of

NAMED_AT_MOST = 12

SettingsSaid = Callable[[Settings, Play], Sequence[tuple[str, str]]]
"""Settings in words: what each is about, and how it is set."""


@dataclass(frozen=True)
class Sentence:
    """A line of the journal in words: a sentence, perhaps with ``more``; what a correction made of what."""

    words: str
    more: str = ""
    was: str = ""
    now: str = ""


@dataclass(frozen=True)
class Told:
    """A journal line, the round it was written in (0: none), what it wrote, and what is known beside it.

    ``before``: the line just before; ``asked``: the line that it answers; ``takes_back``: the one that it
    takes back; ``given``: prizes that changed hands by it. ``names`` are those shown now, and the ``first``
    to be named is who is looked for.
    """

    line: Journal
    round: int
    wrote: Wrote
    play: Play
    settings: Settings
    names: Mapping[int, str]
    said: SettingsSaid
    before: Journal | None = None
    asked: Journal | None = None
    takes_back: "Told | None" = None
    given: Sequence[Given] = ()
    first: int | None = None

    @property
    def payload(self) -> Mapping[str, Any]:
        return dict(self.line.payload)

    def name(self, entry: object) -> str:
        return self.names.get(entry, "?") if isinstance(entry, int) else "?"

    @property
    def who(self) -> str:
        """The person whom the line is about."""
        return self.name(self.payload.get("entry"))

    def people(self, entries: Iterable[int]) -> str:
        """Names, of many the first ones."""
        return some([self.name(entry) for entry in self.in_order(entries)])

    def in_order(self, entries: Iterable[int]) -> list[int]:
        """Who is looked for comes first, so that nobody is looked for in vain."""
        return sorted(entries, key=lambda entry: entry != self.first)

    def prize(self, key: str) -> str:
        """The prize's title."""
        return titles_of(self.settings, self.play).get(key, key)

    def where(self, round: int, table: int, deal: int = 0) -> str:
        """ "Table 3", "Table 3, deal 1"; with its round, if that is another than the one of the line."""
        figures = {"round": round_title(self.play, round), "table": table, "deal": deal}
        if round == self.round:
            return at_table(table, deal, several=bool(deal))
        if deal:
            return gettext("%(round)s, table %(table)s, deal %(deal)s") % figures
        return gettext("%(round)s, table %(table)s") % figures


def some(names: Sequence[str]) -> str:
    """The names, of many the first ones and how many more there are."""
    if len(names) <= NAMED_AT_MOST:
        return ", ".join(names)
    rest = len(names) - NAMED_AT_MOST
    return ngettext("%(names)s and %(n)s more", "%(names)s and %(n)s more", rest) % {
        "names": ", ".join(names[:NAMED_AT_MOST]),
        "n": rest,
    }


def sentences(*parts: str) -> str:
    """The sentences that there are, one after the other."""
    return " ".join(part for part in parts if part)


def missing() -> Sentence:
    """Of a line whose facts are not there."""
    return Sentence(gettext("The details of this line are missing."))


def fresh_between(told: Told) -> str:
    """Who took a fresh stake before the next deal, where the line gave any."""
    if fresh := told.payload.get("fresh"):
        return gettext("Fresh stake: %(names)s.") % {"names": told.people(fresh)}
    return ""
