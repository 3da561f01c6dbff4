"""A season as a file that another installation can read, with the same standing: docs/season.md.

The file also has prizes: of its evenings, by hand, and of the closing. People can be renamed in it; a
removed person has a substitute name. A file is accepted as a whole, or refused at the wrong place in it:
"evenings.3.lines.2.place".
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from functools import partial
from typing import Any, TypeVar

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from accounts.names import LONGEST, LONGEST_ROLE, evening_order, make_sort_key, name_key
from accounts.refusals import CHOOSE_PLAYERS, NAME_PLAYERS
from tournaments.core.evening import Play
from tournaments.core.files.documents import FileValue, parse_json, refuse_doubles
from tournaments.core.files.results_table import (
    COLUMN_OF,
    FIGURE_COLUMNS,
    MOST_PEOPLE,
    ImportedResult,
    refuse_day,
)
from tournaments.core.formats.progressive import RecordedResults
from tournaments.core.formats.registry import build_play
from tournaments.core.leagues.points import EveningFigures, EveningLines, Member
from tournaments.core.leagues.rules import WEIGHT, Rules, SeasonStage
from tournaments.core.leagues.rules import from_json as rules_from_json
from tournaments.core.leagues.standing import SeasonRow, rank_season
from tournaments.core.ranking.prize_list import FAMILIES, OWN, PRIZES, TOLD
from tournaments.core.results.elsewhere import ResultLine, ResultPrize, judge_lines

WRONG_WINNER = _("A winner did not play, or is named twice. Correct the winners.")

MOST_PRIZES, MOST_ON_LIST = 100, 10_000
LONGEST_TITLE, LONGEST_REASON = 120, 200
KEY = re.compile(rf"({'|'.join(PRIZES)})(-.+)?|{OWN.pattern}(-[0-9]+)?")


@dataclass(frozen=True)
class GivenPrize:
    """A prize that was given by hand: its title, its winners' names, and the reason."""

    title: str
    winners: tuple[str, ...]
    reason: str


@dataclass(frozen=True)
class FileClosing:
    """What was recorded at a season's closing.

    The names in each group and role that has a prize, and the prizes by the rules.
    """

    groups: Mapping[str, tuple[str, ...]]
    roles: Mapping[str, tuple[str, ...]]
    prizes: tuple[ResultPrize, ...]


# In the functions for prizes, ``people`` are the names of everybody in the file, in the file's order.
def read_prizes(
    document: FileValue, people: Sequence[str], present: frozenset[str]
) -> tuple[ResultPrize, ...]:
    """Return the prizes, each with its key. A prize of one of the evenings keeps the key in the file."""
    prizes = dict[str, ResultPrize]()
    for number, item in enumerate(document.get_list("prizes", MOST_PRIZES), start=1):
        key = item.get_text("key", LONGEST) if item.get_optional("key", str) else ""
        if key in prizes or not KEY.fullmatch(key):
            key = f"{TOLD}{number}"
        prizes[key] = ResultPrize(
            item.get_text("title", LONGEST_TITLE), _read_winners(item, people, present), key
        )
    return tuple(prizes.values())


def read_given_prizes(
    document: FileValue, people: Sequence[str], present: frozenset[str] | None = None
) -> tuple[GivenPrize, ...]:
    """Return the prizes by hand, each with at least one winner. Winners must be in ``present``, if given."""
    if document.get_optional("given", list) is None:
        return ()
    present = frozenset(people) if present is None else present
    prizes = []
    for item in document.get_list("given", MOST_PRIZES):
        winners = _read_winners(item, people, present)
        if not winners:
            raise item.make_error("winners", CHOOSE_PLAYERS)
        prizes.append(GivenPrize(item.get_name("title"), winners, item.get_text("reason", LONGEST_REASON)))
    return tuple(prizes)


def read_closing(document: FileValue, people: Sequence[str]) -> FileClosing | None:
    if document.get_optional("closing", dict) is None:
        return None
    closing = FileValue(document.get_value("closing", dict), f"{document.path}closing.")
    everybody = frozenset(people)
    prizes = tuple(
        ResultPrize(
            item.get_text("title", LONGEST_TITLE),
            _read_winners(item, people, everybody),
            item.get_name("key"),
        )
        for item in closing.get_list("prizes", MOST_PRIZES)
    )
    refuse_doubles("closing.prizes", (prize.key for prize in prizes))
    return FileClosing(
        _read_members(closing, "groups", people), _read_members(closing, "roles", people), prizes
    )


