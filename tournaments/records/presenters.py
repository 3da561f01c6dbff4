"""A club's ratings by game, and the page of one player: evenings, records, opponents and ratings.

The page of a player takes a fixed number of queries.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

from accounts.answers import answers
from accounts.models import Club, Player
from accounts.names import make_sort_key
from games.rules.registry import KNOWN
from tournaments.base.phrases import phrase
from tournaments.base.words import describe_standing, format_counters, format_signed
from tournaments.core.evening import Play
from tournaments.core.ranking.ratings import Rating
from tournaments.core.results import records
from tournaments.core.results.records import PlayedDeal, TableTally
from tournaments.evening.presenters.kinds import KIND_PAGES, get_kind_pages
from tournaments.evening.selectors.access import load_player_names
from tournaments.models import Settlement
from tournaments.records.selectors.player_record import (
    PersonsLine,
    load_last_changes,
    load_last_ratings,
    load_played,
    load_rating_state,
)
from tournaments.results.presenters.pictures import draw_rating
from tournaments.standings.selectors.people import Opponent


@answers("place", "player", "name", "number", "settled", "words")
@dataclass(frozen=True)
class RatedPlayer:
    """A player's rating; ``words`` describe its uncertainty."""

    # ``evenings``: how many it comes from; ``change``: by how much the last one changed it, as shown.

    place: int
    player: int
    name: str
    number: int
    settled: bool
    words: str
    evenings: int
    change: str


@answers("game", "title", "people")
@dataclass(frozen=True)
class RatingsOfGame:
    """The ratings in one game, the highest first."""

    game: str
    title: str
    people: tuple[RatedPlayer, ...]


@answers("ratings", "ratings_behind", component="RatingsAnswer")
@dataclass(frozen=True)
class RatingLists:
    """The ratings by game; the game with most players comes first.

    Ratings of evenings from the day ``ratings_behind`` on are not calculated yet. Null: all are.
    """

    ratings: tuple[RatingsOfGame, ...]
    ratings_behind: date | None


def load_rating_lists(club: Club) -> RatingLists:
    """Return the club's ratings, the game with most people first, without people who left the list."""
    state = load_rating_state(club.pk)
    names = load_player_names(club=club, active=True)
    last = load_last_ratings(club.pk, state)
    changes = load_last_changes(club.pk, state, last)
    lists = (_build_list(game, ratings, changes.get(game, {}), names) for game, ratings in last.items())
    order = sorted(
        (rating_list for rating_list in lists if rating_list.people),
        key=lambda rating_list: (-len(rating_list.people), rating_list.game),
    )
    return RatingLists(tuple(order), state.stale_from)


def _build_list(
    game: str, ratings: Mapping[int, Rating], changes: Mapping[int, int], names: Mapping[int, str]
) -> RatingsOfGame:
    last = {player: rating for player, rating in ratings.items() if player in names}
    order = sorted(last, key=lambda player: (-last[player].number, make_sort_key(names[player]), player))
    places = dict[int, int]()
    for place, player in enumerate(order, start=1):
        places.setdefault(last[player].number, place)
    people = (
        RatedPlayer(
            places[last[player].number],
            player,
            names[player],
            last[player].number,
            last[player].settled,
            describe_certainty(last[player]),
            last[player].evenings,
            format_signed(changes.get(player)),
        )
        for player in order
    )
    return RatingsOfGame(game, get_game_title(game), tuple(people))


def get_game_title(key: str) -> str:
    """Return a game's name; its key if the game no longer exists."""
    return gettext(KNOWN[key].title) if key in KNOWN else key


def describe_certainty(rating: Rating) -> str:
    """Return a rating's uncertainty in words."""
    figures = {"n": rating.evenings}
    if rating.settled:
        return ngettext("%(n)s evening", "%(n)s evenings", rating.evenings) % figures
    return (
        ngettext("not reliable yet: %(n)s evening", "not reliable yet: %(n)s evenings", rating.evenings)
        % figures
    )


PODIUM = 3


