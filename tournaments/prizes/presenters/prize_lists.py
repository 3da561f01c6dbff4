"""Lists of prizes and prize sets for a reader, and certificates for the winners.

A list has each prize in order, with its metric and whether it is given here. A certificate is printed for
each winner of each announced prize.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext

from accounts.answers import answers
from tournaments.base.words import describe_prize, describe_prize_rules, get_prize_name
from tournaments.core.evening import Facts, Play
from tournaments.core.formats.registry import POKER_EVENING
from tournaments.core.ranking.metrics import METRICS, find_usual_best
from tournaments.core.ranking.prize_list import (
    PRIZES,
    Listed,
    Prizes,
    expand_prize,
    list_enabled_prizes,
    list_keys,
)
from tournaments.core.ranking.prize_list import from_json as prizes_from_json
from tournaments.core.reasons import Reason
from tournaments.core.results.prizes import PrizeAward as Reckoned
from tournaments.core.results.prizes import expand_listed
from tournaments.core.settings import Settings
from tournaments.evening.selectors.evening import load_facts
from tournaments.models import Award, Evening, PrizeSet
from tournaments.prizes.presenters.prizes import get_result_titles
from tournaments.prizes.presenters.won_by import (
    NO_NEXT,
    count_cut_chips,
    describe_cut,
    describe_win,
    find_next,
)
from tournaments.standings.selectors.people import load_prize_sets
from tournaments.standings.selectors.standings import (
    compute_reckoning,
    find_counting_result,
    load_gift_awards,
    load_written_awards,
)


@dataclass(frozen=True)
class ListedPrize:
    """A prize that is ``listed``, or could be. ``description``: its metric and the people it is for.

    ``unfit``: why the prize is not given here. ``now``: its present result, with the winners.
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


def list_prize_rows(
    prizes: Prizes,
    usual: Mapping[str, str],
    metrics: Collection[str],
    now: Mapping[str, tuple[Any, ...]],
) -> tuple[ListedPrize, ...]:
    """Return the list; append the ``usual`` prizes that are not on it, switched off."""
    listed_prizes = [expand_prize(prize) for prize in prizes]
    off_prizes = [Listed(key, off=True) for key in PRIZES if key in usual and key not in list_keys(prizes)]
    return tuple(
        ListedPrize(
            prize.key,
            prize.title or (prize.key if prize.own else get_usual_title(prize.key, usual)),
            describe_prize_rules(prize) if prize.own else usual.get(prize.key, "") if prize.title else "",
            prize.own,
            prize in listed_prizes,
            prize.off,
            _explain_unfit(prize, usual, metrics),
            first=prize is listed_prizes[0] if listed_prizes else False,
            last=prize is listed_prizes[-1] if listed_prizes else False,
            now=now.get(prize.key, ()),
        )
        for prize in (*listed_prizes, *off_prizes)
    )


def _explain_unfit(prize: Listed, usual: Mapping[str, str], metrics: Collection[str]) -> str:
    if not prize.own:
        return "" if prize.key in usual else gettext("This game does not have this prize.")
    if prize.steps[0].metric in metrics:
        return ""
    return gettext("This game does not have: %(metric)s.") % {
        "metric": gettext(METRICS[prize.steps[0].metric].title)
    }


def get_usual_titles(settings: Settings, play: Play) -> dict[str, str]:
    """Return the titles of the usual prizes by key, if the prize exists in this game and format."""
    prizes_by_key = {key: expand_listed(Listed(key), settings, play) for key in PRIZES}
    return {key: get_prize_name(prizes[0]) for key, prizes in prizes_by_key.items() if prizes}


def get_usual_title(key: str, usual: Mapping[str, str]) -> str:
    """Return the title of a usual prize; if not in ``usual``, its title in a progressive evening."""
    return usual.get(key) or get_usual_titles(Settings(), POKER_EVENING)[key]


@answers("id", "club", "name", "for_seasons", "prizes", "words", component="PrizeSetAnswer")
@dataclass(frozen=True)
class SavedSet:
    """A named set of prizes, for evenings or for seasons; ``words``: the prizes that are given."""

    id: int
    club: int
    name: str
    for_seasons: bool
    prizes: Prizes

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(
            describe_prize(prize) if prize.own else prize.title or get_usual_title(prize.key, {})
            for prize in list_enabled_prizes(self.prizes)
        )


