"""One person's evening."""

import pytest
from django.urls import reverse

from accounts.players.services import player_add
from tests.web.visitors import HOSTILE
from tests.web.wording import queries
from tournaments.attendance.services import Arrival, people_check_in, player_drop, player_pause, player_return
from tournaments.core.counters import ledger
from tournaments.core.record import Stage
from tournaments.core.settings import Counting
from tournaments.models import EntryRow
from tournaments.seating.services import seats_swap


def page(client, night, entry):
    return client.get(reverse("person", args=[night.evening.pk, entry]))


def offered(answer):
    return {action.key for action, _form in answer.context["acts"]}


def test_it_works(client, cast, night):
    night = night(12)
    winner = night.table(2)[0]
    night.next_round()
    night.play(1)
    client.force_login(cast.vera)
    answer = page(client, night, winner)
    html = answer.content.decode()
    assert "Won at table 2. Moves up one table." in html
    assert "Stake from the banker" in html
    assert "Table 2: won the pool" in html
    assert [stop.round for stop in answer.context["life"].stops] == [2, 1]
    lines = answer.context["life"].counters
    assert lines[0].amount == "+50"
    assert lines[-1].balance == str(night.held()[winner])
    assert "Actions" not in html


def test_moves_by_hand_say_the_reason(client, cast, night):
    night = night(6, Stage.SEATED)
    first, second = night.table(1)[:2]
    seats_swap(night.because(HOSTILE), first=first, second=second)
    client.force_login(cast.alice)
    html = page(client, night, first).content.decode()
    assert "Moved by the organiser: &lt;script&gt;" in html


@pytest.mark.parametrize(
    ("stage", "what"),
    [
        (Stage.CHECK_IN, {"rename", "withdraw", "keep"}),
        (Stage.SEATED, {"rename", "withdraw", "keep", "move", "swap"}),
        (Stage.PLAYING, {"rename", "keep", "move", "swap", "leave", "pause"}),
        (Stage.SETTLING, {"rename", "leave"}),
        (Stage.FINISHED, {"reassign"}),
    ],
)
def test_what_can_be_done_at_each_stage(stage, what, client, cast, night):
    night = night(8, stage)
    client.force_login(cast.bob)
    assert offered(page(client, night, night.entry("p01"))) == what


def test_what_can_be_done_in_each_state(client, cast, night):
    night = night(8)
    client.force_login(cast.alice)
    paused, gone = night.table(2)[:2]
    player_pause(night.by, entry=paused)
    player_drop(night.by, entry=gone)
    people_check_in(night.by, people=[Arrival("Lotte")])
    assert offered(page(client, night, paused)) == {"rename", "leave", "return"}
    assert offered(page(client, night, gone)) == {"rename", "return"}
    assert offered(page(client, night, night.entry("Lotte"))) == {"rename", "leave", "pause", "keep"}


def test_seats_wait_where_the_table_has_its_result(client, cast, night):
    night = night(8)
    night.play(2)
    client.force_login(cast.alice)
    answer = page(client, night, night.table(2)[0])
    assert not {"move", "swap"} & offered(answer)
    assert "Tables with a result must wait for the bell" in answer.content.decode()


def test_leaving_says_what_goes_along(client, cast, night):
    client.force_login(cast.alice)
    each = night(6)
    html = page(client, each, each.entry("p01")).content.decode()
    assert "The player takes 50 counters home." in html
    end = night(6, counting=Counting.AT_THE_END)
    end.play(1)
    html = page(client, end, end.entry("p01")).content.decode()
    assert "Count the player’s counters first." in html
    assert 'name="counters"' in html


def test_no_such_person(client, cast, night):
    night, other = night(6), night(6)
    client.force_login(cast.alice)
    assert page(client, night, 2**53 - 1).status_code == 404
    assert page(client, night, other.entry("p01")).status_code == 404


def test_queries_do_not_grow(client, cast, night):
    client.force_login(cast.alice)
    counts = []
    for players in (8, 26):
        made = night(players)
        made.next_round()
        counts.append(queries(page, client, made, made.entry("p01")))
    assert counts[0] == counts[1] <= 18


def test_a_name_of_the_list_is_asked_about(client, cast, night):
    night = night(6, Stage.CHECK_IN)
    client.force_login(cast.alice)
    player_add(by=cast.alice, club=night.evening.club, name="Mara Linde")
    address = reverse("person-change", args=[night.evening.pk, night.entry("p01"), "rename"])
    asked = client.post(address, {"name": "Mara Linde"})
    assert asked.status_code == 422
    assert "Mara Linde is on the player list. Is it this player?" in asked.text
    assert client.post(address, {"name": "Mara Linde", "whose": "other"}).status_code == 302
    assert EntryRow.objects.filter(name="Mara Linde", player__name="Mara Linde").exists()


def test_afterwards_it_was_somebody_else(client, cast, night):
    night = night(6, Stage.FINISHED).reveal()
    client.force_login(cast.alice)
    entry = night.entry("p01")
    look = reverse("person-look", args=[night.evening.pk, entry, "reassign"])
    assert client.post(look, {"name": "Nell"}).status_code == 200
    address = reverse("person-change", args=[night.evening.pk, entry, "reassign"])
    assert client.post(address, {"name": "Nell"}).status_code == 422, "a reason is needed"
    answer = client.post(address, {"name": "Nell", "reason": "names were alike"}, follow=True)
    assert answer.status_code == 200
    assert EntryRow.objects.filter(pk=entry, player__name="Nell").exists()
    journal = client.get(reverse("journal", args=[night.evening.pk])).text
    assert "Nell played here. The evening had named somebody else." in journal


@pytest.mark.parametrize("way", [player_drop, player_pause])
def test_who_is_back_has_no_counters_to_count_before_they_have_a_seat(client, cast, night, way):
    night = night(12, counting=Counting.AT_THE_END)
    who = night.table(2)[3]
    way(night.by, entry=who, counters=40)
    player_return(night.by, entry=who)
    client.force_login(cast.alice)
    answer = client.post(reverse("person-change", args=[night.evening.pk, who, "leave"]), {})
    assert answer.status_code == 302
    assert ledger.count_taken_away(night.facts) == {who: 40}
