"""One row of a season explained, questions about rows, and changes in a closed season as of today."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import assert_never

from django.utils import timezone
from django.utils.translation import gettext, ngettext

from accounts.answers import answers
from accounts.players.selectors import entries_of, load_merges
from tournaments.base.words import Worded, prize_title, worded
from tournaments.core.leagues.points import WHOLE, EveningFigures, Points, place_points
from tournaments.core.leagues.rules import Rules, Scheme, SeasonStage
from tournaments.core.leagues.standing import Otherwise, Score, SeasonRow, State, scores_of
from tournaments.core.leagues.working import Addend, PointsSource, Prizes, Working, working_of
from tournaments.core.ranking.prize_list import OWN
from tournaments.evening.selectors.access import seasons_of_players
from tournaments.models import RowQuestion, Season, SeasonLine
from tournaments.seasons.presenters.prizes import KEPT
from tournaments.seasons.presenters.rules import (
    absence_in_words,
    added,
    calculation,
    counting_in_words,
    exactly,
)
from tournaments.seasons.presenters.table import TableRow, table_row
from tournaments.seasons.selectors.access import last_day_to_ask, prizes_won, questions_open
from tournaments.seasons.selectors.closing import otherwise_today
from tournaments.seasons.selectors.counting import Counted, EveningOf, count_season, played_by
from tournaments.undo.presenters import ClosedSeason

NO_PRIZES: Mapping[int, Prizes] = {}


@answers(
    *("id", "name", "held_on", "state", "points", "weight", "addends", "parts", "says", "counts"),
    component="EveningGave",
)
@dataclass(frozen=True)
class EveningScore:
    """What an evening gave: the sum of the ``addends`` times the ``weight`` in percent.

    ``points`` and ``weight`` are null if it gave nothing. ``parts`` and ``says`` tell the same in words.
    """

    id: int
    name: str
    held_on: date
    state: State
    working: Working | None
    parts: tuple[str, ...]
    says: str

    @property
    def counts(self) -> bool:
        return self.state in (State.COUNTED, State.ABSENT)

    @property
    def points(self) -> Points | None:
        return self.working.points if self.working else None

    @property
    def weight(self) -> int | None:
        return self.working.weight if self.working else None

    @property
    def addends(self) -> tuple[Addend, ...]:
        return self.working.addends if self.working else ()

    @property
    def figure(self) -> str:
        """Return the points as a page shows them; a dash where there are none."""
        return exactly(self.working.points) if self.working else "–"

    @property
    def calculation(self) -> str:
        """Return the addends in figures, where there are several."""
        return calculation(self.working) if self.working else ""


@answers("player", "name", "why")
@dataclass(frozen=True)
class RowAbove:
    """Who stands just above, and why."""

    player: int
    name: str
    why: Worded | None


@answers(
    *("player", "name", "division", "place", "points", "played", "counted", "minimum", "too_few"),
    *("evenings", "above", "why_above_next", "ask_until"),
    component="SeasonRowAnswer",
)
@dataclass(frozen=True)
class RowExplained(TableRow):
    """A row of the table with all that it comes from.

    ``above``: who stands just above, and why; ``why_above_next``: why this one stands above the next.
    ``place``: null before the first evening counts. ``minimum``: evenings that a player needs; ``too_few``:
    this one has fewer. ``ask_until``: the last day for questions about the row, if there is one.
    """

    division: str | None
    minimum: int
    evenings: tuple[EveningScore, ...]
    above: RowAbove | None
    ask_until: date | None

    @property
    def player(self) -> int:
        return self.who

    @property
    def why_above_next(self) -> Worded | None:
        return self.why

    @property
    def exact(self) -> str:
        return exactly(self.points)

    @property
    def may_ask(self) -> bool:
        return self.ask_until is None or timezone.localdate() <= self.ask_until

    @property
    def calculation(self) -> str:
        """Return the points of the evenings that count, added up; empty where there are none to add."""
        counting = [one.working.points for one in self.evenings if one.counts and one.working]
        return f"{added(counting)} = {self.exact}" if len(counting) > 1 else ""


def row_explained(season: Season, player: int, *, all_known: bool = True) -> RowExplained | None:
    """Return a player's row, or that of the player they were merged into; None if the season has none."""
    counted = KEPT.get(season, all_known=all_known)
    player = counted.one.get(player, player)
    row = next((row for row in counted.rows if row.player == player), None)
    if row is None:
        return None
    rows = counted.rows_of(row.division)
    at = rows.index(row)
    before, after = rows[at - 1] if at else None, rows[at + 1] if at + 1 < len(rows) else None
    evenings = {evening.id: evening for evening in counted.evenings}
    played = played_by(counted, player)
    scores = scores_of(row, played)
    return RowExplained(
        **vars(table_row(counted, row, after)),
        division=counted.divisions.get(row.division or 0),
        minimum=counted.rules.minimum,
        evenings=evenings_explained(counted.rules, evenings, scores, _prizes(counted, played.values())),
        above=RowAbove(before.player, counted.names[before.player], _why(counted, before))
        if before
        else None,
        ask_until=last_day_to_ask(season, counted.rules, counted.evenings),
    )


