"""What is the same for every service: each test file says how its service is called, as ``CASE``."""

import importlib
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from accounts.errors import RuleError
from accounts.models import User
from accounts.permissions import Right
from tests.cast import Cast, Night, NightMaker, refused
from tournaments.base.services import Book
from tournaments.core.record import Stage
from tournaments.evening.services.journal import RequestedBy, journaled
from tournaments.models import Journal
from tournaments.scoring.services.counts import Tally
from tournaments.scoring.services.deals import deal_correct

TESTS = Path(__file__).parents[1]
Service = Callable[..., Journal]


@dataclass(frozen=True)
class Case:
    """A service with a scene in which a body works, who may call it, and at which stages."""

    service: Service
    scene: Callable[[NightMaker], Night]
    body: Callable[[Night], dict[str, Any]]
    stages: tuple[Stage, ...]
    right: Right = Right.RUN
    asks_reason: bool = False
    reason: str = field(default="because of a test")

    def by(self, night: Night, actor: User | None = None, **changes: Any) -> RequestedBy:
        return RequestedBy(night.evening.pk, actor or night.alice, **{"reason": self.reason, **changes})

    def may(self, cast: Cast) -> list[User]:
        """Those whose right reaches."""
        return [cast.alice, cast.bob, *([cast.sam] if self.right <= Right.SCORE else [])]

    def may_not(self, cast: Cast) -> list[User]:
        return [cast.charlie, cast.vera, *([cast.sam] if self.right > Right.SCORE else [])]


def unchanged(_night: Night) -> None:
    """The scene stays as it is."""


@dataclass(frozen=True)
class Refusal:
    """A body that a service refuses: where, in which words, and what is otherwise than in its case.

    ``body`` replaces parts of the case's body; a function makes all of it. ``first`` happens before the body
    is made, ``meanwhile`` after.
    """

    at: str | Callable[[Night], str]
    says: str = ""
    body: Mapping[str, Any] | Callable[[Night], dict[str, Any]] = field(default_factory=dict)
    scene: Callable[[NightMaker], Night] | None = None
    first: Callable[[Night], object] = unchanged
    meanwhile: Callable[[Night], object] = unchanged
    error: type[RuleError] = RuleError

    def check(self, case: Case, night: Night) -> None:
        self.first(night)
        body = self.body(night) if callable(self.body) else {**case.body(night), **self.body}
        where = self.at(night) if callable(self.at) else self.at
        self.meanwhile(night)
        with refused(where, self.says, self.error):
            case.service(case.by(night), **body)


def refusals(
    case: Case, rows: Mapping[str, Refusal | tuple[Any, ...]], thorough: Collection[str] = ()
) -> Callable[..., None]:
    """A test of everything that the service refuses, to be named in the service's own file."""
    made = {name: row if isinstance(row, Refusal) else Refusal(*row) for name, row in rows.items()}
    marks = {name: (pytest.mark.thorough,) if name in thorough else () for name in rows}

    @pytest.mark.every_case
    @pytest.mark.parametrize("row", [pytest.param(made[name], id=name, marks=marks[name]) for name in made])
    def test_it_refuses(night: NightMaker, row: Refusal) -> None:
        row.check(case, (row.scene or case.scene)(night))

    return test_it_refuses


def do(service: Service, **body: Any) -> Callable[[Night], Journal]:
    """The service is called with this body; its functions are asked what they mean tonight."""

    def done(night: Night) -> Journal:
        given = {name: part(night) if callable(part) else part for name, part in body.items()}
        return service(night.because("because of a test"), **given)

    return done


def seat(table: int, place: int = 0) -> Callable[[Night], int]:
    """Who sits at that table, at that place of its seat order."""
    return lambda night: night.table(table)[place]


def seats(*tables: int) -> Callable[[Night], list[int]]:
    """The first of each of these tables, and the next where one is named again."""
    places = [(table, tables[:before].count(table)) for before, table in enumerate(tables)]
    return lambda night: [night.table(table)[place] for table, place in places]


def named(name: str) -> Callable[[Night], int]:
    return lambda night: night.entry(name)


def correct_deal(
    night: Night, winner: int, tally: Tally, *, round: int = 1, table: int = 1, version: int = 1
) -> Journal:
    """The table's first deal was won by somebody else, whom nobody called."""
    where: dict[str, Any] = {"round": round, "table": table, "deal": 1, "base_version": version}
    return deal_correct(night.because("a slip"), **where, winners=[winner], in_call=[], tally=tally)


def all_services() -> dict[str, Service]:
    return services_of(journaled)


def services_of(book: Book[Any, Any, Any]) -> dict[str, Callable[..., Any]]:
    """What the decorator was given, with all addresses loaded; without tests and parts of services."""
    importlib.import_module("config.urls")
    mine = {name: run for name, run in book.services.items() if not run.__module__.startswith("tests.")}
    return {name: run for name, run in mine.items() if not name.startswith("_")}


def case_of(service: str) -> Case:
    case = tests_of(service).CASE
    assert isinstance(case, Case)
    return case


def tests_of(service: str) -> ModuleType:
    """The service's own test file, wherever it lies."""
    at = next(path for path in TESTS.rglob(f"test_{service}.py") if "services" in path.parts)
    return importlib.import_module(".".join(at.relative_to(TESTS.parent).with_suffix("").parts))
