"""A round's tables: who sits there, and what each waits for."""

from collections.abc import Iterable, Sequence
from typing import Any

from rest_framework import serializers

from games.rules.ruleset import Turn
from games.rules.schedules import turns
from tournaments.base.api.answers import Answer, Somebody
from tournaments.bell.presenters.round_tables import SeatView, TableView, table_views
from tournaments.core.evening import Facts
from tournaments.core.formats.preview import Preview
from tournaments.core.record import Stage
from tournaments.evening.presenters.kinds.progress import Progress
from tournaments.evening.selectors.bid_tables import tables_bid
from tournaments.models import Evening

RECORD = {"pool": "deal-record", "bids": "bids-record", "tricks": "score-record"}
"""The command for each part of a deal's result."""


class SeatAnswer(Somebody):
    """Somebody at a table. ``held``: counters or points, null where nobody knows; ``deals``: has the deal."""

    chair = serializers.IntegerField()
    state = serializers.CharField(source="presence")
    held = serializers.IntegerField(allow_null=True)
    yellow = serializers.IntegerField()
    deals = serializers.BooleanField()


class Awaited(Answer):
    """What a table tells next: of its ``deal`` the pool, the bids, or, once those are known, the tricks.

    ``base``: the journal line of the bids that stand. ``order``: the entries of those who play, in the order
    in which they bid in this game; of a pool from the dealer's left, the dealer last.
    """

    deal = serializers.IntegerField()
    kind = serializers.CharField()
    base = serializers.IntegerField(allow_null=True)
    order = serializers.ListField(child=serializers.IntegerField())
    words = serializers.CharField(help_text="The deal in words, where bids are played for.")


class TableAnswer(Answer):
    """A table from head to booby; ``awaits`` is null once its round is decided. ``recorded``: its deals."""

    table = serializers.IntegerField(source="view.position")
    title = serializers.CharField(source="view.title")
    is_head = serializers.BooleanField(source="view.is_head")
    is_booby = serializers.BooleanField(source="view.is_booby")
    state = serializers.CharField(source="view.state")
    seats = SeatAnswer(many=True, source="view.seats")
    recorded = serializers.ListField(child=serializers.IntegerField(), source="view.recorded")
    may_end = serializers.BooleanField(source="view.may_end")
    awaits = Awaited(allow_null=True)


def tables_told(evening: Evening, facts: Facts, preview: Preview) -> list[dict[str, Any]]:
    """The round's tables as ``TableAnswer`` shows them."""
    bids = tables_bid(evening, facts, preview.round)
    playing = evening.stage == Stage.PLAYING
    return [
        {
            "view": view,
            "awaits": _awaited(facts, view, bids.get(view.position)) if playing and view.out else None,
        }
        for view in table_views(facts, preview, bids)
    ]


def _awaited(facts: Facts, view: TableView, base: int | None) -> dict[str, Any]:
    parts = facts.play.kind.parts
    progress = view.progress or Progress()
    words = progress.cards if progress.whole else progress.deal
    return {
        "deal": view.next_deal,
        "kind": parts[0] if base is None else parts[-1],
        "base": base,
        "order": _order(view.seats, facts.play.game.bidding),
        "words": words,
    }


def _order(seats: Iterable[SeatView], turn: Turn) -> Sequence[int]:
    """The entries of those who play, in the order of their turns at this deal."""
    sitting = [seat for seat in seats if seat.presence.plays]
    dealer = next((at for at, seat in enumerate(sitting) if seat.deals), len(sitting) - 1)
    return [sitting[at].entry for at in turns(turn, len(sitting), dealer)]
