"""Other names of people in what a file tells: who was removed has the name that stands for them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from accounts.names import name_key
from tournaments.core.files.results_table import Told
from tournaments.core.files.season import SeasonTold
from tournaments.core.files.season_prizes import Closing, GivenPrize
from tournaments.core.results.elsewhere import PrizeTold

V = TypeVar("V")
Names = Mapping[str, str]
"""The new name, by the key of the file's name."""


def rename_evening(told: Told, names: Names) -> Told:
    """Return the evening with other names in its lines and prizes."""
    if not names:
        return told
    at = {name_key(names.get(key, key)): line for key, line in told.at.items()}
    prizes = None if told.prizes is None else _renamed(told.prizes, names)
    return replace(told, lines=_renamed(told.lines, names), at=at, prizes=prizes)


def rename_season(season: SeasonTold, names: Names) -> SeasonTold:
    """Return the season with other names wherever one can stand."""
    if not names:
        return season

    def of(value: Any, *parts: str) -> dict[str, Any]:
        return {part: _renamed(getattr(value, part), names) for part in parts}

    evenings = tuple(replace(one, **of(one, "lines", "prizes", "given")) for one in season.evenings)
    closing = season.closing and Closing(
        {group: _called(people, names) for group, people in season.closing.groups.items()},
        {role: _called(people, names) for role, people in season.closing.roles.items()},
        _renamed(season.closing.prizes, names),
    )
    parts = of(season, "people", "standing", "given")
    return replace(season, evenings=evenings, closing=closing, **parts)


def _renamed(values: Sequence[V], names: Names) -> tuple[V, ...]:
    """Return lines, people, rows or prizes with other names."""

    def renamed(value: Any) -> Any:
        if isinstance(value, PrizeTold):
            return value._replace(winners=_called(value.winners, names))
        if isinstance(value, GivenPrize):
            return replace(value, winners=_called(value.winners, names))
        return replace(value, name=names.get(name_key(value.name), value.name))

    return tuple(map(renamed, values))


def _called(people: Sequence[str], names: Names) -> tuple[str, ...]:
    return tuple(names.get(name_key(name), name) for name in people)
