"""Fresh stakes that the banker gave and nobody noted, or that were noted and not given."""

from collections.abc import Mapping
from typing import Annotated

from django.db.models import Q

from accounts.errors import RuleError, StaleError, StateError
from accounts.errors import gettext_noop as _
from accounts.refusals import CHANGED
from tournaments.base.arguments import EntryNo, Limits
from tournaments.core.kinds.dealing import require_stakes
from tournaments.core.record import Stage, StakeKind
from tournaments.core.refusals import HAS_NO_COUNTERS, NOT_CHECKED_IN
from tournaments.core.settings import Counting
from tournaments.evening.services.journal import Act, journaled
from tournaments.models import EntryRow, RoundRow, SeatRow, StakeRow
from tournaments.scoring.services.fresh_stakes import departures_follow

OneRound = Annotated[int, Limits(least=1)]
Given = Annotated[bool, Limits("True: the banker gave a fresh stake. False: the banker gave none.")]


@journaled(
    "stake_corrected",
    Stage.PLAYING,
    Stage.SETTLING,
    asks_reason=True,
    title="Record or remove a fresh stake",
    looks=True,
)
def stake_correct(
    act: Act, *, entry: EntryNo, round: OneRound, given: Given, seen: int | None = None
) -> None:
    """Record a missing fresh stake of a player in a round, or remove one that was not given.

    ``given``: the stake is recorded. Seats stay. For a player who has gone home, the counters taken along
    change.
    It is refused if the ledger has it so already, or if the player's stakes have changed since journal line
    ``seen``.
    """
    require_stakes(act.evening.play, HAS_NO_COUNTERS)
    person = EntryRow.objects.filter(evening=act.evening, void=None, pk=entry).first()
    if person is None:
        raise StateError("person", NOT_CHECKED_IN)
    _refuse_changed(person, seen)
    row = RoundRow.objects.filter(evening=act.evening, number=round, void=None).first()
    if row is None or not SeatRow.objects.filter(round=row, entry=entry, void=None).exists():
        raise RuleError(
            "round", _("%(name)s had no seat at that time. Choose another player or round."), name=person.name
        )
    several = act.evening.play.several_deals(act.settings)
    begins = StakeRow.objects.filter(round=row, entry=entry, kind=StakeKind.FIRST, void=None)
    if begins.exists() and not several:
        raise RuleError(
            "round",
            _("%(name)s won the first stake at that time, so they were not out of counters."),
            name=person.name,
        )
    noted = StakeRow.objects.filter(round=row, entry=entry, kind=StakeKind.FRESH, void=None)
    last = noted.order_by("-journal__seq").first()
    if not given:
        if last is None:
            raise StaleError(
                "person", _("No fresh stake of %(name)s is recorded for that time."), name=person.name
            )
        noted.filter(pk=last.pk).update(void=act.line)
        _departures(act, row, {entry: -last.counters})
    elif last is not None and not several:
        raise StaleError(
            "person", _("A fresh stake of %(name)s is already recorded for that time."), name=person.name
        )
    else:
        StakeRow.objects.create(
            entry=person, round=row, kind=StakeKind.FRESH, counters=act.settings.stake, journal=act.line
        )
        _departures(act, row, {entry: act.settings.stake})
    act.note(entry=entry, round=round, given=given)


def _departures(act: Act, row: RoundRow, more: Mapping[int, int]) -> None:
    """Change what people took along since then, where every deal is counted."""
    if act.settings.counting is Counting.EACH_DEAL:
        later = Q(round=row, kind=StakeKind.DEPARTURE) | Q(round__number__gt=row.number)
        departures_follow(act, StakeRow.objects.filter(later, round__evening=act.evening), more)


def _refuse_changed(person: EntryRow, seen: int | None) -> None:
    """With several deals somebody may have several: two who look at once do not note the same one twice."""
    since = Q(journal__seq__gt=seen) | Q(void__seq__gt=seen)
    if seen is not None and StakeRow.objects.filter(since, entry=person, kind=StakeKind.FRESH).exists():
        raise StaleError("seen", CHANGED)
