"""How an evening stands, and who wins what: no more of it than the page shows to the same reader."""

from functools import partial
from typing import Any

from django.http import HttpResponseBase
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.permissions import Right
from accounts.shared.api.decorators import member
from accounts.shared.api.kept import kept
from accounts.shared.api.schema import described_for_members
from tournaments.base.api.access import evening_and_right, refuse_secret
from tournaments.base.api.answers import Answer, Somebody
from tournaments.base.api.values import answer
from tournaments.core.record import Stage
from tournaments.evening.selectors.access import evening_tag
from tournaments.evening.selectors.evening import load_facts
from tournaments.models import Evening
from tournaments.prizes.presenters.prizes import Prize, gifts_of, prize_page
from tournaments.results.presenters.standing import Standing, standing_of

STANDING = answer(Standing)
WINNERS = partial(Somebody, many=True)
PRIZE = answer(Prize, winners=WINNERS, removed_winners=WINNERS)


class EveningPrizesAnswer(Answer):
    """The prizes, the highest first: as they would be if it ended now, or as ``version`` has them.

    ``hidden``: how many the hall does not know; ``next``: the key of the one to be revealed next.
    """

    version = serializers.IntegerField(allow_null=True)
    hidden = serializers.IntegerField()
    next = serializers.CharField(allow_null=True)
    prizes = PRIZE(many=True)


@described_for_members("standing", "The standings of an evening", STANDING, kept=True)
@member("GET")
def standing(request: Request, pk: int) -> HttpResponseBase:
    """All players by place, with reasons. Until all prizes are announced, the end is for organisers."""
    evening, right = evening_and_right(request, pk)
    refuse_secret(evening, right)
    return kept(request, lambda: STANDING(standing_of(evening)).data, evening_tag(evening), right)


@described_for_members("evening_prizes", "The prizes of an evening", EveningPrizesAnswer)
@member("GET")
def evening_prizes(request: Request, pk: int) -> Response:
    """The prizes so far, or at the end. Prizes not announced yet are only for organisers."""
    evening, right = evening_and_right(request, pk)
    return Response(EveningPrizesAnswer(_prizes(evening, runs=right >= Right.RUN)).data)


def _prizes(evening: Evening, *, runs: bool) -> dict[str, Any]:
    facts = load_facts(evening.pk)
    found = prize_page(evening, facts, runs=runs)
    finished = found.announced is not None
    return {
        "version": found.announced.version if found.announced else None,
        "hidden": found.hidden if finished or evening.stage == Stage.SETTLING else 0,
        "next": found.next.key if runs and finished and found.next else None,
        "prizes": (*found.prizes, *gifts_of(evening)),
    }