def _why(counted: Counted, row: SeasonRow) -> Worded | None:
    return worded(why, counted.names) if (why := counted.why_of(row)) else None


def _prizes(counted: Counted, lines: Iterable[EveningFigures]) -> Mapping[int, Prizes]:
    """Return by evening the prizes that give points. Titles of a club’s own stay as they are."""
    each = counted.rules.prize
    return {
        evening: [(one.title if OWN.fullmatch(one.prize) else gettext(one.title), each) for one in won]
        for evening, won in prizes_won(counted, lines).items()
    }


def evenings_explained(
    rules: Rules,
    evenings: Mapping[int, EveningOf],
    scores: Iterable[Score],
    prizes: Mapping[int, Prizes] = NO_PRIZES,
) -> tuple[EveningScore, ...]:
    """Return what each evening gave somebody, in order of time; ``prizes``: those that give points."""
    return tuple(
        _evening(rules, evenings[score.event], score, prizes.get(score.event, ())) for score in scores
    )


def _evening(rules: Rules, evening: EveningOf, score: Score, prizes: Prizes) -> EveningScore:
    working = working_of(rules, evening.weight, score, prizes)
    return EveningScore(
        id=evening.id,
        name=evening.name,
        held_on=evening.held_on,
        state=score.state,
        working=working,
        parts=tuple(_parts(rules, score, working)) if working else (),
        says=_says(rules, score),
    )


def _parts(rules: Rules, score: Score, working: Working) -> Iterator[str]:
    """Yield each part of the points in words, the weight last."""
    for addend in working.addends:
        yield _part(rules, score, addend)
    if working.weight != WHOLE:
        yield gettext("The evening counts %(weight)s %%.") % {"weight": working.weight}


def _part(rules: Rules, score: Score, addend: Addend) -> str:
    figures = {"points": exactly(addend.points), "chips": addend.number, "prizes": addend.number}
    match addend.what:
        case PointsSource.SCHEME:
            assert score.line  # noqa: S101
            return _scheme(rules, score, score.line, addend.points)
        case PointsSource.TAKING_PART:
            return gettext("For taking part: %(points)s.") % figures
        case PointsSource.YELLOW:
            return gettext("Yellow chips (%(chips)s): %(points)s.") % figures
        case PointsSource.PRIZE if addend.title:
            return gettext("Prize “%(title)s”: %(points)s.") % {**figures, "title": addend.title}
        case PointsSource.PRIZE:
            return gettext("Prizes (%(prizes)s): %(points)s.") % figures
        case PointsSource.ABSENCE:
            return gettext("Missed evening: %(points)s.") % {"points": absence_in_words(rules)}
        case _:
            assert_never(addend.what)


def _scheme(rules: Rules, score: Score, line: EveningFigures, points: Points) -> str:
    """Return what the scheme alone gives, before additions and weight."""
    match rules.scheme:
        case Scheme.SCORE:
            return _figure(gettext("Points of the evening: %(points)s."), line.score, points)
        case Scheme.COUNTERS:
            return _figure(gettext("Counters after settling up: %(points)s."), line.net, points)
        case Scheme.SHARE:
            return _figure(gettext("Share of the tables: %(points)s %%."), line.share, points)
        case Scheme.PLACE | Scheme.LOW:
            return _place(rules, score, line, points)
        case _:
            assert_never(rules.scheme)


def _figure(sentence: str, figure: int | None, points: Points) -> str:
    if figure is None:
        return gettext("The evening had nothing that the season counts.")
    return sentence % {"points": exactly(points)}


def _place(rules: Rules, score: Score, line: EveningFigures, points: Points) -> str:
    figures = {"place": score.place, "points": exactly(points), "evening": line.place}
    if score.place != line.place:
        return (
            gettext(
                "Place %(evening)s of the evening, place %(place)s among the players who are compared. "
                "Points: %(points)s."
            )
            % figures
        )
    if points != place_points(rules, score.place):
        return gettext("Place %(place)s, shared: %(points)s.") % figures
    return gettext("Place %(place)s: %(points)s.") % figures


