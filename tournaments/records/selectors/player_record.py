"""The evenings of one player, the ratings of a club, and the matches of a day for the ratings.

A player's evenings are those of all their entries. ``load_rating_state`` returns the day up to which the
ratings are right. Only results that are known to everybody give matches.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, TypeAlias, TypedDict

from django.db.models import Count, Exists, F, Max, Min, OuterRef, Q, QuerySet, Subquery, Sum

from accounts.models import Club, Player
from accounts.names import make_sort_key
from accounts.players.selectors import add_merged_entries, find_entries, load_merges
from games.rules.registry import KNOWN
from tournaments.core.formats.registry import OF_GAMES
from tournaments.core.kinds.registry import get_kind
from tournaments.core.ranking.metrics import rank_gains
from tournaments.core.ranking.ratings import Rating
from tournaments.core.record import Stage
from tournaments.core.results.records import PlayedDeal
from tournaments.evening.selectors.evening import filter_newest_version
from tournaments.models import (
    Award,
    ClubRatings,
    DealLine,
    DealVersion,
    Evening,
    RatedEvening,
    RatingRow,
    Result,
    Settlement,
)
from tournaments.standings.selectors.people import Opponent, load_opponents

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations


Last = Mapping[str, Mapping[int, Rating]]
"""Each person's present rating by game, by the kept player."""

# A stored row alone may be outdated. It contains the evening's journal line, the day and the merges at the
# time of writing, so readers can detect a later change.
UNRATED = Q(rated=None) | ~Q(rated__seq=F("seq")) | ~Q(rated__held_on=F("held_on"))
BEHIND = Q(rehearsal_of=None) & (
    (Q(stage=Stage.FINISHED) & UNRATED) | (~Q(stage=Stage.FINISHED) & Q(rated__isnull=False))
)
"""Evenings whose rows are outdated: finished, changed, reopened or moved to another day since then."""


def query_counted_results(*clubs: int) -> QuerySet[Result]:
    """Return the results that count across evenings: the highest version, once all prizes are revealed."""
    results = Result.objects.filter(
        evening__club__in=clubs, evening__stage=Stage.FINISHED, evening__rehearsal_of=None
    )
    later = Result.objects.filter(evening=OuterRef("evening"), version__gt=OuterRef("version"))
    return results.exclude(Exists(later)).exclude(
        Exists(Award.objects.filter(result=OuterRef("pk"), revealed=None))
    )


@dataclass(frozen=True)
class AsOf:
    """How far a club's rows are right: before the day ``stale_from``; None: all rows are right.

    ``merges``: for each merged player, the kept player. ``revision`` and ``rated_merges``: values at the time
    of the last write; ``version``: the number of writes.
    """

    stale_from: date | None
    merges: Mapping[int, int]
    rated_merges: Mapping[int, int]
    revision: int
    version: int

    def build_filter(self) -> Q:
        """Return the rows that are right."""
        return Q() if self.stale_from is None else Q(rated__held_on__lt=self.stale_from)


def load_rating_state(club: int, merges: Mapping[int, int] | None = None) -> AsOf:
    """Return how far the club's rows are right, in two queries; three after a merge."""
    merges = load_merges(club) if merges is None else merges
    evenings = Evening.objects.filter(BEHIND, club=club).aggregate(
        now=Min("held_on"), then=Min("rated__held_on")
    )
    lost_evenings = RatedEvening.objects.filter(club=OuterRef("club"), evening=None).order_by("held_on")
    rows = ClubRatings.objects.filter(club=club).annotate(lost=Subquery(lost_evenings.values("held_on")[:1]))
    merged, revision, version, lost_day = rows.values_list(
        "merged", "revision", "version", "lost"
    ).first() or (
        *({}, 0, 0),
        None,
    )
    old_merges = {int(player): into for player, into in merged.items()}
    days = [
        evenings["now"],
        evenings["then"],
        lost_day,
        _find_first_day(club, _find_changed_entries(old_merges, merges)),
    ]
    return AsOf(min(filter(None, days), default=None), merges, old_merges, revision, version)


def find_clubs_behind() -> Sequence[int]:
    """Return the clubs with possibly outdated rows, in one query."""
    evenings = Evening.objects.filter(BEHIND, club=OuterRef("pk"))
    lost_evenings = RatedEvening.objects.filter(club=OuterRef("pk"), evening=None)
    listed = Q(rated__isnull=False) & ~Q(rated__revision=F("revision"))
    clubs = Club.objects.filter(Exists(evenings) | Exists(lost_evenings) | listed)
    return list(clubs.order_by("pk").values_list("pk", flat=True))


def _find_changed_entries(before: Mapping[int, int], merges: Mapping[int, int]) -> Collection[int]:
    """Return the merged entries whose kept player has changed."""
    return {player for player in before.keys() | merges.keys() if before.get(player) != merges.get(player)}


def _find_first_day(club: int, players: Collection[int]) -> date | None:
    """Return the first rated day of any of the players; None if there is none."""
    if not players:
        return None
    rows = RatedEvening.objects.filter(club=club, evening__entries__player__in=players)
    first: date | None = rows.aggregate(first=Min("held_on"))["first"]
    return first


