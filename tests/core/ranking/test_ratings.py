"""Ratings: openskill's own documented figures, and what must hold whoever plays."""

from collections import defaultdict
from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.ratings import Match
from tests.ratings import paths as at_once
from tournaments.core.ranking.rating_model import MODEL, SCALE, START, rate
from tournaments.core.ranking.ratings import SETTLED, Rating


def paths(matches):
    """Everybody's ratings, evening by evening as they are written."""
    found: dict[int, list[Rating]] = defaultdict(list)
    for event, played in groupby(matches, lambda match: match.event):
        before = {who: path[-1] for who, path in found.items()}
        for who, rating in rate(event, (match.places for match in played), before).items():
            found[who].append(rating)
    return {who: tuple(path) for who, path in found.items()}


def test_two_newcomers_as_openskill_documents_them():
    """ "reverses rank", https://github.com/philihp/openskill.js/blob/main/src/__tests__/rate.test.ts"""
    found = paths([Match(1, {7: 2, 8: 1})])
    assert (found[8][-1].mu, found[8][-1].sigma) == pytest.approx((27.635389493140497, 8.06590141354368))
    assert (found[7][-1].mu, found[7][-1].sigma) == pytest.approx((22.364610506859503, 8.06590141354368))


def test_the_manuals_match():
    """The Basics, and Ranks: https://openskill.me/en/stable/manual.html"""
    newcomer = MODEL.rating
    won, lost = MODEL.rate([[newcomer(), newcomer()], [newcomer(), newcomer()]])
    assert [(who.mu, who.sigma) for who in won] == [(26.964294621803063, 8.177962604389991)] * 2
    assert [(who.mu, who.sigma) for who in lost] == [(23.035705378196937, 8.177962604389991)] * 2
    assert [won[0].ordinal(), lost[0].ordinal()] == pytest.approx([2.4304068086330872, -1.4981824349730388])


def test_people_who_are_known_already():
    """Usage, in the package’s description of release 3.3.0: nothing is added between matches yet (tau)."""
    known = [[(25.0, 25 / 3), (32.444, 5.123)], [(43.381, 2.421), (25.188, 6.211)]]
    rated = MODEL.rate([[MODEL.rating(mu, sigma) for mu, sigma in team] for team in known], tau=1e-12)
    assert [figure for team in rated for who in team for figure in (who.mu, who.sigma)] == pytest.approx(
        [
            *(28.669648436582808, 8.071520788025197, 33.83086971107981, 5.062772998705765),
            *(43.071274808241974, 2.4166900452721256, 23.149503312339064, 6.1378606973362135),
        ]
    )


def test_the_number_that_is_shown():
    """200 points a standard deviation, from 1500: https://openskill.me/en/stable/faq.html, question 7."""
    assert MODEL.sigma * SCALE == 200
    assert START == 1500
    won = paths([Match(1, {1: 1, 2: 2})])[1][-1]
    assert won.number == round(1500 + 24 * (27.635389493140497 - 3 * 8.06590141354368)) == 1583


def test_one_after_each_evening():
    games = [Match(1, {1: 1, 2: 2}), Match(1, {1: 1, 2: 2}), Match(4, {1: 2, 3: 1}), Match(9, {2: 1})]
    found = paths(games)
    assert [(rating.event, rating.evenings) for rating in found[1]] == [(1, 1), (4, 2)]
    assert [rating.event for rating in found[2]] == [1]
    assert found[1][0].number > 1500 > found[2][0].number
    assert found[1][1].mu < found[1][0].mu


def test_settled_after_so_many_evenings():
    path = paths([Match(event, {1: 1, 2: 2}) for event in range(SETTLED)])[1]
    assert [rating.settled for rating in path] == [False] * (SETTLED - 1) + [True]


MATCHES = st.lists(
    st.dictionaries(st.integers(1, 8), st.integers(1, 4), min_size=1, max_size=8), min_size=1, max_size=6
)


@given(MATCHES, st.permutations(range(1, 9)))
def test_nothing_hangs_on_the_order_of_people_or_on_their_numbers(played, renumbered):
    matches = [Match(event, places) for event, places in enumerate(played)]
    new = dict(zip(range(1, 9), renumbered, strict=True))
    again = paths(
        Match(match.event, {new[who]: match.places[who] for who in reversed(match.places)})
        for match in matches
    )
    for who, path in paths(matches).items():
        for mine, other in zip(path, again[new[who]], strict=True):
            assert (mine.mu, mine.sigma) == pytest.approx((other.mu, other.sigma))


@given(MATCHES)
def test_newcomers_who_tie_stay_equal_and_who_came_in_before_another_has_more(played):
    """Ties are ties: also for those behind them (openskill's own issue 155)."""
    first = Match(1, played[0])
    found = paths([first])
    for who in found:
        for other in found:
            mine, theirs = found[who][-1].mu, found[other][-1].mu
            if first.places[who] == first.places[other]:
                assert mine == pytest.approx(theirs)
            elif first.places[who] < first.places[other]:
                assert mine > theirs


@given(MATCHES, st.lists(st.booleans(), min_size=6, max_size=6))
def test_evening_by_evening_they_come_to_the_same_as_all_at_once(played, new):
    """Some evenings have several matches."""
    event, matches = 0, []
    for places, begins in zip(played, new, strict=False):
        event += begins
        matches.append(Match(event, places))
    assert paths(matches) == at_once(matches)
