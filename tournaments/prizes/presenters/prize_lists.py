"""Lists of prizes and prize sets for a reader, and certificates for the winners.

A list has each prize in order, with its metric and whether it is given here. A certificate is printed for
each winner of each prize that was announced.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext

from accounts.answers import answers
from tournaments.base.words import about_prize, prize_called, prize_told
from tournaments.core.evening import Facts, Play
from tournaments.core.formats.registry import POKER_EVENING
from tournaments.core.ranking.metrics import METRICS, usual_best
from tournaments.core.ranking.prize_list import PRIZES, Listed, Prizes, given, keys_of, listed
from tournaments.core.ranking.prize_list import from_json as prizes_from_json
from tournaments.core.reasons import Reason
from tournaments.core.results.prizes import PrizeAward as Reckoned
from tournaments.core.results.prizes import prizes_of
from tournaments.core.settings import Settings
from tournaments.evening.selectors.evening import load_facts
from tournaments.models import Award, Evening, PrizeSet
from tournaments.prizes.presenters.prizes import titles_in
from tournaments.prizes.presenters.won_by import NOT_TOLD, by_cut, chips_cut, next_after, won_by
from tournaments.standings.selectors.people import sets_of
from tournaments.standings.selectors.standings import (
    awards_written,
    counting_result,
    given_by_hand,
    reckoning,
)


@dataclass(frozen=True)
class ListedShown:
    """A prize that is ``listed``, or could be. ``about``: what it goes by and for whom.

    ``unfit``: why it is not given here. ``now``: what it comes to as things stand, with who would win.
    """

    key: str
    title: str
    about: str
    own: bool
    listed: bool
    off: bool
    unfit: str
    first: bool
    last: bool
    now: tuple[Any, ...] = ()


def rows_of(
    prizes: Prizes,
    usual: Mapping[str, str],
    metrics: Collection[str],
    now: Mapping[str, tuple[Any, ...]],
) -> tuple[ListedShown, ...]:
    """Return the list; at its end, switched off, those of the ``usual`` prizes that are not on it."""
    there = [listed(prize) for prize in prizes]
    missing = [Listed(key, off=True) for key in PRIZES if key in usual and key not in keys_of(prizes)]
    return tuple(
        ListedShown(
            prize.key,
            prize.title or (prize.key if prize.own else title_of(prize.key, usual)),
            about_prize(prize) if prize.own else usual.get(prize.key, "") if prize.title else "",
            prize.own,
            prize in there,
            prize.off,
            _unfit(prize, usual, metrics),
            first=prize is there[0] if there else False,
            last=prize is there[-1] if there else False,
            now=now.get(prize.key, ()),
        )
        for prize in (*there, *missing)
    )


def _unfit(prize: Listed, usual: Mapping[str, str], metrics: Collection[str]) -> str:
    if not prize.own:
        return "" if prize.key in usual else gettext("This game does not have this prize.")
    if prize.steps[0].metric in metrics:
        return ""
    return gettext("This game does not have: %(metric)s.") % {
        "metric": gettext(METRICS[prize.steps[0].metric].title)
    }


def usual_of(settings: Settings, play: Play) -> dict[str, str]:
    """Return the titles of the usual prizes by key: of those that exist where this is played."""
    found = {key: prizes_of(Listed(key), settings, play) for key in PRIZES}
    return {key: prize_called(prizes[0]) for key, prizes in found.items() if prizes}


def title_of(key: str, usual: Mapping[str, str]) -> str:
    """Return the title of a usual prize: as where it is ``usual``, else as in a progressive evening."""
    return usual.get(key) or usual_of(Settings(), POKER_EVENING)[key]


@answers("id", "club", "name", "for_seasons", "prizes", "words", component="PrizeSetAnswer")
@dataclass(frozen=True)
class SavedSet:
    """Prizes under a name, for evenings or for seasons; ``words``: those that are given."""

    id: int
    club: int
    name: str
    for_seasons: bool
    prizes: Prizes

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(
            prize_told(prize) if prize.own else prize.title or title_of(prize.key, {})
            for prize in given(self.prizes)
        )


def prize_sets(club: int, *, for_seasons: bool = False) -> tuple[SavedSet, ...]:
    """Return the club's prize sets for its evenings, or for its seasons, by name."""
    return tuple(saved(one) for one in sets_of(club, for_seasons=for_seasons))


