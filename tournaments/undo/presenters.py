"""States of an evening, the changes between two of them, and the versions of its result.

A page that corrects an evening shows the changes before it does so. A version of the result shows its changes
since the one before. States hold ids, keys and raw figures; the changes are put into words.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from itertools import pairwise
from typing import TypeAlias

from django.utils.translation import gettext

from accounts.errors import gettext_noop as _
from tournaments.base.words import Worded, figured, plain, pointed, prize_title, worded
from tournaments.core.evening import Facts, Play
from tournaments.core.formats.preview import Preview, preview_of
from tournaments.core.leagues.standing import Otherwise
from tournaments.core.movement import seating as movement_seating
from tournaments.core.movement.seating import TableSeat
from tournaments.core.ranking.metrics import METRICS
from tournaments.core.reasons import Reason
from tournaments.core.record import Stage
from tournaments.core.results.standings import COLUMNS, StandingLine
from tournaments.evening.presenters.kinds import kind_pages
from tournaments.evening.presenters.table import listed
from tournaments.evening.selectors.evening import load_facts
from tournaments.models import Evening, Result, Settlement
from tournaments.prizes.presenters.prizes import titles_in
from tournaments.standings.selectors.standings import reckoning, results_of

UNCOUNTED = "counters_uncounted"
"""Nothing that a change brings about: it stands until everybody is counted."""
WRITTEN = ("settlements__entry", "awards__winners")
"""What a version of the result consists of."""
Figure: TypeAlias = int | Fraction | TableSeat | None
"""A place, counters or points; or where somebody sits. None: there is none, or nobody knows."""
Figures = Mapping[str, Figure]
"""What is known of somebody, by the key of each figure."""
Prizes = Mapping[tuple[str, str], tuple[int, ...]]
"""Who wins each prize, by its key and its title."""
TITLES: Mapping[str, str] = {
    **{key: metric.title for key, metric in METRICS.items()},
    **{column.key: column.title for column in COLUMNS},
    "points": _("Points"),
    "seat": _("Seat"),
    "bell": _("At the bell"),
    "next_game": _("In the next game"),
}
"""The title of each figure that a change can name, by its key. ``points`` are those of a season."""
NEARER = frozenset({"place", "seat", "bell"})
"""The figures of which less is nearer to the first place or the head table."""


@dataclass(frozen=True)
class Stand:
    """How an evening stands: everybody's figures, by entry, best place first; who wins each prize; and what
    is in the way of going on.
    """

    names: Mapping[int, str]
    people: Mapping[int, Figures]
    prizes: Prizes
    in_the_way: tuple[Reason, ...] = ()


@dataclass(frozen=True)
class Change:
    """A figure by its key, as it ``was`` and is ``now``; ``before`` and ``after`` are the same in words."""

    key: str
    was: Figure
    now: Figure

    @property
    def what(self) -> str:
        return gettext(TITLES[self.key])

    @property
    def before(self) -> str:
        return self._words[0]

    @property
    def after(self) -> str:
        return self._words[1]

    @property
    def _words(self) -> tuple[str, str]:
        """Return both as readers see them: points exactly where they are alike in two decimals."""
        words = _shown(self.was), _shown(self.now)
        if isinstance(self.was, Fraction) and isinstance(self.now, Fraction) and words[0] == words[1]:
            return figured(self.was), figured(self.now)
        return words

    @property
    def way(self) -> str:
        """Return "up" if it is more, or nearer to the first place or head table; else "down", or ""."""
        was, now = (one.table if isinstance(one, TableSeat) else one for one in (self.was, self.now))
        if was is None or now is None or was == now or self.key == "next_game":
            return ""
        return "up" if (now < was) is (self.key in NEARER) else "down"


@dataclass(frozen=True)
class PrizeChange:
    """Who won a prize, and who wins it now; None where there is no such prize. Words as in ``Change``."""

    key: str
    what: str
    was: tuple[int, ...] | None
    now: tuple[int, ...] | None
    before: str
    after: str


@dataclass(frozen=True)
class PersonChange:
    """What changes for one person."""

    entry: int
    name: str
    figures: tuple[Change, ...]

    @property
    def of_place_alone(self) -> bool:
        """Return whether only the place has changed, because others have."""
        return [change.key for change in self.figures] == ["place"]


@dataclass(frozen=True)
class Changes:
    """What is otherwise in a later state; ``new`` and ``gone`` are sentences about what is in the way.

    ``seasons``: those whose table changes; ``closed``: those that stay, and would be otherwise today.
    """

    people: tuple[PersonChange, ...] = ()
    prizes: tuple[PrizeChange, ...] = ()
    new: tuple[Worded, ...] = ()
    gone: tuple[Worded, ...] = ()
    seasons: "tuple[SeasonChange, ...]" = ()
    closed: "tuple[ClosedSeason, ...]" = ()

    def __bool__(self) -> bool:
        return bool(self.people or self.prizes or self.new or self.gone or self.seasons or self.closed)

    @property
    def figures(self) -> tuple[PersonChange, ...]:
        """Return the people for whom more changes than the place."""
        return tuple(person for person in self.people if not person.of_place_alone)

    @property
    def places(self) -> tuple[PersonChange, ...]:
        """Return the people for whom only the place changes."""
        return tuple(person for person in self.people if person.of_place_alone)


@dataclass(frozen=True)
class ClosedSeason:
    """A closed season that stays as it is; what it would be ``today``, and the sentences that say it."""

    season: int
    name: str
    sentences: tuple[str, ...]
    today: Otherwise = field(repr=False)


@dataclass(frozen=True)
class SeasonChange:
    """What changes in the table of a season, which has the name of its league before its own."""

    season: int
    name: str
    changes: Changes


def changes(before: Stand, after: Stand) -> Changes:
    """Return what differs in ``after``."""
    names = {**before.names, **after.names}
    people = (
        PersonChange(entry, names[entry], tuple(differing))
        for entry in {**after.people, **before.people}
        if (differing := list(_differing(before.people.get(entry, {}), after.people.get(entry, {}))))
    )
    return Changes(
        tuple(people),
        tuple(_prizes(before.prizes, after.prizes, names)),
        new=_tasks(after.in_the_way, before.in_the_way, names),
        gone=_tasks(before.in_the_way, after.in_the_way, names),
    )


def _differing(before: Figures, after: Figures) -> Iterator[Change]:
    for key in {**before, **after}:
        was, now = before.get(key), after.get(key)
        if was != now:
            yield Change(key, was, now)


def _prizes(before: Prizes, after: Prizes, names: Mapping[int, str]) -> Iterator[PrizeChange]:
    for key, title in {**before, **after}:
        was, now = before.get((key, title)), after.get((key, title))
        if was != now:
            yield PrizeChange(key, title, was, now, _winners(was, names), _winners(now, names))


def _tasks(here: Iterable[Reason], there: Collection[Reason], names: Mapping[int, str]) -> tuple[Worded, ...]:
    return tuple(worded(why, names) for why in here if why not in there)


def stand_now(evening: Evening) -> Stand:
    """Return the evening as its facts stand; read anew, in as many queries as the facts need."""
    facts = load_facts(evening.pk)
    names, reckoned = facts.names, reckoning(facts)
    playing = evening.stage == Stage.PLAYING and facts.rounds
    preview = preview_of(facts, facts.now.number) if playing else None
    cuts = preview.cuts if preview else facts.chips.needs
    played = {row.entry: _played(facts.play, row) for row in reckoned.standing}
    seats, moves = _seats(facts), _moves(preview)
    blockers = (why for why in facts.play.kind.blockers(facts) if why.code != UNCOUNTED)
    return Stand(
        names,
        {
            entry: {**seats.get(entry, {}), **moves.get(entry, {}), **played.get(entry, {})}
            for entry in {**played, **names}
        },
        {(award.prize.key, prize_title(award.prize)): tuple(award.winners) for award in reckoned.awards},
        (*blockers, *(facts.play.kind.worded(need.why(at)) for at, need in cuts)),
    )


def stand_of(result: Result) -> Stand:
    """Return a version of the result, as it was written; reads nothing where ``WRITTEN`` was prefetched."""
    play, titles = result.play, titles_in(result)
    rows = result.settlements.all()
    names = {row.entry_id: row.entry.name for row in rows}
    return Stand(
        names,
        {row.entry_id: _played(play, row) for row in rows},
        {
            (award.prize, titles.get(award.prize, award.title)): tuple(
                row.pk for row in award.current_winners
            )
            for award in result.awards.all()
        },
    )


def _played(play: Play, row: StandingLine | Settlement) -> Figures:
    """Return what somebody has won by now, and the place; by what is played for."""
    keys = ("place", *kind_pages(play.kind).figures, *play.format.columns)
    return {key: getattr(row, key) for key in keys}


def _seats(facts: Facts) -> dict[int, Figures]:
    """Return where everybody sits who plays; nobody does before seats are drawn."""
    now = facts.now.number
    here = set(movement_seating.playing(facts, now))
    return {
        seat.entry: {"seat": TableSeat(seat.position, seat.chair)}
        for seat in movement_seating.seats_of(facts, now)
        if seat.entry in here
    }


def _moves(preview: Preview | None) -> dict[int, Figures]:
    """Return where people go at a bell that has rung, as far as that is known."""
    if preview is None or not preview.rung:
        return {}
    key = "bell" if preview.drawn is None else "next_game"
    return {move.entry: {key: move.end} for move in preview.bell.moves}


def _shown(figure: Figure) -> str:
    """Return a figure as readers see it, or a dash where there is none."""
    if isinstance(figure, TableSeat):
        seat = {"table": figure.table, "chair": figure.chair}
        return (
            gettext("table %(table)s, seat %(chair)s") if figure.chair else gettext("table %(table)s")
        ) % seat
    return pointed(figure) if isinstance(figure, Fraction) else plain(figure)


def _winners(entries: tuple[int, ...] | None, names: Mapping[int, str]) -> str:
    return "–" if entries is None else listed(entries, names) or gettext("nobody")


@dataclass(frozen=True)
class Rewritten:
    """A version of the result, and what is otherwise in it than in the one before."""

    version: int
    at: datetime
    who: str
    reason: str
    changes: Changes


def rewritten(evening: Evening, newest: int | None = None) -> tuple[Rewritten, ...]:
    """Return every version but the first, or the ``newest`` so many, the last one first; in five queries."""
    results = results_of(evening, *WRITTEN)
    written = [(result, stand_of(result)) for result in (results[: newest + 1] if newest else results)]
    return tuple(
        Rewritten(
            result.version,
            result.journal.at,
            result.journal.author,
            result.journal.reason,
            changes(before, after),
        )
        for (result, after), (_earlier, before) in pairwise(written)
    )
