"""A season as a file that another installation can read, and count to the same standing: docs/season.md.

Also the prizes of the file: those of its evenings, those by hand, and those of the closing. And other names
for people in it: a removed person has the name that stands for them. A file is taken as a whole or refused,
at the place in it that is wrong: "evenings.3.lines.2.place".
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
from accounts.names import LONGEST, LONGEST_ROLE, evening_order, name_key, name_order
from accounts.refusals import CHOOSE_PLAYERS, NAME_PLAYERS
from tournaments.core.evening import Play
from tournaments.core.files.documents import FileValue, parsed, refuse_doubles
from tournaments.core.files.results_table import (
    COLUMN_OF,
    FIGURE_COLUMNS,
    MOST_PEOPLE,
    ImportedResult,
    refuse_day,
)
from tournaments.core.formats.progressive import RecordedResults
from tournaments.core.formats.registry import play_of
from tournaments.core.leagues.points import EveningFigures, EveningLines, Member
from tournaments.core.leagues.rules import WEIGHT, Rules, SeasonStage
from tournaments.core.leagues.rules import from_json as rules_from_json
from tournaments.core.leagues.standing import SeasonRow, season_standing
from tournaments.core.ranking.prize_list import FAMILIES, TOLD
from tournaments.core.results.elsewhere import ResultLine, ResultPrize, judged

WRONG_WINNER = _("A winner did not play, or is named twice. Correct the winners.")

MOST_PRIZES, MOST_ON_LIST = 100, 10_000
LONGEST_TITLE, LONGEST_REASON = 120, 200
KEY = re.compile(r"(yellow|counters|booby)(-.+)?|own-[1-9][0-9]{0,2}(-[0-9]+)?")


@dataclass(frozen=True)
class GivenPrize:
    """A prize that was given by hand: its title, its winners' names, and the reason."""

    title: str
    winners: tuple[str, ...]
    reason: str


@dataclass(frozen=True)
class FileClosing:
    """What closing a season wrote down: the names in each group and role for which there is a prize, and
    the prizes by the rules.
    """

    groups: Mapping[str, tuple[str, ...]]
    roles: Mapping[str, tuple[str, ...]]
    prizes: tuple[ResultPrize, ...]


# In the functions for prizes, ``people`` are the names of everybody in the file, in its order.
def prizes_in(at: FileValue, people: Sequence[str], there: frozenset[str]) -> tuple[ResultPrize, ...]:
    """Return the prizes, each by a key of its own: the one that is told, if it is one of an evening's."""
    found = dict[str, ResultPrize]()
    for number, one in enumerate(at.list("prizes", MOST_PRIZES), start=1):
        key = one.text("key", LONGEST) if one.maybe("key", str) else ""
        if key in found or not KEY.fullmatch(key):
            key = f"{TOLD}{number}"
        found[key] = ResultPrize(one.text("title", LONGEST_TITLE), _winners(one, people, there), key)
    return tuple(found.values())


def given_in(
    at: FileValue, people: Sequence[str], there: frozenset[str] | None = None
) -> tuple[GivenPrize, ...]:
    """Return the prizes by hand, each with at least one winner; ``there``: of whom they must be."""
    if at.maybe("given", list) is None:
        return ()
    there = frozenset(people) if there is None else there
    given = []
    for one in at.list("given", MOST_PRIZES):
        winners = _winners(one, people, there)
        if not winners:
            raise one.wrong("winners", CHOOSE_PLAYERS)
        given.append(GivenPrize(one.name("title"), winners, one.text("reason", LONGEST_REASON)))
    return tuple(given)


def closing_in(at: FileValue, people: Sequence[str]) -> FileClosing | None:
    if at.maybe("closing", dict) is None:
        return None
    told = FileValue(at.of("closing", dict), f"{at.path}closing.")
    everybody = frozenset(people)
    prizes = tuple(
        ResultPrize(one.text("title", LONGEST_TITLE), _winners(one, people, everybody), one.name("key"))
        for one in told.list("prizes", MOST_PRIZES)
    )
    refuse_doubles("closing.prizes", (prize.key for prize in prizes))
    return FileClosing(_members(told, "groups", people), _members(told, "roles", people), prizes)


