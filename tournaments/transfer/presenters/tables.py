"""An evening's result and a club's list, as tables and documents to take away: docs/import.md."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils import translation

from accounts.models import Club
from accounts.players.selectors.players import former, with_groups
from games.rules.registry import KNOWN
from tournaments.core.files.cells import in_one_cell
from tournaments.core.files.people_table import PEOPLE
from tournaments.core.files.results_table import AS_PLACED, FIGURE_COLUMNS, RESULTS
from tournaments.core.files.sheets import Cell
from tournaments.core.formats.recorded import Recorded
from tournaments.core.formats.registry import play_of
from tournaments.core.record import Stage
from tournaments.core.results.elsewhere import Line, judged
from tournaments.evening.selectors.evening import load_facts
from tournaments.models import Evening, Result
from tournaments.prizes.presenters.prizes import titles_in
from tournaments.standings.selectors.results import figures_of, known_figures, reckoning
from tournaments.standings.selectors.written import awards_written, counting_result, settled_in
from tournaments.transfer.presenters.sheet import Table

Standing = tuple[str, str, dict[str, Any]]
"""Somebody's name, role and figures."""
LIST_FORMAT, LIST_VERSION = "headtable-players", 1


def evening_table(evening: Evening) -> Table:
    """How the evening stands, or what was written once it was finished, in the columns of an import.

    One that was called off has no lines.
    """
    known = KNOWN.get(evening.game)
    of = (evening.held_on, evening.name, known.title if known else evening.game)
    result = counting_result(evening)
    standing = [
        (name, role, known_figures(figures, evening.play))
        for name, role, figures in _standing(evening, result)
    ]
    placed_by, won = _placed_by(evening, standing), _prizes(result)
    rows: list[Sequence[Cell]] = [
        (
            *(*of, name, role, *(figures[column] for column in FIGURE_COLUMNS.values())),
            *(placed_by, in_one_cell(won[name])),
        )
        for name, role, figures in standing
    ]
    return RESULTS, rows


def _placed_by(evening: Evening, standing: Sequence[Standing]) -> str:
    """What an import needs to know, where the places do not follow from the game's own figure."""
    lines = [
        Line(name, role, **{key: figure for key, figure in figures.items() if figure is not None})
        for name, role, figures in standing
    ]
    _lines, wrong = judged(lines, play_of(evening.game, {}, Recorded.key))
    return AS_PLACED if wrong else ""


def _standing(evening: Evening, result: Result | None) -> list[Standing]:
    if result is not None:
        return [(row.entry.name, row.entry.role, _figures(row)) for row in settled_in(result)]
    if evening.stage == Stage.CALLED_OFF:
        return []
    facts = load_facts(evening.pk)
    people = {entry.id: entry for entry in facts.entries}
    return [
        (people[row.entry].name, people[row.entry].role, figures_of(row, facts.play))
        for row in reckoning(facts).standing
    ]


def _prizes(result: Result | None) -> Mapping[str, Sequence[str]]:
    """The titles of everybody's prizes in the result that counts, by name, in their usual words."""
    won: dict[str, list[str]] = defaultdict(list)
    if result is None:
        return won
    with translation.override("en"):
        titles = titles_in(result)
    for award in awards_written(result):
        for winner in award.current_winners:
            won[winner.name].append(titles.get(award.prize, award.title))
    return won


def _figures(row: Any) -> dict[str, int | None]:
    return {name: getattr(row, name) for name in FIGURE_COLUMNS.values()}


def players_table(club: Club) -> Table:
    """Everybody on the club's list, with the columns that an import reads."""
    return PEOPLE, [
        (one["name"], one["role"], one["public"], one["public_name"], in_one_cell(one["groups"]))
        for one in _players(club)
        if one["on_the_list"]
    ]


def players_document(club: Club) -> dict[str, Any]:
    """Everybody who is or was on the club's list, and is not forgotten; merged entries are one person."""
    return {
        "format": LIST_FORMAT,
        "format_version": LIST_VERSION,
        "club": club.name,
        "players": _players(club),
    }


def _players(club: Club) -> list[dict[str, Any]]:
    also = {player: [other.name for other in others] for player, others in former(club.pk).items()}
    return [
        {
            "name": player.name,
            "role": player.role,
            "public": player.public,
            "public_name": player.public_name,
            "groups": sorted(group.name for group in player.groups.all()),
            "on_the_list": player.active,
            "also": also.get(player.pk, []),
        }
        for player in with_groups(club.pk)
    ]