def _says(rules: Rules, score: Score) -> str:
    """Return what became of the evening, in words."""
    match score.state:
        case State.MISSED | State.ABSENT:
            return gettext("Was not there.")
        case State.PASSED:
            return gettext("Does not count: the evening is for another division.")
        case State.COUNTED:
            return gettext("Counts.")
        case State.DROPPED:
            return _dropped(rules, score)
        case _:
            assert_never(score.state)


def _dropped(rules: Rules, score: Score) -> str:
    dropped = gettext("Does not count. Evenings that count: %(which)s.") % {"which": counting_in_words(rules)}
    return dropped if score.line else " ".join((gettext("Was not there."), dropped))


@answers("text", "actor", "who", "at", component="WrittenAnswer")
@dataclass(frozen=True)
class Written:
    """A text, with who wrote it and when."""

    text: str
    actor: int | None
    who: str
    at: datetime


@answers("player", "name", "question", "asked", "answer", component="QuestionAnswer")
@dataclass(frozen=True)
class Question:
    """A ``question`` about a player’s row, by its number. ``answer`` is null until there is one."""

    question: int
    player: int
    name: str
    asked: Written
    answer: Written | None


def questions_of_row(season: Season, player: int) -> tuple[Question, ...]:
    """Return the questions that stand at a row, the oldest first, in two queries."""
    entries = entries_of(player, load_merges(season.league.club_id))
    return questions_told(questions_open(season, entries))


def questions_told(rows: Iterable[RowQuestion]) -> tuple[Question, ...]:
    """Return questions in words; who wrote them is read already."""
    return tuple(_told(row) for row in rows)


def _told(row: RowQuestion) -> Question:
    return Question(
        question=row.pk,
        player=row.player_id,
        name=row.player.name,
        asked=_written(row.question, row.asked),
        answer=_written(row.answer, row.answered) if row.answered else None,
    )


def _written(text: str, line: SeasonLine) -> Written:
    return Written(text, line.actor_id, line.actor.called if line.actor else gettext("the program"), line.at)


def otherwise_said(season: Season, counted: Counted, one: Mapping[int, int] | None = None) -> tuple[str, ...]:
    """Return sentences; none where nothing would be otherwise. ``counted``: the season as it was closed.

    ``one``: as ``otherwise_today`` has it.
    """
    found = otherwise_today(season, counted, one)
    return tuple(_sentences(found)) if found else ()


def closed_seasons(
    closed: Iterable[Season], one: Mapping[int, int] | None = None
) -> tuple[ClosedSeason, ...]:
    """Return those of these closed seasons that would be otherwise, each in the same number of queries."""
    found = (
        (season, otherwise_today(season, count_season(season, all_known=True), one)) for season in closed
    )
    return tuple(
        ClosedSeason(season.pk, f"{season.league} · {season}", tuple(_sentences(other)), other)
        for season, other in found
        if other
    )


def closed_if_merged(club: int, gone: int, into: int) -> tuple[ClosedSeason, ...]:
    """Return the closed seasons that would be otherwise if ``gone`` were merged ``into`` another player."""
    one = load_merges(club)
    then = {player: into if stands == gone else stands for player, stands in one.items()} | {gone: into}
    return closed_seasons(seasons_of_players(entries_of(gone, one), SeasonStage.CLOSED), then)


def closed_if_parted(club: int, gone: int) -> tuple[ClosedSeason, ...]:
    """Return the closed seasons that would be otherwise if ``gone`` were an entry of its own again."""
    then = load_merges(club, parted=gone)
    return closed_seasons(seasons_of_players(entries_of(gone, then), SeasonStage.CLOSED), then)


def _pair(names: Mapping[int, str], was: Sequence[int], now: Sequence[int]) -> dict[str, str]:
    def called(people: Sequence[int]) -> str:
        return ", ".join(names[player] for player in people) or gettext("Nobody")

    return {"was": called(was), "now": called(now)}


def _sentences(found: Otherwise) -> Iterator[str]:
    for division, (was, now) in found.first.items():
        figures = _pair(found.names, was, now) | {"division": found.divisions.get(division or 0, "")}
        if figures["division"]:
            yield gettext("First in %(division)s today: %(now)s, instead of %(was)s.") % figures
        else:
            yield gettext("First today: %(now)s, instead of %(was)s.") % figures
    for prize, (was, now) in found.prizes.items():
        yield gettext("“%(prize)s” today: %(now)s, instead of %(was)s.") % (
            _pair(found.names, was, now) | {"prize": prize_title(prize)}
        )
    n = len(found.people)
    text = ngettext(
        "%(n)s player would have another place or other points.",
        "%(n)s players would have another place or other points.",
        n,
    )
    yield text % {"n": n}
