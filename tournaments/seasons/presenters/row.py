"""One row of a season explained, questions about rows, and changes in a closed season as of today."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import assert_never

from django.utils import timezone
from django.utils.translation import gettext, ngettext

from accounts.answers import answers
from accounts.players.selectors import find_entries, load_merges
from tournaments.base.words import Worded, describe_prize_title, describe_reason
from tournaments.core.leagues.points import WHOLE, EveningFigures, Points, score_place
from tournaments.core.leagues.rules import Rules, Scheme, SeasonStage
from tournaments.core.leagues.standing import Otherwise, Score, SeasonRow, State, list_scores
from tournaments.core.leagues.working import Addend, PointsSource, Prizes, Working, build_working
from tournaments.core.ranking.prize_list import OWN
from tournaments.evening.selectors.access import load_player_seasons
from tournaments.models import RowQuestion, Season, SeasonLine
from tournaments.seasons.presenters.prizes import KEPT_SEASONS
from tournaments.seasons.presenters.rules import (
    describe_absence,
    describe_counting,
    format_addition,
    format_calculation,
    format_exactly,
)
from tournaments.seasons.presenters.table import TableRow, build_table_row
from tournaments.seasons.selectors.access import find_ask_deadline, load_prizes_won, query_open_questions
from tournaments.seasons.selectors.closing import compare_with_today
from tournaments.seasons.selectors.counting import EveningOf, SeasonCount, count_season, load_player_figures
from tournaments.undo.presenters import ClosedSeason

NO_PRIZES: Mapping[int, Prizes] = {}


@answers(
    *("id", "name", "held_on", "state", "points", "weight", "addends", "parts", "says", "counts"),
    component="EveningGave",
)
@dataclass(frozen=True)
class EveningScore:
    """Points that a player got from one evening: the sum of the ``addends`` times the ``weight`` in percent.

    ``points`` and ``weight`` are null if the evening gave no points. ``parts`` and ``says`` describe the same
    in words.
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
        """Return the points as a page shows them; a dash if there are none."""
        return format_exactly(self.working.points) if self.working else "–"

    @property
    def calculation(self) -> str:
        """Return the addends in figures if there are several, else an empty text."""
        return format_calculation(self.working) if self.working else ""


@answers("player", "name", "why")
@dataclass(frozen=True)
class RowAbove:
    """The player one row above, and why they are above."""

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
    """A row of the table, with everything from which it is calculated.

    ``above``: the player one row above, and the reason. ``why_above_next``: the reason why this player is
    above the next one. ``place``: null before the first evening counts. ``minimum``: evenings that a player
    needs to be ranked; ``too_few``: this player has fewer. ``ask_until``: the last day for questions about
    the row, if there is one.
    """

    division: str | None
    minimum: int
    evenings: tuple[EveningScore, ...]
    above: RowAbove | None
    ask_until: date | None

    @property
    def player(self) -> int:
        return self.person

    @property
    def why_above_next(self) -> Worded | None:
        return self.why

    @property
    def exact(self) -> str:
        return format_exactly(self.points)

    @property
    def may_ask(self) -> bool:
        return self.ask_until is None or timezone.localdate() <= self.ask_until

    @property
    def calculation(self) -> str:
        """Return the sum of the points of the evenings that count; empty if there is nothing to add."""
        counting = [score.working.points for score in self.evenings if score.counts and score.working]
        return f"{format_addition(counting)} = {self.exact}" if len(counting) > 1 else ""


def explain_row(season: Season, player: int, *, all_known: bool = True) -> RowExplained | None:
    """Return a player's row, or that of the player they were merged into; None if the season has none."""
    count = KEPT_SEASONS.get(season, all_known=all_known)
    player = count.merges.get(player, player)
    row = next((row for row in count.rows if row.player == player), None)
    if row is None:
        return None
    rows = count.list_rows(row.division)
    index = rows.index(row)
    before, after = rows[index - 1] if index else None, rows[index + 1] if index + 1 < len(rows) else None
    evenings = {evening.id: evening for evening in count.evenings}
    figures = load_player_figures(count, player)
    scores = list_scores(row, figures)
    return RowExplained(
        **vars(build_table_row(count, row, after)),
        division=count.divisions.get(row.division or 0),
        minimum=count.rules.minimum,
        evenings=explain_evenings(count.rules, evenings, scores, _load_prizes(count, figures.values())),
        above=RowAbove(before.player, count.names[before.player], _describe_reason(count, before))
        if before
        else None,
        ask_until=find_ask_deadline(season, count.rules, count.evenings),
    )


