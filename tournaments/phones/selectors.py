"""The links of an evening's tables, the link of an address, and open requests from phones.

Also what a player's own phone says: “This is me”.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from django.core.signing import BadSignature, Signer
from django.db.models import F, Subquery
from django.utils.crypto import salted_hmac

from accounts.answers import answers
from tournaments.core.record import ENDED
from tournaments.evening.selectors.access import names_of, open_halls
from tournaments.models import DealVersion, Evening, Journal, RoundRow, RoundTable, ScorerLink
from tournaments.models.evening import CLAIM_ASKED, CODE_USED

LETTERS = 22
"""Letters of a token's signature, 6 bits each: impossible to guess, short enough for a coarse QR code."""


class _Short(Signer):
    def signature(self, value: str | bytes, key: str | bytes | None = None) -> str:
        return super().signature(value, key)[:LETTERS]


def _signer() -> Signer:
    return _Short(sep=".", salt="tournaments.scorer-link")


def token_of(link: ScorerLink) -> str:
    """Return the part of the address that names the link: its number, signed."""
    return _signer().sign(str(link.pk))


def link_by_token(token: str) -> ScorerLink | None:
    """Return the link of the address. None for a wrong token or a revoked link."""
    try:
        number = _signer().unsign(token)
    except BadSignature:
        return None
    link = link_by_number(number)
    return link if link is not None and link.void_id is None else None


def link_by_number(number: str) -> ScorerLink | None:
    """Return the link with its evening, in one query. Revoked links and finished evenings are included."""
    if not (number.isascii() and number.isdecimal()):
        return None
    return ScorerLink.objects.filter(pk=int(number)).select_related("evening__club").first()


@dataclass(frozen=True)
class LinkView:
    """A table with its link, if it has one."""

    table: int
    token: str = ""


def links_of(evening: Evening) -> tuple[LinkView, ...]:
    """Return every table of the last round with its link, from head to booby.

    Other tables that still have a link are included.
    """
    valid_links = ScorerLink.objects.filter(evening=evening, void=None)
    tokens = {link.table: token_of(link) for link in valid_links}
    return tuple(LinkView(table, tokens.get(table, "")) for table in sorted({*tokens, *_tables(evening.pk)}))


def link_of(evening: Evening, table: int) -> ScorerLink | None:
    return ScorerLink.objects.filter(evening=evening, table=table, void=None).first()


def tables_without(evening: int) -> list[int]:
    """Return the tables of the evening's last round without a link."""
    have = ScorerLink.objects.filter(evening=evening, void=None).values_list("table", flat=True)
    return sorted(set(_tables(evening)) - set(have))


def _tables(evening: int) -> list[int]:
    """Return the tables of the last round."""
    rounds = RoundRow.objects.filter(evening=evening, void=None).order_by("-number")
    rows = RoundTable.objects.filter(round=Subquery(rounds.values("pk")[:1]), void=None)
    return list(rows.order_by("position").values_list("position", flat=True))


def unconfirmed(evening: Evening, round: int) -> dict[int, tuple[int, ...]]:
    """Return, by table, the round's deals that its phone recorded and no other player confirmed.

    Empty if the evening does not use confirmations.
    """
    if not evening.settings.confirm:
        return {}
    versions = DealVersion.objects.filter(deal__round__evening=evening, deal__round__number=round)
    versions = versions.filter(
        deal__void=None, deal__round__void=None, confirmed=None, journal__link__isnull=False
    )
    newest = versions.exclude(deal__versions__version__gt=F("version")).order_by("deal__number")
    deals: dict[int, tuple[int, ...]] = {}
    for table, deal in newest.values_list("deal__position", "deal__number"):
        deals[table] = (*deals.get(table, ()), deal)
    return deals


LATE, CORRECTION, ANSWERED = "entry_late", "correction_asked", "ask_answered"
ASKS = (LATE, CORRECTION)
CLAIM_DECIDED, CODE_SHOWN = "phone_claim_decided", "phone_code_shown"


@answers(*("seq", "at", "round", "table", "deal", "late", "typed", "version", "words"), component="AskAnswer")
@dataclass(frozen=True)
class Ask:
    """A table's message about a late result (``late``), or its request for a correction.

    ``seq``: the journal line; send it as ``ask`` in the command ask-answer. ``typed``: what was typed on the
    phone. ``deal`` null: counters at the bell. ``version``: of the recorded result, null if there is none.
    """

    # ``deal`` and ``version`` are 0 for null. ``words``: the table's own words, beside what was typed.

    seq: int
    at: datetime
    round: int
    table: int
    deal: int
    late: bool
    typed: tuple[str, ...]
    version: int = 0
    words: str = ""


def open_asks(evening: int, lines: Sequence[Journal] | None = None) -> tuple[Ask, ...]:
    """Return the requests without an answer, first to last. ``lines``: those of phones, if already read."""
    lines = phone_lines(evening) if lines is None else lines
    answered = {line.payload["ask"] for line in lines if line.verb == ANSWERED}
    return tuple(_ask(line) for line in lines if line.verb in ASKS and line.seq not in answered)


