"""Queries of the administration: figures of evenings in lists, what waits over all clubs, and counts of rows.

The rows that wait longest are first. Rows can be left as they are by a decision.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.contrib.admin.models import LogEntry
from django.db.models import (
    CharField,
    Count,
    Exists,
    ExpressionWrapper,
    F,
    OuterRef,
    PositiveBigIntegerField,
    Q,
    QuerySet,
    Subquery,
    TextField,
    Value,
    Window,
)
from django.db.models.functions import Cast, Coalesce, Concat
from django.utils import timezone

from accounts.database.folding import by_name
from accounts.models import Claim, Club, Membership, Merge, Player, Role, User
from accounts.shared.services import LOOKED_AT
from tournaments.core.formats.progressive import RecordedResults
from tournaments.core.leagues.rules import SeasonStage
from tournaments.core.record import Stage
from tournaments.models import (
    Award,
    Comparison,
    DealLine,
    EntryRow,
    Evening,
    Journal,
    League,
    Result,
    RoundTable,
    RowQuestion,
    Season,
    SeasonEvening,
    SeasonPlayer,
    SeasonResult,
    SeasonSettlement,
    SeatRow,
    Settlement,
    WaitingDecision,
)
from tournaments.standings.selectors.people import query_winners
from tournaments.standings.selectors.standings import query_uncut_corrections

LARGE = 30_000
"""The most seats and deal lines of an evening whose page also calculates the ledger."""


def is_large(evening: Evening) -> bool:
    """Return whether calculating the ledger would read too many rows for one page."""
    seats = SeatRow.objects.filter(round__evening=evening).order_by()[: LARGE + 1]
    lines = DealLine.objects.filter(version__deal__round__evening=evening).order_by()[: LARGE + 1]
    return seats.count() + lines.count() > LARGE


@dataclass(frozen=True)
class EveningFigures:
    """The figures of an evening in a list, in addition to its own fields."""

    tables: int
    people: int
    last: datetime | None


def load_evening_figures(evenings: Sequence[Evening]) -> Mapping[int, EveningFigures]:
    """Load the figures of one page of evenings, in three queries."""
    ids = [evening.pk for evening in evenings]
    entries = EntryRow.objects.filter(evening__in=ids, void=None).order_by()
    people = dict(entries.values("evening").annotate(n=Count("pk")).values_list("evening", "n"))
    newest: dict[int, tuple[int, int]] = {}
    tables = RoundTable.objects.filter(round__evening__in=ids, round__void=None, void=None).order_by()
    for evening, number, n in (
        tables.values("round__evening", "round__number")
        .annotate(n=Count("pk"))
        .values_list("round__evening", "round__number", "n")
    ):
        newest[evening] = max(newest.get(evening, (0, 0)), (number, n))
    newest_lines = Q()
    for row in evenings:
        newest_lines |= Q(evening=row.pk, seq=row.seq)
    lines = dict(Journal.objects.filter(newest_lines).values_list("evening", "at")) if ids else {}
    return {pk: EveningFigures(newest.get(pk, (0, 0))[1], people.get(pk, 0), lines.get(pk)) for pk in ids}


def load_waiting(
    kind: str, today: date, most: int, first: int = 0, *, dismissed: bool = False
) -> tuple[list[Any], int]:
    """Load ``most`` rows of a kind, starting at ``first``, and count all rows, in one query.

    ``dismissed``: load the rows that were left as they are, instead of the others.
    """
    rows = find_waiting_rows(kind, today, dismissed=dismissed).annotate(total=Window(Count("*")))
    page = list(rows[first : first + most])
    return page, page[0].total if page else 0


def find_waiting_kinds(today: date) -> set[str]:
    """Return the kinds that have a row which waits, in one query."""
    first, *rest = (
        find_waiting_rows(kind, today)
        .order_by()
        .annotate(kind_of=Value(kind))
        .values_list("kind_of", flat=True)
        for kind in KINDS
    )
    return set(first.union(*rest))


def count_waiting(today: date) -> int:
    """Count everything that waits, in one query."""
    first, *rest = (find_waiting_rows(kind, today).order_by().values_list("pk") for kind in KINDS)
    return first.union(*rest, all=True).count()


def find_waiting_rows(kind: str, today: date, *, dismissed: bool = False) -> QuerySet[Any]:
    """Return the rows of a kind. ``mark`` changes with the row; a row with a new mark waits again."""
    rows, club, mark = KINDS[kind](today)
    rows_with_marks: QuerySet[Any] = rows.annotate(
        in_club=F(club), mark=ExpressionWrapper(mark, output_field=PositiveBigIntegerField())
    )
    decided = Exists(WaitingDecision.objects.filter(what=kind, row=OuterRef("pk"), mark=OuterRef("mark")))
    return rows_with_marks.filter(decided if dismissed else ~decided)


def load_decisions(kind: str, rows: Collection[Any]) -> Mapping[int, WaitingDecision]:
    """Load the decisions on these rows, by the row's key."""
    decisions = WaitingDecision.objects.filter(what=kind, row__in=[row.pk for row in rows])
    return {decision.row: decision for decision in decisions.select_related("by")}


