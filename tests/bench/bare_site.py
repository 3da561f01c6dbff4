"""The bare site: the least that Django does for such a page. It is what Headtable's pages stand beside.

`tests.bench.bare_settings` are its settings: the same database and no middleware.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.utils.html import escape

from accounts.models import Club, Player
from tournaments.models import DealLine, EntryRow, Season, SeasonEvening, Settlement

STAKE = 50
NEWEST = 6
"""So many evenings have a column of their own in a season's table."""
READY = "x" * 1024


def _answer(text: str) -> HttpResponse:
    body = text.encode()
    return HttpResponse(body, headers={"Content-Length": len(body)})


@transaction.atomic
def insert(request: HttpRequest) -> HttpResponse:
    """One insert in one transaction."""
    Club.objects.create(name=request.POST["name"])
    return _answer("")


def ready(_request: HttpRequest) -> HttpResponse:
    """A kilobyte that is in memory."""
    return _answer(READY)


def standings(_request: HttpRequest, evening: int) -> HttpResponse:
    """Every line of the evening's pools loaded and added up, and a row for everybody."""
    names = dict(EntryRow.objects.filter(evening=evening).values_list("id", "name"))
    held, chips = dict.fromkeys(names, STAKE), dict[int, int]()
    lines = DealLine.objects.filter(version__deal__round__evening=evening, version__deal__void=None)
    for entry, counters, won, position in lines.order_by().values_list(
        "entry", "counters", "won", "version__deal__position"
    ):
        held[entry] += counters or 0
        if won and position == 1:
            chips[entry] = chips.get(entry, 0) + 1
    best = sorted(held, key=lambda entry: (-held[entry], -chips.get(entry, 0)))
    rows, place, above = [], 0, (0, 0)
    for at, entry in enumerate(best, start=1):
        figures = held[entry], chips.get(entry, 0)
        place, above = (place, above) if figures == above else (at, figures)
        cells = f"<td>{place}</td><td>{escape(names[entry])}</td><td>{figures[1]}</td><td>{figures[0]}</td>"
        rows.append(f"<tr>{cells}</tr>")
    return _answer("".join(rows))


Points = Mapping[int, list[tuple[float, int]]]
"""Of each player: the points and the place of each evening."""


def season(_request: HttpRequest, season: int) -> HttpResponse:
    """Every line of the results loaded and added up, and a row for everybody with movement and evenings."""
    rules = Season.objects.values_list("rules", flat=True).get(pk=season)
    best, table, rest = rules["best"], rules["table"], rules["rest"]
    names = dict(Player.objects.filter(entries__evening__seasons__season=season).values_list("pk", "name"))
    evenings = SeasonEvening.objects.filter(season=season).order_by("evening__held_on")
    played: dict[int, list[tuple[int, int]]] = {}
    weights = dict(evenings.values_list("evening", "weight"))
    lines = Settlement.objects.filter(result__evening__seasons__season=season).order_by()
    for evening, player, at in lines.values_list("result__evening", "entry__player", "place"):
        played.setdefault(evening, []).append((player, at))
    points: dict[int, list[tuple[float, int]]] = defaultdict(list)
    newest: list[Mapping[int, float]] = []
    before: Mapping[int, int] = {}
    for number, (evening, weight) in enumerate(weights.items()):
        if number == len(weights) - 1:
            before = {player: place for place, player, _total in _placed(points, best)}
        level = Counter(at for _player, at in played[evening])
        worth = {
            at: sum(table[n - 1] if n <= len(table) else rest for n in range(at, at + many)) / many * weight
            for at, many in level.items()
        }
        gave = {player: worth[at] / 100 for player, at in played[evening]}
        for player, at in played[evening]:
            points[player].append((gave[player], at))
        newest = [gave, *newest[: NEWEST - 1]]
    return _answer(
        "".join(
            [
                f"<tr><td>{place} {before.get(player, place) - place}</td><td>{escape(names[player])}</td>"
                f"<td>{total}</td>{''.join([f'<td>{gave.get(player)}</td>' for gave in newest])}</tr>"
                for place, player, total in _placed(points, best)
            ]
        )
    )


def _placed(points: Points, best: int) -> list[tuple[int, int, float]]:
    """Place, player and total: of the best evenings, and among equals by the most of the best places."""
    keys = {}
    for player, mine in points.items():
        counted = sorted(mine, key=lambda one: one[0])[-best:]  # of equal ones the later
        places = tuple(-place for place in sorted(place for _points, place in counted))
        keys[player] = round(sum(one[0] for one in counted), 6), places
    rows: list[tuple[int, int, float]] = []
    above = None
    order = sorted(keys, key=lambda player: (keys[player], -player), reverse=True)
    for at, player in enumerate(order, start=1):
        rows.append((rows[-1][0] if keys[player] == above else at, player, keys[player][0]))
        above = keys[player]
    return rows


urlpatterns = [
    path("insert/", insert),
    path("ready/", ready),
    path("standings/<int:evening>/", standings),
    path("season/<int:season>/", season),
]
