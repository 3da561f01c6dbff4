"""States of an evening, the changes between two of them, and the versions of its result.

A page that corrects an evening first shows the changes. A version of the result shows its changes from the
version before. States contain ids, keys and raw figures; the changes are in words.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from fractions import Fraction
from itertools import pairwise
from typing import TypeAlias

from django.utils.translation import gettext

from accounts.errors import gettext_noop as _
from tournaments.base.words import (
    Worded,
    describe_prize_title,
    describe_reason,
    format_counters,
    format_metric,
    format_points,
)
from tournaments.core.evening import Facts, Play
from tournaments.core.formats.preview import Preview, build_preview
from tournaments.core.leagues.standing import Otherwise
from tournaments.core.movement import seating as movement_seating
from tournaments.core.movement.seating import TableSeat
from tournaments.core.ranking.metrics import METRICS
from tournaments.core.reasons import Reason
from tournaments.core.record import Stage
from tournaments.core.results.standings import COLUMNS, StandingLine
from tournaments.evening.presenters.kinds import get_kind_pages
from tournaments.evening.presenters.table import join_entry_names
from tournaments.evening.selectors.evening import load_facts
from tournaments.models import Evening, Result, Settlement
from tournaments.prizes.presenters.prizes import get_result_titles
from tournaments.standings.selectors.standings import compute_reckoning, query_results

UNCOUNTED = "counters_uncounted"
"""A reason that changes leave out: it holds until everybody's counters are counted."""
RESULT_PARTS = ("settlements__entry", "awards__winners")
"""The parts of a version of the result."""
Figure: TypeAlias = int | Fraction | TableSeat | None
"""A place, counters, points, or a seat. None: none, or not known."""
Figures = Mapping[str, Figure]
"""A person's figures by key."""
Prizes = Mapping[tuple[str, str], tuple[int, ...]]
"""The winners of each prize, by the prize's key and title."""
TITLES: Mapping[str, str] = {
    **{key: metric.title for key, metric in METRICS.items()},
    **{column.key: column.title for column in COLUMNS},
    "points": _("Points"),
    "seat": _("Seat"),
    "bell": _("At the bell"),
    "next_game": _("In the next game"),
}
"""The title of each figure in a change, by key. ``points`` belongs to a season."""
NEARER = frozenset({"place", "seat", "bell"})
"""Figures for which a lower value is nearer to the first place or the head table."""


@dataclass(frozen=True)
class EveningState:
    """The state of an evening.

    ``people``: all figures by entry, best place first. ``prizes``: who wins each prize. ``in_the_way``: what
    prevents the next step.
    """

    names: Mapping[int, str]
    people: Mapping[int, Figures]
    prizes: Prizes
    in_the_way: tuple[Reason, ...] = ()


@dataclass(frozen=True)
class FigureChange:
    """A figure by key, as it ``was`` and is ``now``; ``before`` and ``after`` are the same in words."""

    key: str
    was: Figure
    now: Figure

    @property
    def title(self) -> str:
        return gettext(TITLES[self.key])

    @property
    def before(self) -> str:
        return self._words[0]

    @property
    def after(self) -> str:
        return self._words[1]

    @property
    def _words(self) -> tuple[str, str]:
        """Return both figures in words. Points that look equal in two decimals are shown exactly."""
        words = _format_figure(self.was), _format_figure(self.now)
        if isinstance(self.was, Fraction) and isinstance(self.now, Fraction) and words[0] == words[1]:
            return format_metric(self.was), format_metric(self.now)
        return words

    @property
    def way(self) -> str:
        """Return "up" for more, or nearer to the first place or head table; else "down", or ""."""
        was, now = (
            figure.table if isinstance(figure, TableSeat) else figure for figure in (self.was, self.now)
        )
        if was is None or now is None or was == now or self.key == "next_game":
            return ""
        return "up" if (now < was) is (self.key in NEARER) else "down"


@dataclass(frozen=True)
class PrizeChange:
    """The winners of a prize before and now; None: no such prize. ``before``, ``after``: in words."""

    key: str
    title: str
    was: tuple[int, ...] | None
    now: tuple[int, ...] | None
    before: str
    after: str


