"""Who was considered for a prize: everybody that it is for, and before it is given who has played little."""

import pytest
from django.urls import reverse

from tests.web.html import faults, shows
from tests.web.wording import queries
from tournaments.attendance.services import Arrival, people_check_in, player_drop
from tournaments.bell.services.bell import moves_apply
from tournaments.core.record import Stage
from tournaments.models import Evening
from tournaments.prizes.services import prize_reveal, prizes_change
from tournaments.results.services import evening_finish

LITTLE = "would win “Booby prize” after"


def page(client, night, name="prizes"):
    return client.get(reverse(name, args=[night.evening.pk]))


def out_of(answer, key="booby"):
    shown = next(prize for prize in answer.context["list"].prizes if prize.key == key)
    return {one.name: one.why for one in shown.out}


@pytest.fixture
def gone(night):
    """Somebody leaves in the first of two rounds."""
    night = night(8, Stage.PLAYING)
    leaver = night.table(2)[1]
    night.play_round()
    player_drop(night.by, entry=leaver)
    moves_apply(night.by, round=1)
    night.play_round()
    night.settle()
    night.leaver = night.facts.names[leaver]
    return night


def test_who_left_is_on_the_page_with_the_reason(client, cast, gone):
    client.force_login(cast.bob)
    answer = page(client, gone)
    assert out_of(answer) == {gone.leaver: "Left in round 1."}
    shows(answer, "Left in round 1.")
    evening_finish(gone.by)
    assert out_of(page(client, gone)) == {gone.leaver: "Left in round 1."}


def test_others_are_told_no_more_than_the_hall_knows(client, cast, gone):
    client.force_login(cast.vera)
    shows(page(client, gone), never=["Left in round 1.", "Played"])
    evening_finish(gone.by)
    prize_reveal(gone.by, prize="booby")
    answer = page(client, gone)
    assert all(prize.out == () for prize in answer.context["list"].prizes)
    gone.reveal()
    assert out_of(page(client, gone)) == {gone.leaver: "Left in round 1."}


class TestWhoHasPlayedLittle:
    @pytest.fixture
    def late(self, night):
        """Zoe arrives for the last of three rounds, and has no yellow chip then."""
        night = night(8, Stage.PLAYING, booby="yellow", roles=())
        night.next_round()
        people_check_in(night.by, people=[Arrival("Zoe")])
        night.next_round()
        night.play_round()
        return night

    def test_it_is_pointed_out_before_prizes_are_given(self, client, cast, late):
        late.settle()
        client.force_login(cast.bob)
        there = f"{reverse('prize-list', args=[late.evening.pk])}#winners"
        for name in ("evening", "prizes"):
            answer = page(client, late, name)
            shows(answer, f"Zoe {LITTLE} 1 of 3 deals.", "Is that right?", there)
            assert faults(answer.text) == []
        client.force_login(cast.vera)
        shows(page(client, late), never=[LITTLE, there])
        client.force_login(cast.bob)
        where = reverse("prize-list", args=[late.evening.pk])
        wrong = client.post(where, {"do": "each", "prize_deals": "1001"})
        shows(wrong, "Enter a number from 0 to 1,000.", status=422)
        assert client.post(where, {"do": "each", "prize_deals": "2"}).status_code == 302
        assert Evening.objects.get().settings.prize_deals == 2
        answer = page(client, late)
        shows(answer, "Played 1 of 3 deals. A prize needs 2.", never=f"Zoe {LITTLE}")
        evening_finish(late.by)
        shows(page(client, late), "Played 1 of 3 deals. A prize needs 2.", never=there)


def test_queries_do_not_grow_with_those_who_are_out(client, cast, night):
    client.force_login(cast.bob)
    counts = []
    for players in (8, 26):
        made = night(players, Stage.SETTLING)
        settings = Evening.objects.get(pk=made.evening.pk).settings
        prizes_change(made.by, before=settings.prizes, after=settings.prizes, deals=5)
        assert len(out_of(page(client, made))) == players
        counts.append(queries(page, client, made))
    assert counts[0] == counts[1]
