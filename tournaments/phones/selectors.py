"""The links of an evening's tables, the link of an address, and open requests from phones.

Also the claims of players' own phones: “This is me”.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.cache import cache
from django.core.signing import BadSignature, Signer
from django.db.models import F, QuerySet, Subquery

from accounts.answers import answers
from accounts.numbers import number_in
from tournaments.core.record import ENDED
from tournaments.models import DealVersion, Evening, Journal, PhoneClaim, RoundRow, RoundTable, ScorerLink

LETTERS = 22
"""Letters of a token's signature, 6 bits each: impossible to guess, short enough for a coarse QR code."""


class _Short(Signer):
    def signature(self, value: str | bytes, key: str | bytes | None = None) -> str:
        return super().signature(value, key)[:LETTERS]


def _make_signer() -> Signer:
    return _Short(sep=".", salt="tournaments.scorer-link")


def make_token(link: ScorerLink) -> str:
    """Return the part of the address that names the link: its number, signed."""
    return _make_signer().sign(str(link.pk))


def find_link_by_token(token: str) -> ScorerLink | None:
    """Return the link of the address. None for a wrong token or a revoked link."""
    try:
        number = _make_signer().unsign(token)
    except BadSignature:
        return None
    link = find_link_by_number(number)
    return link if link is not None and link.void_id is None else None


def find_link_by_number(number: str) -> ScorerLink | None:
    """Return the link with its evening, in one query. Revoked links and finished evenings are included."""
    if not (number.isascii() and number.isdecimal()):
        return None
    return ScorerLink.objects.filter(pk=int(number)).select_related("evening__club").first()


@dataclass(frozen=True)
class LinkView:
    """A table with its link, if it has one."""

    table: int
    token: str = ""


def list_links(evening: Evening) -> tuple[LinkView, ...]:
    """Return every table of the last round with its link, from head to booby.

    Other tables that still have a link are included.
    """
    valid_links = ScorerLink.objects.filter(evening=evening, void=None)
    tokens = {link.table: make_token(link) for link in valid_links}
    return tuple(
        LinkView(table, tokens.get(table, "")) for table in sorted({*tokens, *_list_tables(evening.pk)})
    )


def find_table_link(evening: Evening, table: int) -> ScorerLink | None:
    return ScorerLink.objects.filter(evening=evening, table=table, void=None).first()


def load_tables_by_link(evening: int) -> dict[int, int]:
    """Return the table of each valid link, by the link's number."""
    return dict(ScorerLink.objects.filter(evening=evening, void=None).values_list("pk", "table"))


def find_unlinked_tables(evening: int) -> list[int]:
    """Return the tables of the evening's last round without a link."""
    have = ScorerLink.objects.filter(evening=evening, void=None).values_list("table", flat=True)
    return sorted(set(_list_tables(evening)) - set(have))


def _list_tables(evening: int) -> list[int]:
    """Return the tables of the last round."""
    rounds = RoundRow.objects.filter(evening=evening, void=None).order_by("-number")
    rows = RoundTable.objects.filter(round=Subquery(rounds.values("pk")[:1]), void=None)
    return list(rows.order_by("position").values_list("position", flat=True))


def find_unconfirmed(evening: Evening, round: int) -> dict[int, tuple[int, ...]]:
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


SEEN_FOR = timedelta(hours=1)
"""A phone that opened no page of its table for so long is not counted."""


@dataclass(frozen=True)
class TablePhone:
    """A phone that scanned a table's link: when it was last seen, and its answer to *Who sits here?*.

    ``sits``: whether the ``people`` sit at the table in ``round``, as ``make_people_key`` writes them; None:
    no answer. It is kept in the cache, as it is no fact of the evening and ends with it.
    """

    seen: datetime
    round: int = 0
    people: str = ""
    sits: bool | None = None

    def answer(self, round: int, people: str) -> bool | None:
        return self.sits if (self.round, self.people) == (round, people) else None


def make_people_key(entries: Iterable[int]) -> str:
    """Return the people of a table as a text that changes with them."""
    return "-".join(map(str, sorted(entries)))


