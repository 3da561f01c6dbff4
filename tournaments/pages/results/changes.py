"""How an evening stands, and what two such states differ in: for whom, from what to what.

So whatever mends an evening shows what it would change before it is done, and a result what it changed
since the version before. Figures are compared as readers see them.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from itertools import pairwise

from django.utils.formats import get_format
from django.utils.translation import gettext

from tournaments.core.evening import Facts, Play
from tournaments.core.formats.preview import Preview, preview_of
from tournaments.core.movement import position
from tournaments.core.ranking.metrics import METRICS
from tournaments.core.record import Stage
from tournaments.core.results.standings import Row
from tournaments.facts.results.results import reckoning
from tournaments.facts.results.written import results_of
from tournaments.facts.running.evening import load_facts
from tournaments.models import Evening, Result, Settlement
from tournaments.pages.kinds.registry import kind_pages
from tournaments.pages.results.prizes import titles_in
from tournaments.pages.running.pending_cuts import cut_view
from tournaments.pages.running.round_tables import listed
from tournaments.words import plain, prize_title, worded

UNCOUNTED = "counters_uncounted"
"""Nothing that a change brings about: it stands until everybody is counted."""
WRITTEN = ("settlements__entry", "awards__winners")
"""What a version of the result consists of."""
Figures = Mapping[str, str]
"""What is known of somebody: each figure by its title, as it is shown."""


@dataclass(frozen=True)
class Stand:
    """How an evening stands: everybody's figures, by entry, best place first; who wins each prize, by title;
    and what is in the way of going on.
    """

    names: Mapping[int, str]
    people: Mapping[int, Figures]
    prizes: Figures
    in_the_way: tuple[str, ...] = ()


@dataclass(frozen=True)
class Change:
    """A figure, or a prize, before and after."""

    what: str
    before: str
    after: str

    @property
    def way(self) -> str:
        """ "up": there is more of it, or it is nearer to the first place or the head table; or "down"."""
        before, after = _number(self.before), _number(self.after)
        if before is None or after is None or before == after:
            return ""
        if self.what == gettext("In the next game"):
            return ""
        nearer = self.what in (gettext("Place"), gettext("Seat"), gettext("At the bell"))
        return "up" if (after < before) is nearer else "down"


@dataclass(frozen=True)
class PersonChange:
    """What changes for one person."""

    entry: int
    name: str
    figures: tuple[Change, ...]

    @property
    def of_place_alone(self) -> bool:
        """Whether others have changed, and so the place."""
        return [change.what for change in self.figures] == [gettext("Place")]


@dataclass(frozen=True)
class Changes:
    """What is otherwise in a later state; ``new`` and ``gone`` are sentences about what is in the way.

    ``seasons``: those whose table changes; ``closed``: those that stay, and would be otherwise today.
    """

    people: tuple[PersonChange, ...] = ()
    prizes: tuple[Change, ...] = ()
    new: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    seasons: "tuple[SeasonChange, ...]" = ()
    closed: "tuple[ClosedSeason, ...]" = ()

    def __bool__(self) -> bool:
        return bool(self.people or self.prizes or self.new or self.gone or self.seasons or self.closed)

    @property
    def figures(self) -> tuple[PersonChange, ...]:
        """For whom more changes than the place."""
        return tuple(person for person in self.people if not person.of_place_alone)

    @property
    def places(self) -> tuple[PersonChange, ...]:
        """For whom only the place changes."""
        return tuple(person for person in self.people if person.of_place_alone)


@dataclass(frozen=True)
class ClosedSeason:
    """A closed season that stays as it is, and the sentences that say what it would be.

    ``figures``: what it would be, to tell two states apart of which the same is said.
    """

    season: int
    name: str
    sentences: tuple[str, ...]
    figures: object = field(default=None, repr=False)


@dataclass(frozen=True)
class SeasonChange:
    """What changes in the table of a season, which has the name of its league before its own."""

    season: int
    name: str
    changes: Changes


def changes(before: Stand, after: Stand) -> Changes:
    """What is otherwise in ``after``."""
    people = (
        PersonChange(entry, after.names.get(entry) or before.names[entry], tuple(differing))
        for entry in {**after.people, **before.people}
        if (differing := list(_differing(before.people.get(entry, {}), after.people.get(entry, {}))))
    )
    return Changes(
        tuple(people),
        tuple(_differing(before.prizes, after.prizes)),
        new=tuple(why for why in after.in_the_way if why not in before.in_the_way),
        gone=tuple(why for why in before.in_the_way if why not in after.in_the_way),
    )


def _differing(before: Figures, after: Figures) -> Iterator[Change]:
    for what in {**before, **after}:
        was, now = before.get(what, "–"), after.get(what, "–")
        if was != now:
            yield Change(what, was, now)


def _number(shown: str) -> Fraction | None:
    """The first number in a figure, as the reader's language writes it: 1,815 or 8.33."""
    found = re.search(r"(−?)(\d[\d.,]*)", shown)
    if found is None:
        return None
    text = found[2].replace(get_format("THOUSAND_SEPARATOR"), "")
    number = Fraction(text.replace(get_format("DECIMAL_SEPARATOR"), ".").rstrip("."))
    return -number if found[1] else number