def _members(at: FileValue, name: str, people: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Return the names of the people of each group, or role."""
    held = FileValue(at.of(name, dict), f"{at.path}{name}.")
    return {group: _people_of(held, group, people, MOST_ON_LIST) for group in held.value}


def _winners(at: FileValue, people: Sequence[str], there: frozenset[str]) -> tuple[str, ...]:
    names = _people_of(at, "winners", people, MOST_PEOPLE)
    if not there.issuperset(names):
        raise at.wrong("winners", WRONG_WINNER)
    return names


def _people_of(at: FileValue, name: str, people: Sequence[str], most: int) -> tuple[str, ...]:
    """Return the names of a list of numbers, each once."""
    listed = [FileValue({"person": one.value}, f"{at.path}{name}.") for one in at.list(name, most)]
    names = tuple(people[one.number("person", 1, len(people)) - 1] for one in listed)
    if len(set(names)) < len(names):
        raise at.wrong(name, WRONG_WINNER)
    return names


def prizes_won(closing: FileClosing) -> Mapping[str, frozenset[str]]:
    """Return by the key of each prize the keys of its winners' names."""
    return {prize.key: frozenset(map(name_key, prize.winners)) for prize in closing.prizes}


T = TypeVar("T", "FilePerson", ResultLine, "FileRow")

FORMAT, VERSION = "headtable-season", 2
READABLE = (1, VERSION)
"""Files of version 1 have neither prizes by hand nor a closing."""
MOST_EVENINGS, MOST_DIVISIONS, LONGEST_SEED = 1_000, 20, 64
EVERY_PRIZE = {"prize_for": list(FAMILIES)}
"""All prizes gave points before it could be chosen which do."""
TOTAL = re.compile(r"-?[0-9]{1,12}(/[1-9][0-9]{0,11})?")


@dataclass(frozen=True)
class FilePerson:
    """Somebody in the season. ``listed``: the season says more than that they play; ``division``: from 1."""

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
    given: tuple[GivenPrize, ...] = ()


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
    """A season as a file tells it: people by number, their place in the list, from 1."""

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
    given: tuple[GivenPrize, ...] = ()
    closing: FileClosing | None = None
    version: int = VERSION


def read_season(text: str, today: date | None = None) -> FileSeason:
    """Return the season of a file. RuleError where it is none, is cut short, or contradicts itself.

    ``today``: its evenings were played by then; None: they may be of any day, as a club's own are.
    """
    at = FileValue(parsed(text), "")
    if not isinstance(at.value, dict) or at.value.get("format") != FORMAT:
        raise RuleError("file", _("This file is not a season of Headtable. Choose another file."))
    if (version := at.of("format_version", int)) not in READABLE:
        other = _("The file has format %(version)s, but this site reads formats 1 to %(ours)s.")
        raise RuleError("file", other, version=version, ours=VERSION)
    divisions = tuple(one.itself() for one in at.list("divisions", MOST_DIVISIONS))
    refuse_doubles("divisions", divisions)
    people = tuple(_person(one, len(divisions)) for one in at.list("people", MOST_ON_LIST))
    refuse_doubles("people", (person.name for person in people))
    season = FileSeason(
        club=at.name("club"),
        league=at.name("league"),
        name=at.name("season"),
        stage=at.choice("stage", SeasonStage),
        seed=at.text("seed", LONGEST_SEED),
        rules=at.within("rules", lambda: rules_from_json(EVERY_PRIZE | at.of("rules", dict))),
        divisions=divisions,
        people=people,
        evenings=tuple(_evening(one, people, len(divisions)) for one in at.list("evenings", MOST_EVENINGS)),
        standing=tuple(_row(one, people, len(divisions)) for one in at.list("standing", MOST_ON_LIST)),
        given=given_in(at, _names(people)),
        closing=closing_in(at, _names(people)),
        version=version,
    )
    if today is not None:
        _refuse_days(season.evenings, today)
    refuse_doubles("evenings", (f"{evening.held_on} {evening.name}" for evening in season.evenings))
    refuse_another(season.standing, counted(season))
    return season


def _refuse_days(evenings: Sequence[FileEvening], today: date) -> None:
    for number, evening in enumerate(evenings, start=1):
        FileValue(None, f"evenings.{number}.").within("", partial(refuse_day, evening.held_on, today))


def _person(at: FileValue, divisions: int) -> FilePerson:
    return FilePerson(
        at.name("name"),
        at.text("role", LONGEST_ROLE),
        at.of("listed", bool),
        _division(at, divisions),
        at.of("guest", bool),
    )


def _division(at: FileValue, divisions: int) -> int | None:
    if at.maybe("division", int) is None:
        return None
    return at.number("division", 1, divisions)


def _evening(at: FileValue, people: Sequence[FilePerson], divisions: int) -> FileEvening:
    options = at.of("options", dict)
    play = at.within("game", lambda: play_of(at.of("game", str), options, RecordedResults.key))
    told = _lines(at, people)
    lines, wrong = judged(told, play, steps=())
    for one in wrong:
        column = COLUMN_OF.get(one.error.field, one.error.field)
        raise at.wrong(f"lines.{one.index + 1}.{column}", one.error.message, **one.error.figures)
    names = frozenset(line.name for line in lines)
    return FileEvening(
        name=at.name("name"),
        held_on=at.day("date"),
        play=play,
        rules_name=at.text("house_rules", LONGEST),
        weight=at.number("weight", *WEIGHT),
        division=_division(at, divisions),
        lines=lines,
        prizes=prizes_in(at, _names(people), names),
        given=given_in(at, _names(people), names),
    )


def _lines(at: FileValue, people: Sequence[FilePerson]) -> list[ResultLine]:
    ours = at.list("lines", MOST_PEOPLE)
    if not ours:
        raise at.wrong("lines", NAME_PLAYERS)
    for one in ours:
        if one.maybe("place", int) is not None:
            one.number("place", 1, len(ours))
    return [_line(one, people) for one in ours]


def _line(at: FileValue, people: Sequence[FilePerson]) -> ResultLine:
    figures = {
        name: figure
        for column, name in FIGURE_COLUMNS.items()
        if (figure := at.maybe(column, int)) is not None
    }
    role = "" if at.maybe("role", str) is None else at.text("role", LONGEST_ROLE)
    return ResultLine(_who(at, people), role, **figures)


def _names(people: Sequence[FilePerson]) -> list[str]:
    return [person.name for person in people]


def _who(at: FileValue, people: Sequence[FilePerson]) -> str:
    return people[at.number("person", 1, len(people)) - 1].name


def _row(at: FileValue, people: Sequence[FilePerson], divisions: int) -> FileRow:
    total = TOTAL.fullmatch(at.of("total", str))
    if total is None:
        raise at.wrong("total", _("Enter points as a whole number or a fraction: 12 or 25/3."))
    return FileRow(
        _who(at, people),
        _division(at, divisions),
        at.number("place", 1, MOST_ON_LIST),
        Fraction(total[0]),
        at.number("played", 0, MOST_EVENINGS),
        at.of("below", bool),
    )


def counted(season: FileSeason) -> tuple[FileRow, ...]:
    """Return the season's standing as its own evenings and rules give it."""
    numbers = {name_key(person.name): number for number, person in enumerate(season.people, start=1)}
    people = {
        numbers[name_key(person.name)]: Member(person.division, person.guest)
        for person in sorted(season.people, key=lambda person: name_order(person.name))
        if person.listed
    }
    in_time = sorted(season.evenings, key=lambda evening: (evening.held_on, evening_order(evening.name)))
    evenings = [
        EveningLines(time, time, evening.weight, evening.division, _played(evening, numbers, season.rules))
        for time, evening in enumerate(in_time, start=1)
    ]
    divisions = range(1, len(season.divisions) + 1)
    rows = season_standing(season.rules, evenings, people, divisions, season.seed)
    return tuple(file_row(row, season.people[row.player - 1].name, row.division) for row in rows)


def file_row(row: SeasonRow, name: str, division: int | None) -> FileRow:
    """Return a row of a standing as a file has it."""
    return FileRow(name, division, row.place, Fraction(row.total), row.played, row.below)


def _played(evening: FileEvening, numbers: Mapping[str, int], rules: Rules) -> list[EveningFigures]:
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


def refuse_another(told: Sequence[FileRow], found: Sequence[FileRow]) -> None:
    """Raise RuleError where a standing differs from the file: in a person's row, or in how many there are."""
    found_of = {name_key(row.name): row for row in found}
    for row in told:
        other = found_of.get(name_key(row.name))
        if other is None or replace(other, name=row.name) != row:
            raise RuleError(
                "standing",
                _("The standings of %(name)s do not follow from the evenings in the file."),
                name=row.name,
            )
    if len(told) != len(found):
        raise RuleError("standing", _("The standings name other players than the evenings in the file."))


def essence(season: FileSeason) -> tuple[object, ...]:
    """Return what makes two seasons the same: all but roles, the order of people, and spelling."""

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
        _prizes_in(season) if season.version > 1 else None,
    )


