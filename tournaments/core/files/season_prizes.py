"""The prizes of a season's file: those of its evenings, those by hand, and what closing it wrote down.

``people`` are the names of everybody in the file, in its order.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from accounts.errors import gettext_noop as _
from accounts.names import LONGEST, name_key
from accounts.refusals import CHOOSE_PLAYERS
from tournaments.core.files.documents import At, refuse_doubles
from tournaments.core.files.results_table import MOST_PEOPLE
from tournaments.core.ranking.prize_list import TOLD
from tournaments.core.results.elsewhere import PrizeTold

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
class Closing:
    """What closing a season wrote down: the names in each group and role for which there is a prize, and
    the prizes by the rules.
    """

    groups: Mapping[str, tuple[str, ...]]
    roles: Mapping[str, tuple[str, ...]]
    prizes: tuple[PrizeTold, ...]


def prizes_in(at: At, people: Sequence[str], there: frozenset[str]) -> tuple[PrizeTold, ...]:
    """The prizes, each by a key of its own: the one that is told, if it is one of an evening's."""
    found = dict[str, PrizeTold]()
    for number, one in enumerate(at.list("prizes", MOST_PRIZES), start=1):
        key = one.text("key", LONGEST) if one.maybe("key", str) else ""
        if key in found or not KEY.fullmatch(key):
            key = f"{TOLD}{number}"
        found[key] = PrizeTold(one.text("title", LONGEST_TITLE), _winners(one, people, there), key)
    return tuple(found.values())


def given_in(at: At, people: Sequence[str], there: frozenset[str] | None = None) -> tuple[GivenPrize, ...]:
    """The prizes by hand, each with at least one winner; ``there``: of whom they must be."""
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


def closing_in(at: At, people: Sequence[str]) -> Closing | None:
    if at.maybe("closing", dict) is None:
        return None
    told = At(at.of("closing", dict), f"{at.path}closing.")
    everybody = frozenset(people)
    prizes = tuple(
        PrizeTold(one.text("title", LONGEST_TITLE), _winners(one, people, everybody), one.name("key"))
        for one in told.list("prizes", MOST_PRIZES)
    )
    refuse_doubles("closing.prizes", (prize.key for prize in prizes))
    return Closing(_members(told, "groups", people), _members(told, "roles", people), prizes)


def _members(at: At, name: str, people: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """The names of the people of each group, or role."""
    held = At(at.of(name, dict), f"{at.path}{name}.")
    return {group: _people_of(held, group, people, MOST_ON_LIST) for group in held.value}


def _winners(at: At, people: Sequence[str], there: frozenset[str]) -> tuple[str, ...]:
    names = _people_of(at, "winners", people, MOST_PEOPLE)
    if not there.issuperset(names):
        raise at.wrong("winners", WRONG_WINNER)
    return names


def _people_of(at: At, name: str, people: Sequence[str], most: int) -> tuple[str, ...]:
    """The names of a list of numbers, each once."""
    listed = [At({"person": one.value}, f"{at.path}{name}.") for one in at.list(name, most)]
    names = tuple(people[one.number("person", 1, len(people)) - 1] for one in listed)
    if len(set(names)) < len(names):
        raise at.wrong(name, WRONG_WINNER)
    return names


def prizes_won(closing: Closing) -> Mapping[str, frozenset[str]]:
    """Return by the key of each prize the keys of its winners' names."""
    return {prize.key: frozenset(map(name_key, prize.winners)) for prize in closing.prizes}