@answers("id", "name", "held_on", "entry", "game", "place", "of", "net", "score", "yellow_chips", "prizes")
@dataclass(frozen=True)
class EveningPlayed:
    """An evening of a player, as ``entry``: place among ``of`` people, points, or counters won (``net``)."""

    # ``result``: the winning figure of the game, in words.

    id: int
    entry: int
    name: str
    held_on: date
    game: str
    place: int
    of: int
    result: str
    net: int | None
    score: int | None
    yellow_chips: int
    prizes: int


@answers("title", "figure", "evening")
@dataclass(frozen=True)
class BestOf:
    """A record, and the evening of the record."""

    title: str
    figure: int
    line: EveningPlayed

    @property
    def evening(self) -> int:
        return self.line.id

    @property
    def text(self) -> str:
        """Return the figure as a page shows it."""
        return format_counters(self.figure)


@answers("evening", "held_on", "number")
@dataclass(frozen=True)
class RatingThen:
    """The rating after an evening."""

    evening: int
    name: str
    held_on: date
    number: int


@answers("title", "number", "words", "path")
@dataclass(frozen=True)
class RatingWay:
    """The rating in one game, its uncertainty, and its course from the first evening on."""

    # ``picture``: the course of the rating as SVG.

    title: str
    number: int
    words: str
    path: tuple[RatingThen, ...]
    picture: str = ""


@answers("exact_bids", "deals", "percent")
@dataclass(frozen=True)
class ExactBids:
    """The number of exact bids, and the number of deals with bids."""

    exact_bids: int
    deals: int

    @property
    def percent(self) -> int:
        return round(100 * self.exact_bids / self.deals)


@answers(
    *("player", "name", "also", "evenings", "best", "podium", "prizes", "yellow_chips", "exact_bids"),
    *("records", "tables", "luckiest", "opponents", "ratings", "ratings_behind"),
    component="RecordAnswer",
)
@dataclass(frozen=True)
class PlayerRecord:
    """All results of a player. ``podium``: how often first, second, third.

    ``exact_bids`` is null without bids. ``luckiest``: the table where the player won most deals. Ratings of
    evenings from the day ``ratings_behind`` on are not calculated yet. Null: all are.
    """

    person: Player
    also: tuple[str, ...]
    evenings: tuple[EveningPlayed, ...]
    best: int | None
    podium: tuple[int, ...]
    prizes: int
    yellow_chips: int
    exact_bids: ExactBids | None
    records: tuple[BestOf, ...]
    tables: tuple[TableTally, ...]
    luckiest: TableTally | None
    opponents: tuple[Opponent, ...]
    ratings: tuple[RatingWay, ...]
    ratings_behind: date | None

    @property
    def player(self) -> int:
        return self.person.pk

    @property
    def name(self) -> str:
        return self.person.name


def load_record(club: Club, player: int) -> PlayerRecord | None:
    """Return the player's page, by any of their entries; None if the club has no such player."""
    played = load_played(club, player)
    if played is None:
        return None
    who, names, settled, deals = played.player, played.names, played.settled, played.deals
    lines = {row.result.evening_id: _build_line(row) for row in settled}
    tables = records.tally_tables(deals)
    places = [line.place for line in lines.values()]
    return PlayerRecord(
        person=who,
        also=tuple(names[pk] for pk in sorted(played.persons - {who.pk})),
        evenings=tuple(reversed(lines.values())),
        best=min(places, default=None),
        podium=tuple(places.count(place) for place in range(1, PODIUM + 1)),
        prizes=sum(line.prizes for line in lines.values()),
        yellow_chips=sum(line.yellow_chips for line in lines.values()),
        exact_bids=_count_exact(settled, deals),
        records=tuple(_find_records(settled, deals, lines)),
        tables=tables,
        luckiest=records.find_luckiest(tables),
        opponents=played.opponents,
        ratings=_build_ratings(played.ratings, lines),
        ratings_behind=played.stale_from
        if played.stale_from and _has_played_since(played.stale_from, lines)
        else None,
    )


