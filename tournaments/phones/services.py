"""Services of the tables' phones: links, late entries, requests for corrections, and confirmations.

Also those by which a player's own phone is remembered for the evening, without an account.
"""

from collections.abc import Sequence
from secrets import compare_digest
from typing import Annotated

from django.db.models import QuerySet

from accounts.arguments import Yes
from accounts.errors import RuleError, StaleError, StateError, TakenError
from accounts.errors import gettext_noop as _
from accounts.names import refuse_unshown
from accounts.permissions import Right
from accounts.refusals import CHOOSE_ONE, DONE_ALREADY, TOO_LONG
from tournaments.attendance.services import entry_of
from tournaments.base.arguments import LAST_SEQ, ArgumentLimits, DealNo, EntryNo, RoundNo, TableNo
from tournaments.core.record import Stage
from tournaments.core.refusals import NO_DEAL, NOT_AT_TABLE
from tournaments.evening.services.journal import LATELY, MOST_LATELY, Act, journaled
from tournaments.models import DealVersion, RoundRow, ScorerLink
from tournaments.models.evening import CLAIM_ASKED, CODE_USED
from tournaments.phones.selectors import (
    CLAIM_DECIDED,
    CODE_SHOWN,
    CORRECTION,
    LATE,
    answered_already,
    code_of,
    open_asks,
    open_claims,
    phone_lines,
    standing_code,
    tables_without,
)
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


NO_REQUEST = _("There is no such request. Reload the page.")
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

    ``typed``: the result in words, one item per line. ``deal`` 0: the counters at the bell.
    """
    rounds = _rounds(act, round, deal)
    if act.stage is Stage.PLAYING and rounds.filter(void=None, closed=None).exists():
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
        raise RuleError("ask", NO_REQUEST)
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


WHILE_HERE = (Stage.CHECK_IN, Stage.SEATED, Stage.PLAYING, Stage.SETTLING)
MOST_CLAIMS, MOST_CLAIMS_EACH = 10, 3
"""The most requests that wait in an evening, and for one person. Anybody in the hall can send them."""

ClaimOrAll = Annotated[
    int,
    ArgumentLimits(
        "Number of the journal line with the request. Left out: all that wait, to refuse them.",
        least=1,
        most=LAST_SEQ,
    ),
]


# Whoever has the evening's code can call these two: pages pass no right for them. A phone that is remembered
# reads nothing more than the code shows.
@journaled(CLAIM_ASKED, *WHILE_HERE)
def phone_claim_ask(act: Act, *, entry: EntryNo, instead: int = 0) -> None:
    """Ask the organiser to confirm that a phone is this person's.

    It replaces the phone's earlier request ``instead``.
    """
    entry_of(act, entry)
    waiting = [claim for claim in open_claims(act.evening) if claim.seq != instead]
    lines = phone_lines(act.evening.pk)
    lately = [line for line in lines if line.verb == CLAIM_ASKED and line.at > act.now - LATELY]
    if (
        len(waiting) >= MOST_CLAIMS
        or len(lately) >= MOST_LATELY
        or sum(claim.entry == entry for claim in waiting) >= MOST_CLAIMS_EACH
    ):
        raise StateError("entry", _("Too many requests are waiting. Ask the organiser for a code."))
    act.note(entry=entry, instead=instead)


@journaled(CODE_USED, *WHILE_HERE)
def phone_code_use(act: Act, *, entry: EntryNo, code: str, instead: int = 0) -> None:
    """Remember a phone as this person's, by the code that the organiser shows for them. It works once."""
    entry_of(act, entry)
    shown = standing_code(phone_lines(act.evening.pk), entry, act.now)
    if shown is None or not compare_digest(code_of(shown).encode(), code.encode()):
        raise RuleError("code", WRONG_CODE)
    act.note(entry=entry, code=shown.seq, instead=instead)


WRONG_CODE = _("This code is wrong or too old. Ask the organiser for a new one.")


@journaled(CLAIM_DECIDED, *WHILE_HERE, title="Decide a “This is me” request of a phone")
def phone_claim_decide(act: Act, *, granted: Yes, claim: ClaimOrAll | None = None) -> None:
    """Remember a phone as a person's for this evening, or refuse. Without a ``claim``: refuse all."""
    waiting = [request.seq for request in open_claims(act.evening)]
    if claim is None and granted:
        raise RuleError("claim", CHOOSE_ONE)
    if claim is None and not waiting:
        raise StaleError("claim", DONE_ALREADY)
    if claim is not None and claim not in waiting:
        lines = phone_lines(act.evening.pk)
        decided = any(claim in line.payload["claims"] for line in lines if line.verb == CLAIM_DECIDED)
        raise StaleError("claim", DONE_ALREADY) if decided else RuleError("claim", NO_REQUEST)
    act.note(claims=waiting if claim is None else [claim], granted=granted)


@journaled(CODE_SHOWN, *WHILE_HERE)
def phone_code_show(act: Act, *, entry: EntryNo) -> None:
    """Make a code with which this person's phone is remembered. It replaces the person's earlier code."""
    act.note(entry=entry_of(act, entry).pk)
