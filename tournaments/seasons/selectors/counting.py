"""The count of a season's table from its evenings, and the order of an evening's players in a season.

The count takes six queries at most, whatever the size.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.db.models import Exists, F, FilteredRelation, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

from accounts.answers import STRANGERS, answers
from accounts.models import Player
from accounts.names import evening_order, make_sort_key
from accounts.players.selectors import find_entries, load_merges
from tournaments.core.leagues.points import EveningFigures, EveningLines, Member, list_needed_figures
from tournaments.core.leagues.rules import Rules, SeasonStage, from_json
from tournaments.core.leagues.standing import SeasonRow, rank_season
from tournaments.core.reasons import Reason
from tournaments.core.record import Stage
from tournaments.evening.selectors.access import load_names
from tournaments.models import (
    Award,
    Division,
    EntryRow,
    Evening,
    Result,
    Season,
    SeasonEvening,
    SeasonResult,
    Settlement,
)
from tournaments.standings.selectors.standings import query_uncut_corrections

GUEST = Member(guest=True)


@answers(
    *("id", "name", "held_on", "stage", "weight", "division"),
    *("counts", "version", "version_after_closing", "awaits_cut"),
    component="SeasonEveningAnswer",
)
@answers(
    *("id", "name", "held_on", "counts", "called_off", "public_address"),
    to=STRANGERS,
    component="PublicSeasonEvening",
    description="An evening of the season: whether it counts by now, "
    "and the address at which it can be read itself.",
)
@dataclass(frozen=True)
class EveningOf:
    """An evening of the season. ``version``: the version of its result that counts; null: none counts.

    ``weight`` is in percent. ``division``: the only division for which the evening counts.
    ``version_after_closing``: the version of a correction that does not count.
    """

    # ``newest``: the version of the newest result; 0: there is none. ``unrevealed``: the evening is finished,
    # but its prizes are not yet revealed; ``secret``: so the reader may not see the result. ``awaits_cut``: a
    # correction counts only after a cut. ``public_address``: the address of the evening's page for everybody,
    # if there is one; only visitors' pages need it.

    id: int
    name: str
    held_on: date
    stage: Stage
    weight: int
    division: int | None
    version: int | None
    newest: int
    result: int | None
    unrevealed: bool
    secret: bool
    awaits_cut: bool
    public_address: str | None = None

    @property
    def counts(self) -> bool:
        return self.result is not None

    @property
    def called_off(self) -> bool:
        """Return whether the evening was called off and does not count in a closed season either."""
        return self.stage is Stage.CALLED_OFF and not self.counts

    @property
    def missed(self) -> bool:
        """Return whether a finished evening, not secret, does not count: it finished after the closing."""
        return self.stage is Stage.FINISHED and not self.counts and not self.secret

    @property
    def version_after_closing(self) -> int | None:
        """Return the version written after the season was closed, which does not count; else None."""
        return self.newest if self.counts and self.newest > (self.version or 0) else None

    @property
    def reopened(self) -> bool:
        """Return whether the evening counts in a closed season and was reopened after the closing."""
        return self.counts and self.stage != Stage.FINISHED


@dataclass(frozen=True)
class SeasonCount:
    """A counted season: rules, divisions by id in order, evenings by time, names by player, and rows.

    ``lines``: the players' figures in the evenings that count. ``one``: for each merged entry on the list,
    the player for whom it counts.
    """

    rules: Rules
    divisions: Mapping[int, str]
    evenings: Sequence[EveningOf]
    names: Mapping[int, str]
    people: Mapping[int, Member]
    lines: Sequence[EveningLines]
    rows: tuple[SeasonRow, ...]
    merges: Mapping[int, int]

    def list_rows(self, division: int | None) -> list[SeasonRow]:
        """Return the rows of a division in order; by name before the first evening counts."""
        rows = [row for row in self.rows if row.division == division]
        return rows if self.lines else sorted(rows, key=lambda row: make_sort_key(self.names[row.player]))

    def drop_lines(self) -> "SeasonCount":
        """Return a copy for the cache: rows keep the names, the figures of single evenings are left out."""
        if not self.rows:
            return self
        count = self.rows[0].count.drop_lines()
        return replace(
            self,
            names={row.player: self.names[row.player] for row in self.rows},
            lines=count.evenings,
            rows=tuple(replace(row, count=count) for row in self.rows),
        )

    def find_place(self, row: SeasonRow) -> int | None:
        """Return the place in the table; None before the first evening counts."""
        return row.place if self.lines else None

    def find_reason(self, row: SeasonRow) -> Reason | None:
        """Return why the next player is below this one; None before the first evening counts."""
        return row.why if self.lines else None


def count_season(
    season: Season, *, all_known: bool, today: bool = False, merges: Mapping[int, int] | None = None
) -> SeasonCount:
    """Return the counted season. A closed season is counted as it was closed.

    ``all_known``: the reader may see prizes that are not yet revealed. ``today``: count a closed season as if
    it were open. ``merges``: for each merged entry, the player for whom it counts; default: the season's own
    merges.
    """
    rules = from_json(season.rules)
    evenings = load_season_evenings(season, all_known=all_known, today=today)
    divisions = dict(Division.objects.filter(season=season).order_by("rank").values_list("pk", "name"))
    into = merges
    if into is None:
        into = load_merges(season.league.club_id) if today else load_season_merges(season)
    names, people = _load_people(season, into)
    lines = _load_lines(rules, [evening.result for evening in evenings if evening.result], into, people)
    lines_counting = [
        EveningLines(merges.id, time, merges.weight, merges.division, lines[merges.result])
        for time, merges in enumerate(evenings)
        if merges.result
    ]
    rows = rank_season(rules, lines_counting, people, tuple(divisions), season.seed)
    return SeasonCount(rules, divisions, evenings, names, people, lines_counting, rows, into)


def load_season_merges(season: Season) -> Mapping[int, int]:
    """Return for each merged entry the player for whom it counts; for a closed season, as it was closed."""
    if season.stage == SeasonStage.CLOSED:
        result = find_season_result(season)
        if result is not None:  # Old seasons were closed before the program wrote results of seasons.
            return {int(player): into for player, into in result.merged.items()}
    return load_merges(season.league.club_id)


def find_season_result(season: Season) -> SeasonResult | None:
    """Return the season's newest result; None if there is none."""
    return SeasonResult.objects.filter(season=season).order_by("-version").first()


