"""What a corrected result would have changed in the moves that were made by it."""

from dataclasses import dataclass

from django.utils.translation import gettext

from tournaments.core.evening import Facts
from tournaments.core.formats.preview import preview_of
from tournaments.core.movement.bell import Place
from tournaments.evening.selectors.corrected import corrected_after_moves, moves_kept
from tournaments.evening.selectors.moves import moves_of_bell
from tournaments.models import Evening


@dataclass(frozen=True)
class Corrected:
    """The moves that opened the present round, after a correction that would bring others.

    ``entries``: whose move would be another. ``said`` in words, one sentence each. ``kept``: the organiser
    let them stand.
    """

    entries: frozenset[int]
    said: tuple[str, ...]
    kept: bool


def corrected_moves(evening: Evening, facts: Facts) -> Corrected | None:
    """Return what a correction changes in the last moves; None without one, or where it changes nothing."""
    last = facts.rounds[-1] if facts.rounds else None
    if last is None or last.number < 2 or last.closed:
        return None
    since = corrected_after_moves(evening, last.number)
    if not since:
        return None
    names, preview = facts.names, preview_of(facts, last.number - 1)
    made = {move.entry: move.end for move in moves_of_bell(evening, last.number - 1)}
    again = {move.entry: move.end for move in preview.bell.moves}
    entries = frozenset(entry for entry in made | again if made.get(entry) != again.get(entry))
    undecided = [need.table for _at, need in preview.cuts] + [need.table for need in preview.counts]
    if undecided:
        words = gettext("With this result table %(table)s would have to decide first.")
        said = [words % {"table": table} for table in sorted(set(undecided))]
    else:
        changed = sorted(entries, key=names.__getitem__)
        said = [_otherwise(names[entry], again.get(entry)) for entry in changed]
    return Corrected(entries, tuple(said), moves_kept(evening, since)) if said else None


def _otherwise(name: str, end: Place | None) -> str:
    if end is None:
        return gettext("With this result %(name)s would not have moved.") % {"name": name}
    words = gettext("With this result %(name)s would have moved to table %(table)s, seat %(chair)s.")
    return words % {"name": name, "table": end.table, "chair": end.chair}
