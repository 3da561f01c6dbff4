"""A season's prizes: everybody that they are for stands in them, and who wins after few evenings."""

from hypothesis import given
from hypothesis import strategies as st

from tests.core.races import race
from tests.core.random_seasons import evenings, people, rules
from tests.core.score_sheets import said
from tournaments.core.leagues.moves import award_season_prizes, find_few_evenings
from tournaments.core.leagues.points import Member
from tournaments.core.leagues.rules import Rules
from tournaments.core.leagues.standing import rank_season
from tournaments.core.ranking.places import Step
from tournaments.core.ranking.prize_list import Listed
from tournaments.core.results.prizes import Belongs

MOST = Listed("own-1", "Champion", (Step("points"),))
SILVER = Listed("own-2", "Silver champion", (Step("points"),), division="2")


def test_who_has_played_too_few_evenings_stands_below():
    season = [race(1, {1: 1, 2: 2}), race(2, {1: 2, 2: 1}), race(3, {1: 1, 3: 2})]
    rows = rank_season(Rules(minimum=2), season, {4: Member()})
    (made,) = award_season_prizes((MOST,), rows, {})
    assert [line.who for line in made.ranking] == [1, 2]
    assert [(one.who, said(one.why)) for one in made.out] == [
        (3, "Played 1 of 3 evenings. A prize needs 2."),
        (4, "Played 0 of 3 evenings. A prize needs 2."),
    ]
    (made,) = award_season_prizes((MOST,), rank_season(Rules(), season, {4: Member()}), {})
    assert [said(one.why) for one in made.out] == ["Played 0 of 3 evenings. A prize needs 1."]


def test_only_evenings_that_count_for_somebody_are_counted():
    season = [race(1, {1: 1, 2: 2}), race(2, {1: 1, 3: 2}, division=1), race(3, {2: 1}, division=2)]
    rows = rank_season(Rules(), season, {1: Member(1), 2: Member(2), 3: Member(1)}, (1, 2))
    assert {row.player: (row.played, row.possible) for row in rows} == {1: (2, 2), 2: (2, 2), 3: (1, 2)}


def test_who_wins_after_less_than_half_of_the_evenings():
    season = [race(1, {1: 2, 2: 1}), race(2, {1: 1, 2: 2}), race(3, {3: 1, 1: 2})]
    rows = rank_season(Rules(table=(1,), rest=0, ties=()), season, {})
    awards = award_season_prizes((MOST,), rows, {})
    (made,) = awards
    assert made.winners == (1, 2, 3)
    (little,) = find_few_evenings(awards, rows)
    assert (little.prize.title, little.who, little.played, little.most) == ("Champion", 3, 1, 3)


@given(rules(), evenings(), people, st.booleans())
def test_nobody_is_silently_missing(rules, evenings, people, one):
    rows = rank_season(rules, evenings, people, (1, 2))
    belongs = {row.player: Belongs(division=str(row.division or "")) for row in rows}
    for made in award_season_prizes((MOST, SILVER), rows, belongs, one_prize_each=one):
        such = {row.player for row in rows if made.prize.division in (None, belongs[row.player].division)}
        considered, out = {line.who for line in made.ranking}, {one.who for one in made.out}
        assert considered | out == such
        assert not considered & out