def saved(one: PrizeSet) -> SavedSet:
    """Return the set as it is read."""
    return SavedSet(one.pk, one.club_id, one.name, one.for_seasons, prizes_from_json(one.prizes))


SHORT, LONG = 22, 40
"""Letters of a name, or of a prize, that fit into a line: the longer, the smaller."""
FEW, MANY = 130, 260
"""Letters of why."""


@dataclass(frozen=True)
class Certificate:
    """What is printed: who won what, why, on which occasion, and when."""

    club: str
    occasion: str
    when: str
    prize: str
    name: str
    why: str

    @property
    def name_size(self) -> str:
        return _size(self.name, SHORT, LONG)

    @property
    def prize_size(self) -> str:
        return _size(self.prize, 1.5 * SHORT, 1.5 * LONG)

    @property
    def why_size(self) -> str:
        return _size(self.why, FEW, MANY)


@dataclass(frozen=True)
class Won:
    """A prize that was won: its title, and of each winner the name and by what they won it, in words."""

    title: str
    winners: tuple[tuple[str, str], ...]


def certificates(evening: Evening, *, runs: bool) -> tuple[Certificate, ...]:
    """Return the certificates of the result that counts, the highest prize first.

    Without ``runs``, only those that the hall knows. The next players are named once it knows all prizes.
    """
    if (result := counting_result(evening)) is None:
        return ()
    facts = load_facts(evening.pk)
    rows = (*awards_written(result), *given_by_hand(evening))
    all_told = runs or all(row.revealed_id for row in rows)
    now = _reckoned(facts) if all_told else {}
    titles, chips = titles_in(result), chips_cut(facts)
    won = (
        Won(titles.get(row.prize, gettext(row.title)), _winners(row, facts.names, now, chips))
        for row in rows
        if runs or row.revealed_id
    )
    return certificates_of(won, evening.club.name, evening.name, date_format(evening.held_on, "DATE_FORMAT"))


def _reckoned(facts: Facts) -> dict[str, Reckoned]:
    """Return the prizes as they are found again from the facts; none while a correction waits for its cut."""
    if facts.chips.needs:
        return {}
    return {made.prize.key: made for made in reckoning(facts).awards}


def _winners(
    row: Award, names: Mapping[int, str], now: Mapping[str, Reckoned], chips: Counter[int]
) -> tuple[tuple[str, str], ...]:
    """Return the winners as they were written. Who comes next is only known where they are found again."""
    why, people = Reason(row.why, row.figures), row.current_winners
    winners, made = tuple(one.pk for one in people), now.get(row.prize)
    after = next_after(made, usual_best) if made and _same(made, winners, why) else NOT_TOLD
    return tuple(
        (
            one.name,
            " ".join(filter(None, (won_by(why, winners, one.pk, names, after), by_cut(why, chips[one.pk])))),
        )
        for one in people
    )


def _same(made: Reckoned, winners: Collection[int], why: Reason) -> bool:
    """Return whether a prize is found again as it was written."""
    figures = ("figure", "by", "next")
    now = [made.why.figures.get(name) for name in figures]
    return {*made.winners} == {*winners} and now == [why.figures.get(name) for name in figures]


def certificates_of(won: Iterable[Won], club: str, occasion: str, when: str) -> tuple[Certificate, ...]:
    """Return a certificate for each winner."""
    return tuple(
        Certificate(club, occasion, when, prize.title, name, why)
        for prize in won
        for name, why in prize.winners
    )


def _size(text: str, short: float, long: float) -> str:
    """Return how much room a text takes; empty for a usual one."""
    return "" if len(text) <= short else "long" if len(text) <= long else "longest"