def _prizes_in(season: FileSeason) -> tuple[object, ...]:
    """Return who won which prize by hand, or by the rules when the season was closed."""
    given = (season.given, *(evening.given for evening in season.evenings))
    return (
        *(Counter((one.title, frozenset(map(name_key, one.winners))) for one in some) for some in given),
        prizes_won(season.closing) if season.closing else None,
    )


V = TypeVar("V")
Names = Mapping[str, str]
"""The new name, by the key of the file's name."""


def rename_evening(told: ImportedResult, names: Names) -> ImportedResult:
    """Return the evening with other names in its lines and prizes."""
    if not names:
        return told
    at = {name_key(names.get(key, key)): line for key, line in told.at.items()}
    prizes = None if told.prizes is None else _renamed(told.prizes, names)
    return replace(told, lines=_renamed(told.lines, names), at=at, prizes=prizes)


def rename_season(season: FileSeason, names: Names) -> FileSeason:
    """Return the season with other names wherever one can stand."""
    if not names:
        return season

    def of(value: Any, *parts: str) -> dict[str, Any]:
        return {part: _renamed(getattr(value, part), names) for part in parts}

    evenings = tuple(replace(one, **of(one, "lines", "prizes", "given")) for one in season.evenings)
    closing = season.closing and FileClosing(
        {group: _called(people, names) for group, people in season.closing.groups.items()},
        {role: _called(people, names) for role, people in season.closing.roles.items()},
        _renamed(season.closing.prizes, names),
    )
    parts = of(season, "people", "standing", "given")
    return replace(season, evenings=evenings, closing=closing, **parts)


def _renamed(values: Sequence[V], names: Names) -> tuple[V, ...]:
    """Return lines, people, rows or prizes with other names."""

    def renamed(value: Any) -> Any:
        if isinstance(value, ResultPrize):
            return value._replace(winners=_called(value.winners, names))
        if isinstance(value, GivenPrize):
            return replace(value, winners=_called(value.winners, names))
        return replace(value, name=names.get(name_key(value.name), value.name))

    return tuple(map(renamed, values))


def _called(people: Sequence[str], names: Names) -> tuple[str, ...]:
    return tuple(names.get(name_key(name), name) for name in people)
