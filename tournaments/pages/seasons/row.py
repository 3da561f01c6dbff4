"""One row of a season explained: each evening with what it gave and whether it counts, and the neighbours."""

from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from itertools import pairwise
from typing import assert_never

from django.utils.translation import gettext

from accounts.selectors.players import kept
from tournaments.core.leagues.points import Played, place_points, without_additions
from tournaments.core.leagues.rules import Absence, Places, Rules, Scheme
from tournaments.core.leagues.standing import Score, State
from tournaments.facts.seasons.counting import EveningOf, count_season
from tournaments.models import Season
from tournaments.pages.seasons.table import pointed
from tournaments.words import plain, worded


@dataclass(frozen=True)
class EveningScore:
    """What one evening gave: the ``parts`` that make up the points, and what became of them."""

    id: int
    name: str
    held_on: date
    state: State
    points: str
    parts: tuple[str, ...]
    says: str

    @property
    def counts(self) -> bool:
        return self.state in (State.COUNTED, State.ABSENT)


@dataclass(frozen=True)
class RowExplained:
    """A row with all that it comes from. ``above`` and ``below``: why the one before stands above, and why
    this one stands above the next; ``minimum``: evenings that must be played, if there are too few."""

    player: int
    name: str
    division: str
    place: int
    total: str
    played: int
    counted: int
    minimum: int
    evenings: tuple[EveningScore, ...]
    above: str
    above_name: str
    below: str


def row_explained(season: Season, player: int, *, all_known: bool = True) -> RowExplained | None:
    """The row of somebody, or of whom he was merged into; None if the season has none."""
    player = kept(season.league.club_id).get(player, player)
    counted = count_season(season, all_known=all_known)
    row = next((row for row in counted.rows if row.player == player), None)
    if row is None:
        return None
    rows = counted.rows_of(row.division)
    before = next((upper for upper, lower in pairwise(rows) if lower is row), None)
    evenings = {evening.id: evening for evening in counted.evenings}
    among = _among(counted.rules.places, divided=row.division is not None)
    return RowExplained(
        player=player,
        name=counted.names[player],
        division=counted.divisions.get(row.division or 0, ""),
        place=row.place,
        total=pointed(row.total),
        played=row.played,
        counted=row.counted,
        minimum=counted.rules.minimum if row.below else 0,
        evenings=tuple(_evening(counted.rules, evenings[score.event], score, among) for score in row.scores),
        above=worded(before.why, counted.names) if before and before.why else "",
        above_name=counted.names[before.player] if before else "",
        below=worded(row.why, counted.names) if row.why else "",
    )


def _among(places: Places, *, divided: bool) -> str:
    """A place that is another in the season than in the evening: among whom it is counted, as a sentence."""
    match places:
        case Places.EVERYBODY:
            return gettext("Place %(place)s of all who were there (%(evening)s of the evening): %(points)s.")
        case Places.DIVISION if divided:
            return gettext("Place %(place)s of the division (%(evening)s of the evening): %(points)s.")
        case Places.DIVISION:
            return gettext(
                "Place %(place)s of those in no division (%(evening)s of the evening): %(points)s."
            )
        case Places.MEMBERS:
            return gettext("Place %(place)s of those who count (%(evening)s of the evening): %(points)s.")
        case _:
            assert_never(places)


def _evening(rules: Rules, evening: EveningOf, score: Score, among: str) -> EveningScore:
    return EveningScore(
        id=evening.id,
        name=evening.name,
        held_on=evening.held_on,
        state=score.state,
        points="–" if score.state in (State.MISSED, State.PASSED) else pointed(score.points),
        parts=tuple(_parts(rules, evening, score, among)),
        says=_says(rules, score),
    )


def _parts(rules: Rules, evening: EveningOf, score: Score, among: str) -> list[str]:
    """How the points come about, each part in words."""
    if score.line is None and score.state not in (State.ABSENT, State.DROPPED):
        return []
    parts = [_absence(rules)] if score.line is None else _played(rules, evening, score, score.line, among)
    if evening.weight != 100:
        parts.append(gettext("The evening counts %(weight)s %%.") % {"weight": evening.weight})
    return parts


def _played(rules: Rules, evening: EveningOf, score: Score, line: Played, among: str) -> list[str]:
    """What the evening gives to somebody who was there, before its weight."""
    parts = [_scheme(rules, evening, score, line, among)]
    if rules.taking_part:
        parts.append(gettext("For taking part: %(points)s.") % {"points": plain(rules.taking_part)})
    if rules.yellow and line.yellow:
        figures = {"chips": line.yellow, "points": plain(rules.yellow * line.yellow)}
        parts.append(gettext("Yellow chips (%(chips)s): %(points)s.") % figures)
    if rules.prize and line.prizes:
        figures = {"prizes": line.prizes, "points": plain(rules.prize * line.prizes)}
        parts.append(gettext("Prizes (%(prizes)s): %(points)s.") % figures)
    return parts


def _scheme(rules: Rules, evening: EveningOf, score: Score, line: Played, among: str) -> str:
    """What the scheme alone gives, before additions and weight."""
    match rules.scheme:
        case Scheme.SCORE:
            return _figure(gettext("Points of the evening: %(points)s."), line.score)
        case Scheme.COUNTERS:
            return _figure(gettext("Counters after settling up: %(points)s."), line.net)
        case Scheme.SHARE:
            share = None if line.share is None else Fraction(line.share, 100)
            return _figure(gettext("Share of the tables: %(points)s %%."), share)
        case Scheme.PLACE | Scheme.LOW:
            return _place(rules, evening, score, line, among)
        case _:
            assert_never(rules.scheme)


def _place(rules: Rules, evening: EveningOf, score: Score, line: Played, among: str) -> str:
    given = without_additions(rules, evening.weight, score.points, line)
    figures = {"place": score.place, "points": pointed(given), "evening": line.place}
    if score.place != line.place:
        return among % figures
    if given != place_points(rules, score.place):
        return gettext("Place %(place)s, shared: %(points)s.") % figures
    return gettext("Place %(place)s: %(points)s.") % figures


def _figure(sentence: str, figure: int | Fraction | None) -> str:
    if figure is None:
        return gettext("Nothing that the season counts was played for.")
    return sentence % {"points": pointed(figure)}


def _absence(rules: Rules) -> str:
    match rules.absence:
        case Absence.EVENING:
            return gettext("As the place after the last of the evening.")
        case Absence.SEASON:
            return gettext("As the place after the last of the season.")
        case Absence.NOTHING | Absence.SCORE:
            return gettext("What a missed evening gives: %(points)s.") % {
                "points": plain(rules.absence_score)
            }
        case _:
            assert_never(rules.absence)


def _says(rules: Rules, score: Score) -> str:
    """What became of the evening, in words."""
    match score.state:
        case State.MISSED | State.ABSENT:
            return gettext("Was not there.")
        case State.PASSED:
            return gettext("Does not count: the evening was for another division.")
        case State.COUNTED:
            return gettext("Counts.")
        case State.DROPPED:
            return _dropped(rules, score)
        case _:
            assert_never(score.state)


def _dropped(rules: Rules, score: Score) -> str:
    there = "" if score.line else gettext("Was not there.") + " "
    figures = {"n": rules.best or rules.drop}
    if rules.best:
        return there + gettext("Does not count: only the best evenings do (%(n)s).") % figures
    return there + gettext("Does not count: the worst evenings are dropped (%(n)s).") % figures