def _describe_reason(count: SeasonCount, row: SeasonRow) -> Worded | None:
    return describe_reason(reason, count.names) if (reason := count.find_reason(row)) else None


def _load_prizes(count: SeasonCount, lines: Iterable[EveningFigures]) -> Mapping[int, Prizes]:
    """Return the prizes that give points, by evening. A club's own titles are not translated."""
    points = count.rules.prize
    return {
        evening: [
            (prize.title if OWN.fullmatch(prize.prize) else gettext(prize.title), points) for prize in prizes
        ]
        for evening, prizes in load_prizes_won(count, lines).items()
    }


def explain_evenings(
    rules: Rules,
    evenings: Mapping[int, EveningOf],
    scores: Iterable[Score],
    prizes: Mapping[int, Prizes] = NO_PRIZES,
) -> tuple[EveningScore, ...]:
    """Return the points of one player from each evening, by time; ``prizes``: those that give points."""
    return tuple(
        _explain_evening(rules, evenings[score.event], score, prizes.get(score.event, ())) for score in scores
    )


def _explain_evening(rules: Rules, evening: EveningOf, score: Score, prizes: Prizes) -> EveningScore:
    working = build_working(rules, evening.weight, score, prizes)
    return EveningScore(
        id=evening.id,
        name=evening.name,
        held_on=evening.held_on,
        state=score.state,
        working=working,
        parts=tuple(_describe_parts(rules, score, working)) if working else (),
        says=_describe_outcome(rules, score),
    )


def _describe_parts(rules: Rules, score: Score, working: Working) -> Iterator[str]:
    """Yield each part of the points in words, the weight last."""
    for addend in working.addends:
        yield _describe_part(rules, score, addend)
    if working.weight != WHOLE:
        yield gettext("The evening counts %(weight)s %%.") % {"weight": working.weight}


def _describe_part(rules: Rules, score: Score, addend: Addend) -> str:
    figures = {"points": format_exactly(addend.points), "chips": addend.number, "prizes": addend.number}
    match addend.what:
        case PointsSource.SCHEME:
            assert score.line  # noqa: S101
            return _describe_scheme(rules, score, score.line, addend.points)
        case PointsSource.TAKING_PART:
            return gettext("For taking part: %(points)s.") % figures
        case PointsSource.YELLOW:
            return gettext("Yellow chips (%(chips)s): %(points)s.") % figures
        case PointsSource.PRIZE if addend.title:
            return gettext("Prize “%(title)s”: %(points)s.") % {**figures, "title": addend.title}
        case PointsSource.PRIZE:
            return gettext("Prizes (%(prizes)s): %(points)s.") % figures
        case PointsSource.ABSENCE:
            return gettext("Missed evening: %(points)s.") % {"points": describe_absence(rules)}
        case _:
            assert_never(addend.what)


def _describe_scheme(rules: Rules, score: Score, line: EveningFigures, points: Points) -> str:
    """Return the points of the scheme alone, before additions and weight, in words."""
    match rules.scheme:
        case Scheme.SCORE:
            return _fill_sentence(gettext("Points of the evening: %(points)s."), line.score, points)
        case Scheme.COUNTERS:
            return _fill_sentence(gettext("Counters after settling up: %(points)s."), line.net, points)
        case Scheme.SHARE:
            return _fill_sentence(gettext("Share of the tables: %(points)s %%."), line.share, points)
        case Scheme.PLACE | Scheme.LOW:
            return _describe_place(rules, score, line, points)
        case _:
            assert_never(rules.scheme)


def _fill_sentence(sentence: str, figure: int | None, points: Points) -> str:
    if figure is None:
        return gettext("The evening had nothing that the season counts.")
    return sentence % {"points": format_exactly(points)}


def _describe_place(rules: Rules, score: Score, line: EveningFigures, points: Points) -> str:
    figures = {"place": score.place, "points": format_exactly(points), "evening": line.place}
    if score.place != line.place:
        return (
            gettext(
                "Place %(evening)s of the evening, place %(place)s among the players who are compared. "
                "Points: %(points)s."
            )
            % figures
        )
    if points != score_place(rules, score.place):
        return gettext("Place %(place)s, shared: %(points)s.") % figures
    return gettext("Place %(place)s: %(points)s.") % figures


def _describe_outcome(rules: Rules, score: Score) -> str:
    """Return in words whether and how the evening counts."""
    match score.state:
        case State.MISSED | State.ABSENT:
            return gettext("Was not there.")
        case State.PASSED:
            return gettext("Does not count: the evening is for another division.")
        case State.COUNTED:
            return gettext("Counts.")
        case State.DROPPED:
            return _describe_drop(rules, score)
        case _:
            assert_never(score.state)