def stand_now(evening: Evening) -> Stand:
    """The evening as its facts stand; read anew, in as many queries as the facts need."""
    facts = load_facts(evening.pk)
    names, reckoned = facts.names, reckoning(facts)
    playing = evening.stage == Stage.PLAYING and facts.rounds
    preview = preview_of(facts, facts.rounds[-1].number) if playing else None
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
        {prize_title(award.prize): _named(award.winners, names) for award in reckoned.awards},
        (
            *(worded(why, names) for why in blockers),
            *(cut_view(at, need, names, facts.play).words for at, need in cuts),
        ),
    )


def stand_of(result: Result) -> Stand:
    """A version of the result, as it was written; reads nothing where ``WRITTEN`` was prefetched."""
    play, titles = result.play, titles_in(result)
    rows = result.settlements.all()
    names = {row.entry_id: row.entry.name for row in rows}
    return Stand(
        names,
        {row.entry_id: _played(play, row) for row in rows},
        {
            titles.get(award.prize, award.title): _named((row.pk for row in award.current_winners), names)
            for award in result.awards.all()
        },
    )


def _played(play: Play, row: Row | Settlement) -> Figures:
    """What somebody has won by now, and the place; by what is played for."""
    titles = {**kind_pages(play.kind).figures, **{key: METRICS[key].title for key in play.format.columns}}
    figures = {gettext(title): plain(getattr(row, key)) for key, title in titles.items()}
    return {gettext("Place"): str(row.place), **figures}


def _seats(facts: Facts) -> dict[int, Figures]:
    """Where everybody sits who plays; nobody does before seats are drawn."""
    now = max((played.number for played in facts.rounds), default=0)
    here = set(position.playing(facts, now))
    return {
        seat.entry: {gettext("Seat"): _place(seat.position, seat.chair)}
        for seat in position.seats_of(facts, now)
        if seat.entry in here
    }


def _moves(preview: Preview | None) -> dict[int, Figures]:
    """Where people go at a bell that has rung, as far as that is known."""
    if preview is None or not preview.rung:
        return {}
    what = gettext("At the bell") if preview.drawn is None else gettext("In the next game")
    return {move.entry: {what: _place(move.end.position, move.end.chair)} for move in preview.bell.moves}


def _place(table: int, chair: int) -> str:
    if not chair:
        return gettext("table %(table)s") % {"table": table}
    return gettext("table %(table)s, seat %(chair)s") % {"table": table, "chair": chair}


def _named(entries: Iterable[int], names: Mapping[int, str]) -> str:
    return listed(tuple(entries), names) or gettext("nobody")


@dataclass(frozen=True)
class Rewritten:
    """A version of the result, and what is otherwise in it than in the one before."""

    version: int
    at: datetime
    who: str
    reason: str
    changes: Changes


def rewritten(evening: Evening, newest: int | None = None) -> tuple[Rewritten, ...]:
    """Every version but the first, or only the ``newest`` so many, the last one first; in five queries."""
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
