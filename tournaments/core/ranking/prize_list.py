"""A club's list of prizes: its prizes, its changes, and the plain values that are stored.

The list has the usual prizes, perhaps renamed, and the club's own prizes, the highest first. An unchanged
usual prize is stored as its key, a word; every other prize is a ``Listed``. The API has the same values.
"""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from accounts.errors import RuleError, StateError
from accounts.errors import gettext_noop as _
from accounts.names import LONGEST_ROLE, clean_name, name_key, refuse_unshown
from accounts.refusals import ONLY_ONCE, TOO_LONG, TOO_MANY, UNKNOWN_VALUE
from tournaments.core.ranking.metrics import METRICS, Best, find_usual_best
from tournaments.core.ranking.places import Step
from tournaments.core.refusals import UNKNOWN_NAME, WRONG_KIND

PRIZES = ("yellow", "counters", "booby")
"""The keys of the usual prizes."""
OWN = re.compile(r"own-[1-9][0-9]{0,2}")
BY_HAND, GIVEN_BY_HAND = "hand-", "prize_by_hand"
"""The key's prefix of a prize given by hand, which is on no list; and the code of its reason."""
TOLD = "told-"
"""The key's prefix of a prize recorded with the result of an evening played elsewhere."""
FAMILIES = ("yellow", "counters", "own", "booby", "told")
"""The families of an evening's prizes that can give points in a season: prefixes of their keys."""
LOT = "lot"
FIRST = frozenset(key for key, metric in METRICS.items() if metric.figures is None)
"""The metrics that can decide a prize. The others only break ties."""
NO_METRIC = _("“%(metric)s” cannot decide a prize. Choose another metric.")
OF_OWN = ("steps", "role", "group", "division", "places")
"""The fields that only a club's own prize has."""
MOST_PRIZES, MOST_STEPS, MOST_PLACES = 20, 4, 10


@dataclass(frozen=True)
class Listed:
    """A prize on the list. In the club's own, the first of ``steps`` decides; the others break ties.

    A prize is for a ``role``, a ``group``, a ``division`` or everybody. ``places``: the number of winning
    places, from the first. ``off``: the prize stays on the list but is not given.
    """

    key: str
    title: str = ""
    steps: tuple[Step, ...] = ()
    role: str = ""
    group: str = ""
    division: str = ""
    places: int = 1
    off: bool = False

    def __post_init__(self) -> None:
        """Refuse a value that no prize can have. RuleError at its field."""
        for name in ("key", "title", "role", "group", "division"):
            if not isinstance(getattr(self, name), str):
                raise RuleError(name, WRONG_KIND)
        if self.key not in PRIZES and not OWN.fullmatch(self.key):
            raise RuleError("key", UNKNOWN_VALUE, value=self.key[:40])
        if not isinstance(self.off, bool):
            raise RuleError("off", WRONG_KIND)
        if self.title or self.own:
            clean_name(self.title, "title")
        if self.own:
            self._refuse_steps()
            self._refuse_places()
        elif any(getattr(self, name) != getattr(Listed, name) for name in OF_OWN):
            raise RuleError("key", _("You can only rename one of the usual prizes, or switch it off."))

    @property
    def own(self) -> bool:
        """Return whether this is the club's own prize, not a usual one."""
        return self.key not in PRIZES

    @property
    def by_lot(self) -> bool:
        """Return whether equals draw lots instead of sharing."""
        return any(step.metric == LOT for step in self.steps)

    def _refuse_steps(self) -> None:
        if not 1 <= len(self.steps) <= MOST_STEPS:
            raise RuleError(
                "steps", _("Choose one metric, and at most %(more)s more to break ties."), more=MOST_STEPS - 1
            )
        for at, step in enumerate(self.steps):
            if step.metric not in METRICS or (at == 0 and step.metric not in FIRST):
                raise RuleError("metric", NO_METRIC, metric=step.metric[:40])
        if len({step.metric for step in self.steps}) != len(self.steps):
            raise RuleError("steps", ONLY_ONCE)

    def _refuse_places(self) -> None:
        places: object = self.places
        if isinstance(places, bool) or not isinstance(places, int) or not 1 <= places <= MOST_PLACES:
            raise RuleError("places", _("Choose from 1 to %(most)s places."), most=MOST_PLACES)
        for name in ("role", "group", "division"):
            refuse_unshown(getattr(self, name), name)
        if len(self.role) > LONGEST_ROLE or len(self.group) > LONGEST_ROLE:
            raise RuleError(
                "role" if len(self.role) > LONGEST_ROLE else "group",
                TOO_LONG,
                most=LONGEST_ROLE,
            )


