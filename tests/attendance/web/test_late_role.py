"""Late players: their role is a field, and without one it is said which prizes that closes."""

import pytest
from django.urls import reverse

from tests.web.html import faults, shows
from tournaments.core.record import Stage
from tournaments.models import EntryRow

CLOSED = "Without a role a player cannot win: Most counters: lady, Most counters: gentleman."
WARNED = "No role: Zoe. Without one they cannot win: Most counters: lady, Most counters: gentleman."


@pytest.fixture(autouse=True)
def bob(client, cast):
    client.force_login(cast.bob)


@pytest.fixture
def add(client):
    def add(night, names="Zoe", **more):
        where = reverse("check-in", args=[night.evening.pk])
        return client.post(where, {"names": names, "next": "people", **more}, follow=True)

    return add


def role(night, name="Zoe"):
    return EntryRow.objects.get(evening=night.evening, void=None, name=name).role


@pytest.mark.parametrize("stage", [Stage.SEATED, Stage.PLAYING])
@pytest.mark.parametrize("page", ["people", "check-in"])
def test_the_role_is_a_field(client, night, add, stage, page):
    night = night(8, stage)
    answer = client.get(reverse(page, args=[night.evening.pk]))
    shows(answer, '<select name="role"', '<option value="lady">lady</option>', CLOSED)
    assert faults(answer.text) == []
    shows(add(night, role="lady"), never="No role")
    assert role(night) == "lady"


def test_without_one_a_warning_names_the_prizes(night, add):
    night = night(8)
    shows(add(night), WARNED)
    assert role(night) == ""


def test_a_role_of_their_own_goes_before(night, add):
    night = night(8)
    shows(add(night, "Zoe, gentleman\nYan", role="lady"), never="No role")
    assert (role(night), role(night, "Yan")) == ("gentleman", "lady")


def test_another_role_is_refused_at_its_field(night, add):
    night = night(8)
    answer = add(night, role="captain")
    assert answer.status_code == 422
    assert "role" in answer.context["names"].errors
    assert not EntryRow.objects.filter(name="Zoe").exists()


def test_where_there_are_no_roles_nothing_is_asked(client, night, add):
    night = night(8, roles=())
    shows(client.get(reverse("people", args=[night.evening.pk])), never=['name="role"', "Without a role"])
    shows(add(night), never="No role")


def test_where_no_prize_is_for_a_role_nothing_is_closed(client, night, add):
    night = night(8, prizes=("booby",))
    shows(client.get(reverse("people", args=[night.evening.pk])), 'name="role"', never="Without a role")
    shows(add(night), never="No role")


def test_before_the_draw_the_page_itself_has_roles(client, night, add):
    night = night(8, Stage.CHECK_IN)
    shows(client.get(reverse("people", args=[night.evening.pk])), never='name="role"')
    shows(add(night), never="Without one they cannot win")
