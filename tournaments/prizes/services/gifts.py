"""Prizes that no rule decides, such as of a raffle: given by hand, and taken back in the open."""

from collections.abc import Collection, Sequence
from typing import Annotated

from django.db.models import QuerySet

from accounts.errors import RuleError, StaleError, StateError
from accounts.errors import gettext_noop as _
from accounts.names import clean_name
from accounts.refusals import CHOOSE_PLAYERS, ONLY_ONCE, TOO_MANY
from tournaments.base.arguments import LONGEST_KEY, MOST_PEOPLE, Limits, Name
from tournaments.core.ranking.prize_list import BY_HAND, GIVEN_BY_HAND
from tournaments.core.record import Stage
from tournaments.evening.services.journal import Act, journaled
from tournaments.models import Award, EntryRow

OfEntry = Annotated[int, Limits("Number of an entry.", stored=True)]
Winners = Annotated[Sequence[OfEntry], Limits("Who won it.", least=1, most=MOST_PEOPLE)]
GivenPrize = Annotated[
    str, Limits("Key of a prize that was given by hand, such as `hand-1`.", most=LONGEST_KEY)
]

WITH_PEOPLE = (Stage.CHECK_IN, Stage.SEATED, Stage.PLAYING, Stage.SETTLING, Stage.FINISHED)
MOST = 100
"""So many prizes can be given by hand in an evening or a season."""


@journaled("prize_given", *WITH_PEOPLE, asks_reason=True, title="Give a prize by hand")
def prize_give(act: Act, *, title: Name, winners: Winners) -> None:
    """Give a prize by hand to these entries. RuleError at ``title`` or ``winners``."""
    known = EntryRow.objects.filter(evening=act.evening, void=None).values_list("pk", flat=True)
    award = gift_of(act.evening.gifts.all(), title, winners, known, act.line.reason)
    award.evening, award.revealed = act.evening, act.line
    award.save()
    award.winners.set(winners)
    act.note(prize=award.prize, title=award.title, winners=list(winners))


@journaled(
    "prize_taken_back", *WITH_PEOPLE, asks_reason=True, title="Take back a prize that was given by hand"
)
def prize_take_back(act: Act, *, prize: GivenPrize) -> None:
    """Take back a prize that was given by hand. RuleError at ``prize``."""
    award = taken_back(act.evening.gifts.all(), prize)
    winners = list(award.winners.order_by("pk").values_list("pk", flat=True))
    act.note(prize=award.prize, title=award.title, winners=winners)


def gift_of(
    gifts: QuerySet[Award], title: str, winners: Sequence[int], known: Collection[int], reason: str
) -> Award:
    """The next prize by hand after ``gifts``, still to be stored. RuleError at ``title`` or ``winners``."""
    title = clean_name(title, "title")
    if not winners:
        raise RuleError("winners", CHOOSE_PLAYERS)
    if len(set(winners)) != len(winners):
        raise RuleError("winners", ONLY_ONCE)
    if not set(winners) <= set(known):
        raise RuleError("winners", _("Choose players of this evening or season."))
    if (rank := gifts.count() + 1) > MOST:
        raise StateError("title", TOO_MANY, most=MOST)
    figures = {"reason": reason}
    return Award(rank=rank, prize=f"{BY_HAND}{rank}", title=title, why=GIVEN_BY_HAND, figures=figures)


def taken_back(gifts: QuerySet[Award], prize: str) -> Award:
    """The prize by hand with this key, which counts no more. RuleError at ``prize``."""
    award = gifts.filter(prize=prize).first()
    if award is None:
        raise StateError("prize", _("No prize given by hand has this key."))
    if award.withdrawn:
        raise StaleError("prize", _("This prize is already taken back."))
    award.withdrawn = True
    award.save(update_fields=["withdrawn"])
    return award
