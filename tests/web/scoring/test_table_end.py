"""After the bell, a table without a result."""

import pytest
from django.urls import reverse

from tests.cast import everything
from tests.web.html import shows
from tournaments.core.facts import Ending
from tournaments.core.settings import BellBy
from tournaments.models import TableEnding
from tournaments.services.running.bell import bell_ring


@pytest.fixture(autouse=True)
def sam(client, cast):
    client.force_login(cast.sam)


def where(night, table=2, round=1):
    return reverse("table-end", args=[night.evening.pk, round, table])


@pytest.fixture
def rung(night):
    """Two deals a round; tables 1 and 2 have played one, and the bell has rung."""
    night = night(12, deals=2, bell=BellBy.HAND, unfinished="cut")
    night.play(1)
    night.play(2)
    bell_ring(night.by, round=1)
    return night


@pytest.mark.parametrize("ending", list(Ending))
def test_it_works(ending, client, rung):
    shows(client.get(where(rung)), "They cannot finish the deal in play", "They had no deal in play")
    answer = client.post(where(rung), {"ending": ending})
    assert answer.url == reverse("evening", args=[rung.evening.pk])
    assert TableEnding.objects.get().ending == ending


@pytest.mark.thorough
def test_only_what_can_be_is_offered(client, rung):
    shows(client.get(where(rung, table=3)), "They cannot finish", never="They had no deal")


@pytest.mark.thorough
@pytest.mark.parametrize("sent", [{}, {"ending": ""}, {"ending": "tired"}])
def test_nonsense_is_refused(sent, client, rung):
    before = everything()
    shows(client.post(where(rung), sent), "errorlist", status=422)
    assert everything() == before


@pytest.mark.thorough
def test_an_evening_that_waits(client, night):
    night = night(12)
    night.play(1)
    assert "This evening waits for every table" in client.get(where(night)).content.decode()
    shows(client.post(where(night), {"ending": "void"}), "This evening waits for table 2.", status=422)


def test_before_the_bell(client, night):
    night = night(12, unfinished="cut")
    assert "The bell has not rung yet" in client.get(where(night)).content.decode()
    shows(client.post(where(night), {"ending": "void"}), "The bell has not rung yet.", status=422)


def test_somebody_was_faster(client, rung):
    client.post(where(rung), {"ending": "early"})
    assert "Table 2 is done" in client.get(where(rung)).content.decode()
    shows(client.post(where(rung), {"ending": "void"}), "Table 2 has its result already.", status=409)


def test_no_such_table(client, rung):
    assert client.get(where(rung, table=9)).status_code == 404
    assert client.get(where(rung, round=9)).status_code == 404
