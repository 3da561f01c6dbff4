"""Sets of prizes that a club keeps."""

import pytest

from accounts.errors import StaleError
from accounts.models import Group
from tests.cast import refused
from tournaments.core.ranking.places import Step
from tournaments.core.ranking.prize_list import Listed
from tournaments.models import PrizeSet
from tournaments.prizes import services as prizes_services
from tournaments.prizes.presenters.prize_lists import build_saved_set, load_saved_sets
from tournaments.prizes.services import prize_set_change, prize_set_drop, prize_set_keep

OWN = Listed("own-1", "Best deal", (Step("best"),), role="page")
CUP = Listed("own-1", "Cup", (Step("points"),), division="A")


@pytest.fixture
def kept(cast):
    return prize_set_keep(by=cast.alice, club=cast.club, name="Club nights", prizes=("yellow", OWN))


def test_it_is_kept_and_given_up(cast, kept):
    [one] = load_saved_sets(cast.club.pk)
    assert (one.id, one.name, one.prizes) == (kept.pk, "Club nights", ("yellow", OWN))
    assert one.words == ("Most yellow chips", "Best deal (Best deal, the highest · page)")
    assert load_saved_sets(cast.club.pk, for_seasons=True) == ()
    assert load_saved_sets(cast.other_club.pk) == ()
    for _twice in range(2):
        prize_set_drop(by=cast.bob, prize_set=kept)
    assert not PrizeSet.objects.exists()


def test_of_one_name_there_is_one(cast, kept):
    again = prize_set_keep(by=cast.bob, club=cast.club, name="club NIGHTS", prizes=("booby",))
    assert again.pk == kept.pk
    assert [(one.name, one.prizes) for one in load_saved_sets(cast.club.pk)] == [("club NIGHTS", ("booby",))]
    prize_set_keep(by=cast.bob, club=cast.club, name="Club nights", prizes=(CUP,), for_seasons=True)
    assert PrizeSet.objects.count() == 2


def test_what_no_evening_or_season_could_have_and_too_many(cast, monkeypatch):
    keep = {"by": cast.alice, "club": cast.club, "name": "A set"}
    for wrong in ({"prizes": ()}, {"prizes": (CUP,)}, {"prizes": ("yellow",), "for_seasons": True}):
        with refused("prizes"):
            prize_set_keep(**keep, **wrong)
    with refused("name"):
        prize_set_keep(**{**keep, "name": " "}, prizes=("yellow",))
    monkeypatch.setattr(prizes_services, "MOST_SETS", 0)
    with refused("name", "Delete one first"):
        prize_set_keep(**keep, prizes=("yellow",))


def test_a_prize_for_a_group_is_kept_where_the_club_has_it(cast):
    juniors = Listed("own-1", "Best of the young", (Step("net"),), group="Juniors")
    keep = {"by": cast.alice, "club": cast.club, "name": "A set", "prizes": (juniors,)}
    with refused("prizes", "no group “Juniors”"):
        prize_set_keep(**keep)
    assert not PrizeSet.objects.exists()
    group = Group.objects.create(club=cast.club, name="Juniors")
    prize_set_keep(**keep)
    group.delete()
    assert build_saved_set(prize_set_keep(**keep)).prizes == (juniors,), "what is there stays"


def test_it_is_changed(cast, kept):
    change = {"by": cast.bob, "prize_set": kept, "before": ("yellow", OWN)}
    assert build_saved_set(prize_set_change(**change, after=("booby",), name="Other nights")).prizes == (
        "booby",
    )
    with refused("prizes", "changed since you opened the page", error=StaleError):
        prize_set_change(**change, after=("yellow",))
    prize_set_keep(by=cast.alice, club=cast.club, name="Club nights", prizes=("yellow",))
    with refused("name", "already"):
        prize_set_change(by=cast.bob, prize_set=kept, before=("booby",), after=("booby",), name="Club nights")
