"""The API's addresses of the games, their schedules, and the order in which players act."""

from collections.abc import Mapping

from django.urls import path
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.numbers import number_in
from accounts.shared.api.decorators import public
from accounts.shared.api.fields import Body, Number, read
from accounts.shared.api.paging import answer_page, listed, read_query
from accounts.shared.api.schema import described
from games.calculators.api.bodies import GAME_LINE, ORDERS, GameAnswer, ScheduleAnswer
from games.calculators.api.calculators import find_game, find_game_with
from games.rules.deals import BidGame
from games.rules.options import Option, Value
from games.rules.registry import RULESETS
from games.rules.ruleset import Ruleset
from games.rules.schedules import count_unseen
from games.rules.schedules import find_orders as orders_of
from games.rules.schedules import plan_deals as schedule_of

WORDS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
LONGEST_NUMBER = 9


class OrdersQuery(Body):
    """The query of ``orders``. Its numbers arrive as text."""

    players = Number()
    dealer = Number()


class PlayersQuery(Body):
    players = Number()


@listed("games", "Every game", GAME_LINE, describe=described)
@public("GET")
def games(request: Request) -> Response:
    """List every game by its key, with its players, its options and its calculators."""
    return answer_page(request, [*RULESETS.values()], GAME_LINE)


@described("game", "One game", GameAnswer)
@public("GET")
def game(request: Request, key: str) -> Response:
    """Return one game with its rules, options and schedules."""
    return Response(GameAnswer(find_game(key)).data)


@described(
    "schedule",
    "The deals of a whole game",
    ScheduleAnswer,
    parameters=[
        OpenApiParameter("players", int, required=True, description="How many play."),
        OpenApiParameter(
            "options",
            {"type": "object", "additionalProperties": {"type": ["boolean", "integer", "string"]}},
            style="form",
            explode=True,
            description="The game’s options, each a parameter by its key: true or false (or yes and no, or "
            "1 and 0), a number, a word.",
        ),
    ],
)
@public("GET")
def schedule(request: Request, key: str) -> Response:
    """List each deal's cards, trump, bidding and play; the pack; and the cards taken out unseen."""
    game = find_game_with(key, "schedule", BidGame)
    query = read_query(request)
    values = read(PlayersQuery, {name: query.pop(name) for name in ("players",) if name in query})
    options = game.choose(_parse_options(game, query))
    players = values["players"]
    deals = schedule_of(game, players, options)
    result = {
        "players": players,
        "options": options,
        "pack": len(game.pack(players)),
        "removed": count_unseen(game, players),
        "end": game.end.value,
        "target": game.target or None,
        "deals": deals,
    }
    return Response(ScheduleAnswer(result).data)


def _parse_options(game: Ruleset, query: Mapping[str, str]) -> dict[str, Value]:
    """Return options from the query string. An invalid text stays a text and is refused later."""
    options = {option.key: option for option in game.options}
    return {key: _parse_value(options[key], text) if key in options else text for key, text in query.items()}


def _parse_value(option: Option, text: str) -> Value:
    if option.choices is not None and text in option.choices:
        return text
    if option.choices is None and not isinstance(option.default, bool):
        number = number_in(text, LONGEST_NUMBER - 1)
        return text if number is None else number
    return WORDS.get(text.lower(), text)


@described(
    "orders",
    "The order in which players are dealt to, bid and play",
    ORDERS,
    parameters=[
        OpenApiParameter("players", int, required=True, description="How many play."),
        OpenApiParameter("dealer", int, required=True, description="The dealer’s seat, from 0."),
    ],
)
@public("GET")
def orders(request: Request, key: str) -> Response:
    """List the seats in order, for a dealer; and the next dealer."""
    game = find_game_with(key, "orders", BidGame)
    values = read(OrdersQuery, read_query(request))
    return Response(ORDERS(orders_of(game, values["players"], values["dealer"])).data)


urlpatterns = [
    path("games/", games, name="api-games"),
    path("games/<slug:key>/", game, name="api-game"),
    path("games/<slug:key>/schedule/", schedule, name="api-schedule"),
    path("games/<slug:key>/orders/", orders, name="api-orders"),
]
