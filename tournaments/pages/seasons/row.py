"""One row of a season explained: each evening with what it gave and whether it counts, and the neighbours."""

from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from itertools import pairwise
from typing import assert_never

from django.utils.translation import gettext

from accounts.selectors.players import kept
from tournaments.core.leagues.points import Played, place_points, without_additions
from tournaments.core.leagues.rules import Rules, Scheme
from tournaments.core.leagues.standing import Score, State
from tournaments.facts.seasons.counting import EveningOf, count_season
from tournaments.models import Season
from tournaments.pages.seasons.rules import absence_in_words, counting_in_words
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
    """The row of somebody, or of whom they were merged into; None if the season has none."""
    player = kept(season.league.club_id).get(player, player)
    counted = count_season(season, all_known=all_known)
    row = next((row for row in counted.rows if row.player == player), None)
    if row is None:
        return None
    rows = counted.rows_of(row.division)
    before = next((upper for upper, lower in pairwise(rows) if lower is row), None)
    evenings = {evening.id: evening for evening in counted.evenings}
    return RowExplained(
        player=player,
        name=counted.names[player],
        division=counted.divisions.get(row.division or 0, ""),
        place=row.place,
        total=pointed(row.total),
        played=row.played,
        counted=row.counted,
        minimum=counted.rules.minimum if row.below else 0,
        evenings=tuple(_evening(counted.rules, evenings[score.event], score) for score in row.scores),
        above=worded(before.why, counted.names) if before and before.why else "",
        above_name=counted.names[before.player] if before else "",
        below=worded(row.why, counted.names) if row.why else "",
    )


def _evening(rules: Rules, evening: EveningOf, score: Score) -> EveningScore:
    return EveningScore(
        id=evening.id,
        name=evening.name,
        held_on=evening.held_on,
        state=score.state,
        points="–" if score.state in (State.MISSED, State.PASSED) else pointed(score.points),
        parts=tuple(_parts(rules, evening, score)),
        says=_says(rules, score),
    )


def _parts(rules: Rules, evening: EveningOf, score: Score) -> list[str]:
    """How the points come about, each part in words."""
    if score.line is None and score.state not in (State.ABSENT, State.DROPPED):
        return []
    parts = [_missed(rules)] if score.line is None else _played(rules, evening, score, score.line)
    if evening.weight != 100:
        parts.append(gettext("The evening counts %(weight)s %%.") % {"weight": evening.weight})
    return parts


def _played(rules: Rules, evening: EveningOf, score: Score, line: Played) -> list[str]:
    """What the evening gives to somebody who was there, before its weight."""
    parts = [_scheme(rules, evening, score, line)]
    if rules.taking_part:
        parts.append(gettext("For taking part: %(points)s.") % {"points": plain(rules.taking_part)})
    if rules.yellow and line.yellow:
        figures = {"chips": line.yellow, "points": plain(rules.yellow * line.yellow)}
        parts.append(gettext("Yellow chips (%(chips)s): %(points)s.") % figures)
    if rules.prize and line.prizes:
        figures = {"prizes": line.prizes, "points": plain(rules.prize * line.prizes)}
        parts.append(gettext("Prizes (%(prizes)s): %(points)s.") % figures)
    return parts


def _scheme(rules: Rules, evening: EveningOf, score: Score, line: Played) -> str:
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
            return _place(rules, evening, score, line)
        case _:
            assert_never(rules.scheme)


def _place(rules: Rules, evening: EveningOf, score: Score, line: Played) -> str:
    given = without_additions(rules, evening.weight, score.points, line)
    figures = {"place": score.place, "points": pointed(given), "evening": line.place}
    if score.place != line.place:
        return (
            gettext(
                "Place %(evening)s of the evening, place %(place)s among the players who are compared. "
                "Points: %(points)s."
            )
            % figures
        )
    if given != place_points(rules, score.place):
        return gettext("Place %(place)s, shared: %(points)s.") % figures
    return gettext("Place %(place)s: %(points)s.") % figures


def _figure(sentence: str, figure: int | Fraction | None) -> str:
    if figure is None:
        return gettext("The evening had nothing that the season counts.")
    return sentence % {"points": pointed(figure)}


def _missed(rules: Rules) -> str:
    return gettext("Missed evening: %(points)s.") % {"points": absence_in_words(rules)}


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
