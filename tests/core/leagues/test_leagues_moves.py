"""Who goes up a division and who goes down when a season is closed."""

from tests.core.races import race
from tournaments.core.leagues.moves import propose_moves
from tournaments.core.leagues.points import Member
from tournaments.core.leagues.rules import Rules
from tournaments.core.leagues.standing import rank_season

A, B, C = 1, 2, 3


def moves(people, *places, seed="seed", **rules):
    """What is proposed for these people's divisions, who came to these places, by player: (to, why)."""
    said = {player: Member(division) for player, division in people.items()}
    evenings = [race(1, places) for places in places]
    chosen = Rules(ties=(), **rules)
    rows = rank_season(chosen, evenings, said, (A, B, C), seed)
    return {move.player: (move.to, move.why) for move in propose_moves(chosen, (A, B, C), rows, seed)}


PEOPLE = {1: A, 2: A, 3: A, 4: B, 5: B, 6: B, 7: C, 8: C, 9: C}
IN_ORDER = {player: player for player in PEOPLE}


def test_over_each_boundary():
    """The best of the lower and the worst of the higher division; more over the first boundary."""
    found = moves(PEOPLE, IN_ORDER, promote=(2, 1), relegate=(1,))
    assert {player: to for player, (to, _why) in found.items()} == {4: A, 5: A, 7: B, 3: B, 6: C}
    assert (found[4][1].code, dict(found[4][1].figures)) == ("season_up", {"place": 1})
    assert (found[3][1].code, dict(found[3][1].figures)) == ("season_down", {"place": 3})


def test_nobody_where_nobody_is_to():
    assert moves(PEOPLE, IN_ORDER) == {}
    assert {to for to, _why in moves(PEOPLE, IN_ORDER, promote=(1,)).values()} == {A, B}


def test_who_has_not_played_enough_does_not_go_up():
    """7 is the best of the lowest division, and 8 has not played at all."""
    people = {7: C, 8: C, 6: B}
    assert moves(people, {6: 1, 7: 2}, promote=(2,)).keys() == {6, 7}
    assert moves(people, {6: 1, 7: 2}, promote=(2,), minimum=2).keys() == set()


def test_who_never_came_goes_down_first():
    assert moves({1: A, 2: A}, {1: 1}, relegate=(1,)).keys() == {2}


def test_who_goes_up_does_not_go_down():
    """In a division of one the best is the worst."""
    assert {
        p: to for p, (to, _why) in moves({1: A, 5: B, 9: C}, IN_ORDER, promote=(1,), relegate=(1,)).items()
    } == {5: A, 9: B, 1: B}


def test_equals_are_told_apart_by_lot():
    found = {
        seed: moves({4: B, 5: B, 6: B}, {4: 1, 5: 1, 6: 1}, promote=(1,), seed=seed)
        for seed in "abcdefghijklmnop"
    }
    assert {player for one in found.values() for player in one} == {4, 5, 6}
    for seed, one in found.items():
        ((player, (_to, why)),) = one.items()
        assert why.code == "season_up_lot"
        assert why.figures == {
            "place": 1,
            "others": tuple(sorted({4, 5, 6} - {player}, key=why.figures["others"].index)),
            "seed": seed,
        }


def test_no_lot_where_all_equals_go():
    found = moves({4: B, 5: B}, {4: 1, 5: 1}, promote=(2,))
    assert {why.code for _to, why in found.values()} == {"season_up"}