def load_paths(persons: Iterable[int], state: AsOf) -> Mapping[str, tuple[Rating, ...]]:
    """Return one person's valid ratings evening by evening, by game."""
    rows = RatingRow.objects.filter(state.build_filter(), entry__player__in=persons).order_by("evenings")
    paths: dict[str, list[Rating]] = defaultdict(list)
    for game, *rating in rows.values_list("rated__evening__game", *OF_RATING):
        paths[game].append(Rating(*rating))
    return {game: tuple(path) for game, path in paths.items()}


def load_last_ratings(
    club: int, state: AsOf, before: date | None = None, people: Iterable[int] | None = None
) -> Last:
    """Return each person's present rating, or their rating before a day.

    ``people``: only these players, with the entries merged into them.
    """
    day = before or state.stale_from
    stands = Q(until=None) if day is None else Q(rated__held_on__lt=day) & (Q(until=None) | Q(until__gte=day))
    rows = RatingRow.objects.filter(stands, rated__club=club)
    if people is not None:
        rows = rows.filter(entry__player__in=add_merged_entries(people, state.merges))
    ratings: dict[str, dict[int, Rating]] = defaultdict(dict)
    for game, player, entry, *rating in rows.values_list(
        "rated__evening__game", "entry__player", "entry", *OF_RATING
    ):
        ratings[game][resolve_person(state.merges, player, entry)] = Rating(*rating)
    return ratings


def load_last_changes(club: int, state: AsOf, last: Last) -> Mapping[str, Mapping[int, int]]:
    """Return by how much the last evening changed each person's rating; nothing for a first evening."""
    events = {rating.event for ratings in last.values() for rating in ratings.values()}
    days = RatedEvening.objects.filter(evening__in=events).values("held_on")
    rows = RatingRow.objects.filter(rated__club=club, until__in=days)
    changes: dict[str, dict[int, int]] = defaultdict(dict)
    for game, player, entry, evenings, number in rows.values_list(
        "rated__evening__game", "entry__player", "entry", "evenings", "number"
    ):
        person = resolve_person(state.merges, player, entry)
        now = last.get(game, {}).get(person)
        if now and now.evenings == evenings + 1:
            changes[game][person] = now.number - number
    return changes


OF_RATING = ("rated__evening", "evenings", "number", "mu", "sigma")


def resolve_person(merges: Mapping[int, int], player: int | None, entry: int) -> int:
    """Return the key of the kept player; for an entry without a player, the negative entry."""
    return -entry if player is None else merges.get(player, player)


class Beside(TypedDict):
    """Figures beside the result: the number of people and of prizes."""

    of: int
    prizes: int | None


PersonsLine: TypeAlias = "WithAnnotations[Settlement, Beside]"


@dataclass(frozen=True)
class PlayedBy:
    """The entries of the person with the kept player ``player``, their line in each result, and their deals.

    ``names``: everybody on the club's list. ``opponents``: people at the same tables. ``ratings``: by game,
    before the day ``stale_from``; the club's later ratings are not calculated yet.
    """

    player: Player
    persons: frozenset[int]
    names: Mapping[int, str]
    settled: Sequence[PersonsLine]
    deals: tuple[PlayedDeal, ...]
    opponents: tuple[Opponent, ...]
    ratings: Mapping[str, Sequence[Rating]]
    stale_from: date | None


def load_played(club: Club, player: int) -> PlayedBy | None:
    """Return the person, by any of their entries; None if the club has no such player."""
    merges = load_merges(club.pk)
    player_row = Player.objects.filter(club=club, pk=merges.get(player, player)).first()
    if player_row is None:
        return None
    names = dict(Player.objects.filter(club=club).values_list("pk", "name"))
    persons = find_entries(player_row.pk, merges)
    settled = _load_settlements(club.pk, persons)
    met = load_opponents(persons, merges, names, settled)
    state = load_rating_state(club.pk, merges)
    return PlayedBy(
        player_row,
        persons,
        names,
        settled,
        _load_deals(settled),
        met,
        ratings=load_paths(persons, state),
        stale_from=state.stale_from,
    )


def _load_settlements(club: int, persons: Iterable[int]) -> Sequence[PersonsLine]:
    """Return the person's line in each result that counts, in order of time."""
    among = Settlement.objects.filter(result=OuterRef("result")).values("result").annotate(n=Count("pk"))
    of_result = Q(result=OuterRef("result")) | Q(evening=OuterRef("result__evening"), withdrawn=False)
    prizes_won = Award.objects.filter(of_result, winners=OuterRef("entry")).order_by().values("winners")
    rows = Settlement.objects.filter(result__in=query_counted_results(club), entry__player__in=persons)
    return list(
        rows.select_related("result__evening")
        .annotate(
            of=Subquery(among.values("n")), prizes=Subquery(prizes_won.annotate(n=Count("pk")).values("n"))
        )
        .order_by("result__evening__held_on", "result__evening_id")
    )


