"""People across evenings: opponents, merges, groups and their uses, prize sets, and winners by hand.

Groups are those with prizes. Winners by hand are those of a season, including people who no longer take part.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from django.db.models import BigIntegerField, Count, Exists, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from accounts.answers import answers
from accounts.models import Group, Merge, Player, User
from accounts.names import make_sort_key
from accounts.permissions import Right, find_right
from accounts.players.selectors import add_merged_entries, find_entries, load_merges
from tournaments.core.evening import Facts
from tournaments.core.leagues.rules import SeasonStage
from tournaments.core.ranking.prize_list import list_enabled_prizes
from tournaments.core.record import ENDED
from tournaments.core.results.prizes import Belongs
from tournaments.evening.selectors.access import has_players
from tournaments.models import (
    Award,
    Deal,
    EntryRow,
    Evening,
    PrizeSet,
    Result,
    Season,
    SeasonPlayer,
    SeatRow,
    Settlement,
)


def find_group_uses(club: int) -> Mapping[str, Sequence[str]]:
    """Return the evenings, prize sets and seasons with a prize for each group, by name, in three queries.

    Finished ones are not included: their result contains the members of the group at that time.
    """
    evenings = Evening.held.filter(club=club).exclude(stage__in=ENDED).order_by("held_on", "id")
    seasons = Season.objects.filter(league__club=club, stage=SeasonStage.OPEN).order_by("id")
    lists = (
        *((name, settings.get("prizes")) for name, settings in evenings.values_list("name", "chosen")),
        *PrizeSet.objects.filter(club=club).values_list("name", "prizes"),
        *((name, rules.get("prizes")) for name, rules in seasons.values_list("name", "rules")),
    )
    lists_by_group: dict[str, list[str]] = defaultdict(list)
    for name, prizes in lists:
        for group in sorted(set(_list_groups(prizes))):
            lists_by_group[group].append(name)
    return lists_by_group


def _list_groups(prizes: Any) -> Iterator[str]:
    """Yield the names of groups in a stored list of prizes. A stored word means no group."""
    for prize in prizes or ():
        if isinstance(prize, Mapping) and prize.get("group"):
            yield prize["group"]


@answers("id", "name", "held_on", component="PlayedThen")
@dataclass(frozen=True)
class MergeEvening:
    """An evening in which a person took part."""

    id: int
    name: str
    held_on: date


@answers("id", "name", "closed", component="SeasonTouched")
@dataclass(frozen=True)
class MergeSeason:
    """A season in which one of the two people played or is listed."""

    id: int
    name: str
    closed: bool


@answers("stays", "goes", "both", "seasons", component="MergingAnswer")
@dataclass(frozen=True)
class Merging:
    """The effects of a merge. A merge is impossible if ``both`` contains evenings."""

    # ``seasons``: the seasons whose tables would change.

    stays: tuple[MergeEvening, ...]
    goes: tuple[MergeEvening, ...]
    both: tuple[MergeEvening, ...]
    seasons: tuple[MergeSeason, ...]


def preview_merging(stays: Player, goes: Player) -> Merging:
    """Return the effects of merging the two people, in three queries."""
    merges = load_merges(stays.club_id)
    theirs = find_entries(goes.pk, merges)
    stays_evenings, goes_evenings = _load_evenings(find_entries(stays.pk, merges)), _load_evenings(theirs)
    return Merging(
        stays=tuple(stays_evenings.values()),
        goes=tuple(goes_evenings.values()),
        both=tuple(goes_evenings[evening] for evening in goes_evenings if evening in stays_evenings),
        seasons=_load_seasons(theirs),
    )


def _load_evenings(players: Collection[int]) -> dict[int, MergeEvening]:
    rows = EntryRow.objects.filter(player__in=players, void=None).order_by("evening__held_on", "evening_id")
    columns = rows.values_list("evening", "evening__name", "evening__held_on")
    return {evening: MergeEvening(evening, name, held_on) for evening, name, held_on in columns}


def _load_seasons(players: Collection[int]) -> tuple[MergeSeason, ...]:
    rows = Season.objects.filter(has_players(players)).distinct().order_by("-id")
    return tuple(
        MergeSeason(season, f"{league}, {name}", stage == SeasonStage.CLOSED)
        for season, league, name, stage in rows.values_list("pk", "league__name", "name", "stage")
    )


@answers("player", "name", "rounds", "ahead", "behind", "equal", component="OpponentMet")
@dataclass(frozen=True)
class Opponent:
    """An opponent: rounds at one table, and in how many evenings each of the two was ahead."""

    player: int
    name: str
    rounds: int
    ahead: int
    behind: int
    equal: int


COMPARED = ("ahead", "behind", "equal")


def load_opponents(
    persons: Collection[int],
    merges: Mapping[int, int],
    names: Mapping[int, str],
    settled: Iterable[Settlement],
) -> tuple[Opponent, ...]:
    """Return every opponent of the person, by most rounds together, in two queries."""
    mine = {row.result.evening_id: row for row in settled}.values()
    rounds, places = Counter[int](), dict[int, Counter[str]]()
    for player, round_count in _count_rounds_together([row.entry_id for row in mine]):
        rounds[merges.get(player, player)] += round_count
    for player, *counts in _compare_places(
        [row.pk for row in mine], add_merged_entries(rounds, merges) - set(persons)
    ):
        places.setdefault(merges.get(player, player), Counter()).update(
            dict(zip(COMPARED, counts, strict=True))
        )
    order = sorted(rounds, key=lambda who: (-rounds[who], make_sort_key(names[who]), who))
    compared = {who: places.get(who, Counter()) for who in order}
    return tuple(
        Opponent(who, names[who], rounds[who], **{column: compared[who][column] for column in COMPARED})
        for who in order
    )


def _compare_places(mine: Sequence[int], players: Collection[int]) -> Iterable[tuple[int, int, int, int]]:
    """Return for each player the number of evenings behind the person, ahead of them, and level."""
    theirs = F("result__settlements__place")
    rows = Settlement.objects.filter(pk__in=mine, result__settlements__entry__player__in=players)
    return rows.values_list("result__settlements__entry__player").annotate(
        ahead=Count("pk", filter=Q(place__lt=theirs)),
        behind=Count("pk", filter=Q(place__gt=theirs)),
        equal=Count("pk", filter=Q(place=theirs)),
    )


def _count_rounds_together(entries: Sequence[int]) -> Iterable[tuple[int, int]]:
    """Return the number of rounds played at the same table, for each other person."""
    deals = Deal.objects.filter(round=OuterRef("round"), position=OuterRef("position"), void=None)
    mine = SeatRow.objects.filter(Exists(deals), entry__in=entries)
    another = Q(round__seats__chair__lt=F("chair")) | Q(round__seats__chair__gt=F("chair"))
    is_seated = Q(round__seats__position=F("position"), round__seats__entry__player__isnull=False)
    rows = (
        mine.filter(another, is_seated, round__seats__void=None)  # SQLite finds a table's seats by its index
        .values_list("round__seats__entry__player", "void", "round__void")
        .annotate(n=Count("pk"))
    )
    return ((player, n) for player, *void, n in rows if void == [None, None])


def load_prize_sets(club: int, *, for_seasons: bool) -> list[PrizeSet]:
    """Return the club's sets for its evenings, or for its seasons, by name."""
    return list(PrizeSet.objects.filter(club=club, for_seasons=for_seasons))


