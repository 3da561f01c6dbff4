"""Leagues: the rules by which a season counts its evenings. Each has its paragraph in docs/leagues.md."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from itertools import pairwise
from typing import Any

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from accounts.refusals import ONLY_ONCE, TOO_MANY, UNKNOWN_VALUE
from tournaments.core.ranking import prize_list
from tournaments.core.ranking import prize_list as ranking_prize_list
from tournaments.core.ranking.metrics import METRICS, Best
from tournaments.core.refusals import UNKNOWN_NAME
from tournaments.core.settings import check_flag, check_number, convert_value


class SeasonStage(StrEnum):
    """A season is in progress or closed. When it is closed, its results are fixed."""

    OPEN = "open"
    CLOSED = "closed"


class Scheme(StrEnum):
    """What an evening gives. With ``LOW`` the place itself is the points, and the fewest points are best."""

    PLACE = "place"
    LOW = "low"
    SCORE = "score"
    COUNTERS = "counters"
    SHARE = "share"

    @property
    def by_place(self) -> bool:
        return self in (Scheme.PLACE, Scheme.LOW)


class Tied(StrEnum):
    """People who share places each get the mean of these places, or the best (smallest) of them."""

    MEAN = "mean"
    HIGHER = "higher"


class Places(StrEnum):
    """The people among whom an evening's places are counted. All other people are skipped."""

    EVERYBODY = "everybody"
    MEMBERS = "members"
    DIVISION = "division"


class Absence(StrEnum):
    """What a missed evening gives: nothing, a score, or the place after the last of the evening or season."""

    NOTHING = "nothing"
    SCORE = "score"
    EVENING = "evening"
    SEASON = "season"


class Members(StrEnum):
    """Who is in the table: everybody who plays and is not a guest, or everybody on the season's list."""

    EVERYBODY = "everybody"
    LISTED = "listed"


TIES = (
    *("wins", "countback", "head_to_head", "last", "best_scores", "last_scores"),
    *("best", "evenings", "yellow", "exact", "lot"),
)
"""The metrics that can break ties in points."""


@dataclass(frozen=True)
class Rules:
    """How the evenings of a season count.

    ``best``: this many evenings count; ``drop``: all but this many count; 0: all count. ``promote`` and
    ``relegate``: how many go up and down between two divisions, the highest boundary first; the last number
    holds for all further boundaries. ``prize_for``: the families of prizes of an evening that give points.
    ``question_days``: for how many days after the last evening, or after the closing, members may ask about
    a row; 0: always.
    """

    scheme: Scheme = Scheme.PLACE
    table: tuple[int, ...] = (12, 10, 8, 7, 6, 5, 4, 3, 2)
    rest: int = 1
    tied: Tied = Tied.MEAN
    places: Places = Places.MEMBERS
    yellow: int = 0
    taking_part: int = 0
    prize: int = 0
    prize_for: tuple[str, ...] = ("yellow", "counters", "own", "told")
    best: int = 0
    drop: int = 0
    minimum: int = 0
    absence: Absence = Absence.NOTHING
    absence_score: int = 0
    members: Members = Members.EVERYBODY
    ties: tuple[str, ...] = ("countback", "last")
    promote: tuple[int, ...] = ()
    relegate: tuple[int, ...] = ()
    question_days: int = 0
    prizes: prize_list.Prizes = ()
    one_prize_each: bool = False

    def __post_init__(self) -> None:
        """Refuse rules by which no season can be counted. RuleError at the wrong rule."""
        for name, (least, most) in NUMBERS.items():
            check_number(name, getattr(self, name), least, most)
        for name, (longest, least, most) in LISTS.items():
            values = getattr(self, name)
            if len(values) > longest:
                raise RuleError(name, TOO_MANY, most=longest)
            for value in values:
                check_number(name, value, least, most)
        check_flag("one_prize_each", self.one_prize_each)
        self._refuse_points()
        if self.best and self.drop:
            raise RuleError(
                "drop", _("Either the best evenings count, or the worst are dropped. Choose one of the two.")
            )
        for name, known in WORDS.items():
            values = getattr(self, name)
            if len(set(values)) != len(values):
                raise RuleError(name, ONLY_ONCE)
            if unknown := set(values) - set(known):
                raise RuleError(name, UNKNOWN_VALUE, value=min(unknown)[:40])
        prize_list.refuse_list(self.prizes, season=True)

    def _refuse_points(self) -> None:
        """Refuse rules that give more for a worse result or for absence. RuleError."""
        if self.scheme is Scheme.PLACE:
            if any(upper < lower for upper, lower in pairwise(self.table)):
                raise RuleError("table", _("A lower place cannot give more points than a higher place."))
            if self.table and self.rest > self.table[-1]:
                raise RuleError(
                    "rest", _("The other places cannot give more points than the last place of the list.")
                )
        if self.absence in (Absence.EVENING, Absence.SEASON) and not self.scheme.by_place:
            raise RuleError(
                "absence",
                _("A missed evening can count as a place only with points by place. Choose another rule."),
            )
        if self.absence is Absence.NOTHING and self.scheme is Scheme.LOW:
            raise RuleError("absence", _("The fewest points win, so a missed evening must cost points."))

    def gives_points(self, prize: str) -> bool:
        """Return whether the prize of an evening with this key gives points."""
        return bool(self.prize) and prize_list.find_family(prize) in self.prize_for

    @property
    def lowest(self) -> bool:
        """Return whether the fewest points win."""
        return self.scheme is Scheme.LOW

    def find_best(self, metric: str) -> Best:
        """Return whether the highest or lowest figure of a metric is good. For points, the scheme decides."""
        of = METRICS[metric]
        return Best.LOWEST if of.scored and self.lowest else of.best

    def count_promoted(self, boundary: int) -> int:
        """Return how many go up over the boundary. Boundary 0 is below the highest division."""
        return _find_at(self.promote, boundary)

    def count_relegated(self, boundary: int) -> int:
        return _find_at(self.relegate, boundary)


