"""Services of the tables' phones: links, late entries, requests for corrections, and confirmations."""

from collections.abc import Sequence
from typing import Annotated

from django.db.models import QuerySet

from accounts.errors import RuleError, StaleError, StateError, TakenError
from accounts.errors import gettext_noop as _
from accounts.names import refuse_unshown
from accounts.permissions import Right
from accounts.refusals import DONE_ALREADY, TOO_LONG
from tournaments.base.arguments import LAST_SEQ, ArgumentLimits, DealNo, EntryNo, RoundNo, TableNo
from tournaments.core.record import Stage
from tournaments.core.refusals import NO_DEAL, NOT_AT_TABLE
from tournaments.evening.selectors.tables import is_after_bell
from tournaments.evening.services.journal import Act, journaled
from tournaments.models import DealVersion, RoundRow, ScorerLink
from tournaments.phones.selectors import CORRECTION, LATE, answered_already, open_asks, tables_without
from tournaments.scoring.services.counts import load_deal

OneTable = Annotated[int, ArgumentLimits(least=1)]
Renew = Annotated[bool, ArgumentLimits("Create a new link in its place.")]

WHILE_SCORED = (Stage.SEATED, Stage.PLAYING, Stage.SETTLING)


@journaled("links_made", *WHILE_SCORED, title="Create links for the table phones")
def links_make(act: Act) -> None:
    """Create a phone link for each table that has none."""
    tables = tables_without(act.evening.pk)
    if not tables:
        raise TakenError("links", _("Every table already has its code."))
    ScorerLink.objects.bulk_create(
        ScorerLink(evening=act.evening, table=table, journal=act.line) for table in tables
    )
    act.note(tables=tables)


@journaled("link_revoked", *WHILE_SCORED, title="Revoke a table’s link")
def link_revoke(act: Act, *, table: OneTable, renew: Renew = False) -> None:
    """Revoke a table's phone link. With ``renew``, create a new link in its place."""
    if not ScorerLink.objects.filter(evening=act.evening, table=table, void=None).update(void=act.line):
        raise StateError("table", _("Table %(table)s has no code."), table=table)
    if renew:
        ScorerLink.objects.create(evening=act.evening, table=table, journal=act.line)
    act.note(table=table, renewed=renew)


OPEN_AT_MOST = 20
"""The most open requests of one table."""
LONGEST_WORDS = 200
MOST_LINES, LONGEST_LINE = 10, 2_000
"""The limits of the lines that were typed."""
MOST_DEALS = 1_000

AnyDeal = Annotated[int, ArgumentLimits(least=0, most=MOST_DEALS)]
LateDeal = Annotated[
    int, ArgumentLimits("Number of the deal. 0: the counters at the bell.", least=0, most=MOST_DEALS)
]
AnyVersion = Annotated[int, ArgumentLimits("Current version of the result. 0: no result.", least=0)]
ConfirmedVersion = Annotated[int, ArgumentLimits("Version of the result that is confirmed.", least=1)]
RequestNo = Annotated[
    int, ArgumentLimits("Number of the journal line with the request.", least=1, most=LAST_SEQ)
]
TypedLine = Annotated[str, ArgumentLimits(most=LONGEST_LINE)]
TypedLines = Annotated[Sequence[TypedLine], ArgumentLimits(most=MOST_LINES)]
LateLines = Annotated[
    Sequence[TypedLine], ArgumentLimits("The result in words, one item per line.", least=1, most=MOST_LINES)
]
Mistake = Annotated[str, ArgumentLimits("Description of the mistake.", most=LONGEST_WORDS, empty=True)]


@journaled(LATE, Stage.PLAYING, Stage.SETTLING, right=Right.SCORE, by_link=True, title="Report a late result")
def entry_late(act: Act, *, round: RoundNo, table: TableNo, deal: LateDeal, typed: LateLines) -> None:
    """Tell the organiser about a result that arrived after its round. The result is not recorded.

    The same holds for a deal that began after the bell, on a phone without a network. ``typed``: the result
    in words, one item per line. ``deal`` 0: the counters at the bell.
    """
    rounds = _rounds(act, round, deal)
    open_round = act.stage is Stage.PLAYING and rounds.filter(void=None, closed=None).exists()
    if open_round and not is_after_bell(act.evening, round, table, deal):
        raise StateError("round", _("Round %(round)s is being played. Record the result there."), round=round)
    _ask(act, round, table, deal, typed)


