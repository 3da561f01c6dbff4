"""What happens if the bell rings now: for any position, without an evening."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.doors import public
from accounts.api.fields import read
from accounts.api.refusals import REFUSALS
from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from accounts.names import clean_name
from games.rules.cards import parse_cards
from tournaments.api.answers import RoundAnswer, why
from tournaments.api.bodies import RoundBody
from tournaments.api.people import among, numbered
from tournaments.core.chairs import Limits, Place, Player, Table
from tournaments.core.closing_up import bell_of
from tournaments.core.cuts import CutNeed
from tournaments.core.facts import Cut, Purpose
from tournaments.core.play import Format, play_of
from tournaments.core.progressive import Bell, CountNeed
from tournaments.core.settings import AllCalled
from tournaments.selectors.bell import FEWEST_AT_A_TABLE

PURPOSES: dict[Purpose, str] = {
    Purpose.CHIP: _("The highest card takes the yellow chip."),
    Purpose.UP: _("The highest card moves up."),
    Purpose.DOWN: _("The highest card goes down to the booby table."),
    Purpose.EXCHANGE: _("The highest card changes seats with somebody who lost all counters."),
}

EXAMPLE = OpenApiExample(
    "Two tables",
    request_only=True,
    value={
        "tables": [
            {
                "players": [
                    {"name": "Ann", "counters": 70},
                    {"name": "Ben", "counters": 30},
                    {"name": "Cleo", "counters": 60},
                    {"name": "Dan", "counters": 40},
                ],
                "winners": ["Ann"],
                "in_call": ["Ben"],
            },
            {
                "players": [
                    {"name": "Eve", "counters": 90},
                    {"name": "Finn", "counters": 0},
                    {"name": "Gus", "counters": 55},
                    {"name": "Hal", "counters": 55},
                ],
                "winners": ["Eve"],
            },
        ]
    },
)


@extend_schema(
    summary="What a bell brings",
    request=RoundBody,
    responses={200: RoundAnswer, **REFUSALS},
    examples=[EXAMPLE],
)
@public("POST")
def round(request: Request) -> Response:
    """Who moves where, who takes a fresh stake, who changes seats, and why; or what must be cut or counted."""
    sent = read(RoundBody, request.data)
    play = play_of(sent["game"], sent["options"], Format.PROGRESSIVE)
    numbers = numbered(
        [
            (f"tables.{at}.players.{place}.name", player["name"])
            for at, table in enumerate(sent["tables"])
            for place, player in enumerate(table["players"])
        ]
    )
    rung = bell_of(
        {at + 1: _table(table, numbers, f"tables.{at}") for at, table in enumerate(sent["tables"])},
        cuts=[_cut(cut, numbers, f"cuts.{at}") for at, cut in enumerate(sent["cuts"])],
        all_called=AllCalled(sent["settings"]["all_called"]),
        limits=Limits(fewest=max(FEWEST_AT_A_TABLE, play.game.fewest), most=play.game.most),
        stakes=play.staked,
    )
    return Response(RoundAnswer(_told(rung, {number: name for name, number in numbers.items()})).data)


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
        )
        for place, (name, player) in enumerate(zip(names, sent["players"], strict=True), start=1)
    )
    if len({player.chair for player in players}) < len(players):
        raise RuleError(f"{field}.players", _("Two people cannot sit on one chair."))
    winners = among(sent["winners"], here, f"{field}.winners")
    table = Table(
        players,
        winners=frozenset(winners),
        in_call=frozenset(among(sent["in_call"], here, f"{field}.in_call")),
        void=sent["void"],
    )
    if table.playing and table.void == bool(winners):
        raise RuleError(f"{field}.winners", _("Name who won, or say that the deal is void: one of the two."))
    return table


def _cut(sent: Mapping[str, Any], everybody: Mapping[str, int], field: str) -> Cut:
    """The cut that was sent: each attempt from one full pack."""
    attempts = []
    for at, attempt in enumerate(sent["attempts"]):
        here = f"{field}.attempts.{at}"
        people = among(list(attempt), everybody, here)
        attempts.append(tuple(zip(people, map(str, parse_cards(attempt.values(), here)), strict=True)))
    return Cut(1, sent["table"], Purpose(sent["purpose"]), tuple(attempts))


def _told(rung: Bell, names: Mapping[int, str]) -> dict[str, Any]:
    return {
        "decided": not rung.needs,
        "yellow_chip": None if rung.chip is None else names[rung.chip],
        "moves": [
            {
                "name": names[move.entry],
                "start": _at(move.start),
                "end": _at(move.end),
                "why": why(move.why, names),
            }
            for move in rung.moves
        ],
        "people": [
            {
                "name": name,
                "place": _at(rung.seats[entry]) if entry in rung.seats else None,
                "why": why(rung.verdicts[entry], names),
            }
            for entry, name in sorted(names.items())
        ],
        "fresh_stakes": [names[entry] for entry in rung.fresh],
        "exchanges": [
            {"broke": names[broke], "partner": names[partner]} for broke, partner in rung.exchanges
        ],
        "nobody_leaves": [
            {"table": table, "why": why(reason, names)} for table, reason in sorted(rung.unmoved.items())
        ],
        "cuts_needed": [_cut_needed(need, names) for need in rung.needs if isinstance(need, CutNeed)],
        "counts_needed": [_count_needed(need, names) for need in rung.needs if isinstance(need, CountNeed)],
    }


def _at(place: Place) -> dict[str, int | None]:
    return {"table": place.position, "chair": place.chair or None}


def _cut_needed(need: CutNeed, names: Mapping[int, str]) -> dict[str, Any]:
    return {
        "purpose": need.purpose.value,
        "table": need.position,
        "among": [names[entry] for entry in need.among],
        "attempts": [{names[entry]: card for entry, card in attempt} for attempt in need.attempts],
        "words": gettext(PURPOSES[need.purpose]),
    }


def _count_needed(need: CountNeed, names: Mapping[int, str]) -> dict[str, Any]:
    people = [names[entry] for entry in need.uncounted]
    return {"table": need.position, "people": people, "why": why(need.why, names)}
