"""The tables' phones: their links, and what they send besides results: late entries, requests."""

from collections.abc import Sequence

from django.db.models import QuerySet

from accounts.errors import RuleError, StaleError
from accounts.errors import gettext_noop as _
from accounts.names import refuse_unshown
from accounts.permissions import Right
from tournaments.core.facts import Stage
from tournaments.facts.running.links import tables_without
from tournaments.facts.running.table_requests import CORRECTION, LATE, answered_already, open_asks
from tournaments.models import DealVersion, RoundRow, ScorerLink
from tournaments.services.journal import Act, journaled
from tournaments.services.scoring.deal_records import recorded

WHILE_SCORED = (Stage.SEATED, Stage.PLAYING, Stage.SETTLING)


@journaled("links_made", *WHILE_SCORED)
def links_make(act: Act) -> None:
    """A link for each table that has none."""
    tables = tables_without(act.evening.pk)
    if not tables:
        raise RuleError("links", _("Every table has its code."))
    ScorerLink.objects.bulk_create(
        ScorerLink(evening=act.evening, table=table, journal=act.line) for table in tables
    )
    act.note(tables=tables)


@journaled("link_revoked", *WHILE_SCORED)
def link_revoke(act: Act, *, table: int, renew: bool = False) -> None:
    """The table's phone writes no more; with ``renew`` there is a new link in the old one's place."""
    if not ScorerLink.objects.filter(evening=act.evening, table=table, void=None).update(void=act.line):
        raise RuleError("table", _("Table %(table)s has no code."), table=table)
    if renew:
        ScorerLink.objects.create(evening=act.evening, table=table, journal=act.line)
    act.note(table=table, renewed=renew)


OPEN_AT_MOST = 20
"""What one table may have asked without an answer."""
LONGEST_WORDS = 200
MOST_LINES, LONGEST_LINE = 10, 2_000
"""Of what was typed, in words."""
MOST_DEALS = 1_000


@journaled(LATE, Stage.PLAYING, Stage.SETTLING, right=Right.SCORE, by_link=True)
def entry_late(act: Act, *, round: int, table: int, deal: int, typed: Sequence[str]) -> None:
    """A result that came when its round was over: the organiser is told, and nothing else is done.

    ``typed``: what it held, in words, a line each. ``deal`` 0: the counters at the bell.
    """
    rounds = _rounds(act, round, deal)
    if act.stage is Stage.PLAYING and rounds.filter(void=None, closed=None).exists():
        raise RuleError("round", _("Round %(round)s is being played: record the result in it."), round=round)
    _ask(act, round, table, deal, typed)


@journaled(CORRECTION, Stage.PLAYING, Stage.SETTLING, right=Right.SCORE, by_link=True)
def correction_ask(
    act: Act, *, round: int, table: int, deal: int, version: int, typed: Sequence[str] = (), words: str = ""
) -> None:
    """Somebody at the table says that the result is wrong: the organiser is told.

    ``version``: the one that stands; 0: nothing does, for what the table sent was refused.
    """
    words = " ".join(words.split())
    refuse_unshown(words, "words")
    if len(words) > LONGEST_WORDS:
        raise RuleError("words", _("Say it in at most %(most)s characters."), most=LONGEST_WORDS)
    if not words and not typed:
        raise RuleError("words", _("Say in a few words what is wrong."))
    if version:
        recorded(act, round, table, deal, version)
    else:
        _rounds(act, round, deal)
    _ask(act, round, table, deal, typed, version=version, words=words)


@journaled("ask_answered", Stage.PLAYING, Stage.SETTLING, Stage.FINISHED)
def ask_answer(act: Act, *, ask: int) -> None:
    """What journal line ``ask`` told or asked is done."""
    stands = open_asks(act.evening.pk)
    if all(one.seq != ask for one in stands):
        if answered_already(act.evening.pk, ask):
            raise StaleError("ask", _("That has been seen to already."))
        raise RuleError("ask", _("Nobody asked that."))
    act.note(ask=ask)


@journaled("deal_confirmed", Stage.PLAYING, Stage.SETTLING, right=Right.SCORE, by_link=True)
def deal_confirm(act: Act, *, round: int, table: int, deal: int, base_version: int, entry: int) -> None:
    """Another player at the table says that the result from its phone is right."""
    if not act.settings.confirm:
        raise RuleError("confirm", _("Results are not confirmed in this evening."))
    record, standing = recorded(act, round, table, deal, base_version)
    if entry not in {line.entry for line in standing.lines}:
        raise RuleError("entry", _("Somebody named here does not play at this table."))
    entered = DealVersion.objects.filter(deal=record, version=base_version, journal__link__isnull=False)
    if not entered.exists():
        raise RuleError("confirm", _("An organiser wrote this down: nobody need confirm it."))
    if not entered.filter(confirmed=None).update(confirmed=act.line):
        raise StaleError("confirm", _("Somebody has confirmed this result already."))
    act.note(round=round, table=table, deal=deal, entry=entry)


def _rounds(act: Act, round: int, deal: int) -> QuerySet[RoundRow]:
    """The round, also if it was undone. RuleError where there never was one, or no such deal in it."""
    rounds = RoundRow.objects.filter(evening=act.evening, number=round)
    if not rounds.exists() or not 0 <= deal <= MOST_DEALS:
        raise RuleError("deal", _("No such deal was played."))
    return rounds


def _ask(act: Act, round: int, table: int, deal: int, typed: Sequence[str], **more: object) -> None:
    if len(typed) > MOST_LINES or any(len(line) > LONGEST_LINE for line in typed):
        raise RuleError("typed", _("That is more than the result of a deal."))
    for line in typed:
        refuse_unshown(line, "typed")
    mine = [one for one in open_asks(act.evening.pk) if one.table == table]
    if len(mine) >= OPEN_AT_MOST:
        raise RuleError(
            "table",
            _("Table %(table)s has asked %(most)s times: the organiser answers those first."),
            table=table,
            most=OPEN_AT_MOST,
        )
    act.note(round=round, table=table, deal=deal, typed=list(typed), **more)
