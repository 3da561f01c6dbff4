"""What the bell of the present round brings, as far as it is known."""

from functools import partial
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.errors import StateError
from accounts.shared.api.decorators import member
from accounts.shared.api.schema import described_for_members
from tournaments.base.api.access import evening_at
from tournaments.base.api.answers import At
from tournaments.base.api.values import answer
from tournaments.bell.presenters.outcome import EveningBell
from tournaments.console.presenters.console import view_of
from tournaments.core.record import Stage
from tournaments.evening.presenters.movers import Mover
from tournaments.evening.presenters.pending_cuts import CutMade
from tournaments.evening.services.journal import PLAIN_STAGE


class CardByName(serializers.DictField):
    """A card by the name of the player who cut it."""

    child = serializers.CharField()

    def to_representation(self, value: Any) -> dict[str, Any]:
        return {value.name: value.card}


class CardsByName(serializers.ListField):
    child = CardByName()


BELL = answer(
    EveningBell,
    moves=partial(answer(Mover, start=At, end=At), many=True),
    cuts_made=partial(answer(CutMade, cards=CardsByName), many=True),
)


@described_for_members("bell", "The outcome of the bell", BELL, refuses_states=True)
@member("GET")
def bell(request: Request, pk: int) -> Response:
    """Moves with reasons, fresh stakes, exchanged seats, and missing cuts and counts."""
    evening = evening_at(request, pk)
    if evening.stage != Stage.PLAYING:
        raise StateError("stage", PLAIN_STAGE[Stage(evening.stage)])
    return Response(BELL(view_of(evening).outcome).data)
