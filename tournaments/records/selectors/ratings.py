"""The ratings of a club's people, from their rows, and from which day on the rows are not right.

No row is trusted by itself. What was rated says as of which line of its evening's journal, on which day, and
with whom merged; so whatever has changed since is seen by whoever reads.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Exists, F, Min, OuterRef, Q, QuerySet, Subquery

from accounts.models import Club
from accounts.players.selectors.players import kept, with_merged
from tournaments.core.ranking.ratings import Rating
from tournaments.core.record import Stage
from tournaments.models import Award, ClubRatings, Evening, RatedEvening, RatingRow, Result

Last = Mapping[str, Mapping[int, Rating]]
"""By game: each person's rating as it stands, by the player that stands for them."""

UNRATED = Q(rated=None) | ~Q(rated__seq=F("seq")) | ~Q(rated__held_on=F("held_on"))
BEHIND = Q(rehearsal_of=None) & (
    (Q(stage=Stage.FINISHED) & UNRATED) | (~Q(stage=Stage.FINISHED) & Q(rated__isnull=False))
)
"""An evening that the rows do not tell of as it is: it finished, was written in, was reopened, or moved."""


def counted(club: int) -> QuerySet[Result]:
    """The results that count across evenings: the highest version, once all prizes are revealed."""
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
    one = kept(club) if one is None else one
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