def _read_members(document: FileValue, name: str, people: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Return the names of the people in each group, or in each role."""
    members = FileValue(document.get_value(name, dict), f"{document.path}{name}.")
    return {group: _read_people(members, group, people, MOST_ON_LIST) for group in members.value}


def _read_winners(document: FileValue, people: Sequence[str], present: frozenset[str]) -> tuple[str, ...]:
    names = _read_people(document, "winners", people, MOST_PEOPLE)
    if not present.issuperset(names):
        raise document.make_error("winners", WRONG_WINNER)
    return names


def _read_people(document: FileValue, name: str, people: Sequence[str], most: int) -> tuple[str, ...]:
    """Return the names that a list of numbers stands for, each once."""
    listed = [
        FileValue({"person": one.value}, f"{document.path}{name}.") for one in document.get_list(name, most)
    ]
    names = tuple(people[one.get_number("person", 1, len(people)) - 1] for one in listed)
    if len(set(names)) < len(names):
        raise document.make_error(name, WRONG_WINNER)
    return names


def map_prize_winners(closing: FileClosing) -> Mapping[str, frozenset[str]]:
    """Return each prize's winners by the prize's key. A winner is the key of their name (``name_key``)."""
    return {prize.key: frozenset(map(name_key, prize.winners)) for prize in closing.prizes}


T = TypeVar("T", "FilePerson", ResultLine, "FileRow")

FORMAT, VERSION = "headtable-season", 2
READABLE = (1, VERSION)
"""Files of version 1 have no prizes by hand and no closing."""
MOST_EVENINGS, MOST_DIVISIONS, LONGEST_SEED = 1_000, 20, 64
EVERY_PRIZE = {"prize_for": list(FAMILIES)}
"""Before the choice existed, all prizes gave points."""
TOTAL = re.compile(r"-?[0-9]{1,12}(/[1-9][0-9]{0,11})?")


@dataclass(frozen=True)
class FilePerson:
    """A person in the season. ``listed``: the season says more than that they play; ``division``: from 1."""

    name: str
    role: str = ""
    listed: bool = False
    division: int | None = None
    guest: bool = False


@dataclass(frozen=True)
class FileEvening:
    """An evening that counts, with everybody's result, in the order in which people came."""

    name: str
    held_on: date
    play: Play
    rules_name: str
    weight: int
    division: int | None
    lines: tuple[ResultLine, ...]
    prizes: tuple[ResultPrize, ...]
    given_prizes: tuple[GivenPrize, ...] = ()


@dataclass(frozen=True)
class FileRow:
    """A row of the standing, as the file has it."""

    name: str
    division: int | None
    place: int
    total: Fraction
    played: int
    below: bool


@dataclass(frozen=True)
class FileSeason:
    """A season as a file has it. People are numbers: their places in the list, from 1."""

    club: str
    league: str
    name: str
    stage: SeasonStage
    seed: str
    rules: Rules
    divisions: tuple[str, ...]
    people: tuple[FilePerson, ...]
    evenings: tuple[FileEvening, ...]
    standing: tuple[FileRow, ...]
    given_prizes: tuple[GivenPrize, ...] = ()
    closing: FileClosing | None = None
    version: int = VERSION


def read_season(text: str, today: date | None = None) -> FileSeason:
    """Return the season of a file. RuleError if it is no season, incomplete, or contradicts itself.

    ``today``: the last possible date of its evenings. None: any date, as for a club's own evenings.
    """
    document = FileValue(parse_json(text), "")
    if not isinstance(document.value, dict) or document.value.get("format") != FORMAT:
        raise RuleError("file", _("This file is not a season of Headtable. Choose another file."))
    if (version := document.get_value("format_version", int)) not in READABLE:
        other = _("The file has format %(version)s, but this site reads formats 1 to %(ours)s.")
        raise RuleError("file", other, version=version, ours=VERSION)
    divisions = tuple(one.get_own_name() for one in document.get_list("divisions", MOST_DIVISIONS))
    refuse_doubles("divisions", divisions)
    people = tuple(_read_person(one, len(divisions)) for one in document.get_list("people", MOST_ON_LIST))
    refuse_doubles("people", (person.name for person in people))
    season = FileSeason(
        club=document.get_name("club"),
        league=document.get_name("league"),
        name=document.get_name("season"),
        stage=document.get_choice("stage", SeasonStage),
        seed=document.get_text("seed", LONGEST_SEED),
        rules=document.read_with(
            "rules", lambda: rules_from_json(EVERY_PRIZE | document.get_value("rules", dict))
        ),
        divisions=divisions,
        people=people,
        evenings=tuple(
            _read_evening(one, people, len(divisions)) for one in document.get_list("evenings", MOST_EVENINGS)
        ),
        standing=tuple(
            _read_row(one, people, len(divisions)) for one in document.get_list("standing", MOST_ON_LIST)
        ),
        given_prizes=read_given_prizes(document, _list_names(people)),
        closing=read_closing(document, _list_names(people)),
        version=version,
    )
    if today is not None:
        _refuse_days(season.evenings, today)
    refuse_doubles("evenings", (f"{evening.held_on} {evening.name}" for evening in season.evenings))
    refuse_another(season.standing, compute_rows(season))
    return season


def _refuse_days(evenings: Sequence[FileEvening], today: date) -> None:
    for number, evening in enumerate(evenings, start=1):
        FileValue(None, f"evenings.{number}.").read_with("", partial(refuse_day, evening.held_on, today))


def _read_person(document: FileValue, divisions: int) -> FilePerson:
    return FilePerson(
        document.get_name("name"),
        document.get_text("role", LONGEST_ROLE),
        document.get_value("listed", bool),
        _read_division(document, divisions),
        document.get_value("guest", bool),
    )


def _read_division(document: FileValue, divisions: int) -> int | None:
    if document.get_optional("division", int) is None:
        return None
    return document.get_number("division", 1, divisions)


def _read_evening(document: FileValue, people: Sequence[FilePerson], divisions: int) -> FileEvening:
    options = document.get_value("options", dict)
    play = document.read_with(
        "game", lambda: build_play(document.get_value("game", str), options, RecordedResults.key)
    )
    results = _read_lines(document, people)
    lines, wrong = judge_lines(results, play, steps=())
    for item in wrong:
        column = COLUMN_OF.get(item.error.field, item.error.field)
        raise document.make_error(
            f"lines.{item.index + 1}.{column}", item.error.message, **item.error.figures
        )
    names = frozenset(line.name for line in lines)
    return FileEvening(
        name=document.get_name("name"),
        held_on=document.get_day("date"),
        play=play,
        rules_name=document.get_text("house_rules", LONGEST),
        weight=document.get_number("weight", *WEIGHT),
        division=_read_division(document, divisions),
        lines=lines,
        prizes=read_prizes(document, _list_names(people), names),
        given_prizes=read_given_prizes(document, _list_names(people), names),
    )


def _read_lines(document: FileValue, people: Sequence[FilePerson]) -> list[ResultLine]:
    ours = document.get_list("lines", MOST_PEOPLE)
    if not ours:
        raise document.make_error("lines", NAME_PLAYERS)
    for one in ours:
        if one.get_optional("place", int) is not None:
            one.get_number("place", 1, len(ours))
    return [_read_line(one, people) for one in ours]


def _read_line(document: FileValue, people: Sequence[FilePerson]) -> ResultLine:
    figures = {
        name: figure
        for column, name in FIGURE_COLUMNS.items()
        if (figure := document.get_optional(column, int)) is not None
    }
    role = "" if document.get_optional("role", str) is None else document.get_text("role", LONGEST_ROLE)
    return ResultLine(_read_name(document, people), role, **figures)


def _list_names(people: Sequence[FilePerson]) -> list[str]:
    return [person.name for person in people]


def _read_name(document: FileValue, people: Sequence[FilePerson]) -> str:
    return people[document.get_number("person", 1, len(people)) - 1].name


def _read_row(document: FileValue, people: Sequence[FilePerson], divisions: int) -> FileRow:
    total = TOTAL.fullmatch(document.get_value("total", str))
    if total is None:
        raise document.make_error("total", _("Enter points as a whole number or a fraction: 12 or 25/3."))
    return FileRow(
        _read_name(document, people),
        _read_division(document, divisions),
        document.get_number("place", 1, MOST_ON_LIST),
        Fraction(total[0]),
        document.get_number("played", 0, MOST_EVENINGS),
        document.get_value("below", bool),
    )


def compute_rows(season: FileSeason) -> tuple[FileRow, ...]:
    """Return the season's standing, computed from its own evenings and rules."""
    numbers = {name_key(person.name): number for number, person in enumerate(season.people, start=1)}
    people = {
        numbers[name_key(person.name)]: Member(person.division, person.guest)
        for person in sorted(season.people, key=lambda person: make_sort_key(person.name))
        if person.listed
    }
    in_time = sorted(season.evenings, key=lambda evening: (evening.held_on, evening_order(evening.name)))
    evenings = [
        EveningLines(
            time, time, evening.weight, evening.division, _build_figures(evening, numbers, season.rules)
        )
        for time, evening in enumerate(in_time, start=1)
    ]
    divisions = range(1, len(season.divisions) + 1)
    rows = rank_season(season.rules, evenings, people, divisions, season.seed)
    return tuple(build_file_row(row, season.people[row.player - 1].name, row.division) for row in rows)


def build_file_row(row: SeasonRow, name: str, division: int | None) -> FileRow:
    """Return a row of a standing in the form of the file."""
    return FileRow(name, division, row.place, Fraction(row.total), row.played, row.below)


def _build_figures(evening: FileEvening, numbers: Mapping[str, int], rules: Rules) -> list[EveningFigures]:
    won = Counter(name for prize in evening.prizes if rules.gives_points(prize.key) for name in prize.winners)
    return [
        EveningFigures(
            player=numbers[name_key(line.name)],
            entry=entry,
            place=line.place or 0,
            net=line.net,
            score=line.score,
            share=line.share,
            yellow=line.yellow or 0,
            exact=line.exact,
            wins=line.wins,
            best=line.best,
            prizes=won[line.name],
        )
        for entry, line in enumerate(evening.lines, start=1)
    ]


def refuse_another(rows: Sequence[FileRow], computed: Sequence[FileRow]) -> None:
    """Refuse a computed standing that differs from the file, in a row or in the number of rows. RuleError."""
    found_of = {name_key(row.name): row for row in computed}
    for row in rows:
        other = found_of.get(name_key(row.name))
        if other is None or replace(other, name=row.name) != row:
            raise RuleError(
                "standing",
                _("The standings of %(name)s do not follow from the evenings in the file."),
                name=row.name,
            )
    if len(rows) != len(computed):
        raise RuleError("standing", _("The standings name other players than the evenings in the file."))


def extract_essence(season: FileSeason) -> tuple[object, ...]:
    """Return what makes two seasons equal: everything except roles, the order of people, and spelling."""

    def plain(line: T) -> T:
        return replace(line, name=name_key(line.name))

    return (
        *(name_key(season.league), name_key(season.name), season.stage, season.seed, season.rules),
        tuple(map(name_key, season.divisions)),
        frozenset(replace(plain(person), role="") for person in season.people),
        tuple(
            (
                *(evening.held_on, name_key(evening.name), evening.play.game.key, evening.weight),
                *(evening.division, frozenset(replace(plain(line), role="") for line in evening.lines)),
                Counter((one.key, frozenset(map(name_key, one.winners))) for one in evening.prizes),
            )
            for evening in season.evenings
        ),
        frozenset(map(plain, season.standing)),
        _list_prize_winners(season) if season.version > 1 else None,
    )


def _list_prize_winners(season: FileSeason) -> tuple[object, ...]:
    """Return who won which prize, by hand, or by the rules when the season was closed."""
    given = (season.given_prizes, *(evening.given_prizes for evening in season.evenings))
    return (
        *(Counter((one.title, frozenset(map(name_key, one.winners))) for one in some) for some in given),
        map_prize_winners(season.closing) if season.closing else None,
    )


V = TypeVar("V")
Names = Mapping[str, str]
"""The new name, by the key of the name in the file."""


def rename_evening(result: ImportedResult, names: Names) -> ImportedResult:
    """Return the evening with other names in its lines and prizes."""
    if not names:
        return result
    at = {name_key(names.get(key, key)): line for key, line in result.file_lines.items()}
    prizes = None if result.prizes is None else _rename_all(result.prizes, names)
    return replace(result, lines=_rename_all(result.lines, names), file_lines=at, prizes=prizes)


def rename_season(season: FileSeason, names: Names) -> FileSeason:
    """Return the season with other names wherever a name can occur."""
    if not names:
        return season

    def of(value: Any, *parts: str) -> dict[str, Any]:
        return {part: _rename_all(getattr(value, part), names) for part in parts}

    evenings = tuple(replace(one, **of(one, "lines", "prizes", "given_prizes")) for one in season.evenings)
    closing = season.closing and FileClosing(
        {group: _rename_people(people, names) for group, people in season.closing.groups.items()},
        {role: _rename_people(people, names) for role, people in season.closing.roles.items()},
        _rename_all(season.closing.prizes, names),
    )
    parts = of(season, "people", "standing", "given_prizes")
    return replace(season, evenings=evenings, closing=closing, **parts)


def _rename_all(values: Sequence[V], names: Names) -> tuple[V, ...]:
    """Return lines, people, rows or prizes with other names."""

    def renamed(value: Any) -> Any:
        if isinstance(value, ResultPrize):
            return value._replace(winners=_rename_people(value.winners, names))
        if isinstance(value, GivenPrize):
            return replace(value, winners=_rename_people(value.winners, names))
        return replace(value, name=names.get(name_key(value.name), value.name))

    return tuple(map(renamed, values))


def _rename_people(people: Sequence[str], names: Names) -> tuple[str, ...]:
    return tuple(names.get(name_key(name), name) for name in people)
