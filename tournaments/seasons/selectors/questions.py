"""Questions of members about rows of a season: those that stand, and until when members may ask."""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import QuerySet
from django.utils import timezone

from accounts.players.selectors.players import kept
from tournaments.core.leagues.rules import Rules, SeasonStage
from tournaments.models import RowQuestion, Season, SeasonLine
from tournaments.seasons.selectors.counting import EveningOf

CLOSED = "season_closed"
"""The verb of the line by which a season was closed."""


@dataclass(frozen=True)
class WaitingRow:
    """A row with questions that nobody has answered."""

    player: int
    name: str
    questions: int


def questions_open(season: Season, players: Collection[int] | None = None) -> QuerySet[RowQuestion]:
    """Return the questions that stand, with who wrote them: all, or those about these players' rows."""
    rows = RowQuestion.objects.filter(season=season, closed=None)
    if players is not None:
        rows = rows.filter(player__in=players)
    return rows.select_related("player", "asked__actor", "answered__actor").order_by("pk")


def rows_waiting(season: Season) -> tuple[WaitingRow, ...]:
    """Return the rows with questions that wait for an answer, in two queries."""
    rows = RowQuestion.objects.filter(season=season, closed=None, answered=None).order_by("pk")
    into = kept(season.league.club_id)
    found = [(into.get(player, player), name) for player, name in rows.values_list("player", "player__name")]
    many, names = Counter(player for player, _name in found), dict(found)
    return tuple(WaitingRow(player, names[player], questions) for player, questions in many.items())


def last_day_to_ask(season: Season, rules: Rules, evenings: Iterable[EveningOf]) -> date | None:
    """Return the last day on which members may ask about a row; None if there is no limit."""
    if not rules.question_days:
        return None
    days = [evening.held_on for evening in evenings if evening.counts]
    if season.stage == SeasonStage.CLOSED:
        lines = SeasonLine.objects.filter(season=season, verb=CLOSED).order_by("-seq")
        days += [timezone.localdate(line.at) for line in lines[:1]]
    return max(days) + timedelta(days=rules.question_days) if days else None
