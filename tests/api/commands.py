"""Every command in a scene in which it works: as in its service's own test, told as the API takes it."""

import json
from collections.abc import Mapping
from dataclasses import asdict, fields, is_dataclass
from enum import Enum
from typing import Any

from tests.api.every_command import OF_EVENINGS, OF_SEASONS
from tests.cast import Cast, NightMaker
from tests.services.cases import case_of
from tests.services.season_cases import SeasonCase, season_case_of, two_evenings
from tournaments.core.leagues import rules
from tournaments.core.ranking import prize_list as ranking_prize_list
from tournaments.core.ranking.places import Step
from tournaments.core.ranking.prize_list import Listed
from tournaments.core.results.elsewhere import ResultLine
from tournaments.core.results.standings import CALLED
from tournaments.core.settings import Settings, to_json
from tournaments.scoring.services.bids import DealBids, TrickResult
from tournaments.scoring.services.counts import Three

WHY = "Everybody agrees"
OWN = Listed("own-1", "Most of all", (Step("net"),))
COMMANDS = {command.name: command for command in (*OF_EVENINGS, *OF_SEASONS)}
SEASON_PRIZES = SeasonCase(
    next(one.service for one in OF_SEASONS if one.name == "season-prizes-change"),
    body=lambda cast, season: {"before": (), "after": (OWN,)},
    scene=two_evenings,
)
NAMES = {"after": "prizes", "one_each": "one_prize_each"}


def scene(name: str, cast: Cast, night: NightMaker) -> tuple[str, dict[str, Any]]:
    """The address of the command at an evening or a season where it can be given, and a body for it."""
    service = COMMANDS[name].service.__name__
    if COMMANDS[name] in OF_SEASONS:
        case = SEASON_PRIZES if service == "season_prizes_change" else season_case_of(service)
        season = case.scene(cast)
        return f"/api/v1/seasons/{season.pk}/{name}/", sent(case.body(cast, season), case.asks_reason)
    of = case_of(service)
    at = of.scene(night)
    return f"/api/v1/evenings/{at.evening.pk}/{name}/", sent(of.body(at), of.asks_reason)


OF_BIDS = {"by_entry": "bids"}


def sent(arguments: Mapping[str, Any], asks_reason: bool = False) -> dict[str, Any]:
    """A service's arguments as a body: what is told in parts there is told at once here."""
    body: dict[str, Any] = {"reason": WHY} if asks_reason else {}
    for name, value in arguments.items():
        if isinstance(value, (DealBids, TrickResult)):
            body |= {OF_BIDS.get(key, key): part for key, part in plain(value).items() if part}
        elif name in ("before", "after"):
            body[NAMES.get(name, name)] = ranking_prize_list.to_json(value)
        else:
            body[name] = plain(value)
    made: dict[str, Any] = json.loads(json.dumps(body, default=str))
    return made


def plain(value: Any) -> Any:
    if isinstance(value, Settings):
        return _others(to_json(value), to_json(Settings()), "prizes")
    if isinstance(value, rules.Rules):
        return _others(rules.to_json(value), rules.to_json(rules.Rules()), "prizes", "one_prize_each")
    if isinstance(value, Three):
        kept = {one.name: getattr(value, one.name) for one in fields(value)}
        return {"kind": "three", **plain(kept), "amounts": plain(kept.pop("stakes"))}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, ResultLine):
        return {CALLED.get(key, key): told for key, told in asdict(value).items() if told is not None}
    if is_dataclass(value) and not isinstance(value, type):
        return {key: told for key, told in plain(asdict(value)).items() if told is not None}
    if isinstance(value, Mapping):
        return {str(key): plain(part) for key, part in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [plain(part) for part in value]
    return value


def _others(told: Mapping[str, Any], usual: Mapping[str, Any], *without: str) -> dict[str, Any]:
    """Those that are not as usual, which they need not be told."""
    return {key: value for key, value in told.items() if value != usual[key] and key not in without}