NUMBERS = {
    "rest": (-1_000, 1_000),
    "yellow": (-1_000, 1_000),
    "taking_part": (-1_000, 1_000),
    "prize": (-1_000, 1_000),
    "best": (0, 1_000),
    "drop": (0, 1_000),
    "minimum": (0, 1_000),
    "absence_score": (-10_000, 10_000),
    "question_days": (0, 365),
}
"""The rules that are numbers, with the least and the most."""
LISTS = {"table": (200, -1_000, 1_000), "promote": (20, 0, 50), "relegate": (20, 0, 50)}
"""The rules that are lists of numbers: the most entries, and the least and the most of each."""
WORDS = {"ties": TIES, "prize_for": tuple(prize_list.FAMILIES)}
"""The rules that are lists of words, and the allowed words."""
OF_PRIZES = ("prizes", "one_prize_each")
"""The rules that are set together with the season's prizes."""
WEIGHT = (1, 1_000)
"""The least and the most weight of an evening, in percent."""


def to_json(rules: Rules) -> dict[str, Any]:
    """Return the rules as plain values, as they are stored."""
    found = {field.name: getattr(rules, field.name) for field in fields(rules)}
    values = {name: list(value) if isinstance(value, tuple) else value for name, value in found.items()}
    return values | {"prizes": ranking_prize_list.to_json(rules.prizes)}


def from_json(chosen: Mapping[str, Any]) -> Rules:
    """Return the rules from plain values. Missing names keep their default. RuleError for unknown names."""
    known = {field.name: getattr(Rules, field.name) for field in fields(Rules)}
    values: dict[str, Any] = {}
    for name, value in chosen.items():
        if name not in known:
            raise RuleError(name, UNKNOWN_NAME)
        if name != "prizes":
            values[name] = convert_value(name, value, known[name], str if name in WORDS else int)
    rules = Rules(**values)
    if "prizes" not in chosen:
        return rules
    return replace(rules, prizes=ranking_prize_list.from_json(chosen["prizes"], rules.find_best))


def change_rules(before: Rules, changes: Mapping[str, Any]) -> Rules:
    """Return the rules with some of them changed. Prizes that are not in ``changes`` keep their meaning.

    If the fewest points become good, a prize for the most points becomes a prize for the fewest.
    """
    rules = from_json({**to_json(before), **changes})
    if rules.lowest == before.lowest or "prizes" in changes:
        return rules
    return replace(rules, prizes=prize_list.reverse_best(rules.prizes))


def _find_at(numbers: tuple[int, ...], boundary: int) -> int:
    return numbers[min(boundary, len(numbers) - 1)] if numbers else 0