def find_decided_kinds() -> set[str]:
    """Return the kinds that have decisions to leave a row as it is."""
    return set(WaitingDecision.objects.values_list("what", flat=True).distinct())


def find_results_in_force() -> QuerySet[Result]:
    """Return the newest results of finished evenings that were played here, the newest evening first."""
    results = Result.objects.filter(evening__stage=Stage.FINISHED, evening__rehearsal_of=None)
    rows = results.exclude(evening__format=RecordedResults.key).exclude(
        Exists(query_uncut_corrections(OuterRef("evening")))
    )
    return (
        rows.filter(~_has_later("evening"))
        .select_related("evening__club")
        .order_by("-evening__held_on", "-evening_id")
    )


def count_results() -> tuple[int, int]:
    """Count the results in force, and those of them that were not recalculated yet."""
    counts = find_results_in_force().aggregate(all=Count("pk"), new=Count("pk", filter=Q(comparison=None)))
    return counts["all"], counts["new"]


def has_waiting_merges(season: Season) -> bool | None:
    """Return whether merges since the closing wait. False: they were left. None: they change nothing."""
    for dismissed in (False, True):
        if find_waiting_rows("merged", date.min, dismissed=dismissed).filter(season=season).exists():
            return not dismissed
    return None


UNDER_WAY = (Stage.CHECK_IN, Stage.SEATED, Stage.PLAYING, Stage.SETTLING)
CLUBS = ("result__evening__club", "evening__club", "season__league__club")
"""The lookup paths from a prize to its club."""
Kind = tuple[QuerySet[Any], str, Any]
"""The rows, the lookup path from a row to its club, and the expression for ``mark``."""


def _has_later(evening: str, version: str = "version") -> Exists:
    """Return the condition that the evening has a later result."""
    return Exists(Result.objects.filter(evening=OuterRef(evening), version__gt=OuterRef(version)))


def _find_evenings(*conditions: Q | Exists, **filters: Any) -> Kind:
    rows = Evening.held.filter(*conditions, **filters).select_related("club").order_by("held_on", "pk")
    return rows, "club", F("seq")


def _find_unsettled(today: date) -> Kind:
    under_way = Q(stage__in=UNDER_WAY, held_on__lt=today)
    return _find_evenings(under_way | Q(stage=Stage.SETTLING))


def _find_unannounced(_today: date) -> Kind:
    awards = Award.objects.filter(revealed=None, result__evening=OuterRef("pk"))
    newest_awards = awards.filter(~_has_later("result__evening", "result__version"))
    return _find_evenings(Exists(newest_awards), stage=Stage.FINISHED)


def _find_gifts(_today: date) -> Kind:
    """Return the prizes with a removed winner. ``mark``: the journal line of the last removal.

    ``mark`` of a season's prize: the number of removed winners.
    """
    removed_winners = Award.winners.through.objects.filter(award=OuterRef("pk")).exclude(entryrow__void=None)
    line = Subquery(removed_winners.order_by("-entryrow__void").values("entryrow__void")[:1])
    in_force = Q(result__evening__stage=Stage.FINISHED) & ~_has_later("result__evening", "result__version")
    played_here = Q(evening__isnull=False, evening__rehearsal_of=None) & ~Q(evening__stage=Stage.CALLED_OFF)
    by_hand = played_here | Q(season__isnull=False)
    rows = Award.objects.filter(in_force | by_hand, withdrawn=False)
    of_season = query_winners().filter(award=OuterRef("pk"), award__season__isnull=False, removed=True)
    many = Subquery(of_season.order_by().values("award").annotate(n=Count("pk")).values("n"))
    rows = (
        rows.annotate(removed=Coalesce(line, many, output_field=PositiveBigIntegerField()))
        .exclude(removed=None)
        .annotate(of=Coalesce(*CLUBS))
    )
    return rows.select_related(*CLUBS).order_by("pk"), "of", F("removed")


def _find_cuts(_today: date) -> Kind:
    return _find_evenings(Exists(query_uncut_corrections(OuterRef("pk"))), stage=Stage.FINISHED)


def _find_corrected(_today: date) -> Kind:
    newest = Result.objects.filter(evening=OuterRef("evening")).order_by("-version").values("version")[:1]
    rows = SeasonEvening.objects.filter(season__stage=SeasonStage.CLOSED).exclude(pinned=None)
    newer = rows.annotate(newest=Subquery(newest)).filter(newest__gt=F("pinned__version"))
    rows = newer.select_related("season__league__club", "evening").order_by("evening__held_on", "pk")
    return rows, "season__league__club", F("newest")