def make_phones_key(link: int) -> str:
    """Return the key of a link's phones in the cache."""
    return f"phones-{link}"


def load_phones(links: Iterable[int], now: datetime) -> dict[int, dict[str, TablePhone]]:
    """Return each link's phones that were seen lately, by the phone's key. Takes one query."""
    keys = {make_phones_key(link): link for link in links}
    found: Mapping[str, dict[str, TablePhone]] = cache.get_many(keys)
    return {
        keys[key]: {name: phone for name, phone in phones.items() if phone.seen > now - SEEN_FOR}
        for key, phones in found.items()
    }


LATE, CORRECTION, ANSWERED = "entry_late", "correction_asked", "ask_answered"
DECISIONS = (
    *("deal_recorded", "deal_scored", "table_counted"),
    *("deal_corrected", "score_corrected", "deal_withdrawn"),
)
"""The verbs of lines that decide what a table asked about."""


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


def load_open_asks(evening: int) -> tuple[Ask, ...]:
    """Return the requests without an answer, first to last, in two queries.

    A result that is recorded, corrected or undone after the request answers it, too.
    """
    lines = _load_lines(evening)
    answered = {line.payload["ask"] for line in lines if line.verb == ANSWERED}
    asks = [_make_ask(line) for line in lines if line.verb != ANSWERED and line.seq not in answered]
    if not asks:
        return ()
    decided = _load_last_decisions(evening, asks[0].seq)
    return tuple(ask for ask in asks if decided.get((ask.round, ask.table, ask.deal), 0) < ask.seq)


def is_answered(evening: int, seq: int) -> bool:
    """Return whether this journal line is a request. If it is not open, somebody has answered it."""
    return any(line.verb != ANSWERED and line.seq == seq for line in _load_lines(evening))


def _load_last_decisions(evening: int, since: int) -> dict[tuple[int, int, int], int]:
    """Return the last line that decided each deal, by round, table and deal; ``deal`` 0: its counters."""
    lines = Journal.objects.filter(evening=evening, verb__in=DECISIONS, seq__gt=since).order_by("seq")
    return {
        (payload["round"], payload["table"], payload.get("deal", 0)): seq
        for seq, payload in lines.values_list("seq", "payload")
        if payload
    }


def _load_lines(evening: int) -> list[Journal]:
    verbs = (LATE, CORRECTION, ANSWERED)
    rows = Journal.objects.filter(evening=evening, verb__in=verbs).order_by("seq")
    # The line that is being written at this moment has no payload yet.
    return [line for line in rows if line.payload]


def _make_ask(line: Journal) -> Ask:
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
ME, ME_SALT, ME_SECONDS = "me", "tournaments.me", 24 * 60 * 60
"""The signed cookie of a player's own phone: the number of its claim, and the entry."""


def load_claims(evening: int) -> QuerySet[PhoneClaim]:
    """Return the claims of phones for people who take part, without the codes that nobody has used."""
    claims = PhoneClaim.objects.filter(entry__evening=evening, entry__void=None)
    return claims.exclude(granted=None, digest__gt="").select_related("entry")


def select_open_claims(evening: int) -> QuerySet[PhoneClaim]:
    """Return the claims that wait for the organiser, first to last."""
    return load_claims(evening).filter(granted=None).order_by("id")


def select_valid_codes(entry: int, now: datetime) -> QuerySet[PhoneClaim]:
    """Return the code that is shown for this person now, if any. A newer code has replaced older ones."""
    return PhoneClaim.objects.filter(
        entry=entry, entry__void=None, granted=None, digest__gt="", asked_at__gt=now - CODE_LASTS
    )


def find_claim(cookie: str) -> PhoneClaim | None:
    """Return the claim that a phone's cookie names, in an evening that is not over."""
    pk, _dot, entry = map(number_in, cookie.partition("."))
    if pk is None or entry is None:
        return None
    claims = PhoneClaim.objects.exclude(entry__evening__stage__in=ENDED)
    return claims.filter(pk=pk, entry=entry, entry__void=None).select_related("entry__evening__club").first()
