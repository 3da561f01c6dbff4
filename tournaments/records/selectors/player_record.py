"""The evenings of one player, the ratings of a club, and the matches of a day that ratings are made from.

A player's evenings are those of all their entries. ``as_of`` returns the day up to which the ratings are
right. Matches are taken from results that are known to everybody.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, TypeAlias, TypedDict

from django.db.models import Count, Exists, F, Max, Min, OuterRef, Q, QuerySet, Subquery, Sum

from accounts.models import Club, Player
from accounts.names import name_order
from accounts.players.selectors import entries_of, load_merges, with_merged
from games.rules.registry import KNOWN
from tournaments.core.formats.registry import OF_GAMES
from tournaments.core.kinds.registry import kind_of
from tournaments.core.ranking.metrics import places_in
from tournaments.core.ranking.ratings import Rating
from tournaments.core.record import Stage
from tournaments.core.results.records import PlayedDeal
from tournaments.evening.selectors.evening import highest_version
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
from tournaments.standings.selectors.people import Opponent, opponents

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations


Last = Mapping[str, Mapping[int, Rating]]
"""By game: each person's rating as it stands, by the player that stands for them."""

# No rated row is right by itself. It keeps the line of its evening's journal, the day and the merges of its
# time, so readers see whether something has changed since.
UNRATED = Q(rated=None) | ~Q(rated__seq=F("seq")) | ~Q(rated__held_on=F("held_on"))
BEHIND = Q(rehearsal_of=None) & (
    (Q(stage=Stage.FINISHED) & UNRATED) | (~Q(stage=Stage.FINISHED) & Q(rated__isnull=False))
)
"""An evening that the rows do not tell of as it is: it finished, was written in, was reopened, or moved."""


def counted(club: int) -> QuerySet[Result]:
    """Return the results that count across evenings: the highest version, once all prizes are revealed."""
    results = Result.objects.filter(
        evening__club=club, evening__stage=Stage.FINISHED, evening__rehearsal_of=None
    )
    later = Result.objects.filter(evening=OuterRef("evening"), version__gt=OuterRef("version"))
    return results.exclude(Exists(later)).exclude(
        Exists(Award.objects.filter(result=OuterRef("pk"), revealed=None))
    )


@dataclass(frozen=True)
class AsOf:
    """How far a club's rows are right: before the day ``behind``; None: all of them.

    ``one``: the player that stands for each who was merged. ``revision`` and ``merged`` are those of the
    rows, which were written ``version`` times.
    """

    behind: date | None
    one: Mapping[int, int]
    merged: Mapping[int, int]
    revision: int
    version: int

    def right(self) -> Q:
        """Return the rows that are right."""
        return Q() if self.behind is None else Q(rated__held_on__lt=self.behind)


def as_of(club: int, one: Mapping[int, int] | None = None) -> AsOf:
    """Return how far the club's rows are right, in two queries; a third where people were merged since."""
    one = load_merges(club) if one is None else one
    evenings = Evening.objects.filter(BEHIND, club=club).aggregate(
        now=Min("held_on"), then=Min("rated__held_on")
    )
    lost = RatedEvening.objects.filter(club=OuterRef("club"), evening=None).order_by("held_on")
    rows = ClubRatings.objects.filter(club=club).annotate(lost=Subquery(lost.values("held_on")[:1]))
    merged, revision, version, gone = rows.values_list("merged", "revision", "version", "lost").first() or (
        *({}, 0, 0),
        None,
    )
    then = {int(who): into for who, into in merged.items()}
    days = [evenings["now"], evenings["then"], gone, _first_of(club, _changed(then, one))]
    return AsOf(min(filter(None, days), default=None), one, then, revision, version)


def clubs_behind() -> Sequence[int]:
    """Return the clubs whose rows are to be looked at, in one query."""
    evenings = Evening.objects.filter(BEHIND, club=OuterRef("pk"))
    lost = RatedEvening.objects.filter(club=OuterRef("pk"), evening=None)
    listed = Q(rated__isnull=False) & ~Q(rated__revision=F("revision"))
    clubs = Club.objects.filter(Exists(evenings) | Exists(lost) | listed)
    return list(clubs.order_by("pk").values_list("pk", flat=True))


