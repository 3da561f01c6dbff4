"""An evening's settings, with their defaults. Each has its paragraph in docs/settings.md."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from enum import StrEnum
from functools import lru_cache
from typing import Any

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from accounts.names import LONGEST, refuse_roles, refuse_unshown
from accounts.refusals import OUT_OF_RANGE, TOO_LONG, UNKNOWN_VALUE
from games.rules.ruleset import TableWish
from tournaments.core.ranking import prize_list
from tournaments.core.ranking import prize_list as ranking_prize_list
from tournaments.core.ranking.metrics import refuse_ranking
from tournaments.core.refusals import UNKNOWN_NAME, WRONG_KIND


class Counting(StrEnum):
    EACH_DEAL = "each_deal"
    AT_THE_END = "at_the_end"


class BellBy(StrEnum):
    """Who ends a round, besides the clock: the decision of the head table's pool, or the organiser."""

    HEAD = "head"
    HAND = "hand"


class Unfinished(StrEnum):
    """A table that still plays at the bell: everybody waits for it, or its players cut."""

    WAIT = "wait"
    CUT = "cut"


class AllCalled(StrEnum):
    """If everybody at the head table was in the call: nobody goes down, or the caller with fewest does."""

    STAY = "stay"
    FEWEST_GOES = "fewest_goes"


class BoobyBy(StrEnum):
    COUNTERS = "counters"
    YELLOW = "yellow"


class ThroughOf(StrEnum):
    """The group whose best go on in a knockout: each table, or everybody who still plays to win."""

    TABLE = "table"
    ALL = "all"


@dataclass(frozen=True)
class Settings:
    """What a club chose for an evening; the defaults are those of docs/settings.md."""

    stake: int = 50
    counting: Counting = Counting.EACH_DEAL
    deals: int = 1
    games: int = 1
    rounds: int = 0
    bell: BellBy = BellBy.HEAD
    minutes: int = 0
    gap: int = 60
    auto_moves: int = 0
    unfinished: Unfinished = Unfinished.WAIT
    all_called: AllCalled = AllCalled.STAY
    exact_protects: bool = True
    roles: tuple[str, ...] = (_("lady"), _("gentleman"))
    prizes: prize_list.Prizes = prize_list.PRIZES
    booby: BoobyBy = BoobyBy.COUNTERS
    one_prize_each: bool = False
    leavers_win: bool = False
    prize_deals: int = 0
    banker: str = ""
    confirm: bool = False
    through: int = 2
    through_of: ThroughOf = ThroughOf.TABLE
    consolation: bool = False
    moving: int = 2
    ranking: tuple[str, ...] = ()
    tables: int = 0
    people: int = 0
    people_least: int = 0
    people_most: int = 0

    @property
    def table_wish(self) -> TableWish:
        return TableWish(self.tables, self.people, self.people_least, self.people_most)

    def __post_init__(self) -> None:
        """Refuse an impossible setting. RuleError at the setting."""
        for name, (least, most) in NUMBERS.items():
            check_number(name, getattr(self, name), least, most)
        for name in ("exact_protects", "one_prize_each", "leavers_win", "confirm", "consolation"):
            check_flag(name, getattr(self, name))
        banker: object = self.banker
        if not isinstance(banker, str) or len(banker) > LONGEST:
            raise RuleError("banker", TOO_LONG, most=LONGEST)
        refuse_unshown(self.banker, "banker")
        self._refuse_crossed()
        refuse_roles(self.roles)
        refuse_ranking(self.ranking)
        prize_list.refuse_list(self.prizes, roles=self.roles)

    def _refuse_crossed(self) -> None:
        """Refuse a wanted number at a table outside the least and the most. RuleError."""
        least, most = self.people_least, self.people_most
        if most and least > most:
            raise RuleError(
                "people_least",
                _("Enter at most %(most)s, the most players at a table. %(least)s is more."),
                least=least,
                most=most,
            )
        if self.people and self.people < least:
            raise RuleError(
                "people", _("Enter at least %(least)s, the least number at a table."), least=least
            )
        if self.people and most and self.people > most:
            raise RuleError("people", _("Enter at most %(most)s, the most at a table."), most=most)


NUMBERS = {
    "stake": (1, 10_000),
    "deals": (1, 100),
    "games": (1, 20),
    "rounds": (0, 100),
    "minutes": (0, 240),
    "gap": (0, 600),
    "auto_moves": (0, 600),
    "prize_deals": (0, 1_000),
    "through": (1, 6),
    "moving": (1, 6),
    "tables": (0, 200),
    "people": (0, 20),
    "people_least": (0, 20),
    "people_most": (0, 20),
}
"""The settings that are numbers, with the least and the most. 0 means "none" where it is allowed."""


LEAST_AUTO_MOVES = 20
"""Seconds. Less counts as this much: a table needs time to correct its last result."""


def check_number(name: str, value: object, least: int, most: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise RuleError(name, OUT_OF_RANGE, least=least, most=most)


def check_flag(name: str, value: object) -> None:
    if not isinstance(value, bool):
        raise RuleError(name, WRONG_KIND)


def convert_value(name: str, value: Any, default: object, kind: type = str) -> Any:
    """Return a stored value as the type of its ``default``: a choice, a list of ``kind``, or unchanged."""
    if isinstance(default, StrEnum):
        try:
            return type(default)(value)
        except ValueError as error:
            raise RuleError(name, UNKNOWN_VALUE, value=value) from error
    if isinstance(default, tuple):
        if not isinstance(value, (list, tuple)) or not all(isinstance(each, kind) for each in value):
            raise RuleError(name, WRONG_KIND)
        return tuple(value)
    return value


def to_json(settings: Settings) -> dict[str, Any]:
    """Return the settings as plain values, as they are stored."""
    values = {name: list(v) if isinstance(v, tuple) else v for name, v in asdict(settings).items()}
    return values | {"prizes": ranking_prize_list.to_json(settings.prizes)}


def read_table_wish(chosen: Mapping[str, Any]) -> TableWish:
    """Return the tables wanted by stored settings, without reading other settings."""
    return TableWish(*(chosen.get(name, 0) for name in OF_TABLES))


OF_TABLES = ("tables", "people", "people_least", "people_most")
"""The settings that divide people into tables."""


def read_stored(chosen: Mapping[str, Any]) -> Settings:
    """Return the settings stored in an evening's row. Cached: a request reads the same row several times."""
    return _parse_text(json.dumps(chosen))


@lru_cache(maxsize=500)
def _parse_text(chosen: str) -> Settings:
    return from_json(json.loads(chosen))


def from_json(chosen: Mapping[str, Any]) -> Settings:
    """Return the settings from plain values. Missing names keep their default. Unknown names are refused."""
    known = {field.name: getattr(Settings, field.name) for field in fields(Settings)}
    values: dict[str, Any] = {}
    for name, value in chosen.items():
        if name not in known:
            raise RuleError(name, UNKNOWN_NAME)
        prizes = name == "prizes"
        values[name] = (
            ranking_prize_list.from_json(value) if prizes else convert_value(name, value, known[name])
        )
    settings = Settings(**values)
    if 0 < settings.auto_moves < LEAST_AUTO_MOVES:
        return replace(settings, auto_moves=LEAST_AUTO_MOVES)
    return settings