def _load_deals(settled: Iterable[Settlement]) -> tuple[PlayedDeal, ...]:
    """Return every deal that the person played, in the order of play.

    Deals that were taken back are filtered out here, not in the query. With that filter SQLite would scan
    everybody's deals.
    """
    order = {row.entry_id: index for index, row in enumerate(settled)}
    lines = DealLine.objects.filter(filter_newest_version(), entry__in=order).values_list(
        *("entry", "version__deal__round__number", "version__deal__number", "version__deal__position"),
        *("version__deal__void", "version__deal__round__evening"),
        *("won", "bid", "tricks", "score", "counters"),
    )
    rows = sorted(lines, key=lambda row: (order[row[0]], *row[1:4]))
    return tuple(
        PlayedDeal(evening, number, table, deal, won, bid, tricks, counters if score is None else score)
        for _entry, number, deal, table, void, evening, won, bid, tricks, score, counters in rows
        if void is None
    )


RATED = frozenset(key for key, game in KNOWN.items() if get_kind(game).is_individual)
"""Games with individual winners. A table's common win gives no order between its players."""

Places = Mapping[int, int]


@dataclass(frozen=True)
class Matches:
    """An evening up to a line of its journal, and its matches: each person's place in each match.

    ``entries``: the entry of each person. An evening that does not count has no matches.
    """

    evening: int
    seq: int
    game: str
    matches: tuple[Places, ...]
    entries: Mapping[int, int]


def load_matches(club: int, day: date, merges: Mapping[int, int]) -> tuple[Matches, ...]:
    """Return the club's finished evenings of the day, in order of their names, in three queries."""
    rows = Evening.held.filter(club=club, stage=Stage.FINISHED, held_on=day)
    evenings = sorted(rows.values_list("name", "pk", "seq"), key=lambda row: (make_sort_key(row[0]), row[1]))
    numbers = [pk for _name, pk, _seq in evenings]
    games, entries = dict[int, str](), dict[int, dict[int, int]]()
    standings = _load_standings(club, numbers, merges, games, entries)
    tables = _load_tables(club, numbers, merges, entries)
    found = []
    for _name, pk, seq in evenings:
        game = games.get(pk, "")
        matches = tables.get(pk) or [standings[pk]] if game in RATED else ()
        found.append(Matches(pk, seq, game, tuple(matches), entries.get(pk, {})))
    return tuple(found)


def _load_standings(
    club: int,
    evenings: Iterable[int],
    merges: Mapping[int, int],
    games: dict[int, str],
    entries: dict[int, dict[int, int]],
) -> Mapping[int, Places]:
    """Return everybody's place in each evening, including people who are on no list."""
    rows = (
        Settlement.objects.filter(result__in=query_counted_results(club).filter(evening__in=evenings))
        .order_by("id")
        .values_list("result__evening", "result__game", "entry__player", "entry", "place")
    )
    places: dict[int, dict[int, int]] = defaultdict(dict)
    for evening, game, player, entry, place in rows:
        player_number = resolve_person(merges, player, entry)
        games[evening] = game
        places[evening][player_number] = place
        entries.setdefault(evening, {})[player_number] = entry
    return places


def _load_tables(
    club: int, evenings: Iterable[int], merges: Mapping[int, int], entries: dict[int, dict[int, int]]
) -> Mapping[int, list[Places]]:
    """Return every table's game with known points or counters, for each evening of whole games."""
    results = query_counted_results(club).filter(format__in=OF_GAMES, evening__in=evenings)
    superseded = DealVersion.objects.filter(deal__versions__version__gt=F("version"))
    rows = (
        DealLine.objects.filter(version__deal__round__evening__in=results.values("evening"))
        .filter(version__deal__void=None, version__deal__round__void=None)
        .exclude(version__in=superseded.filter(deal__round__evening__in=evenings).values("pk"))
        .values_list(
            "version__deal__round__evening",
            "version__deal__round__number",
            "version__deal__position",
            "entry__player",
            "entry",
        )
        .annotate(last=Max("version__deal__number"), points=Sum("score"), counters=Sum("counters"))
        .order_by(
            "version__deal__round__evening_id", "version__deal__round__number", "version__deal__position"
        )
    )
    tables: dict[tuple[int, int, int], dict[int, tuple[int, int]]] = defaultdict(dict)
    for evening, number, table, player, entry, last, points, counters in rows:
        gained = points if points is not None else counters
        if gained is not None:
            player_number = resolve_person(merges, player, entry)
            tables[evening, number, table][player_number] = last, gained
            entries.setdefault(evening, {}).setdefault(player_number, entry)
    places_by_evening: dict[int, list[Places]] = defaultdict(list)
    for (evening, _number, _table), played in tables.items():
        places_by_evening[evening].append(_rank_game(played))
    return places_by_evening


def _rank_game(last_games: Mapping[int, tuple[int, int]]) -> dict[int, int]:
    """Return the places in a game by the evening's rules, from each player's last deal and points."""
    newest = max(last for last, _points in last_games.values())
    stayed = (player for player, (last, _points) in last_games.items() if last == newest)
    return rank_gains({player: points for player, (_last, points) in last_games.items()}, stayed)
