"""One row of a season explained: how each evening's points come about, what counts, and the neighbours."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import assert_never

from django.utils import timezone
from django.utils.translation import gettext

from accounts.answers import answers
from tournaments.base.words import Worded, worded
from tournaments.core.leagues.points import WHOLE, Played, Points, place_points
from tournaments.core.leagues.rules import Rules, Scheme
from tournaments.core.leagues.standing import Score, SeasonRow, State, scores_of
from tournaments.core.leagues.working import Addend, Prizes, Source, Working, working_of
from tournaments.core.ranking.prize_list import OWN
from tournaments.models import Season
from tournaments.seasons.presenters.kept import KEPT
from tournaments.seasons.presenters.rules import absence_in_words, counting_in_words
from tournaments.seasons.presenters.table import TableRow, table_row
from tournaments.seasons.presenters.working import added, calculation, exactly
from tournaments.seasons.selectors.counting import Counted, EveningOf, played_by
from tournaments.seasons.selectors.prizes_won import prizes_won
from tournaments.seasons.selectors.questions import last_day_to_ask

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
        """The points as a page shows them."""
        return exactly(self.working.points) if self.working else "–"

    @property
    def calculation(self) -> str:
        """The addends in figures, where there are several."""
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
        """The points of the evenings that count, added up; empty where there are none to add."""
        counting = [one.working.points for one in self.evenings if one.counts and one.working]
        return f"{added(counting)} = {self.exact}" if len(counting) > 1 else ""


def row_explained(season: Season, player: int, *, all_known: bool = True) -> RowExplained | None:
    """The row of somebody, or of whom they were merged into; None if the season has none."""
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


def _prizes(counted: Counted, lines: Iterable[Played]) -> Mapping[int, Prizes]:
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
        case Source.SCHEME:
            assert score.line  # noqa: S101
            return _scheme(rules, score, score.line, addend.points)
        case Source.TAKING_PART:
            return gettext("For taking part: %(points)s.") % figures
        case Source.YELLOW:
            return gettext("Yellow chips (%(chips)s): %(points)s.") % figures
        case Source.PRIZE if addend.title:
            return gettext("Prize “%(title)s”: %(points)s.") % {**figures, "title": addend.title}
        case Source.PRIZE:
            return gettext("Prizes (%(prizes)s): %(points)s.") % figures
        case Source.ABSENCE:
            return gettext("Missed evening: %(points)s.") % {"points": absence_in_words(rules)}
        case _:
            assert_never(addend.what)


def _scheme(rules: Rules, score: Score, line: Played, points: Points) -> str:
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


def _place(rules: Rules, score: Score, line: Played, points: Points) -> str:
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
    """What became of the evening, in words."""
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
