"""The games of one person of a club's list, under all of their entries."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, TypeAlias, TypedDict

from django.db.models import Count, OuterRef, Q, Subquery

from accounts.models import Club, Player
from accounts.players.selectors.players import entries_of, kept
from tournaments.core.ranking.ratings import Rating
from tournaments.core.results.records import Dealt
from tournaments.evening.selectors.evening import highest_version
from tournaments.models import Award, DealLine, Settlement
from tournaments.records.selectors.ratings import as_of, counted, paths_of
from tournaments.standings.selectors.people import Opponent, opponents

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations


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
    deals: tuple[Dealt, ...]
    met: tuple[Opponent, ...]
    ratings: Mapping[str, Sequence[Rating]]
    behind: date | None


def load_played(club: Club, player: int) -> PlayedBy | None:
    """The person, whichever of their entries is asked for; None for nobody of the club."""
    one = kept(club.pk)
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
    """The person's line in each result that counts, in order of time."""
    among = Settlement.objects.filter(result=OuterRef("result")).values("result").annotate(n=Count("pk"))
    here = Q(result=OuterRef("result")) | Q(evening=OuterRef("result__evening"), withdrawn=False)
    won = Award.objects.filter(here, winners=OuterRef("entry")).order_by().values("winners")
    rows = Settlement.objects.filter(result__in=counted(club), entry__player__in=persons)
    return list(
        rows.select_related("result__evening")
        .annotate(of=Subquery(among.values("n")), prizes=Subquery(won.annotate(n=Count("pk")).values("n")))
        .order_by("result__evening__held_on", "result__evening_id")
    )


def _deals(settled: Iterable[Settlement]) -> tuple[Dealt, ...]:
    """Every deal that the person played, in the order of play.

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
        Dealt(evening, number, table, deal, won, bid, tricks, counters if score is None else score)
        for _entry, number, deal, table, void, evening, won, bid, tricks, score, counters in played
        if void is None
    )