def find_prize_set(user: User, pk: int) -> tuple[PrizeSet, Right] | None:
    """Return the set and the user's right in its club; None for a stranger."""
    prize_set = PrizeSet.objects.filter(pk=pk).select_related("club").first()
    right = find_right(user.pk, prize_set.club_id) if prize_set else None
    return (prize_set, right) if prize_set and right else None


def load_group_names(club: int) -> tuple[str, ...]:
    """Return the names of the club's groups."""
    return tuple(Group.objects.filter(club=club).values_list("name", flat=True))


Groups = Mapping[str, Collection[int]]
NO_GROUPS: Groups = {}


def load_groups(facts: Facts) -> Groups:
    """Return the members of each group for which the evening has a prize, by entry.

    Once a result is written, return the members at that time, even if they left the group later. Without such
    a prize nothing is read.
    """
    names = {prize.group for prize in list_enabled_prizes(facts.settings.prizes) if prize.group}
    if not names or not facts.entries:
        return NO_GROUPS
    rows = EntryRow.objects.filter(pk=facts.entries[0].id).values_list("evening", "evening__club")
    evening, club = rows[0]
    stored = _load_stored_groups(evening)
    if names <= set(stored):
        return {name: stored[name] for name in sorted(names)}
    people = EntryRow.objects.filter(evening=evening, void=None).exclude(player=None)
    entries = dict(people.order_by("id").values_list("id", "player"))
    names_by_player = load_group_players(club, names)
    merges = load_merges(club)
    now = {
        name: [
            entry for entry, player in entries.items() if merges.get(player, player) in names_by_player[name]
        ]
        for name in sorted(names)
    }
    return {name: stored.get(name, now[name]) for name in now}


