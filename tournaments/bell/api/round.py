"""What happens if the bell rings now: for any position, without an evening."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.answers import STRANGERS
from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from accounts.names import clean_name
from accounts.refusals import TWICE
from accounts.shared.api.decorators import public
from accounts.shared.api.fields import read
from accounts.shared.api.schema import described
from games.rules.cards import Card, parse_card, refuse_repeats
from tournaments.base.api.answers import At, Why
from tournaments.base.api.values import answer
from tournaments.bell.api.bodies import RoundBody
from tournaments.bell.api.people import among, known, numbered
from tournaments.bell.presenters.outcome import BellOutcome, Exchange, Unmoved, Verdict, outcome_of
from tournaments.core.evening import Play
from tournaments.core.formats.preview import limits_in
from tournaments.core.formats.progressive import Progressive
from tournaments.core.formats.registry import play_of
from tournaments.core.movement.chairs import HEAD, Player, Table
from tournaments.core.movement.close_empty_tables import bell_of
from tournaments.core.movement.cuts import Attempt, refuse_idle
from tournaments.core.record import Cut, Purpose
from tournaments.core.refusals import HAS_NO_COUNTERS, NO_TABLE
from tournaments.core.settings import AllCalled
from tournaments.evening.presenters.movers import Mover
from tournaments.evening.presenters.pending_cuts import CountWaits, CutView


class Name(serializers.CharField):
    """Somebody by the name that was sent."""

    def to_representation(self, value: Any) -> str:
        name: str = value.name
        return name


class Names(serializers.ListField):
    child = Name()


class Cards(serializers.DictField):
    """The cards of an attempt, by name."""

    child = serializers.CharField()

    def to_representation(self, value: Any) -> dict[str, Any]:
        return {cut.name: cut.card for cut in value}


class Attempts(serializers.ListField):
    child = Cards()


CUT = answer(CutView, STRANGERS, among=Names, attempts=Attempts)
ROUND = answer(
    BellOutcome,
    STRANGERS,
    yellow_chip=partial(Name, allow_null=True),
    moves=partial(answer(Mover, STRANGERS, start=At, end=At), many=True),
    people=partial(answer(Verdict, STRANGERS, why=Why), many=True),
    fresh_stakes=Names,
    exchanges=partial(answer(Exchange, STRANGERS, broke=Name, partner=Name), many=True),
    nobody_leaves=partial(answer(Unmoved), many=True),
    cuts_needed=partial(CUT, many=True),
    counts_needed=partial(answer(CountWaits, STRANGERS, people=Names), many=True),
)


@described("progressive_round", "The moves at a bell", ROUND, body=RoundBody)
@public("POST")
def round(request: Request) -> Response:
    """List all moves, fresh stakes and seat changes with reasons, and the cuts and counts still needed."""
    sent = read(RoundBody, request.data)
    play = play_of(sent["game"], sent["options"], Progressive.key)
    numbers = numbered(
        [
            (f"tables.{at}.players.{place}.name", player["name"])
            for at, table in enumerate(sent["tables"])
            for place, player in enumerate(table["players"])
        ]
    )
    tables = [_table(table, numbers, f"tables.{at}") for at, table in enumerate(sent["tables"])]
    for at, table in enumerate(tables):
        _check_size(play, table, f"tables.{at}")
        _check_counters(play, table, f"tables.{at}")
    cuts = [_cut(cut, numbers, len(tables), f"cuts.{at}") for at, cut in enumerate(sent["cuts"])]
    ring = partial(
        bell_of,
        dict(enumerate(tables, start=HEAD)),
        all_called=AllCalled(sent.get("settings", {}).get("all_called", AllCalled.STAY)),
        limits=limits_in(play),
        stakes=play.kind.stakes,
    )
    refuse_idle(cuts, lambda made: ring(cuts=made).needs)
    names = {number: name for name, number in numbers.items()}
    return Response(ROUND(outcome_of(ring(cuts=cuts), play, names)).data)


def _table(sent: Mapping[str, Any], everybody: Mapping[str, int], field: str) -> Table:
    """The table that was sent. RuleError if people are named who do not sit there, or nobody has won."""
    names = [clean_name(player["name"]) for player in sent["players"]]
    here = {name: everybody[name] for name in names}
    players = tuple(
        Player(
            here[name],
            player.get("chair", place),
            player["counters"],
            keeps_seat=player["keeps_seat"],
            left=player["left"],
            staked=player["staked"],
        )
        for place, (name, player) in enumerate(zip(names, sent["players"], strict=True), start=1)
    )
    if len({player.chair for player in players}) < len(players):
        raise RuleError(f"{field}.players", _("Two players cannot have the same seat."))
    winners = among(sent["winners"], here, f"{field}.winners")
    table = Table(
        players,
        winners=winners,
        in_call=among(sent["in_call"], here, f"{field}.in_call"),
        void=sent["void"],
    )
    if table.playing and table.void == bool(winners):
        raise RuleError(f"{field}.winners", _("Name the winner, or mark the deal as void. Do not do both."))
    return table


def _check_size(play: Play, table: Table, field: str) -> None:
    """So many sit at a table of this game at most; a deal that was decided had players enough."""
    limits, sitting = limits_in(play), len(table.players)
    if sitting > limits.most:
        raise RuleError(f"{field}.players", _("A table has at most %(most)s seats here."), most=limits.most)
    if table.decided and not play.kind.enough(play, sitting):
        raise RuleError(f"{field}.players", _("This table has too few players for a deal."))


def _check_counters(play: Play, table: Table, field: str) -> None:
    for place, player in enumerate(table.players):
        if play.bids is not None:
            if player.staked:
                raise RuleError(f"{field}.players.{place}.staked", HAS_NO_COUNTERS)
            continue
        least = 1 if player.entry in table.winners else 0
        if player.counters is not None and player.counters < least:
            raise RuleError(
                f"{field}.players.{place}.counters",
                _("Counters cannot be negative. The winner of the pool must have some."),
            )


def _cut(sent: Mapping[str, Any], everybody: Mapping[str, int], tables: int, field: str) -> Cut:
    """The cut that was sent, if there is its table. RuleError at ``<field>.table``, or as an attempt."""
    if sent["table"] > tables:
        raise RuleError(f"{field}.table", NO_TABLE, table=sent["table"])
    attempts = tuple(
        _attempt(attempt, everybody, f"{field}.attempts.{at}") for at, attempt in enumerate(sent["attempts"])
    )
    return Cut(1, sent["table"], Purpose(sent["purpose"]), attempts)


def _attempt(sent: Mapping[str, str], everybody: Mapping[str, int], field: str) -> Attempt:
    """A card each, from one full pack. RuleError at ``field`` or ``<field>.<name>``."""
    cards: dict[int, Card] = {}
    for name, text in sent.items():
        entry = known(name, everybody, f"{field}.{name}")
        if entry in cards:
            raise RuleError(field, TWICE, name=name)
        cards[entry] = parse_card(text, f"{field}.{name}")
    refuse_repeats(cards.values(), field)
    return tuple((entry, str(card)) for entry, card in cards.items())
