"""Cuts that are waited for, as the commands that make them want to be told."""

from collections.abc import Iterable, Mapping
from typing import Any

from rest_framework import serializers

from tournaments.attendance.api.people import Somebody, named, somebody
from tournaments.base.api.answers import Answer
from tournaments.core.evening import Play
from tournaments.core.movement.cuts import CutNeed
from tournaments.evening.presenters.pending_cuts import cut_view


class Card(Somebody):
    """Who cut which card."""

    card = serializers.CharField()


class CutWaits(Answer):
    """A cut to be made; ``attempts`` are those in which they cut equally high. ``words``: what it is for.

    ``whom``: the broke player with whom the highest changes seats.
    """

    round = serializers.IntegerField()
    purpose = serializers.CharField()
    table = serializers.IntegerField()
    deal = serializers.IntegerField()
    among = Somebody(many=True)
    attempts = serializers.ListField(child=Card(many=True))
    whom = Somebody(allow_null=True)
    words = serializers.CharField()


def cuts_told(
    needs: Iterable[tuple[int, CutNeed]], names: Mapping[int, str], play: Play
) -> list[dict[str, Any]]:
    """The cuts, each with its round, as ``CutWaits`` shows them."""
    return [
        {
            "round": number,
            "purpose": need.purpose.value,
            "table": need.table,
            "deal": need.deal,
            "among": named(need.among, names),
            "attempts": [
                [somebody(entry, names) | {"card": card} for entry, card in attempt]
                for attempt in need.attempts
            ],
            "whom": somebody(need.whom, names) if need.whom else None,
            "words": cut_view(number, need, names, play).words,
        }
        for number, need in needs
    ]
