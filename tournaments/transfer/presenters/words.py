"""People's numbers and English sentences in an exported evening."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.base.words import moved
from tournaments.core.files.documents import ordered
from tournaments.core.reasons import PEOPLE, Reason
from tournaments.core.record import Entry
from tournaments.transfer.selectors.imports_made import IMPORT, NEW_PLAYERS

IN_JOURNAL = PEOPLE | {"entry", "among", "waiting", "winners"}
"""Keys of a journal line's payload that hold one entry or several."""

WITH_STATE = "presences"
WITH_NAME = "groups"
"""The keys that hold pairs of an entry and what became of it, and entries by the name of their group."""


@dataclass(frozen=True)
class Words:
    """``numbers``: people's numbers in the order of coming, by entry; ``names`` their shown names."""

    numbers: Mapping[int, int]
    names: Mapping[int, str]

    @classmethod
    def of(cls, entries: Iterable[Entry]) -> "Words":
        people = tuple(entries)
        numbers = {entry.id: number for number, entry in enumerate(people, start=1)}
        return cls(numbers, {entry.id: entry.name for entry in people})

    def reason(self, code: str, figures: Mapping[str, Any]) -> dict[str, Any]:
        """Why something was decided: its code, its sentence, and its figures with people's numbers."""
        return {
            "code": code,
            "sentence": moved(Reason(code, figures), self.names),
            "figures": self._numbered(figures, PEOPLE),
        }

    def payload(self, payload: Mapping[str, Any]) -> dict[str, Any]:
        """A journal line's figures, with people's numbers, but not by which import they came."""
        told = {key: value for key, value in payload.items() if key not in (IMPORT, NEW_PLAYERS)}
        numbered = self._numbered(told, IN_JOURNAL)
        if WITH_STATE in payload:
            numbered[WITH_STATE] = [[self.numbers.get(entry), state] for entry, state in payload[WITH_STATE]]
        if WITH_NAME in payload:
            numbered[WITH_NAME] = {name: self._number(who) for name, who in payload[WITH_NAME].items()}
        return numbered

    def _numbered(self, figures: Mapping[str, Any], people: Iterable[str]) -> dict[str, Any]:
        known = ordered(figures)
        return {key: self._number(value) if key in people else value for key, value in known.items()}

    def _number(self, value: Any) -> Any:
        if isinstance(value, (list, tuple)):
            return [self._number(one) for one in value]
        return self.numbers.get(value)