@dataclass(frozen=True)
class PersonChange:
    """What changes for one person."""

    entry: int
    name: str
    figures: tuple[FigureChange, ...]

    @property
    def is_place_only(self) -> bool:
        """Return whether only the place changed, because other players' results changed."""
        return [change.key for change in self.figures] == ["place"]


@dataclass(frozen=True)
class Changes:
    """The differences of a later state.

    ``new``, ``resolved``: sentences about what now prevents the next step, or no longer does. ``seasons``:
    seasons whose table changes. ``closed_seasons``: seasons that stay the same, but would be different if
    calculated today.
    """

    people: tuple[PersonChange, ...] = ()
    prizes: tuple[PrizeChange, ...] = ()
    new: tuple[Worded, ...] = ()
    resolved: tuple[Worded, ...] = ()
    seasons: "tuple[SeasonChange, ...]" = ()
    closed_seasons: "tuple[ClosedSeason, ...]" = ()

    def __bool__(self) -> bool:
        return bool(
            self.people or self.prizes or self.new or self.resolved or self.seasons or self.closed_seasons
        )

    @property
    def figures(self) -> tuple[PersonChange, ...]:
        """Return the people for whom more than the place changes."""
        return tuple(person for person in self.people if not person.is_place_only)

    @property
    def places(self) -> tuple[PersonChange, ...]:
        """Return the people for whom only the place changes."""
        return tuple(person for person in self.people if person.is_place_only)

    def beyond(self, others: "Changes") -> "Changes":
        """Return the changes that ``others`` do not contain. A place alone is left out."""
        shown = {(person.entry, change) for person in others.people for change in person.figures}
        people = (
            replace(person, figures=tuple(c for c in person.figures if (person.entry, c) not in shown))
            for person in self.people
        )
        return Changes(
            tuple(person for person in people if person.figures and not person.is_place_only),
            tuple(prize for prize in self.prizes if prize not in others.prizes),
            tuple(why for why in self.new if why not in others.new),
            tuple(why for why in self.resolved if why not in others.resolved),
            tuple(season for season in self.seasons if season not in others.seasons),
            tuple(season for season in self.closed_seasons if season not in others.closed_seasons),
        )


@dataclass(frozen=True)
class ClosedSeason:
    """A closed season, which the undo leaves as it is. ``today``: its table if it were calculated now."""

    season: int
    name: str
    sentences: tuple[str, ...]
    today: Otherwise = field(repr=False)


@dataclass(frozen=True)
class SeasonChange:
    """The changes in the table of a season. Its name begins with the league's name."""

    season: int
    name: str
    changes: Changes


def compare_states(before: EveningState, after: EveningState) -> Changes:
    """Return the differences between ``before`` and ``after``."""
    names = {**before.names, **after.names}
    people = (
        PersonChange(entry, names[entry], tuple(differing))
        for entry in {**after.people, **before.people}
        if (differing := list(_list_differences(before.people.get(entry, {}), after.people.get(entry, {}))))
    )
    return Changes(
        tuple(people),
        tuple(_list_prize_changes(before.prizes, after.prizes, names)),
        new=_list_tasks(after.in_the_way, before.in_the_way, names),
        resolved=_list_tasks(before.in_the_way, after.in_the_way, names),
    )


def _list_differences(before: Figures, after: Figures) -> Iterator[FigureChange]:
    for key in {**before, **after}:
        was, now = before.get(key), after.get(key)
        if was != now:
            yield FigureChange(key, was, now)


def _list_prize_changes(before: Prizes, after: Prizes, names: Mapping[int, str]) -> Iterator[PrizeChange]:
    for key, title in {**before, **after}:
        was, now = before.get((key, title)), after.get((key, title))
        if was != now:
            yield PrizeChange(key, title, was, now, _join_winners(was, names), _join_winners(now, names))


def _list_tasks(
    reasons: Iterable[Reason], known_reasons: Collection[Reason], names: Mapping[int, str]
) -> tuple[Worded, ...]:
    return tuple(describe_reason(reason, names) for reason in reasons if reason not in known_reasons)


