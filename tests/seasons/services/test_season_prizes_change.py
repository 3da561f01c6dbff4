"""A season's list of prizes, and who wins them."""

from dataclasses import replace
from hashlib import sha256

import pytest

from accounts.errors import StaleError
from accounts.models import Group, Player
from tests.cast import refused
from tests.played_seasons import an_evening, by, played, player
from tests.seasons.services.test_divisions_set import divided
from tests.services.season_cases import SeasonCase
from tournaments.base.words import describe_prize
from tournaments.core.leagues.rules import Places, from_json
from tournaments.core.ranking.metrics import Best
from tournaments.core.ranking.places import Step, build_steps
from tournaments.core.ranking.prize_list import Listed
from tournaments.models import Season
from tournaments.seasons.presenters.journal import load_book
from tournaments.seasons.presenters.prizes import list_season_certificates, load_season_prizes
from tournaments.seasons.services.results import season_close, season_reopen
from tournaments.seasons.services.seasons import (
    evening_add,
    player_place,
    season_prizes_change,
)

CUP = Listed("own-1", "Cup", (Step("points"), Step("countback")), places=2)
POOR = Listed("own-2", "Poorest", (Step("net", Best.LOWEST),))
YOUNG = Listed("own-3", "Best of the young", (Step("points"),), group="Juniors")
SECOND = Listed("own-4", "Best of B", (Step("points"),), division="B")
CASE = SeasonCase(season_prizes_change, body=lambda cast, season: {"before": (), "after": (CUP,)})


@pytest.fixture
def season(cast):
    return played(cast, ("Ada", "Ben", "Cora"), ("Ben", "Ada", "Cora"), ("Ada", "Cora", "Ben"))


def change(cast, season, *prizes, **how):
    season.refresh_from_db()
    before = from_json(season.rules).prizes
    season_prizes_change(by(cast, season), before=before, after=prizes, **how)
    season.refresh_from_db()


def won(season):
    return {prize.title: prize.names for prize in load_season_prizes(season, all_known=True).prizes}


def test_it_works(cast, season):
    change(cast, season, CUP, POOR)
    assert from_json(season.rules).prizes == (CUP, POOR)
    assert won(season) == {
        "Cup: place 1": ("Ada",), "Cup: place 2": ("Ben",), "Poorest": ("Cora",)
    }  # fmt: skip
    cup = load_season_prizes(season, all_known=True).prizes[0]
    assert cup.why == "Points of the season: 34. The next player has 30."
    line = load_book(season).lines[0]
    assert "Cup (" in line.more
    change(cast, season, CUP, Listed("own-5", "Wins", (Step("wins"),)), POOR, one_each=True)
    assert from_json(season.rules).one_prize_each
    assert won(season)["Poorest"] == ("Cora",)


def test_for_a_division_and_a_group(cast, season):
    divided(cast, season, A=("Ada",), B=("Ben", "Cora"))
    Group.objects.create(club=cast.club, name="Juniors").players.add(player(cast, "Cora"))
    change(cast, season, YOUNG, SECOND)
    assert won(season) == {"Best of the young: Juniors": ("Cora",), "Best of B": ("Ben",)}


def test_who_was_at_too_few_evenings_wins_nothing(cast, season):
    evening_add(by(cast, season), evening=an_evening(cast, 4, "Dora", "Ada").pk)
    change(cast, season, Listed("own-1", "Fewest counters", (Step("net", Best.LOWEST),)))
    assert won(season) == {"Fewest counters": ("Dora",)}
    Season.objects.filter(pk=season.pk).update(rules=season.rules | {"minimum": 2})
    season.refresh_from_db()
    assert won(season) == {"Fewest counters": ("Cora",)}


def test_a_closed_season_keeps_its_prizes_and_its_groups(cast, season):
    group = Group.objects.create(club=cast.club, name="Juniors")
    group.players.add(player(cast, "Cora"))
    change(cast, season, YOUNG)
    season_close(by(cast, season))
    group.players.set(Player.objects.filter(name="Ada"))
    season.refresh_from_db()
    assert won(season) == {"Best of the young: Juniors": ("Cora",)}
    with refused("stage", "Open it again first"):
        season_prizes_change(by(cast, season), before=(YOUNG,), after=())
    season_reopen(by(cast, season, "too early"))
    season.refresh_from_db()
    assert won(season) == {"Best of the young: Juniors": ("Ada",)}