def load_saved_sets(club: int, *, for_seasons: bool = False) -> tuple[SavedSet, ...]:
    """Return the club's prize sets for its evenings, or for its seasons, by name."""
    return tuple(build_saved_set(row) for row in load_prize_sets(club, for_seasons=for_seasons))


def build_saved_set(row: PrizeSet) -> SavedSet:
    """Return the set as the API and pages show it."""
    return SavedSet(row.pk, row.club_id, row.name, row.for_seasons, prizes_from_json(row.prizes))


SHORT, LONG = 22, 40
"""Lengths of a name or a prize that fit into a line: longer text gets smaller letters."""
FEW, MANY = 130, 260
"""Lengths of the reason, in letters."""


@dataclass(frozen=True)
class Certificate:
    """The text of a certificate: winner, prize, reason, occasion and day."""

    club: str
    occasion: str
    when: str
    prize: str
    name: str
    why: str

    @property
    def name_size(self) -> str:
        return _measure_text(self.name, SHORT, LONG)

    @property
    def prize_size(self) -> str:
        return _measure_text(self.prize, 1.5 * SHORT, 1.5 * LONG)

    @property
    def why_size(self) -> str:
        return _measure_text(self.why, FEW, MANY)


@dataclass(frozen=True)
class CertificatePrize:
    """A prize that was won: its title, and the name and reason of each winner, in words."""

    title: str
    winners: tuple[tuple[str, str], ...]


def load_certificates(evening: Evening, *, runs: bool) -> tuple[Certificate, ...]:
    """Return the certificates of the result that counts, the highest prize first.

    Without ``runs``, only prizes that the hall has seen. The next players are named only after all prizes are
    revealed.
    """
    if (result := find_counting_result(evening)) is None:
        return ()
    facts = load_facts(evening.pk)
    rows = (*load_written_awards(result), *load_gift_awards(evening))
    all_revealed = runs or all(row.revealed_id for row in rows)
    now = _reckon_prizes(facts) if all_revealed else {}
    titles, chips = get_result_titles(result), count_cut_chips(facts)
    certificate_prizes = (
        CertificatePrize(
            titles.get(row.prize, gettext(row.title)), _describe_winners(row, facts.names, now, chips)
        )
        for row in rows
        if runs or row.revealed_id
    )
    return build_certificates(
        certificate_prizes, evening.club.name, evening.name, date_format(evening.held_on, "DATE_FORMAT")
    )


def _reckon_prizes(facts: Facts) -> dict[str, Reckoned]:
    """Return the prizes calculated again from the facts; none while a correction waits for its cut."""
    if facts.chips.needs:
        return {}
    return {award.prize.key: award for award in compute_reckoning(facts).awards}


def _describe_winners(
    row: Award, names: Mapping[int, str], now: Mapping[str, Reckoned], chips: Counter[int]
) -> tuple[tuple[str, str], ...]:
    """Return the winners as written. The next people are known only for an equal calculation."""
    reason, people = Reason(row.why, row.figures), row.current_winners
    winners, award = tuple(person.pk for person in people), now.get(row.prize)
    after = find_next(award, find_usual_best) if award and _is_same(award, winners, reason) else NO_NEXT
    return tuple(
        (
            person.name,
            " ".join(
                filter(
                    None,
                    (
                        describe_win(reason, winners, person.pk, names, after),
                        describe_cut(reason, chips[person.pk]),
                    ),
                )
            ),
        )
        for person in people
    )


def _is_same(award: Reckoned, winners: Collection[int], reason: Reason) -> bool:
    """Return whether the calculated prize equals the written one."""
    figures = ("figure", "by", "next")
    now = [award.why.figures.get(name) for name in figures]
    return {*award.winners} == {*winners} and now == [reason.figures.get(name) for name in figures]


def build_certificates(
    prizes: Iterable[CertificatePrize], club: str, occasion: str, day: str
) -> tuple[Certificate, ...]:
    """Return a certificate for each winner."""
    return tuple(
        Certificate(club, occasion, day, prize.title, name, reason)
        for prize in prizes
        for name, reason in prize.winners
    )


def _measure_text(text: str, short: float, long: float) -> str:
    """Return the size class of a text; empty for a usual length."""
    return "" if len(text) <= short else "long" if len(text) <= long else "longest"