def _load_stored_groups(evening: int) -> Groups:
    """Return each group's members from the first result with a prize for the group."""
    lines = (
        Result.objects.filter(evening=evening).order_by("-version").values_list("journal__payload", flat=True)
    )
    members: dict[str, Collection[int]] = {}
    for payload in lines:
        members |= payload.get("groups", NO_GROUPS)
    return members


def load_group_players(club: int, names: Collection[str]) -> dict[str, frozenset[int]]:
    """Return the players of each of these groups, merged entries as one; empty for an unknown group."""
    merges = load_merges(club)
    players_by_group: dict[str, set[int]] = {name: set() for name in names}
    rows = Group.objects.filter(club=club, name__in=names).exclude(players=None)
    for name, player in rows.values_list("name", "players"):
        players_by_group[name].add(merges.get(player, player))
    return {name: frozenset(players) for name, players in players_by_group.items()}


def find_belonging(facts: Facts, groups: Groups) -> dict[int, Belongs]:
    """Return everybody's role and groups, by entry."""
    members = {name: frozenset(people) for name, people in groups.items()}
    return {
        entry.id: Belongs(entry.role, frozenset(name for name in members if entry.id in members[name]))
        for entry in facts.entries
    }


OUTSIDE = "outside"
"""Key for a prize whose winner did not take part; their participation is then not checked."""


class SeasonWinner(NamedTuple):
    """A person by their kept entry. ``is_removed``: they no longer take part in the season."""

    player: int
    name: str
    is_removed: bool


def load_winners(gifts: Collection[Award]) -> Mapping[int, Sequence[SeasonWinner]]:
    """Return the winners of seasons' prizes by hand, each person once, by name; in one query."""
    winners: dict[int, dict[int, SeasonWinner]] = defaultdict(dict)
    if not gifts:
        return {}
    names = Player.objects.filter(pk=OuterRef("stands")).values("name")
    rows = query_winners().filter(award__in=[gift.pk for gift in gifts]).annotate(name=Subquery(names))
    for award, player, name, is_removed in rows.values_list("award", "stands", "name", "removed"):
        winners[award][player] = SeasonWinner(player, name, is_removed)
    return {
        award: sorted(people.values(), key=lambda winner: make_sort_key(winner.name))
        for award, people in winners.items()
    }


def query_winners() -> QuerySet[Any]:
    """Return each prize's winners in seasons: ``stands`` is the kept player; ``removed``: no longer in it.

    Merges of a merged entry are followed for two steps.
    """
    listed = SeasonPlayer.objects.filter(season=OuterRef("award__season"))
    entries = EntryRow.objects.filter(evening__seasons__season=OuterRef("award__season"), void=None)
    is_present: Any = Q(award__figures__has_key=OUTSIDE)
    for rows in (listed, entries):
        # Most people were never merged: the index finds them without reading the others.
        is_present |= Exists(rows.filter(player=OuterRef("player")))
        is_present |= Exists(rows.annotate(one=_resolve_player()).filter(one=OuterRef("stands")))
    through = Award.players.through.objects.annotate(stands=_resolve_player())
    winners: QuerySet[Any] = through.annotate(removed=~is_present)
    return winners


def _resolve_player() -> Coalesce:
    """Return the kept player for ``player``."""
    into = Merge.objects.filter(undone_at=None, gone=OuterRef("player"))
    further = Merge.objects.filter(
        undone_at=None, gone__merged__gone=OuterRef("player"), gone__merged__undone_at=None
    )
    stand = (Subquery(rows.values("kept")[:1]) for rows in (further, into))
    return Coalesce(*stand, "player_id", output_field=BigIntegerField())