def load_season_evenings(
    season: Season, *, all_known: bool = True, today: bool = False
) -> tuple[EveningOf, ...]:
    """Return the season's evenings by time, on one day by name, in one query.

    For a finished evening the highest version of its result counts. In a closed season the pinned version
    counts, except with ``today``.
    """
    results = Result.objects.filter(evening=OuterRef("evening")).order_by("-version")
    rows = (
        SeasonEvening.objects.filter(season=season)
        .annotate(newest=Subquery(results.values("version")[:1]), written=Subquery(results.values("pk")[:1]))
        .annotate(awaits_cut=Exists(query_uncut_corrections(OuterRef("evening"))))
        .annotate(unrevealed=Exists(Award.objects.filter(result=OuterRef("written"), revealed=None)))
        .select_related("evening", "pinned")
        .order_by("evening__held_on", "evening_id")
    )
    is_closed = season.stage == SeasonStage.CLOSED and not today
    evenings = (_build_evening(row, is_closed, all_known) for row in rows)
    return tuple(sorted(evenings, key=lambda evening: (evening.held_on, evening_order(evening.name))))


def _build_evening(row: Any, is_closed: bool, all_known: bool) -> EveningOf:
    # A result that a closed season has pinned counts there, even if the evening is reopened.
    is_finished = row.evening.stage == Stage.FINISHED or (is_closed and row.pinned_id is not None)
    secret = is_finished and row.unrevealed and not all_known
    result, version = row.written, row.newest
    name, held_on = row.evening.name, row.evening.held_on
    if is_closed:
        result, version = row.pinned_id, row.pinned.version if row.pinned else None
        name, held_on = row.name or name, row.held_on or held_on
    counts = is_finished and not secret
    return EveningOf(
        id=row.evening_id,
        name=name,
        held_on=held_on,
        stage=Stage(row.evening.stage),
        weight=row.weight,
        division=row.division_id,
        version=version if counts else None,
        newest=row.newest or 0,
        result=result if counts else None,
        unrevealed=is_finished and row.unrevealed,
        secret=secret,
        awaits_cut=is_finished and row.awaits_cut,
    )


def _load_people(season: Season, into: Mapping[int, int]) -> tuple[dict[int, str], dict[int, Member]]:
    """Return the names of the club's players, and the season's entry for some of them, in one query.

    If one person has two entries, the season's row of the kept one is used, else that of the oldest.
    """
    mine = FilteredRelation("seasons", condition=Q(seasons__season=season.pk))
    rows = Player.objects.filter(club=season.league.club_id).annotate(mine=mine).order_by("pk")
    names, listed = dict[int, str](), list[tuple[int, Member]]()
    for player, name, row, division, guest in rows.values_list(
        "pk", "name", "mine__pk", "mine__division", "mine__guest"
    ):
        names[player] = name
        if row is not None:
            listed.append((player, Member(division, guest)))
    people = merge_members(listed, into)
    return names, {
        player: people[player] for player in sorted(people, key=lambda pk: make_sort_key(names[pk]))
    }