def _describe_drop(rules: Rules, score: Score) -> str:
    dropped = gettext("Does not count. Evenings that count: %(which)s.") % {"which": describe_counting(rules)}
    return dropped if score.line else " ".join((gettext("Was not there."), dropped))


@answers("text", "actor", "who", "at", component="WrittenAnswer")
@dataclass(frozen=True)
class SignedText:
    """A text, its author and its time."""

    text: str
    actor: int | None
    who: str
    at: datetime


@answers("player", "name", "question", "asked", "answer", component="QuestionAnswer")
@dataclass(frozen=True)
class Question:
    """A ``question`` about a player's row, with its number. ``answer`` is null until somebody answers."""

    question: int
    player: int
    name: str
    asked: SignedText
    answer: SignedText | None


def load_row_questions(season: Season, player: int) -> tuple[Question, ...]:
    """Return the open questions about a row, the oldest first, in two queries."""
    entries = find_entries(player, load_merges(season.league.club_id))
    return describe_questions(query_open_questions(season, entries))


def describe_questions(rows: Iterable[RowQuestion]) -> tuple[Question, ...]:
    """Return the questions in words. The caller has read their authors already."""
    return tuple(_describe_question(row) for row in rows)


def _describe_question(row: RowQuestion) -> Question:
    return Question(
        question=row.pk,
        player=row.player_id,
        name=row.player.name,
        asked=_sign_text(row.question, row.asked),
        answer=_sign_text(row.answer, row.answered) if row.answered else None,
    )


def _sign_text(text: str, line: SeasonLine) -> SignedText:
    return SignedText(
        text, line.actor_id, line.actor.display_name if line.actor else gettext("the program"), line.at
    )


def describe_differences(
    season: Season, count: SeasonCount, merges: Mapping[int, int] | None = None
) -> tuple[str, ...]:
    """Return sentences about what would differ today; none if nothing would.

    ``count``: the season as it was closed. ``merges``: see ``compare_with_today``.
    """
    differences = compare_with_today(season, count, merges)
    return tuple(_describe_changes(differences)) if differences else ()


def find_altered_seasons(
    seasons: Iterable[Season], merges: Mapping[int, int] | None = None
) -> tuple[ClosedSeason, ...]:
    """Return the closed seasons that would differ today, each in the same number of queries."""
    pairs = (
        (season, compare_with_today(season, count_season(season, all_known=True), merges))
        for season in seasons
    )
    return tuple(
        ClosedSeason(
            season.pk, f"{season.league} · {season}", tuple(_describe_changes(differences)), differences
        )
        for season, differences in pairs
        if differences
    )


def preview_merged_seasons(club: int, entry: int, into: int) -> tuple[ClosedSeason, ...]:
    """Return the closed seasons that would differ if ``entry`` were merged ``into`` another player."""
    merges = load_merges(club)
    later = {player: into if stands == entry else stands for player, stands in merges.items()} | {entry: into}
    return find_altered_seasons(load_player_seasons(find_entries(entry, merges), SeasonStage.CLOSED), later)


def preview_unmerged_seasons(club: int, entry: int) -> tuple[ClosedSeason, ...]:
    """Return the closed seasons that would differ if ``entry`` were a separate player again."""
    merges = load_merges(club, parted=entry)
    return find_altered_seasons(load_player_seasons(find_entries(entry, merges), SeasonStage.CLOSED), merges)


def _name_both(names: Mapping[int, str], was: Sequence[int], now: Sequence[int]) -> dict[str, str]:
    def called(people: Sequence[int]) -> str:
        return ", ".join(names[player] for player in people) or gettext("Nobody")

    return {"was": called(was), "now": called(now)}


def _describe_changes(differences: Otherwise) -> Iterator[str]:
    for division, (was, now) in differences.first.items():
        figures = _name_both(differences.names, was, now) | {
            "division": differences.divisions.get(division or 0, "")
        }
        if figures["division"]:
            yield gettext("First in %(division)s today: %(now)s, instead of %(was)s.") % figures
        else:
            yield gettext("First today: %(now)s, instead of %(was)s.") % figures
    for prize, (was, now) in differences.prizes.items():
        yield gettext("“%(prize)s” today: %(now)s, instead of %(was)s.") % (
            _name_both(differences.names, was, now) | {"prize": describe_prize_title(prize)}
        )
    n = len(differences.people)
    text = ngettext(
        "%(n)s player would have another place or other points.",
        "%(n)s players would have another place or other points.",
        n,
    )
    yield text % {"n": n}
