"""Certificates: one for each winner of each prize of what was announced, as it is printed."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.translation import gettext

from tournaments.core.evening import Facts
from tournaments.core.ranking.metrics import usual_best
from tournaments.core.reasons import Reason
from tournaments.core.results.prizes import Award as Reckoned
from tournaments.evening.selectors.evening import load_facts
from tournaments.models import Award, Evening
from tournaments.prizes.presenters.prizes import titles_in
from tournaments.prizes.presenters.won_by import NOT_TOLD, by_cut, chips_cut, next_after, won_by
from tournaments.standings.selectors.results import reckoning
from tournaments.standings.selectors.written import awards_written, counting_result, given_by_hand

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
    """Those of the result that counts, the highest prize first.

    Who does not run the evening gets those that the hall knows. Who comes next is told once it knows all.
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
    """The prizes as they are found again from the facts; none while a correction waits for its cut."""
    if facts.chips.needs:
        return {}
    return {made.prize.key: made for made in reckoning(facts).awards}


def _winners(
    row: Award, names: Mapping[int, str], now: Mapping[str, Reckoned], chips: Counter[int]
) -> tuple[tuple[str, str], ...]:
    """The winners as they were written. Who comes next is only known where they are found again."""
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
    """Whether a prize is found again as it was written."""
    figures = ("figure", "by", "next")
    now = [made.why.figures.get(name) for name in figures]
    return {*made.winners} == {*winners} and now == [why.figures.get(name) for name in figures]


def certificates_of(won: Iterable[Won], club: str, occasion: str, when: str) -> tuple[Certificate, ...]:
    """One for each winner."""
    return tuple(
        Certificate(club, occasion, when, prize.title, name, why)
        for prize in won
        for name, why in prize.winners
    )


def _size(text: str, short: float, long: float) -> str:
    """How much room a text takes: nothing to say of a usual one."""
    return "" if len(text) <= short else "long" if len(text) <= long else "longest"
