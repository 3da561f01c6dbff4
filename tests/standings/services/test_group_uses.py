"""A group keeps its name and stays while a prize goes by it, whatever the page knew when it was shown."""

from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Group, Player
from tests.cast import refused
from tournaments.core.ranking.prize_list import expand_prize, from_json
from tournaments.models import PrizeSet
from tournaments.prizes.services import prize_set_change
from tournaments.records.services.people import group_drop, group_set

pytestmark = pytest.mark.postgresql


@pytest.fixture
def juniors(cast):
    return Group.objects.create(club=cast.club, name="Juniors")


def a_prize(cast):
    prize = {
        "key": "own-1",
        "title": "Best",
        "steps": [{"metric": "net", "best": "highest"}],
        "group": "Juniors",
    }
    return PrizeSet.objects.create(club=cast.club, name="Ours", prizes=[prize])


def test_it_works(cast, juniors):
    anna = Player.objects.create(club=cast.club, name="Anna")
    group_set(by=cast.bob, group=juniors, name="Young", players=[anna.pk])
    assert Group.objects.get(players=anna).name == "Young"
    group_drop(by=cast.bob, group=juniors)
    assert not Group.objects.exists()
    with refused("name", "already deleted"):
        group_drop(by=cast.bob, group=juniors)


def test_while_a_prize_goes_by_it(cast, juniors):
    prize = a_prize(cast)
    for change in (
        lambda: group_drop(by=cast.bob, group=juniors),
        lambda: group_set(by=cast.bob, group=juniors, name="Young", players=[]),
    ):
        with refused("name", "The group “Juniors” has a prize in: Ours. Delete that prize first."):
            change()
    group_set(by=cast.bob, group=juniors, name="Juniors", players=[])
    prize.delete()
    group_drop(by=cast.bob, group=juniors)


def test_what_goes_by_it_is_read_under_the_clubs_lock(cast, juniors):
    """Else a prize that is made between the two would be for a group that is gone."""
    with CaptureQueriesContext(connection) as captured:
        group_drop(by=cast.bob, group=juniors)
    asked = [query["sql"] for query in captured]
    lock = next(n for n, sql in enumerate(asked) if 'FROM "accounts_club"' in sql)
    uses = next(n for n, sql in enumerate(asked) if 'FROM "tournaments_prizeset"' in sql)
    assert lock < uses


def test_no_prize_is_newly_for_a_group_that_is_gone(cast, juniors):
    """One that was for it already can be kept: the list can still be changed otherwise."""
    prize = a_prize(cast)
    juniors.delete()
    before = from_json(prize.prizes)
    other = replace(expand_prize(before[0]), title="Other")
    prize_set_change(by=cast.bob, prize_set=prize, before=before, after=(other,))
    with refused("prizes", "The club has no group “Elders”. Choose another group."):
        prize_set_change(
            by=cast.bob, prize_set=prize, before=(other,), after=(replace(other, group="Elders"),)
        )
