"""Why a thing was decided: a code and its figures, and the sentences that show them.

A reason is stored as (code, figures). Its words are made when it is shown, in the reader's language. Every
code of the core has its sentences in ``SENTENCES``. These are whole sentences, shown one after the other,
so that each is translated once. A figure that names a person is an entry's id under a key of ``PEOPLE``.
The shell replaces the id by the shown name.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tournaments.core.reasons.moves import MOVES, SEATS
from tournaments.core.reasons.places import LEVEL, LEVEL_PLACES, PLACES

PEOPLE = frozenset({"who", "whom", "others"})
"""Keys of figures that hold an entry's id, or several."""


@dataclass(frozen=True)
class Reason:
    """Why something was decided: a code of ``SENTENCES`` and the figures that its sentences show."""

    code: str
    figures: Mapping[str, int | str | tuple[int, ...]] = field(default_factory=dict)

    @property
    def sentences(self) -> tuple[str, ...]:
        """Return the sentences in English, without their figures filled in."""
        return SENTENCES[self.code]

    @property
    def levelled(self) -> tuple[str, ...]:
        """Return one sentence for equal ``points``, if there is one; otherwise ``sentences``."""
        if self.code == "above_countback" and (level := LEVEL_PLACES.get(int(str(self.figures["place"])))):
            return (level,)
        return (LEVEL[self.code],) if self.code in LEVEL else self.sentences

    def __hash__(self) -> int:
        return hash((self.code, tuple(sorted(self.figures.items()))))


def phrase_for_bids(reason: Reason, exact_protects: bool = True) -> Reason:
    """Return the reason in the words for bids, or for totals alone. Unchanged if there are none."""
    for words in ("bids",) if exact_protects else ("totals", "bids"):
        if (code := f"{reason.code}_{words}") in SENTENCES:
            return Reason(code, reason.figures)
    return reason


def word_for_stake_before(reason: Reason) -> Reason:
    """Return ``reason`` in the words for a fresh stake taken between two deals, not at the bell."""
    return Reason(f"{reason.code}_before", reason.figures)


SENTENCES: dict[str, tuple[str, ...]] = {**SEATS, **MOVES, **PLACES}
"""The sentences of each code."""
