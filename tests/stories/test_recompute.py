"""Evenings of every format with prizes of every kind, exported and recomputed by the files alone."""

import copy
import random

import pytest

from accounts.models import Group, Player
from games.rules.registry import RULESETS
from tests.recompute import evening as recompute
from tests.stories.conftest import document_of
from tournaments.core.ranking.places import build_steps
from tournaments.core.ranking.prize_list import PRIZES, Listed
from tournaments.core.settings import BoobyBy, Counting, Settings, ThroughOf, Unfinished
from tournaments.evening.services.journal import RequestedBy
from tournaments.models import Evening
from tournaments.results.services import evening_finish, evening_reopen
from tournaments.simulation.hall import make_name
from tournaments.simulation.rounds import SimulationOrder, simulate

GAMES = {
    "progressive": ("draw-poker", "brag", "clag", "kachuful"),
    "fixed": ("draw-poker", "blackout", "blackout-cooperative", "oh-well"),
    "rotation": ("draw-poker", "kachuful", "brag"),
    "swiss": ("draw-poker", "clag", "kachuful"),
    "knockout": ("brag", "kachuful", "draw-poker"),
    "ladder": ("brag", "clag", "three-stake-brag"),
}
PLAYERS = (13, 17, 26, 9, 20)


def own_prizes(score):
    """Prizes of a club's own: by figures, ties by lot, for a role, for a group, several places."""
    return (
        Listed("own-1", "Steady", build_steps(("share", "wins")), places=3),
        Listed("own-2", "Best deal", build_steps(("best", "lot"))),
        Listed("own-3", "Junior", build_steps((score, "deals")), group="Juniors"),
        Listed("own-4", "Lady of wins", build_steps(("wins", score)), role="lady"),
    )


def order(format, number):
    """The ``number``-th evening of a format: everything that can differ does."""
    pick = random.Random(f"{format}:{number}")
    game = GAMES[format][number % len(GAMES[format])]
    rules = RULESETS[game]
    score = "net" if rules.kind == "pool" else "score"
    whole = format != "progressive"
    settings = Settings(
        deals=pick.choice((2, 3)) if whole else pick.choice((1, 2)),
        games=3,
        counting=pick.choice(list(Counting)) if rules.kind == "pool" and not whole else Counting.EACH_DEAL,
        prizes=(*PRIZES, *own_prizes(score)) if number % 2 else PRIZES,
        booby=pick.choice(list(BoobyBy)),
        one_prize_each=number % 3 == 1,
        leavers_win=number % 4 == 2,
        prize_deals=3 if number % 4 == 3 else 0,
        through=2,
        through_of=pick.choice(list(ThroughOf)),
        consolation=number % 2 == 0,
        unfinished=Unfinished.CUT,
    )
    rounds = None if whole else pick.choice((3, 5))
    return SimulationOrder(
        f"{format} {number}",
        pick.choice(PLAYERS),
        rounds,
        str(number),
        game,
        format=format,
        settings=settings,
    )


NUMBERS = [3, *(pytest.param(number, marks=pytest.mark.thorough) for number in range(12) if number != 3)]


@pytest.fixture
def document(cast):
    """An evening's document; every third person is a junior."""
    juniors = Group.objects.create(club=cast.club, name="Juniors")
    juniors.players.set(Player.objects.create(club=cast.club, name=make_name(at)) for at in range(0, 26, 3))

    def make(format, number):
        return document_of(simulate(order(format, number), club=cast.club, actor=cast.alice))

    return make


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("format", GAMES)
def test_every_figure_place_prize_and_reason(document, format, number):
    assert recompute.differences(document(format, number)) == []


def test_an_evening_reopened_and_finished_again(cast, document):
    document("progressive", 3)
    evening = Evening.objects.get()
    evening_reopen(RequestedBy(evening.pk, cast.alice, "A count was wrong"))
    evening.refresh_from_db()
    assert document_of(evening)["settlement"] == []
    evening_finish(RequestedBy(evening.pk, cast.alice))
    evening.refresh_from_db()
    again = document_of(evening)
    assert again["result_version"] == 2
    assert recompute.differences(again) == []


def worse(doc):
    doc["settlement"][0]["share"] -= 1


def swapped(doc):
    first, second = doc["settlement"][:2]
    first["place"], second["place"] = second["place"], first["place"]


def other_winner(doc):
    doc["prizes"][0]["winners"] = [0]


def other_reason(doc):
    doc["prizes"][0]["reason"]["figures"]["next"] = 0


def test_a_forged_document_is_found_out(document):
    doc = document("swiss", 3)
    for forge in (worse, swapped, other_winner, other_reason):
        forged = copy.deepcopy(doc)
        forge(forged)
        assert recompute.differences(forged), forge
