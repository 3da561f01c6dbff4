"""The result of a finished evening as everybody may know it: what was revealed of its highest version.

Prizes by hand come after it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext

from accounts.answers import STRANGERS, answers
from tournaments.base.words import Worded, discreetly, for_whom, prize_called, worded
from tournaments.core.reasons import Reason
from tournaments.core.results import prizes
from tournaments.evening.selectors.access import public_names_of
from tournaments.hall.presenters.hall_layout import Fitted
from tournaments.models import Award, Evening, Result
from tournaments.prizes.presenters.prizes import Prize, winners_named
from tournaments.standings.selectors.written import all_given, newest_result, settled_in


@answers(
    "place", "name", "net", "yellow_chips", "score", "hands", to=STRANGERS, component="PublicLine", about=""
)
@dataclass(frozen=True)
class Line:
    place: int
    entry: int
    name: str
    net: int | None
    yellow_chips: int
    score: int | None = None
    hands: int | None = None
    fitted: Fitted | None = None


@dataclass(frozen=True)
class Announced:
    """The prizes, the highest first; the standing once every one of them is revealed."""

    lines: tuple[Line, ...] = ()
    prizes: tuple[Prize, ...] = ()

    @property
    def places(self) -> dict[int, int]:
        return {line.entry: line.place for line in self.lines}

    @property
    def hidden(self) -> int:
        """How many prizes are still to be revealed."""
        return sum(not prize.revealed for prize in self.prizes)

    @property
    def newest(self) -> Prize | None:
        """The prize revealed last; of several revealed together the highest."""
        return max((p for p in self.prizes if p.revealed), key=lambda p: p.line, default=None)

    def prizes_of(self, entry: int) -> tuple[Prize, ...]:
        return tuple(prize for prize in self.prizes if any(entry == one.who for one in prize.winners))


def announced(evening: Evening, shown: str = "") -> Announced:
    """What was revealed, in five queries at most; empty as long as nothing was announced.

    ``shown``: how a published page calls people.
    """
    result = newest_result(evening)
    if result is None:
        return Announced()
    names = public_names_of(evening, shown=shown)
    listed = {prize.key: prize for prize in prizes.prize_list(result.settings, result.play)}
    won = all_given(result)
    known = all(award.revealed for award in won)
    say = worded if known else discreetly
    lines = _lines(result, names) if known else ()
    return Announced(lines, tuple(_prize(award, listed.get(award.prize), names, say) for award in won))


def _lines(result: Result, names: Mapping[int, str]) -> tuple[Line, ...]:
    return tuple(
        Line(row.place, row.entry_id, names[row.entry_id], row.net, row.yellow or 0, row.score, row.hands)
        for row in settled_in(result, "entry__name")
    )


def _prize(
    award: Award, prize: prizes.Prize | None, names: Mapping[int, str], say: Callable[..., Worded]
) -> Prize:
    """The prize as the hall knows it; ``say`` words its reason."""
    title, whom = (prize_called(prize), for_whom(prize)) if prize else (gettext(award.title), "")
    if award.revealed is None:
        return Prize(award.prize, title, whom=whom)
    return Prize(
        award.prize,
        title,
        winners_named((winner.pk for winner in award.current_winners), names),
        say(Reason(award.why, award.figures), names),
        revealed=True,
        whom=whom,
        line=award.revealed.seq,
    )