def find_family(key: str) -> str:
    """Return the prize's family in ``FAMILIES``: ``counters`` for "counters-lady"."""
    return key.partition("-")[0]


Prizes = tuple[str | Listed, ...]


def expand_prize(prize: str | Listed) -> Listed:
    """Return the prize as a ``Listed``, also if it is stored as a word."""
    return Listed(prize) if isinstance(prize, str) else prize


def refuse_list(prizes: Prizes, *, roles: Collection[str] = (), season: bool = False) -> None:
    """Refuse an invalid list. RuleError at ``prizes``.

    An evening's list is for its ``roles``. A ``season``'s list is for its divisions and any role.
    """
    keys = tuple(prize if isinstance(prize, str) else prize.key for prize in prizes)
    if len(set(keys)) != len(keys):
        raise RuleError("prizes", ONLY_ONCE)
    if unknown := sorted({prize for prize in prizes if isinstance(prize, str)} - {*PRIZES}):
        raise RuleError("prizes", UNKNOWN_VALUE, value=unknown[0][:40])
    if len(keys) > MOST_PRIZES:
        raise RuleError("prizes", TOO_MANY, most=MOST_PRIZES)
    called: set[tuple[str, ...]] = set()
    for prize in map(expand_prize, prizes):
        name = (name_key(prize.title or prize.key), prize.role, prize.group, prize.division)
        if name in called:
            raise RuleError(
                "prizes", _("Two prizes are called “%(prize)s”. Rename one of them."), prize=prize.title
            )
        called.add(name)
        _refuse_elsewhere(prize, roles, season)


def _refuse_elsewhere(prize: Listed, roles: Collection[str], season: bool) -> None:
    """Refuse an evening's prize on a season's list, or a season's prize on an evening's list. RuleError."""
    if season and not prize.own:
        raise RuleError(
            "prizes",
            _("“%(prize)s” is a prize for evenings only. Remove it from the season."),
            prize=prize.title or prize.key,
        )
    if prize.division and not season:
        raise RuleError(
            "prizes",
            _("“%(prize)s” is for a division, and only seasons have divisions. Choose another prize."),
            prize=prize.title,
        )
    if prize.role and not season and prize.role not in roles:
        raise RuleError(
            "prizes",
            _("“%(prize)s” is for the role “%(role)s”, which nobody can have. Choose another role."),
            prize=prize.title,
            role=prize.role,
        )


def put_prize(prizes: Prizes, prize: Listed) -> Prizes:
    """Return the list with this prize: in place of the prize with its key, or at the end."""
    new = shorten_prize(prize)
    if prize.key in list_keys(prizes):
        return tuple(new if expand_prize(one).key == prize.key else one for one in prizes)
    return (*prizes, new)


def remove_prize(prizes: Prizes, key: str) -> Prizes:
    """Return the list without this prize."""
    return tuple(prize for prize in prizes if expand_prize(prize).key != key)


def move_prize(prizes: Prizes, key: str, by: int) -> Prizes:
    """Return the list with a prize ``by`` places further down (negative: up), within the list."""
    order = list(prizes)
    place = order.index(_find_prize(prizes, key))
    order.insert(max(0, min(place + by, len(order) - 1)), order.pop(place))
    return tuple(order)


def switch_prize(prizes: Prizes, key: str, is_on: bool) -> Prizes:
    """Return the list with a prize switched on or off. A usual prize that is missing is added at the end."""
    found = (
        Listed(key)
        if key in PRIZES and key not in list_keys(prizes)
        else expand_prize(_find_prize(prizes, key))
    )
    return put_prize(prizes, replace(found, off=not is_on))


def _find_prize(prizes: Prizes, key: str) -> str | Listed:
    for prize in prizes:
        if expand_prize(prize).key == key:
            return prize
    raise StateError("key", _("This prize is no longer on the list. Reload the page."))


def keep_only(prizes: Prizes, keys: Collection[str]) -> Prizes:
    """Return the list with only these prizes on. Remove other usual prizes that were not renamed."""
    kept = tuple(prize for prize in prizes if isinstance(prize, Listed) or prize in keys)
    for key in (*list_keys(kept), *keys):
        kept = switch_prize(kept, key, key in keys)
    return kept


def rename_roles(prizes: Prizes, new_names: Mapping[str, str]) -> Prizes:
    """Return the list with roles renamed. ``new_names``: the new name, by the old name."""
    return tuple(
        replace(prize, role=new_names.get(prize.role) or prize.role) if isinstance(prize, Listed) else prize
        for prize in prizes
    )


def reverse_best(prizes: Prizes) -> Prizes:
    """Return the list for a season in which the good end of points changes: most or fewest.

    A prize for the best stays one for the best, and one for the last stays one for the last.
    """
    return tuple(
        replace(prize, steps=tuple(map(_reverse_step, prize.steps))) if isinstance(prize, Listed) else prize
        for prize in prizes
    )