@journaled(
    CORRECTION, Stage.PLAYING, Stage.SETTLING, right=Right.SCORE, by_link=True, title="Ask for a correction"
)
def correction_ask(
    act: Act,
    *,
    round: RoundNo,
    table: TableNo,
    deal: AnyDeal,
    version: AnyVersion,
    typed: TypedLines = (),
    words: Mistake = "",
) -> None:
    """Tell the organiser that a table's result is wrong.

    ``version``: the current version of the result. 0: there is no result, because the entry was refused.
    """
    words = " ".join(words.split())
    refuse_unshown(words, "words")
    if len(words) > LONGEST_WORDS:
        raise RuleError("words", TOO_LONG, most=LONGEST_WORDS)
    if not words and not typed:
        raise RuleError("words", _("Describe in a few words what is wrong."))
    if version:
        load_deal(act, round, table, deal, version)
    else:
        _rounds(act, round, deal)
    _ask(act, round, table, deal, typed, version=version, words=words)


@journaled(
    "ask_answered",
    Stage.PLAYING,
    Stage.SETTLING,
    Stage.FINISHED,
    title="Mark a request from a table phone as done",
)
def ask_answer(act: Act, *, ask: RequestNo) -> None:
    """Mark the message or request in journal line ``ask`` as done."""
    requests = open_asks(act.evening.pk)
    if all(request.seq != ask for request in requests):
        if answered_already(act.evening.pk, ask):
            raise StaleError("ask", DONE_ALREADY)
        raise RuleError("ask", _("There is no such request. Reload the page."))
    act.note(ask=ask)


@journaled(
    "deal_confirmed",
    Stage.PLAYING,
    Stage.SETTLING,
    right=Right.SCORE,
    by_link=True,
    title="Confirm a table’s result",
)
def deal_confirm(
    act: Act, *, round: RoundNo, table: TableNo, deal: DealNo, base_version: ConfirmedVersion, entry: EntryNo
) -> None:
    """Confirm a result from the table phone, as another player at the table."""
    if not act.settings.confirm:
        raise StateError("confirm", _("Results need no confirmation in this evening."))
    record, newest = load_deal(act, round, table, deal, base_version)
    if entry not in {line.entry for line in newest.lines}:
        raise RuleError("entry", NOT_AT_TABLE)
    phone_version = DealVersion.objects.filter(deal=record, version=base_version, journal__link__isnull=False)
    if not phone_version.exists():
        raise StateError("confirm", _("An organiser recorded this result, so nobody needs to confirm it."))
    if not phone_version.filter(confirmed=None).update(confirmed=act.line):
        raise StaleError("confirm", _("This result is already confirmed."))
    act.note(round=round, table=table, deal=deal, entry=entry)


def _rounds(act: Act, round: int, deal: int) -> QuerySet[RoundRow]:
    """Return the round, also if it was undone. RuleError at ``deal`` if there was no such round or deal."""
    rounds = RoundRow.objects.filter(evening=act.evening, number=round)
    if not rounds.exists() or not 0 <= deal <= MOST_DEALS:
        raise RuleError("deal", NO_DEAL)
    return rounds


def _ask(act: Act, round: int, table: int, deal: int, typed: Sequence[str], **more: object) -> None:
    if len(typed) > MOST_LINES or any(len(line) > LONGEST_LINE for line in typed):
        raise RuleError("typed", _("This is more than the result of one deal. Record one deal at a time."))
    for line in typed:
        refuse_unshown(line, "typed")
    requests = [request for request in open_asks(act.evening.pk) if request.table == table]
    if len(requests) >= OPEN_AT_MOST:
        raise StateError(
            "table",
            _("Table %(table)s already has %(most)s open requests. The organiser must answer them first."),
            table=table,
            most=OPEN_AT_MOST,
        )
    act.note(round=round, table=table, deal=deal, typed=list(typed), **more)
