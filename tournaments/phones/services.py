"""Services of the tables' phones: links, late entries, requests for corrections, and confirmations.

Also those by which a player's own phone is remembered for the evening, without an account. These write no
journal line: anybody in the hall can send requests, and each line reaches every screen and stops the moves
that are announced. They take no lock of the evening either.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from secrets import compare_digest, randbelow
from typing import Annotated

from django.core.cache import cache
from django.db import transaction
from django.db.models import F, QuerySet
from django.utils.crypto import salted_hmac

from accounts.database.snapshots import run_after_reading
from accounts.errors import RuleError, StaleError, StateError, TakenError
from accounts.errors import gettext_noop as _
from accounts.models import User
from accounts.names import refuse_unshown
from accounts.permissions import Right, find_right, require
from accounts.refusals import DONE_ALREADY, TOO_LONG
from tournaments.base.arguments import LAST_SEQ, ArgumentLimits, DealNo, EntryNo, RoundNo, TableNo
from tournaments.core.record import Stage
from tournaments.core.refusals import NO_DEAL, NOT_AT_TABLE, NOT_CHECKED_IN
from tournaments.evening.selectors.tables import is_after_bell
from tournaments.evening.services.journal import LATELY, PLAIN_STAGE, Act, journaled
from tournaments.models import DealVersion, EntryRow, Evening, PhoneClaim, RoundRow, ScorerLink
from tournaments.phones.selectors import (
    CODE_DIGITS,
    CORRECTION,
    LATE,
    SEEN_FOR,
    TablePhone,
    find_unlinked_tables,
    is_answered,
    load_open_asks,
    load_phones,
    make_phones_key,
    select_open_claims,
    select_valid_codes,
)
from tournaments.scoring.services.corrections import CONFIRMED, CONFIRMED_ALREADY
from tournaments.scoring.services.counts import load_deal

OneTable = Annotated[int, ArgumentLimits(least=1)]
Renew = Annotated[bool, ArgumentLimits("Create a new link in its place.")]

WHILE_SCORED = (Stage.SEATED, Stage.PLAYING, Stage.SETTLING)


@journaled("links_made", *WHILE_SCORED, title="Create links for the table phones")
def links_make(act: Act) -> None:
    """Create a phone link for each table that has none."""
    tables = find_unlinked_tables(act.evening.pk)
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
    rounds = _find_round(act, round, deal)
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
        _find_round(act, round, deal)
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
    requests = load_open_asks(act.evening.pk)
    if all(request.seq != ask for request in requests):
        if is_answered(act.evening.pk, ask):
            raise StaleError("ask", DONE_ALREADY)
        raise RuleError("ask", _("There is no such request. Reload the page."))
    act.note(ask=ask)


@journaled(
    CONFIRMED,
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
        raise StaleError("confirm", CONFIRMED_ALREADY)
    act.note(round=round, table=table, deal=deal, entry=entry)


def _find_round(act: Act, round: int, deal: int) -> QuerySet[RoundRow]:
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
    requests = [request for request in load_open_asks(act.evening.pk) if request.table == table]
    if len(requests) >= OPEN_AT_MOST:
        raise StateError(
            "table",
            _("Table %(table)s already has %(most)s open requests. The organiser must answer them first."),
            table=table,
            most=OPEN_AT_MOST,
        )
    act.note(round=round, table=table, deal=deal, typed=list(typed), **more)


SEEN_EVERY = timedelta(minutes=5)
"""So often it is written that a phone is still at its table."""


def phone_note(link: int, name: str, now: datetime, *, before: int = 0) -> None:
    """Note that the phone ``name`` is at the link's table, and no longer at that of the link ``before``."""
    phones = load_phones([link, before], now)
    phone = phones.get(link, {}).get(name)
    if before != link and name in phones.get(before, {}):
        run_after_reading(lambda: _write_phone(before, name, None, now))
    if phone is None or phone.seen < now - SEEN_EVERY:
        run_after_reading(lambda: _write_phone(link, name, replace(phone or TablePhone(now), seen=now), now))


def _write_phone(link: int, name: str, phone: TablePhone | None, now: datetime) -> None:
    """Write the phone among the link's others, or take it away."""
    phones = {key: other for key, other in load_phones([link], now).get(link, {}).items() if key != name}
    _write_phones(link, {**phones, name: phone} if phone else phones)


def _write_phones(link: int, phones: Mapping[str, TablePhone]) -> None:
    cache.set(make_phones_key(link), phones, 2 * SEEN_FOR.total_seconds())