def load_evening_state(evening: Evening) -> EveningState:
    """Return the evening's current state. The facts are read again."""
    facts = load_facts(evening.pk)
    names, reckoned = facts.names, compute_reckoning(facts)
    playing = evening.stage == Stage.PLAYING and facts.rounds
    preview = build_preview(facts, facts.now.number) if playing else None
    cuts = preview.cuts if preview else facts.chips.needs
    figures = {row.entry: _list_figures(facts.play, row) for row in reckoned.standing}
    seats, moves = _find_seats(facts), _find_moves(preview)
    blockers = (reason for reason in facts.play.kind.find_blockers(facts) if reason.code != UNCOUNTED)
    return EveningState(
        names,
        {
            entry: {**seats.get(entry, {}), **moves.get(entry, {}), **figures.get(entry, {})}
            for entry in {**figures, **names}
        },
        {
            (award.prize.key, describe_prize_title(award.prize)): tuple(award.winners)
            for award in reckoned.awards
        },
        (*blockers, *(facts.play.kind.word_reason(need.explain(round)) for round, need in cuts)),
    )


def build_result_state(result: Result) -> EveningState:
    """Return a version of the result as written. No query is needed if ``WRITTEN`` was prefetched."""
    play, titles = result.play, get_result_titles(result)
    rows = result.settlements.all()
    names = {row.entry_id: row.entry.name for row in rows}
    return EveningState(
        names,
        {row.entry_id: _list_figures(play, row) for row in rows},
        {
            (award.prize, titles.get(award.prize, award.title)): tuple(
                row.pk for row in award.current_winners
            )
            for award in result.awards.all()
        },
    )


def _list_figures(play: Play, row: StandingLine | Settlement) -> Figures:
    """Return a person's place, and their counters or points so far."""
    keys = ("place", *get_kind_pages(play.kind).figures, *play.format.columns)
    return {key: getattr(row, key) for key in keys}


def _find_seats(facts: Facts) -> dict[int, Figures]:
    """Return the seats of all players. Empty before seats are drawn."""
    now = facts.now.number
    players = set(movement_seating.list_playing(facts, now))
    return {
        seat.entry: {"seat": TableSeat(seat.position, seat.chair)}
        for seat in movement_seating.list_seats(facts, now)
        if seat.entry in players
    }


def _find_moves(preview: Preview | None) -> dict[int, Figures]:
    """Return where players go at a bell that has rung, as far as known."""
    if preview is None or not preview.rung:
        return {}
    key = "bell" if preview.next_game is None else "next_game"
    return {move.entry: {key: move.end} for move in preview.bell.moves}


def _format_figure(figure: Figure) -> str:
    """Return a figure in words, or a dash for None."""
    if isinstance(figure, TableSeat):
        seat = {"table": figure.table, "chair": figure.chair}
        return (
            gettext("table %(table)s, seat %(chair)s") if figure.chair else gettext("table %(table)s")
        ) % seat
    return format_points(figure) if isinstance(figure, Fraction) else format_counters(figure)


def _join_winners(entries: tuple[int, ...] | None, names: Mapping[int, str]) -> str:
    return "–" if entries is None else join_entry_names(entries, names) or gettext("nobody")


@dataclass(frozen=True)
class VersionChanges:
    """A version of the result, and its changes from the version before."""

    version: int
    written_at: datetime
    author: str
    reason: str
    changes: Changes


def load_version_changes(evening: Evening, newest: int | None = None) -> tuple[VersionChanges, ...]:
    """Return all versions but the first, or only the ``newest`` ones, latest first, in five queries."""
    results = query_results(evening, *RESULT_PARTS)
    states = [
        (result, build_result_state(result)) for result in (results[: newest + 1] if newest else results)
    ]
    return tuple(
        VersionChanges(
            result.version,
            result.journal.at,
            result.journal.author,
            result.journal.reason,
            compare_states(before, after),
        )
        for (result, after), (_earlier, before) in pairwise(states)
    )