@pytest.mark.thorough
def test_lots_are_drawn_by_the_numbers_in_which_people_came(cast):
    """Guests and whoever came first but is not in the table have theirs: docs/leagues.md."""
    season = played(cast, ("Gus",), ("Ada", "Ben", "Cora", "Dan"))
    player_place(by(cast, season), player=player(cast, "Gus"), guest=True)
    change(cast, season, Listed("own-1", "By lot", (Step("evenings"), Step("lot", Best.LOWEST))))
    numbers = {"Ada": 2, "Ben": 3, "Cora": 4, "Dan": 5}
    for seed in map(str, range(12)):
        Season.objects.filter(pk=season.pk).update(seed=seed)
        season.refresh_from_db()
        lots = {
            sha256(f"{seed}:own-1:{number}".encode()).hexdigest(): name for name, number in numbers.items()
        }
        assert won(season) == {"By lot": (lots[min(lots)],)}


def test_people_of_different_divisions_met_at_the_places_of_all(cast):
    """Ada was the first of hers twice, but once behind Cora and Dan. For a division its own places count."""
    season = played(
        cast, ("Cora", "Dan", "Ada", "Ben"), ("Ada", "Dan", "Cora", "Ben"), places=Places.DIVISION
    )
    divided(cast, season, A=("Ada", "Ben"), B=("Cora", "Dan"))
    ahead = Listed("own-1", "Ahead", (Step("evenings"), Step("head_to_head")))
    of_b = Listed("own-2", "Best of B", (Step("evenings"), Step("countback")), division="B")
    change(cast, season, ahead, of_b)
    shared = {title: set(names) for title, names in won(season).items()}
    assert shared == {"Ahead": {"Ada", "Cora", "Dan"}, "Best of B": {"Cora", "Dan"}}


def test_by_place_the_highest_division_comes_first(cast):
    """Dan has more points than Ada, in the lower division. In each table places begin with 1."""
    season = played(cast, ("Dan", "Ada", "Ben", "Cora"), ("Dan", "Ada", "Ben", "Cora"))
    divided(cast, season, A=("Ada", "Ben"), B=("Dan",))
    first = build_steps(("place",))
    of_all = Listed("own-1", "Cup", first, places=4)
    change(cast, season, of_all, Listed("own-2", "Cup of B", first, division="B"))
    assert won(season) == {
        "Cup: place 1": ("Ada",),
        "Cup: place 2": ("Ben",),
        "Cup: place 3": ("Dan",),
        "Cup: place 4": ("Cora",),
        "Cup of B": ("Dan",),
    }
    told = load_season_prizes(season, all_known=True).prizes
    assert [told[0].why, told[-1].why] == [
        "Place in the table: 1. The next player has 2.",
        "Place in the table: 1. No other player could win this prize.",
    ]
    assert describe_prize(of_all) == "Cup (Place in the table, the first · places 1 to 4)"


def test_refusals(cast, season):
    change(cast, season, CUP)
    with refused("prizes", "changed since you opened the page", error=StaleError):
        season_prizes_change(by(cast, season), before=(), after=(POOR,))
    with refused("prizes", "prize for evenings only"):
        season_prizes_change(by(cast, season), before=(CUP,), after=("yellow",))


def test_a_prize_for_a_role(cast, season):
    """By the club's list; once it is closed, as it was then."""
    Player.objects.filter(name__in=("Ben", "Cora")).update(role="lady")
    lady = Listed("own-6", "Best lady", (Step("points"),), role="lady")
    with refused("prizes", "no role “host”"):
        season_prizes_change(by(cast, season), before=(), after=(replace(lady, role="host"),))
    change(cast, season, lady)
    for closed in (False, True):
        if closed:
            season_close(by(cast, season))
            season.refresh_from_db()
            Player.objects.filter(name="Ben").update(role="gentleman")
        (shown,) = load_season_prizes(season, all_known=True).prizes
        assert shown.names == ("Ben",)
    season_reopen(by(cast, season, "Ben’s role was wrong"))
    season.refresh_from_db()
    assert load_season_prizes(season, all_known=True).prizes[0].names == ("Cora",)


def test_certificates(cast, season):
    change(cast, season, CUP)
    assert list_season_certificates(season, runs=False) == ()
    assert [one.name for one in list_season_certificates(season, runs=True)] == ["Ada", "Ben"]
    season_close(by(cast, season))
    season.refresh_from_db()
    ada, ben = list_season_certificates(season, runs=False)
    assert (ada.club, ada.occasion, ada.when) == (
        "Thursday Club", "Thursday League · Winter", "8 Jan 2026 to 22 Jan 2026"
    )  # fmt: skip
    assert (ben.prize, ben.name) == ("Cup: place 2", "Ben")