def phone_answer(link: int, name: str, now: datetime, *, round: int, people: str, sits: bool) -> None:
    """Keep the table's answer to *Who sits here?*, for all its phones."""
    phones = {name: TablePhone(now), **load_phones([link], now).get(link, {})}
    _write_phones(
        link, {key: replace(phone, round=round, people=people, sits=sits) for key, phone in phones.items()}
    )


WHILE_HERE = (Stage.CHECK_IN, Stage.SEATED, Stage.PLAYING, Stage.SETTLING)
MOST_CLAIMS, MOST_CLAIMS_EACH, MOST_ATTEMPTS = 10, 3, 5
"""Most claims that wait in an evening, or are sent in a minute; that wait for a person; tries of a code."""
WRONG_CODE = _("This code is wrong or too old. Ask the organiser for a new one.")


@transaction.atomic
def phone_claim_ask(*, entry: EntryRow, now: datetime, before: PhoneClaim | None = None) -> PhoneClaim:
    """Ask the organiser to agree that a phone is this person's. ``before``: the phone's earlier claim ends.

    Anybody with the evening's code may ask. A phone that is remembered reads no more than the code shows.
    """
    _refuse_absent(entry)
    _end(before)
    sent = PhoneClaim.objects.filter(entry__evening=entry.evening_id, digest="")
    sent.filter(granted=False, asked_at__lt=now - LATELY).delete()
    waiting = select_open_claims(entry.evening_id)
    if (
        waiting.count() >= MOST_CLAIMS
        or waiting.filter(entry=entry).count() >= MOST_CLAIMS_EACH
        or sent.filter(asked_at__gt=now - LATELY).count() >= MOST_CLAIMS
    ):
        raise StateError("entry", _("Too many requests are waiting. Ask the organiser for a code."))
    return PhoneClaim.objects.create(entry=entry, asked_at=now)


def phone_claim_decide(*, by: User, evening: Evening, claims: Sequence[int], granted: bool) -> None:
    """Agree that phones are these people's, or refuse. Each claim is decided once. Organisers may do this."""
    require(find_right(by.pk, evening.club_id), Right.RUN)
    if evening.stage not in WHILE_HERE:
        raise StateError("stage", PLAIN_STAGE[Stage(evening.stage)])
    if not select_open_claims(evening.pk).filter(pk__in=claims).update(granted=granted):
        raise StaleError("claim", DONE_ALREADY)


def phone_claim_end(*, claim: PhoneClaim) -> None:
    """End a claim from its own phone: this is somebody else."""
    _end(claim)


@transaction.atomic
def phone_code_show(*, by: User, entry: EntryRow, now: datetime) -> str:
    """Return a new code for this person. It replaces the earlier one. Only its keyed digest is stored."""
    require(find_right(by.pk, entry.evening.club_id), Right.RUN)
    _refuse_absent(entry)
    PhoneClaim.objects.filter(entry=entry, granted=None, digest__gt="").delete()
    code = f"{randbelow(10**CODE_DIGITS):0{CODE_DIGITS}}"
    PhoneClaim.objects.create(entry=entry, asked_at=now, digest=_hash_code(entry.pk, code))
    return code


def phone_code_use(
    *, entry: EntryRow, code: str, now: datetime, before: PhoneClaim | None = None
) -> PhoneClaim:
    """Return the claim that this code grants. It works once; after a few attempts it never does.

    Each attempt is written before the code is compared: attempts at once are all counted.
    """
    _refuse_absent(entry)
    claim = select_valid_codes(entry.pk, now).first()
    stands = PhoneClaim.objects.filter(pk=claim.pk if claim else 0, granted=None)
    has_attempt = stands.filter(attempts__lt=MOST_ATTEMPTS).update(attempts=F("attempts") + 1)
    is_right = claim is not None and compare_digest(claim.digest, _hash_code(entry.pk, code))
    if claim is None or not has_attempt or not is_right or not stands.update(granted=True):
        raise RuleError("code", WRONG_CODE)
    _end(before)
    return claim


def _hash_code(entry: int, code: str) -> str:
    return salted_hmac("tournaments.phone-code", f"{entry}.{code}", algorithm="sha256").hexdigest()


def _refuse_absent(entry: EntryRow) -> None:
    if entry.evening.stage not in WHILE_HERE:
        raise StateError("stage", PLAIN_STAGE[Stage(entry.evening.stage)])
    if entry.void_id is not None:
        raise StateError("entry", NOT_CHECKED_IN)


def _end(claim: PhoneClaim | None) -> None:
    if claim is not None:
        PhoneClaim.objects.filter(pk=claim.pk).update(granted=False)