def _reverse_step(step: Step) -> Step:
    if not METRICS[step.metric].scored:
        return step
    return replace(step, best=Best.LOWEST if step.highest else Best.HIGHEST)


def open_to_everybody(prizes: Prizes) -> Prizes:
    """Return the list with prizes for roles made prizes for everybody. Those of one metric become one."""
    made: list[str | Listed] = [prize for prize in prizes if not expand_prize(prize).role]
    called = {(name_key(prize.title), prize.group) for prize in map(expand_prize, made)}
    merged: set[tuple[tuple[Step, ...], str, int]] = set()
    for prize in list_enabled_prizes(prizes):
        metric, name = (prize.steps[:1], prize.group, prize.places), (name_key(prize.title), prize.group)
        if not prize.role or metric in merged or name in called:
            continue
        merged.add(metric)
        called.add(name)
        made.append(replace(prize, role=""))
    order = list_keys(prizes)
    return tuple(sorted(made, key=lambda prize: order.index(expand_prize(prize).key)))


def list_keys(prizes: Prizes) -> tuple[str, ...]:
    """Return the keys in the order of the list."""
    return tuple(expand_prize(prize).key for prize in prizes)


def list_enabled_prizes(prizes: Prizes) -> tuple[Listed, ...]:
    """Return the prizes that are not switched off."""
    return tuple(prize for prize in map(expand_prize, prizes) if not prize.off)


def make_key(prizes: Prizes) -> str:
    """Return the key for the club's next own prize."""
    taken = set(list_keys(prizes))
    return next(key for number in range(1, 1000) if (key := f"own-{number}") not in taken)


def shorten_prize(prize: Listed) -> str | Listed:
    return prize if prize.own or prize.title or prize.off else prize.key


def to_json(prizes: Prizes) -> list[Any]:
    """Return the list as stored: words, and objects that hold only changed values."""
    return [_store_prize(prize) for prize in prizes]


def _store_prize(prize: str | Listed) -> Any:
    if isinstance(prize, str):
        return prize
    found = {field.name: getattr(prize, field.name) for field in fields(prize)}
    values = {name: value for name, value in found.items() if value != getattr(Listed, name, None)}
    if prize.steps:
        values["steps"] = [{"metric": step.metric, "best": str(step.best)} for step in prize.steps]
    return values


Good = Callable[[str], Best | None]
"""Which figure of a metric wins, if a prize does not set it. None: the prize must set it."""
SAY_WHICH = _("Choose which wins: the highest or the lowest.")


def find_fixed_best(metric: str) -> Best | None:
    """Return which figure is good under every scheme; None if the scheme decides."""
    return None if METRICS[metric].scored else METRICS[metric].best


def from_json(stored: object, good: Good = find_usual_best) -> Prizes:
    """Return the list from plain values. RuleError at ``prizes`` or ``prizes.<number>.<field>``."""
    if not isinstance(stored, (list, tuple)):
        raise RuleError("prizes", WRONG_KIND)
    return tuple(_read(value, at, good) for at, value in enumerate(stored))


def _read(value: object, field: int, good: Good) -> str | Listed:
    if isinstance(value, str):
        return value
    try:
        return shorten_prize(_read_object(value, good))
    except RuleError as error:
        raise RuleError(f"prizes.{field}.{error.field}", error.message, **error.figures) from error


def _read_object(value: object, good: Good) -> Listed:
    if not isinstance(value, Mapping) or "key" not in value:
        raise RuleError("key", WRONG_KIND)
    known = {field.name for field in fields(Listed)}
    if unknown := sorted(set(map(str, value)) - known):
        raise RuleError(unknown[0][:40], UNKNOWN_NAME)
    steps = tuple(_read_step(step, good) for step in _read_sequence(value.get("steps", ())))
    return Listed(**{**value, "steps": steps})


def _read_sequence(value: object) -> Sequence[object]:
    if not isinstance(value, (list, tuple)):
        raise RuleError("steps", WRONG_KIND)
    return value


def _read_step(value: object, good: Good) -> Step:
    if not isinstance(value, Mapping) or set(value) - {"metric", "best"}:
        raise RuleError("steps", WRONG_KIND)
    metric, best = value.get("metric"), value.get("best")
    if not isinstance(metric, str) or metric not in METRICS:
        raise RuleError("metric", NO_METRIC, metric=str(metric)[:40])
    if best is None:
        best = good(metric)
        if best is None:
            raise RuleError("best", SAY_WHICH)
    if best not in tuple(Best):
        raise RuleError("best", SAY_WHICH)
    return Step(metric, Best(best))
