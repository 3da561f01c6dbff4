"""The counters' ledger in figures: whether they add up, and everybody's lines."""

from collections import defaultdict
from functools import partial
from typing import Any

from django.http import Http404, HttpResponseBase
from rest_framework import serializers
from rest_framework.request import Request

from accounts.shared.api.decorators import member
from accounts.shared.api.kept import kept
from accounts.shared.api.schema import described_for_members
from tournaments.base.api.access import evening_and_right, refuse_secret
from tournaments.base.api.answers import Answer, Somebody
from tournaments.base.api.values import answer
from tournaments.core.counters import ledger as core
from tournaments.core.counters.ledger import LedgerLine
from tournaments.evening.selectors.access import evening_tag
from tournaments.evening.selectors.evening import load_facts
from tournaments.models import Evening
from tournaments.results.presenters.ledger import Law, law_of


class LedgerLineAnswer(Answer):
    """A line: first, fresh, return, deal, counted or departure. ``table`` and ``deal`` are a deal's."""

    seq = serializers.IntegerField()
    kind = serializers.CharField()
    round = serializers.IntegerField()
    table = serializers.IntegerField(allow_null=True)
    deal = serializers.IntegerField(allow_null=True)
    amount = serializers.IntegerField(allow_null=True)
    balance = serializers.IntegerField(allow_null=True)


class PersonsLedger(Somebody):
    """Somebody's lines in the order of play; ``has``: what they come to."""

    has = serializers.IntegerField(allow_null=True)
    lines = LedgerLineAnswer(many=True)


class LedgerAnswer(Answer):
    """The ledger, everybody in the order of coming."""

    law = answer(Law, uncounted=partial(Somebody, many=True))()
    people = PersonsLedger(many=True)


@described_for_members("ledger", "The ledger of an evening", LedgerAnswer, kept=True)
@member("GET")
def ledger(request: Request, pk: int) -> HttpResponseBase:
    """Whether the counters add up, and the lines of each player. 404 if the game has no counters."""
    evening, right = evening_and_right(request, pk)
    if not evening.play.kind.stakes:
        raise Http404
    refuse_secret(evening, right)
    return kept(request, lambda: LedgerAnswer(_told(evening)).data, evening_tag(evening), right)


def _told(evening: Evening) -> dict[str, Any]:
    facts = load_facts(evening.pk)
    lines: dict[int, list[LedgerLine]] = defaultdict(list)
    for line in core.lines(facts, evening.settings):
        lines[line.entry].append(line)
    return {
        "law": law_of(evening, facts),
        "people": [
            {
                "entry": entry.id,
                "name": entry.name,
                "has": lines[entry.id][-1].balance if entry.id in lines else None,
                "lines": [_line(line) for line in lines.get(entry.id, ())],
            }
            for entry in facts.entries
        ],
    }


def _line(line: LedgerLine) -> dict[str, Any]:
    return {
        "seq": line.seq,
        "kind": line.kind,
        "round": line.round,
        "table": line.position or None,
        "deal": line.deal or None,
        "amount": line.amount,
        "balance": line.balance,
    }
