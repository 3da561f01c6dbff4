"""A club's prize sets."""

import pytest
from django.urls import reverse

from accounts.models import Player
from tests.web.html import faults
from tests.web.visitors import HOSTILE
from tournaments.core.ranking.places import Step
from tournaments.core.ranking.prize_list import Listed
from tournaments.models import PrizeSet
from tournaments.prizes.services import prize_set_keep

CUP = Listed("own-1", "Cup", (Step("points"),))


@pytest.fixture
def kept(cast):
    return prize_set_keep(by=cast.bob, club=cast.club, name=HOSTILE, prizes=("yellow", "booby"))


@pytest.fixture
def seasonal(cast):
    return prize_set_keep(by=cast.bob, club=cast.club, name="Cups", prizes=(CUP,), for_seasons=True)


def test_the_clubs_sets(client, cast, kept, seasonal):
    address = reverse("prize-sets", args=[cast.club.pk])
    for member, may in ((cast.bob, True), (cast.vera, False)):
        client.force_login(member)
        html = client.get(address).content.decode()
        assert "Most yellow chips" in html
        assert "Cup (Points of the season, the highest)" in html
        assert HOSTILE not in html
        assert (reverse("prize-set", args=[kept.pk]) in html) is may
        assert faults(html) == []


@pytest.mark.thorough
def test_a_set_is_changed_prize_by_prize(client, cast, kept):
    client.force_login(cast.bob)
    Player.objects.create(club=cast.club, name="Ada", role="page")
    here, new = reverse("prize-set", args=[kept.pk]), reverse("prize-set-prize", args=[kept.pk, "new"])
    assert faults(client.get(here).content.decode()) == []
    client.post(here, {"do": "up", "key": "booby"})
    whom = [value for value, _words in client.get(new).context["form"].fields["whom"].choices]
    assert whom == ["", "role:lady", "role:gentleman", "role:page"]
    sent = {"title": "Best page", "metric": "exact", "best": "highest", "equal": "share", "places": "1"}
    assert client.post(new, sent | {"whom": "role:page"}).status_code == 302
    assert PrizeSet.objects.get().prizes == [
        "booby",
        "yellow",
        {
            "key": "own-1",
            "title": "Best page",
            "steps": [{"metric": "exact", "best": "highest"}],
            "role": "page",
        },
    ]


def test_a_set_for_seasons_has_none_of_the_rulebooks_and_keeps_its_last_prize(client, cast, seasonal):
    client.force_login(cast.bob)
    assert [
        row.key for row, _edit in client.get(reverse("prize-set", args=[seasonal.pk])).context["rows"]
    ] == ["own-1"]
    at = reverse("prize-set-prize", args=[seasonal.pk, "yellow"])
    assert client.get(at).status_code == 404
    sent = {"do": "remove", "key": "own-1"}
    answer = client.post(reverse("prize-set", args=[seasonal.pk]), sent, follow=True)
    assert "The list has no prizes. Add a prize first." in answer.content.decode()
    assert PrizeSet.objects.get().prizes


def test_it_has_another_name_and_is_given_up(client, cast, kept):
    client.force_login(cast.bob)
    here = reverse("prize-set", args=[kept.pk])
    client.post(here, {"do": "name", "name": "Club nights"})
    assert PrizeSet.objects.get().name == "Club nights"
    assert client.post(here, {"do": "name", "name": ""}).status_code == 422
    answer = client.post(reverse("prize-set-gone", args=[kept.pk]), follow=True)
    assert answer.redirect_chain == [(reverse("prize-sets", args=[cast.club.pk]), 302)]
    assert not PrizeSet.objects.exists()
