"""The organiser's page asks for the part of it that changes, at every stage."""

import pytest
from django.urls import reverse

from tests.web.html import Page
from tests.web.wording import queries
from tournaments.attendance.services import Arrival, people_check_in
from tournaments.core.record import Stage
from tournaments.core.settings import Counting
from tournaments.seating.services import evening_start, seats_draw, seats_swap

POLL = {"HTTP_HX_REQUEST": "true"}
PARTS = {
    Stage.CHECK_IN: "check-in",
    Stage.SEATED: "drawn",
    Stage.PLAYING: "playing",
    Stage.SETTLING: "settling",
    Stage.FINISHED: "finished",
}


@pytest.fixture(autouse=True)
def alice(client, cast):
    client.force_login(cast.alice)


def where(night):
    return reverse("evening", args=[night.evening.pk])


def page(client, night):
    return Page(client.get(where(night)).content.decode()).root


def parts(page):
    return [element for element in page.all() if "data-again" in element.attributes]


def ask(client, part):
    return client.get(part.attributes["hx-get"], **POLL)


@pytest.mark.parametrize("stage", PARTS)
def test_it_works(client, night, stage, django_assert_max_num_queries):
    """The page listens, and asks for its part; what is not new costs next to nothing."""
    night = night(8, stage)
    shown = page(client, night)
    body = next(shown.all("body")).attributes
    assert body["data-live"] == reverse("live", args=[night.evening.join_code])
    assert body["data-seq"] == str(night.evening.seq)
    assert any("js/renew" in script.attributes.get("src", "") for script in shown.all("script"))
    notes = [element for element in shown.all("p") if "data-lost" in element.attributes]
    assert ["hidden" in note.attributes for note in notes] == [True]
    (part,) = parts(shown)
    assert part.attributes["data-again"] == PARTS[stage]
    assert part.attributes["data-seq"] == str(night.evening.seq)
    assert part.attributes["hx-trigger"] == "again"
    with django_assert_max_num_queries(3):
        assert ask(client, part).status_code == 204
    answer = client.get(where(night), {"seq": "1"}, **POLL)
    assert answer["Cache-Control"] == "no-store"
    html = answer.content.decode()
    assert "<html" not in html
    (again,) = parts(Page(html).root)
    assert again.attributes == part.attributes


def test_a_draft_does_not_change_by_itself(client, night):
    shown = page(client, night(0, Stage.DRAFT))
    assert parts(shown) == []
    assert "data-live" not in next(shown.all("body")).attributes


def test_another_request_of_htmx_gets_the_whole_page(client, night):
    """As after a role is saved beside a name, where the answer to that is taken off, too."""
    assert "<html" in client.get(where(night(8, Stage.CHECK_IN)), **POLL).content.decode()


@pytest.mark.thorough
def test_who_is_checked_in_at_another_door_appears(client, cast, night):
    night = night(0, Stage.CHECK_IN)
    before = page(client, night)
    assert "here" in {element.attributes.get("id") for element in before.all()}, "empty, to be renewed"
    people_check_in(night.by, people=[Arrival("Lou", "lady"), Arrival("Ann")])
    (part,) = parts(before)
    shown = Page(ask(client, part).content.decode()).root
    assert "2 players are here" in parts(shown)[0].words
    renewed = {one.strip("#") for one in parts(shown)[0].attributes["hx-select-oob"].split(",")}
    renewed = {name.removesuffix(":morph") for name in renewed}
    elements = {element.attributes["id"]: element for element in shown.all() if "id" in element.attributes}
    assert "here" in renewed <= elements.keys()
    assert all("data-with-it" in elements[name].attributes for name in renewed)
    names = [
        field.attributes["value"]
        for field in elements["here"].all("input")
        if field.attributes.get("name") == "name"
    ]
    assert {"Ann", "Lou"} <= set(names)


@pytest.mark.thorough
def test_who_is_here_goes_from_the_clubs_list(client, night):
    night(3, Stage.CHECK_IN)  # p01, p02 and p03 are known from last time
    night = night(0, Stage.CHECK_IN)
    before = page(client, night)
    assert ticks(before) == 3
    people_check_in(night.by, people=[Arrival("p01"), Arrival("p02")])
    (part,) = parts(before)
    assert ticks(Page(ask(client, part).content.decode()).root) == 1


def ticks(shown):
    return sum(field.attributes.get("name") == "players" for field in shown.all("input"))


@pytest.mark.thorough
@pytest.mark.parametrize("what", ["check-in", "check-in-list"])
def test_what_was_refused_stays_as_it_was_typed(client, night, what):
    night = night(3, Stage.CHECK_IN)
    answer = client.post(reverse(what, args=[night.evening.pk]), {"names": "p01"})
    assert answer.status_code == 422
    assert parts(Page(answer.content.decode()).root) == []


@pytest.mark.thorough
def test_so_do_counts_and_swaps(client, night):
    settling = night(8, Stage.SETTLING, counting=Counting.AT_THE_END)
    url = reverse("final-counts", args=[settling.evening.pk])
    answer = client.post(url, {f"count-{entry.id}": "-3" for entry in settling.facts.entries})
    assert answer.status_code == 422
    assert parts(Page(answer.content.decode()).root) == []
    seated = night(8, Stage.SEATED)
    answer = client.post(reverse("swap", args=[seated.evening.pk]), {"first": "1", "second": "1"})
    assert answer.status_code == 422
    assert parts(Page(answer.content.decode()).root) == []


@pytest.mark.thorough
def test_when_the_evening_goes_on_another_part_answers(client, night):
    night = night(8, Stage.CHECK_IN)
    (part,) = parts(page(client, night))
    seats_draw(night.by, seed="7")
    (drawn,) = parts(Page(ask(client, part).content.decode()).root)
    assert drawn.attributes["data-again"] == "drawn"
    evening_start(night.by)
    (playing,) = parts(Page(ask(client, drawn).content.decode()).root)
    assert playing.attributes["data-again"] == "playing"


@pytest.mark.thorough
def test_a_swap_elsewhere_appears(client, night):
    night = night(8, Stage.SEATED)
    (part,) = parts(page(client, night))
    first, second = night.table(1)[0], night.table(2)[0]
    seats_swap(night.because("on request"), first=first, second=second)
    assert "Changed since the draw" in Page(ask(client, part).content.decode()).root.words


@pytest.mark.thorough
def test_a_part_takes_no_message_from_the_page_that_follows(client, night):
    """The answer to a button waits for its own page, though a part is asked for in another window."""
    night = night(8, Stage.SEATED)
    client.post(reverse("draw", args=[night.evening.pk]), {"seed": "9"})
    client.get(where(night), {"seq": "1"}, **POLL)
    assert "The seats are drawn." in page(client, night).words


@pytest.mark.slow
@pytest.mark.parametrize("stage", [Stage.CHECK_IN, Stage.SEATED])
def test_its_queries_do_not_grow(client, night, stage):
    few, many = (
        queries(client.get, where(night(players, stage)), {"seq": "1"}, **POLL) for players in (8, 100)
    )
    assert few == many