def _build_line(row: PersonsLine) -> EveningPlayed:
    evening, result = row.result.evening, row.result
    return EveningPlayed(
        id=evening.pk,
        entry=row.entry_id,
        name=evening.name,
        held_on=evening.held_on,
        game=result.rules_name or get_game_title(result.game),
        place=row.place,
        of=row.of,
        result=_describe_result(row, row.result.play),
        net=row.net,
        score=row.score,
        yellow_chips=row.yellow or 0,
        prizes=row.prizes or 0,
    )


def _describe_result(row: Settlement, play: Play) -> str:
    figures = {"n": describe_standing(play, row)}
    return phrase(play, "%(n)s counters") % figures


def _count_exact(settled: Iterable[Settlement], deals: Iterable[PlayedDeal]) -> ExactBids | None:
    """Return the exact bids of all deals. If an evening's deals were not recorded, use its result."""
    bids, exact = Counter[int](), Counter[int]()
    for deal in deals:
        bids[deal.event] += deal.bid is not None
        exact[deal.event] += deal.exact
    recorded = {
        row.result.evening_id: (row.exact, row.deals)
        for row in settled
        if row.exact is not None and row.deals and row.result.evening_id not in bids
    }
    found = ExactBids(
        exact.total() + sum(exact for exact, _deals in recorded.values()),
        bids.total() + sum(deals for _exact, deals in recorded.values()),
    )
    return found if found.deals else None


def _find_records(
    settled: Sequence[Settlement], deals: Sequence[PlayedDeal], lines: Mapping[int, EveningPlayed]
) -> Iterable[BestOf]:
    """Return the existing records, each with the evening in which it was first reached."""
    titles = {row.result.evening_id: get_kind_pages(row.result.play.kind).best_deal for row in settled}
    best = [(d.event, d.gain) for d in deals] + _list_best_figures(settled, deals)
    run = records.find_longest_run(deals)
    figures = (
        (gettext("Most counters in an evening"), _find_most(settled, "net")),
        (gettext("Most points in an evening"), _find_most(settled, "score")),
        (gettext("Most yellow chips"), _find_most(settled, "yellow")),
        *(
            (
                gettext(title),
                records.find_most((event, gain) for event, gain in best if titles[event] == title),
            )
            for title in dict.fromkeys(pages.best_deal for pages in KIND_PAGES.values())
        ),
        (gettext("Most exact bids in a row"), run),
    )
    for title, record in figures:
        if record is not None and record.figure > 0:
            yield BestOf(title, record.figure, lines[record.event])


def _list_best_figures(
    settled: Iterable[Settlement], deals: Iterable[PlayedDeal]
) -> list[tuple[int, int | None]]:
    """Return the best deals of evenings without recorded deals, from their results."""
    events = {deal.event for deal in deals}
    return [(row.result.evening_id, row.best) for row in settled if row.result.evening_id not in events]


def _find_most(settled: Iterable[Settlement], column: str) -> records.PersonalBest | None:
    return records.find_most((row.result.evening_id, getattr(row, column)) for row in settled)


def _has_played_since(day: date, lines: Mapping[int, EveningPlayed]) -> bool:
    return any(line.held_on >= day for line in lines.values())


def _build_ratings(
    ratings: Mapping[str, Sequence[Rating]], lines: Mapping[int, EveningPlayed]
) -> tuple[RatingWay, ...]:
    """Return the player's rating in each rated game, the game most often played first."""
    order = sorted(ratings.items(), key=lambda item: -item[1][-1].evenings)
    return tuple(_build_rating(game, path, lines) for game, path in order)


def _build_rating(game: str, path: Sequence[Rating], lines: Mapping[int, EveningPlayed]) -> RatingWay:
    way = tuple(
        RatingThen(line.id, line.name, line.held_on, rating.number)
        for rating in path
        if (line := lines.get(rating.event))
    )
    title = gettext("Rating over time, %(game)s") % {"game": get_game_title(game)}
    evenings = [date_format(then.held_on, "SHORT_DATE_FORMAT") for then in way]
    picture = draw_rating(f"rating-{game}", title, evenings, [then.number for then in way])
    return RatingWay(get_game_title(game), path[-1].number, describe_certainty(path[-1]), way, picture)
