"""What can be done with one person, by the forms of the person's page."""

from uuid import uuid4

import pytest
from django.urls import reverse

from tests.cast import everything
from tournaments.core.movement.seating import find_presence
from tournaments.core.record import Presence, Stage
from tournaments.core.settings import Counting
from tournaments.models import EntryRow, Journal


@pytest.fixture(autouse=True)
def alice(client, cast):
    client.force_login(cast.alice)


def send(client, night, entry, what, **data):
    return client.post(reverse("person-change", args=[night.evening.pk, entry, what]), data)


def state(night, entry):
    return find_presence(night.facts, entry, night.round + 1)


@pytest.mark.thorough
def test_a_drop_out(client, night):
    night = night(8)
    entry = night.table(2)[0]
    answer = send(client, night, entry, "leave")
    assert answer.url == reverse("person", args=[night.evening.pk, entry])
    assert state(night, entry) is Presence.LEFT
    assert "went home." in client.get(answer.url).content.decode()


def test_a_drop_out_whose_counters_must_be_counted(client, night):
    night = night(8, counting=Counting.AT_THE_END)
    night.play(2)
    entry = night.table(2)[0]
    for wrong in ("", "-1", "many", "99999999999999999999", "401"):
        answer = send(client, night, entry, "leave", counters=wrong)
        assert answer.status_code == 422
        form = {action.key: form for action, form in answer.context["acts"]}["leave"]
        assert form.errors["counters"]
        assert f'value="{wrong}"' in answer.content.decode() or not wrong
    assert send(client, night, entry, "leave", counters="43").status_code == 302
    assert night.facts.stakes[-1].counters == 43


def test_pausing_and_coming_back(client, night):
    night = night(8)
    entry = night.table(2)[0]
    send(client, night, entry, "pause")
    assert state(night, entry) is Presence.PAUSED
    send(client, night, entry, "return")
    assert state(night, entry) is Presence.HERE
    assert send(client, night, entry, "return").status_code == 422


def test_keeping_the_seat(client, night):
    night = night(8)
    entry = night.table(2)[0]
    send(client, night, entry, "keep")
    assert state(night, entry) is Presence.KEEPS_SEAT
    send(client, night, entry, "free")
    assert state(night, entry) is Presence.HERE


@pytest.mark.thorough
def test_moving(client, night):
    night = night(9)
    entry = night.table(2)[0]
    refused = send(client, night, entry, "move", table="1")
    assert refused.status_code == 422
    assert "Enter a reason" in refused.content.decode()
    assert send(client, night, entry, "move", table="7", reason="Sat wrongly").status_code == 422
    assert send(client, night, entry, "move", table="1", reason="Sat wrongly").status_code == 302
    assert night.seats()[entry][0] == 1


def test_swapping(client, night):
    night = night(9)
    one, other = night.table(1)[0], night.table(2)[0]
    before = night.seats()
    assert send(client, night, one, "swap", second=str(other), reason="Sat wrongly").status_code == 302
    assert night.seats()[one] == before[other]
    assert send(client, night, one, "swap", second=str(one), reason="Sat wrongly").status_code == 422


@pytest.mark.parametrize("stage", [Stage.CHECK_IN, Stage.SEATED])
def test_withdrawing_leads_back_to_where_it_came_from(stage, client, night):
    night = night(8, stage)
    answer = send(client, night, night.entry("p01"), "withdraw", next="evening")
    assert answer.url == reverse("evening", args=[night.evening.pk])
    answer = send(client, night, night.entry("p02"), "withdraw")
    assert answer.url == reverse("people", args=[night.evening.pk])
    assert EntryRow.objects.filter(void=None).count() == 6


def test_no_open_redirect(client, night):
    night = night(8)
    entry = night.entry("p01")
    answer = send(client, night, entry, "keep", next="https://example.org/")
    assert answer.url == reverse("person", args=[night.evening.pk, entry])


def test_renaming(client, night):
    night = night(8)
    entry = night.entry("p01")
    assert send(client, night, entry, "rename", name="Zoë", role="lady").status_code == 302
    assert EntryRow.objects.get(pk=entry).name == "Zoë"
    for name in ("", "   ", "p02", "x" * 200, "a\x00b", "a\u202eb"):
        answer = send(client, night, entry, "rename", name=name, role="lady")
        assert answer.status_code == 422
        form = {action.key: form for action, form in answer.context["acts"]}["rename"]
        assert form.errors["name"]
    assert send(client, night, entry, "rename", name="Zoë", role="king").status_code == 422


def test_the_stage_refuses(client, night):
    night = night(8, Stage.FINISHED)
    before = everything()
    answer = send(client, night, night.entry("p01"), "leave")
    assert answer.status_code == 422
    assert "The evening is finished." in answer.content.decode()
    assert everything() == before


def test_a_withdrawal_sent_twice_is_answered_alike(client, night):
    night = night(8, Stage.CHECK_IN)
    entry, key = night.entry("p01"), str(uuid4())
    for _tap in range(2):
        assert send(client, night, entry, "withdraw", request_key=key).status_code == 302
    assert send(client, night, entry, "withdraw", request_key=str(uuid4())).status_code == 404
    assert Journal.objects.filter(verb="entry_withdrawn").count() == 1


def test_unknown_things(client, night):
    night, other = night(8), night(8)
    assert send(client, night, night.entry("p01"), "promote").status_code == 404
    assert send(client, night, other.entry("p01"), "pause").status_code == 404
    assert client.get(reverse("person-change", args=[night.evening.pk, 1, "pause"])).status_code == 405