def merge_members(rows: Iterable[tuple[int, Member]], into: Mapping[int, int]) -> dict[int, Member]:
    """Return the season's entry for each person, from its rows in order of the players' ids.

    If one person has two rows, that of the kept entry is used, else that of the oldest.
    """
    members: dict[int, Member] = {}
    for player, member in rows:
        if player not in into or into[player] not in members:
            members[into.get(player, player)] = member
    return members


def _load_lines(
    rules: Rules,
    results: Collection[int],
    into: Mapping[int, int],
    people: dict[int, Member],
    players: Collection[int] | None = None,
) -> dict[int, list[EveningFigures]]:
    """Return the figures that the rules need, by result; ``players``: only for these players.

    A person who is no longer on the club's list is a guest.
    """
    prizes_won = _count_prizes(rules, results, players) if rules.prize else {}
    lines: dict[int, list[EveningFigures]] = {result: [] for result in results}
    columns_filled = {"yellow": Coalesce("yellow", 0)}  # Chips that nobody recorded count as zero.
    figures_columns = [columns_filled.get(name, name) for name in list_needed_figures(rules)]
    columns = ("result", "place", "entry", "player", *figures_columns)
    rows = Settlement.objects.filter(result__in=results).order_by()
    if players is not None:
        rows = rows.filter(player__in=players)
    for result, place, entry, player, *figures in rows.values_list(*columns):
        if player is None:
            player = -entry
            people[player] = GUEST
        prizes = prizes_won.get((result, entry), 0) if prizes_won else 0
        lines[result].append(EveningFigures(place, entry, into.get(player, player), prizes, *figures))
    return lines


def load_player_figures(count: SeasonCount, player: int) -> dict[int, EveningFigures]:
    """Return a player's figures by the evening's index in time (from 0), in two queries.

    If two entries of the player took part in one evening, return the better figures.
    """
    results = [evening.result for evening in count.evenings if evening.result]
    entries = find_entries(player, count.merges)
    lines = _load_lines(count.rules, results, count.merges, {}, entries)
    return {time: min(lines[result]) for time, result in enumerate(results) if lines[result]}


def _count_prizes(
    rules: Rules, results: Collection[int], players: Collection[int] | None
) -> Counter[tuple[int, int]]:
    """Return how many prizes with points each entry won, by result; ``players``: only for these players."""
    winners = Award.winners.through.objects.filter(award__result__in=results)
    if players is not None:
        same = F("award__result")
        winners = winners.filter(
            entryrow__settlements__player__in=players, entryrow__settlements__result=same
        )
    rows = winners.values_list("award__result", "entryrow", "award__prize")
    return Counter((result, entry) for result, entry, prize in rows if rules.gives_points(prize))


def order_entries_by_season(evening: Evening, season: Season) -> tuple[int, ...]:
    """Return the entries that have a place in the season, the best first; the highest division first."""
    rows = count_season(season, all_known=False).rows
    ranks = {row.player: rank for rank, row in enumerate(rows)}
    into = load_merges(season.league.club_id)
    entries = EntryRow.objects.filter(evening=evening, void=None, player__isnull=False)
    players = {pk: into.get(player, player) for pk, player in entries.values_list("pk", "player")}
    return tuple(
        sorted((pk for pk, player in players.items() if player in ranks), key=lambda pk: ranks[players[pk]])
    )


@dataclass(frozen=True)
class SeasonOrder:
    """A season and its players at this evening, the best first.

    ``others`` have no place in the season; they sit below, drawn by lot.
    """

    season: int
    name: str
    people: tuple[str, ...]
    below: tuple[str, ...]


def load_season_orders(evening: Evening) -> tuple[SeasonOrder, ...]:
    """Return the seasons for which the evening counts, each with the order of its players."""
    names = load_names(evening, withdrawn=False)
    orders = []
    for season in Season.objects.filter(evenings__evening=evening).select_related("league"):
        order = order_entries_by_season(evening, season)
        names_below = tuple(name for entry, name in names.items() if entry not in order)
        orders.append(
            SeasonOrder(
                season.pk,
                f"{season.league.name} · {season.name}",
                tuple(names[entry] for entry in order),
                names_below,
            )
        )
    return tuple(orders)