def _find_merged(_today: date) -> Kind:
    """Return closed seasons with a merge, or an undone merge, since the newest closing, that changes them.

    A merge matters if the table has a row of the merged player. An undone merge matters if the season has
    results of the parted player, or lists the player.
    """
    rows = SeasonResult.objects.filter(season__stage=SeasonStage.CLOSED)
    later = SeasonResult.objects.filter(season=OuterRef("season"), version__gt=OuterRef("version"))
    result, season = OuterRef(OuterRef("pk")), OuterRef(OuterRef("season"))
    row = SeasonSettlement.objects.filter(result=result, player=OuterRef("gone"))
    of_one = Q(entry__player=OuterRef("gone")) | Q(
        entry__player__merges__kept=OuterRef("gone"), entry__player__merges__undone_at=None
    )
    pinned = SeasonEvening.objects.filter(season=OuterRef(season), pinned=OuterRef("result"))
    has_results = Settlement.objects.filter(of_one, Exists(pinned))
    listed = SeasonPlayer.objects.filter(season=season, player=OuterRef("gone"))
    merged_again = Merge.objects.filter(gone=OuterRef("gone"), kept=OuterRef("kept"), undone_at=None)
    key = Concat(Value('"'), Cast(OuterRef("gone"), CharField()), Value('":'))
    one_then = SeasonResult.objects.annotate(text=Cast("merged", TextField())).filter(
        pk=result, text__contains=key
    )
    parted = ~Q(undone_at=None) & Exists(one_then) & ~Exists(merged_again)
    merges = Merge.objects.filter(
        Q(undone_at=None) & Exists(row) | parted & (Exists(has_results) | Exists(listed)),
        kept__club=OuterRef("season__league__club"),
    )
    newest = Subquery(merges.order_by("-pk").values("pk")[:1])
    seasons = rows.filter(~Exists(later)).annotate(newest=newest).exclude(newest=None)
    seasons = seasons.select_related("season__league__club", "journal").order_by("journal__at", "pk")
    return seasons, "season__league__club", F("newest")


def _find_claims(_today: date) -> Kind:
    open_ones = Claim.objects.filter(granted=None, ended_at=None, player__active=True)
    return open_ones.select_related("player__club").order_by("pk"), "player__club", Value(0)


def _find_questions(_today: date) -> Kind:
    rows = RowQuestion.objects.filter(closed=None, answered=None)
    rows = rows.select_related("season__league__club", "player", "asked").order_by("pk")
    return rows, "season__league__club", Value(0)


def _find_ownerless(_today: date) -> Kind:
    owners = Membership.objects.filter(club=OuterRef("pk"), role=Role.OWNER, user__is_active=True)
    return Club.objects.filter(~Exists(owners)).order_by(*by_name(), "pk"), "pk", F("revision")


def _find_differing(_today: date) -> Kind:
    rows = Comparison.objects.filter(differs=True, result__in=find_results_in_force().order_by().values("pk"))
    rows = rows.select_related("result__evening__club").order_by("result__evening__held_on", "pk")
    return rows, "result__evening__club", Value(0)


KINDS: Mapping[str, Callable[[date], Kind]] = {
    "unsettled": _find_unsettled,
    "hidden": _find_unannounced,
    "gifts": _find_gifts,
    "cuts": _find_cuts,
    "corrected": _find_corrected,
    "merged": _find_merged,
    "differing": _find_differing,
    "claims": _find_claims,
    "questions": _find_questions,
    "ownerless": _find_ownerless,
}


MOST = 10_000
"""The most rows counted, because counting millions takes seconds."""
LATELY = timedelta(days=30)


def count_rows(key: str, today: date) -> int:
    """Count the rows of a list, up to ``MOST`` + 1; or all rows that wait."""
    if key == "waiting":
        return count_waiting(today)
    looks = LogEntry.objects.filter(change_message__startswith=LOOKED_AT)
    lists: dict[str, QuerySet[Any]] = {
        "today": Evening.held.filter(held_on=today),
        "under_way": Evening.held.filter(stage__in=UNDER_WAY),
        "evenings": Evening.held.all(),
        "leagues": League.objects.all(),
        "seasons": Season.objects.filter(stage=SeasonStage.OPEN),
        "clubs": Club.objects.all(),
        "players": Player.objects.filter(active=True),
        "users": User.objects.filter(is_active=True),
        "looks": looks.filter(action_time__gte=timezone.now() - LATELY),
    }
    return lists[key].order_by()[: MOST + 1].count()
