"""The links of an evening's tables, the way from an address to one, and open requests from phones."""

from dataclasses import dataclass
from datetime import datetime

from django.core.signing import BadSignature, Signer
from django.db.models import F, Subquery

from accounts.answers import answers
from tournaments.models import DealVersion, Evening, Journal, RoundRow, RoundTable, ScorerLink

LETTERS = 22
"""Of a token's signature, 6 bits each: nobody guesses it, and the QR code stays coarse."""


class _Short(Signer):
    def signature(self, value: str | bytes, key: str | bytes | None = None) -> str:
        return super().signature(value, key)[:LETTERS]


def _signer() -> Signer:
    return _Short(sep=".", salt="tournaments.scorer-link")


def token_of(link: ScorerLink) -> str:
    """Return what a link's address holds: its number, signed."""
    return _signer().sign(str(link.pk))


def link_by_token(token: str) -> ScorerLink | None:
    """Return the link of the address, if it stands."""
    try:
        number = _signer().unsign(token)
    except BadSignature:
        return None
    link = link_by_number(number)
    return link if link is not None and link.void_id is None else None


def link_by_number(number: str) -> ScorerLink | None:
    """Return the link, even if it was revoked or its evening is finished; with the evening, in one query."""
    if not (number.isascii() and number.isdecimal()):
        return None
    return ScorerLink.objects.filter(pk=int(number)).select_related("evening__club").first()


@dataclass(frozen=True)
class LinkView:
    """A table with its link, if it has one."""

    table: int
    token: str = ""


def links_of(evening: Evening) -> tuple[LinkView, ...]:
    """Return every table of the evening as it stands, from head to booby, and any other that has a link."""
    valid_links = ScorerLink.objects.filter(evening=evening, void=None)
    tokens = {link.table: token_of(link) for link in valid_links}
    return tuple(LinkView(table, tokens.get(table, "")) for table in sorted({*tokens, *_tables(evening.pk)}))


def link_of(evening: Evening, table: int) -> ScorerLink | None:
    return ScorerLink.objects.filter(evening=evening, table=table, void=None).first()


def tables_without(evening: int) -> list[int]:
    """Return the tables of the evening's last round that have no link."""
    have = ScorerLink.objects.filter(evening=evening, void=None).values_list("table", flat=True)
    return sorted(set(_tables(evening)) - set(have))


def _tables(evening: int) -> list[int]:
    """Return the tables of the last round."""
    rounds = RoundRow.objects.filter(evening=evening, void=None).order_by("-number")
    rows = RoundTable.objects.filter(round=Subquery(rounds.values("pk")[:1]), void=None)
    return list(rows.order_by("position").values_list("position", flat=True))


def unconfirmed(evening: Evening, round: int) -> dict[int, tuple[int, ...]]:
    """Return, by table, the round's deals that its phone recorded and that no other player confirmed.

    Empty where results are not confirmed.
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


@answers(*("seq", "at", "round", "table", "deal", "late", "typed", "version", "words"), component="AskAnswer")
@dataclass(frozen=True)
class Ask:
    """What a table reported (``late``: a result that came too late) or asked, and what its phone held.

    ``seq``: the journal line, which is the ``ask`` of the command ask-answer. ``deal`` null: counters at the
    bell. ``version``: of the result that stands; null: none does.
    """

    # ``deal`` and ``version`` are 0 for null. ``words``: what somebody wrote beside what was typed.

    seq: int
    at: datetime
    round: int
    table: int
    deal: int
    late: bool
    typed: tuple[str, ...]
    version: int = 0
    words: str = ""


def open_asks(evening: int) -> tuple[Ask, ...]:
    """Return the requests that are still to be answered, first to last, in one query."""
    lines = _lines(evening)
    answered = {line.payload["ask"] for line in lines if line.verb == ANSWERED}
    return tuple(_ask(line) for line in lines if line.verb != ANSWERED and line.seq not in answered)


def answered_already(evening: int, seq: int) -> bool:
    """Return whether that journal line is a table's message or request, and has its answer."""
    return any(line.verb == ANSWERED and line.payload["ask"] == seq for line in _lines(evening))


def _lines(evening: int) -> list[Journal]:
    verbs = (LATE, CORRECTION, ANSWERED)
    rows = Journal.objects.filter(evening=evening, verb__in=verbs).order_by("seq")
    # The line that is being written at this moment says nothing yet.
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
