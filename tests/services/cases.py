"""What is the same for every service: each test file says how its service is called, as ``CASE``."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

import tests.services
from accounts.models import User
from accounts.permissions import Right
from tests.cast import Cast, Night, NightMaker
from tournaments import services
from tournaments.core.facts import Stage
from tournaments.models import Journal
from tournaments.services.journal import By

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

    def by(self, night: Night, actor: User | None = None, **changes: Any) -> By:
        return By(night.evening.pk, actor or night.alice, **{"reason": self.reason, **changes})

    def may(self, cast: Cast) -> list[User]:
        """Those whose right reaches."""
        return [cast.alice, cast.bob, *([cast.sam] if self.right <= Right.SCORE else [])]

    def may_not(self, cast: Cast) -> list[User]:
        return [cast.charlie, cast.vera, *([cast.sam] if self.right > Right.SCORE else [])]


def all_services() -> dict[str, Service]:
    """Every service that writes the journal, by name."""
    return {
        name: thing
        for module in pkgutil.walk_packages(services.__path__, f"{services.__name__}.")
        for name, thing in vars(importlib.import_module(module.name)).items()
        if writes_journal(thing, module.name)
    }


def writes_journal(thing: Any, module: str) -> bool:
    """Whether it is a service of this module that writes an evening's journal."""
    of = getattr(thing, "__wrapped__", None)
    return of is not None and thing.__module__ == module and of.__annotations__.get("act") == "Act"


def case_of(service: str) -> Case:
    """The case in the service's own test file."""
    case = tests_of(service).CASE
    assert isinstance(case, Case)
    return case


def tests_of(service: str) -> ModuleType:
    """The service's own test file, in whichever wing it lies."""
    name = f"test_{service}"
    wings = pkgutil.walk_packages(tests.services.__path__, "tests.services.")
    return importlib.import_module(next(one.name for one in wings if one.name.endswith(f".{name}")))
