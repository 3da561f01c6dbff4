"""A table's last deal is taken back, as if it had not been written down: it was another table's, or none."""

from collections.abc import Collection

from accounts.errors import StateError
from accounts.errors import gettext_noop as _
from tournaments.base.arguments import DealNo, RoundNo, TableNo
from tournaments.core.record import CountKind, Stage, StakeKind
from tournaments.core.refusals import GAME_OVER, RUNG
from tournaments.evening.services.journal import Act, journaled
from tournaments.models import CountRow, CutRow, Deal, DealLine, OpenDeal, StakeRow
from tournaments.scoring.services.deal_records import open_table
from tournaments.scoring.services.fresh_stakes import given_since


@journaled(
    "deal_withdrawn",
    Stage.PLAYING,
    asks_reason=True,
    title="Undo a table’s last deal",
    looks=True,
    replays=True,
)
def deal_withdraw(act: Act, *, round: RoundNo, table: TableNo, deal: DealNo) -> None:
    """Undo a table's last deal, with its counts, fresh stakes, cuts and later bids."""
    at = open_table(act, round, table)
    if at.round.rung_id:
        raise StateError("round", RUNG)
    if at.ending is not None:
        raise StateError("table", GAME_OVER, table=table)
    here = {"round": at.round, "position": table, "void": None}
    last = Deal.objects.filter(**here).select_related("journal").order_by("-number").first()
    if last is None or last.number != deal:
        raise StateError("deal", _("Only the last deal of a table can be undone."))
    if at.play.game.stakes:
        _give_back(act, last)
    OpenDeal.objects.filter(**here).update(void=act.line)
    CutRow.objects.filter(**here, journal__seq__gt=last.journal.seq).update(void=act.line)
    Deal.objects.filter(pk=last.pk).update(void=act.line)
    act.note(round=round, table=table, deal=deal)


def _give_back(act: Act, last: Deal) -> None:
    """Everybody has the counters from before the deal."""
    people = set(DealLine.objects.filter(version__deal=last).values_list("entry", flat=True))
    _refuse_taken_along(last, people)
    given_since(last).update(void=act.line)
    _count_as_before(act, last, people)


def _refuse_taken_along(last: Deal, people: Collection[int]) -> None:
    """Whoever has gone since took along what the deal brought."""
    gone = StakeRow.objects.filter(
        round=last.round_id,
        kind=StakeKind.DEPARTURE,
        entry__in=people,
        void=None,
        journal__seq__gt=last.journal.seq,
    )
    if (name := gone.values_list("entry__name", flat=True).first()) is not None:
        raise StateError(
            "deal",
            _("%(name)s left after this deal and took counters of it along. Undo that first."),
            name=name,
        )


def _count_as_before(act: Act, last: Deal, people: Collection[int]) -> None:
    """Counts at the bell that the deal brought, or that were made since, are void; those before stand again.

    What a correction of an earlier deal says of them meanwhile holds.
    """
    counts = CountRow.objects.filter(round=last.round_id, kind=CountKind.BELL, entry__in=people)
    since = counts.filter(journal__seq__gt=last.journal.seq, journal__verb="table_counted")
    lines = {*last.versions.values_list("journal", flat=True), *since.values_list("journal", flat=True)}
    counts.filter(journal__in=lines, void=None).update(void=act.line)
    gone = counts.filter(void__in=lines).exclude(journal__in=lines).order_by("journal__seq")
    newest = dict(gone.exclude(entry__in=counts.filter(void=None).values("entry")).values_list("entry", "pk"))
    CountRow.objects.filter(pk__in=newest.values()).update(void=None)