def _changed(then: Mapping[int, int], one: Mapping[int, int]) -> Collection[int]:
    """Return the merged entries for whom another stands than then."""
    return {who for who in then.keys() | one.keys() if then.get(who) != one.get(who)}


def _first_of(club: int, players: Collection[int]) -> date | None:
    """Return the first rated day of any of the players."""
    if not players:
        return None
    rows = RatedEvening.objects.filter(club=club, evening__entries__player__in=players)
    first: date | None = rows.aggregate(first=Min("held_on"))["first"]
    return first


def paths_of(persons: Iterable[int], at: AsOf) -> Mapping[str, tuple[Rating, ...]]:
    """Return one person's ratings evening by evening, by game, as far as they are right."""
    rows = RatingRow.objects.filter(at.right(), entry__player__in=persons).order_by("evenings")
    found: dict[str, list[Rating]] = defaultdict(list)
    for game, *rating in rows.values_list("rated__evening__game", *OF_RATING):
        found[game].append(Rating(*rating))
    return {game: tuple(path) for game, path in found.items()}


def last_ratings(
    club: int, at: AsOf, before: date | None = None, people: Iterable[int] | None = None
) -> Last:
    """Return each person's rating as it stands, or as it stood before a day.

    ``people``: of these players only, and of those that were merged into them.
    """
    day = before or at.behind
    stands = Q(until=None) if day is None else Q(rated__held_on__lt=day) & (Q(until=None) | Q(until__gte=day))
    rows = RatingRow.objects.filter(stands, rated__club=club)
    if people is not None:
        rows = rows.filter(entry__player__in=with_merged(people, at.one))
    found: dict[str, dict[int, Rating]] = defaultdict(dict)
    for game, player, entry, *rating in rows.values_list(
        "rated__evening__game", "entry__player", "entry", *OF_RATING
    ):
        found[game][person(at.one, player, entry)] = Rating(*rating)
    return found


OF_RATING = ("rated__evening", "evenings", "number", "mu", "sigma")


def person(one: Mapping[int, int], player: int | None, entry: int) -> int:
    """Return the player that stands for the person, or an entry of nobody on the list, below nought."""
    return -entry if player is None else one.get(player, player)


class Beside(TypedDict):
    """Beside the figures: of how many people, and how many prizes."""

    of: int
    prizes: int | None


PersonsLine: TypeAlias = "WithAnnotations[Settlement, Beside]"


@dataclass(frozen=True)
class PlayedBy:
    """The entries of the person who stands as ``who``, their line in each result, and their deals.

    ``names``: everybody on the club's list. ``met``: whom the person sat with. ``ratings``: by game, before
    the day ``behind``, from which on the club's are not calculated yet.
    """

    who: Player
    persons: frozenset[int]
    names: Mapping[int, str]
    settled: Sequence[PersonsLine]
    deals: tuple[PlayedDeal, ...]
    met: tuple[Opponent, ...]
    ratings: Mapping[str, Sequence[Rating]]
    behind: date | None


def load_played(club: Club, player: int) -> PlayedBy | None:
    """Return the person, by any of their entries; None for nobody of the club."""
    one = load_merges(club.pk)
    who = Player.objects.filter(club=club, pk=one.get(player, player)).first()
    if who is None:
        return None
    names = dict(Player.objects.filter(club=club).values_list("pk", "name"))
    persons = entries_of(who.pk, one)
    settled = _settled(club.pk, persons)
    met = opponents(persons, one, names, settled)
    at = as_of(club.pk, one)
    return PlayedBy(
        who, persons, names, settled, _deals(settled), met, ratings=paths_of(persons, at), behind=at.behind
    )


def _settled(club: int, persons: Iterable[int]) -> Sequence[PersonsLine]:
    """Return the person's line in each result that counts, in order of time."""
    among = Settlement.objects.filter(result=OuterRef("result")).values("result").annotate(n=Count("pk"))
    here = Q(result=OuterRef("result")) | Q(evening=OuterRef("result__evening"), withdrawn=False)
    won = Award.objects.filter(here, winners=OuterRef("entry")).order_by().values("winners")
    rows = Settlement.objects.filter(result__in=counted(club), entry__player__in=persons)
    return list(
        rows.select_related("result__evening")
        .annotate(of=Subquery(among.values("n")), prizes=Subquery(won.annotate(n=Count("pk")).values("n")))
        .order_by("result__evening__held_on", "result__evening_id")
    )