def answered_already(evening: int, seq: int) -> bool:
    """Return whether this journal line is a message or request of a table that was answered."""
    return any(line.verb == ANSWERED and line.payload["ask"] == seq for line in phone_lines(evening))


def phone_lines(evening: int) -> list[Journal]:
    """Return all journal lines of tables' and players' phones that ask and are answered, first to last."""
    verbs = (*ASKS, ANSWERED, CLAIM_ASKED, CLAIM_DECIDED, CODE_SHOWN, CODE_USED)
    rows = Journal.objects.filter(evening=evening, verb__in=verbs).order_by("seq")
    # The line that is being written at this moment has no payload yet.
    return [line for line in rows if line.payload]


def _ask(line: Journal) -> Ask:
    payload = line.payload
    return Ask(
        line.seq,
        line.at,
        payload["round"],
        payload["table"],
        payload["deal"],
        line.verb == LATE,
        tuple(payload["typed"]),
        payload.get("version", 0),
        payload.get("words", ""),
    )


CODE_DIGITS, CODE_LASTS = 6, timedelta(minutes=2)


@answers("seq", "at", "entry", "name", component="PhoneClaimAnswer")
@dataclass(frozen=True)
class PhoneClaim:
    """A phone without an account says to be a person's; ``seq``: send it as ``claim`` to decide."""

    seq: int
    at: datetime
    entry: int
    name: str


class ClaimState(StrEnum):
    """What a phone knows about its own request."""

    WAITING = "waiting"
    GRANTED = "granted"
    REFUSED = "refused"


def open_claims(evening: Evening, lines: Sequence[Journal] | None = None) -> tuple[PhoneClaim, ...]:
    """Return the requests that wait for the organiser, first to last, of people who take part.

    ``lines``: those of phones, if already read.
    """
    lines = phone_lines(evening.pk) if lines is None else lines
    decided = _decisions(lines)
    waiting = [line for line in lines if line.verb == CLAIM_ASKED and line.seq not in decided]
    names = names_of(evening, withdrawn=False) if waiting else {}
    return tuple(
        PhoneClaim(line.seq, line.at, entry, names[entry])
        for line in waiting
        if (entry := line.payload["entry"]) in names
    )


def claim_state(evening: int, entry: int, seq: int) -> ClaimState | None:
    """Return the state of the request in journal line ``seq``; None if there is no such request."""
    lines = phone_lines(evening) if seq else []
    line = next((line for line in lines if line.seq == seq and line.payload.get("entry") == entry), None)
    if line is None or line.verb not in (CLAIM_ASKED, CODE_USED):
        return None
    granted = _decisions(lines).get(seq, True if line.verb == CODE_USED else None)
    if granted is None:
        return ClaimState.WAITING
    return ClaimState.GRANTED if granted else ClaimState.REFUSED


ME, ME_SALT, ME_SECONDS = "me", "tournaments.me", 24 * 60 * 60
"""The cookie of a player's own phone: the evening, the entry, and the journal line of its request."""


def own_request(cookie: str) -> tuple[int, int, int]:
    """Return the evening, the entry and the journal line in a phone's cookie; 0 without a cookie."""
    pk, entry, seq = map(int, cookie.split(".")) if cookie else (0, 0, 0)
    return pk, entry, seq


def remembered_person(cookie: str) -> tuple[str, int] | None:
    """Return the join code and the entry of the person whom this phone remembers, while the evening lasts."""
    pk, entry, seq = own_request(cookie)
    if claim_state(pk, entry, seq) is not ClaimState.GRANTED:
        return None
    evening = open_halls().exclude(stage__in=ENDED).filter(pk=pk).first()
    if evening is None or entry not in names_of(evening, withdrawn=False):
        return None
    return evening.join_code, entry


def standing_code(lines: Iterable[Journal], entry: int, now: datetime) -> Journal | None:
    """Return the line of the code that is shown for this person now. A newer code replaces an older one."""
    lines = [line for line in lines if line.payload.get("entry") == entry]
    shown = [line for line in lines if line.verb == CODE_SHOWN and now < line.at + CODE_LASTS][-1:]
    used = {line.payload["code"] for line in lines if line.verb == CODE_USED}
    return next((line for line in shown if line.seq not in used), None)


def code_of(line: Journal) -> str:
    """Return the code that this line shows. It is stored nowhere: only this program's key can make it."""
    digest = salted_hmac(
        "tournaments.phone-code", f"{line.pk}.{line.at.timestamp()}", algorithm="sha256"
    ).digest()
    return f"{int.from_bytes(digest) % 10**CODE_DIGITS:0{CODE_DIGITS}}"


def _decisions(lines: Iterable[Journal]) -> dict[int, bool]:
    """Return the decision by request. A request that another one of the same phone replaced is refused."""
    decisions = {}
    for line in lines:
        if line.payload.get("instead"):
            decisions[line.payload["instead"]] = False
        elif line.verb == CLAIM_DECIDED:
            decisions |= dict.fromkeys(line.payload["claims"], line.payload["granted"])
    return decisions
