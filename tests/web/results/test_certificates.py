"""Certificates: one for each winner, of prizes that the reader may know."""

import pytest
from django.urls import reverse

from tests.web.html import faults
from tests.web.visitors import HOSTILE
from tournaments.core.facts import Stage
from tournaments.core.ranking.places import Step
from tournaments.core.ranking.prize_list import Listed
from tournaments.models import EntryRow
from tournaments.services.results.prizes import prize_reveal

OWN = Listed("own-1", HOSTILE, (Step("net"),), places=2)


def page(client, night, query=""):
    answer = client.get(reverse("certificates", args=[night.evening.pk]) + query)
    assert answer.status_code == 200
    return answer


def given(answer):
    return [(one.prize, one.name) for one in answer.context["certificates"]]


@pytest.mark.thorough
def test_it_works(client, cast, night):
    night = night(8, Stage.FINISHED, prizes=("yellow", OWN)).reveal()  # two share the first place
    client.force_login(cast.vera)
    answer = page(client, night)
    yellow, first, second = answer.context["certificates"]
    assert (yellow.club, yellow.occasion, yellow.prize) == ("Thursday Club", "Thursday", "Most yellow chips")
    assert yellow.why.startswith("Yellow chips: 1.")
    assert first.prize == second.prize == f"{HOSTILE}: first place"
    assert first.name != second.name
    assert yellow.when == night.evening.held_on.strftime("%A, %-d %B %Y")
    html = answer.content.decode()
    assert HOSTILE not in html
    assert html.count('class="certificate"') == 3
    assert faults(html) == []


@pytest.mark.thorough
def test_only_what_the_hall_knows(client, cast, night):
    night = night(8, Stage.FINISHED)
    client.force_login(cast.vera)
    answer = page(client, night)
    assert given(answer) == []
    assert "once the prizes are revealed" in answer.content.decode()
    prize_reveal(night.by, prize="booby")
    assert {prize for prize, _name in given(page(client, night))} == {"Booby prize"}
    client.force_login(cast.bob)
    assert len(given(page(client, night))) >= 4


@pytest.mark.thorough
def test_why_is_told_without_those_who_have_another_prize(client, cast, night):
    night = night(8, Stage.FINISHED, one_prize_each=True).reveal()
    client.force_login(cast.bob)
    assert all("already" not in one.why for one in page(client, night).context["certificates"])


@pytest.mark.thorough
@pytest.mark.parametrize("stage", [Stage.DRAFT, Stage.PLAYING, Stage.SETTLING])
def test_before_the_result_there_are_none(client, cast, night, stage):
    client.force_login(cast.alice)
    assert given(page(client, night(8, stage))) == []


@pytest.mark.thorough
def test_a_long_name_is_written_smaller(client, cast, night):
    night = night(8, Stage.FINISHED, prizes=("yellow",))
    client.force_login(cast.alice)
    for name, size in (("Jo", ""), ("x" * 30, "long"), ("x" * 60, "longest")):
        EntryRow.objects.update(name=name)
        [one] = page(client, night).context["certificates"]
        assert one.name_size == size
        assert f'class="to {size}"' in page(client, night).content.decode()


def test_two_on_a_sheet(client, cast, night):
    night = night(8, Stage.FINISHED)
    client.force_login(cast.alice)
    assert "small-ones" in page(client, night, "?size=a5").content.decode()
    assert "small-ones" not in page(client, night, "?size=a9").content.decode()
