"""How an evening stands: everybody by place, as pages, the API and its calculators show it."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from django.utils.translation import gettext

from accounts.answers import CALCULATORS, answers
from tournaments.base.words import Worded, figured, what_counts, worded
from tournaments.core.evening import Play
from tournaments.core.ranking.places import Step
from tournaments.core.results.columns import CALLED
from tournaments.core.results.standings import Row, steps_of
from tournaments.models import Evening
from tournaments.standings.selectors.results import OWN, awaits_cut, figures_of
from tournaments.standings.selectors.standings import Stands, stands_of
from tournaments.standings.selectors.written import newest_result, settled_in

OF_A_ROW = {name: CALLED.get(name, name) for name in OWN if name != "place"}
"""The columns of a settlement that a row has, and what they are called there."""


@answers(
    *("entry", "name", "place", "table", "counters", "fresh_stakes", "net", "yellow_chips", "score"),
    *("exact_bids", "hands", "why"),
    component="StandingLine",
)
@answers(
    *("place", "name", "counters", "fresh_stakes", "net", "yellow_chips", "score", "exact_bids", "why"),
    to=CALCULATORS,
    component="Line",
    about="A line of the standing; ``why`` says what sets the next below.",
)
@dataclass(frozen=True)
class StandingRow:
    """Somebody by place. Figures that the game does not have are null; ``why`` sets the next below."""

    # ``figure`` is what counts: counters after settling up, points, or hands. ``figures``: of each step,
    # where the standing is not by the usual of the game.

    entry: int
    name: str
    place: int
    table: int | None
    counters: int | None
    fresh_stakes: int | None
    net: int | None
    yellow_chips: int | None
    score: int | None
    exact_bids: int | None
    hands: int | None
    why: Worded | None
    figure: str
    figures: tuple[str, ...] = ()

    @property
    def below(self) -> bool:
        """Whether counters are owed after settling up."""
        return (self.net or 0) < 0


@answers("steps", "cut_awaited", "standing", component="StandingAnswer")
@dataclass(frozen=True)
class Standing:
    """The standing by the metrics of ``steps``. ``cut_awaited``: a correction counts only after a cut."""

    steps: tuple[str, ...]
    cut_awaited: bool
    standing: tuple[StandingRow, ...]


def standing_of(evening: Evening) -> Standing:
    """Return the standing as it is now; as it was written, while a cut is awaited or if it was imported."""
    waits = awaits_cut(evening)
    if waits or not evening.play.format.planned:
        return Standing((), waits, written_rows(evening))
    stands = stands_of(evening)
    return Standing(tuple(step.metric for step in stands.steps), False, standing_rows(stands))


def standing_rows(stands: Stands) -> tuple[StandingRow, ...]:
    """Return the standing as it is now, each with what sets the next below."""
    names = {entry: person.name for entry, person in stands.people.items()}
    return rows_by_place(stands.rows, names, stands.play, stands.steps)


def rows_by_place(
    rows: Iterable[Row], names: Mapping[int, str], play: Play, steps: Sequence[Step]
) -> tuple[StandingRow, ...]:
    """Return the rows of a standing for a reader, under these names."""
    translate, unplayed = cache(gettext), _unplayed(play)
    by_game = [step.metric for step in steps] == [step.metric for step in steps_of(play)]
    return tuple(
        StandingRow(
            row.entry,
            names[row.entry],
            row.place,
            row.table,
            **_own(figures_of(row, play), unplayed),
            why=worded(row.why, names, translate) if row.why else None,
            figure=what_counts(play, row),
            figures=() if by_game else tuple(map(figured, row.figures)),
        )
        for row in rows
    )


def written_rows(evening: Evening) -> tuple[StandingRow, ...]:
    """Return the figures of the result that counts, as they were written."""
    result = newest_result(evening)
    if result is None:
        return ()
    unplayed = _unplayed(result.play)
    return tuple(
        StandingRow(
            row.entry_id,
            row.entry.name,
            row.place,
            None,
            **_own({name: getattr(row, name) for name in OWN}, unplayed),
            why=None,
            figure=what_counts(result.play, row),
            figures=(),
        )
        for row in settled_in(result)
    )


def _unplayed(play: Play) -> Collection[str]:
    """Return the figures of which a 0 says nothing."""
    return play.format.empty_figures(play.metrics())


def _own(figures: Mapping[str, int | None], unplayed: Collection[str]) -> dict[str, int | None]:
    """Return the figures of the settlement itself, under their names in a row."""
    return {
        called: None if name in unplayed and not figures[name] else figures[name]
        for name, called in OF_A_ROW.items()
    }