def _deals(settled: Iterable[Settlement]) -> tuple[PlayedDeal, ...]:
    """Return every deal that the person played, in the order of play.

    Deals that were taken back are left out here: asked for those that stand, SQLite would look through
    those of everybody.
    """
    order = {row.entry_id: at for at, row in enumerate(settled)}
    found = DealLine.objects.filter(highest_version(), entry__in=order).values_list(
        *("entry", "version__deal__round__number", "version__deal__number", "version__deal__position"),
        *("version__deal__void", "version__deal__round__evening"),
        *("won", "bid", "tricks", "score", "counters"),
    )
    played = sorted(found, key=lambda row: (order[row[0]], *row[1:4]))
    return tuple(
        PlayedDeal(evening, number, table, deal, won, bid, tricks, counters if score is None else score)
        for _entry, number, deal, table, void, evening, won, bid, tricks, score, counters in played
        if void is None
    )


RATED = frozenset(key for key, game in KNOWN.items() if kind_of(game).alone)
"""Games in which somebody beats somebody: what a table wins together says nothing of one of them."""

Places = Mapping[int, int]


@dataclass(frozen=True)
class Matches:
    """An evening as of a line of its journal, and its matches: everybody's place in each, by person.

    ``entries``: by which entry each person took part. An evening that does not count has no matches.
    """

    evening: int
    seq: int
    game: str
    matches: tuple[Places, ...]
    entries: Mapping[int, int]


def matches_on(club: int, day: date, one: Mapping[int, int]) -> tuple[Matches, ...]:
    """Return the club's finished evenings of the day, by name as everywhere, in three queries."""
    rows = Evening.held.filter(club=club, stage=Stage.FINISHED, held_on=day)
    evenings = sorted(rows.values_list("name", "pk", "seq"), key=lambda row: (name_order(row[0]), row[1]))
    numbers = [pk for _name, pk, _seq in evenings]
    games, entries = dict[int, str](), dict[int, dict[int, int]]()
    standings = _standings(club, numbers, one, games, entries)
    tables = _tables(club, numbers, one, entries)
    found = []
    for _name, pk, seq in evenings:
        game = games.get(pk, "")
        matches = tables.get(pk) or [standings[pk]] if game in RATED else ()
        found.append(Matches(pk, seq, game, tuple(matches), entries.get(pk, {})))
    return tuple(found)


def _standings(
    club: int,
    evenings: Iterable[int],
    one: Mapping[int, int],
    games: dict[int, str],
    entries: dict[int, dict[int, int]],
) -> Mapping[int, Places]:
    """Return everybody's place in each evening, also of people who are on no list."""
    rows = (
        Settlement.objects.filter(result__in=counted(club).filter(evening__in=evenings))
        .order_by("id")
        .values_list("result__evening", "result__game", "entry__player", "entry", "place")
    )
    found: dict[int, dict[int, int]] = defaultdict(dict)
    for evening, game, player, entry, place in rows:
        who = person(one, player, entry)
        games[evening] = game
        found[evening][who] = place
        entries.setdefault(evening, {})[who] = entry
    return found


def _tables(
    club: int, evenings: Iterable[int], one: Mapping[int, int], entries: dict[int, dict[int, int]]
) -> Mapping[int, list[Places]]:
    """Return, for each evening of whole games, every table's game whose points or counters are known."""
    known = counted(club).filter(format__in=OF_GAMES, evening__in=evenings)
    superseded = DealVersion.objects.filter(deal__versions__version__gt=F("version"))
    rows = (
        DealLine.objects.filter(version__deal__round__evening__in=known.values("evening"))
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
            who = person(one, player, entry)
            tables[evening, number, table][who] = last, gained
            entries.setdefault(evening, {}).setdefault(who, entry)
    found: dict[int, list[Places]] = defaultdict(list)
    for (evening, _number, _table), played in tables.items():
        found[evening].append(_places(played))
    return found


def _places(played: Mapping[int, tuple[int, int]]) -> dict[int, int]:
    """Return the places in a game as the evening has them, by each one's last deal and points."""
    over = max(last for last, _points in played.values())
    stayed = (who for who, (last, _points) in played.items() if last == over)
    return places_in({who: points for who, (_last, points) in played.items()}, stayed)
