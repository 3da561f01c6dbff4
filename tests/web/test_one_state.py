"""Every page, API answer and export tells one state of the database, whatever is written meanwhile."""

import json
import re
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from tests.interleaved import torn
from tests.scoring.services.test_deal_record import body
from tournaments.bell.services.bell import moves_apply
from tournaments.core.settings import BellBy
from tournaments.models import RoundRow
from tournaments.scoring.services.deals import deal_record
from tournaments.undo.services.undo import bell_undo

NEW = re.compile(r'"X-CSRFToken": "\w+"|name="(csrfmiddlewaretoken|request_key)" value="[^"]*"')

pytestmark = pytest.mark.postgresql


@pytest.fixture
def alice(shared, cast):
    client = Client()
    client.force_login(cast.alice)
    return client


@pytest.fixture
def moved(alice, night):
    """An evening whose moves are applied, and a write that undoes the bell or applies the moves again."""
    made = night(8)
    made.next_round()

    def toggle() -> None:
        if RoundRow.objects.filter(evening=made.evening, number=2, void=None).exists():
            bell_undo(made.because("try"), round=1)
        else:
            made.decide()
            moves_apply(made.by, round=1)

    return made, toggle


def told(client, name, *args, **more):
    """The status of an answer, and what it says."""
    answer = client.get(reverse(name, args=args), **more)
    return answer.status_code, answer.content


def test_an_evening_beside_moves_and_undo(alice, moved):
    night, toggle = moved
    assert torn(lambda: told(alice, "api-evening", night.evening.pk), toggle, step=2) == []


@pytest.fixture
def recorded(alice, night):
    """An evening, and a write that records its next deal."""
    made = night(8, bell=BellBy.HAND, deals=20)
    deals = iter(range(1, 21))
    return made, lambda: deal_record(made.by, **body(made, deal=next(deals)))


def lines_and_deals(text: str | bytes) -> tuple[int, int]:
    document = json.loads(text)
    lines = [line for line in document["journal"] if line["verb"] == "deal_recorded"]
    return len(lines), sum(len(table["deals"]) for table in document["rounds"][0]["tables"])


def test_a_page_that_shows_what_a_command_would_change(alice, moved):
    """The command is rehearsed between the first query and the last."""
    night, toggle = moved
    where = reverse("bell-undo-look", args=[night.evening.pk])
    assert torn(lambda: shown(alice.post(where)), toggle, step=3) == []


def test_a_page_that_shows_why_a_command_was_refused(alice, moved):
    night, toggle = moved
    where = reverse("bell-undo", args=[night.evening.pk])
    told = {"reason": "rang too early", "bell": "7"}
    assert torn(lambda: shown(alice.post(where, told)), toggle, step=3) == []


def test_what_a_command_would_change_told_by_the_api(alice, moved):
    """The line that it is told of is that at which it was looked at."""
    night, toggle = moved
    where = reverse("api-bell-undo-look", args=[night.evening.pk])

    def looked() -> tuple[int, bytes]:
        answer = alice.post(where, {"round": 1}, content_type="application/json")
        return answer.status_code, answer.content

    assert looked()[0] == 200
    assert torn(looked, toggle, step=2) == []


def shown(answer):
    """A page without what is made anew each time."""
    return answer.status_code, NEW.sub("", answer.content.decode())


def test_an_export_beside_results(alice, recorded):
    night, record = recorded
    where = reverse("evening-json", args=[night.evening.pk])
    assert torn(lambda: lines_and_deals(alice.get(where).content), record, step=3) == []


def test_an_export_by_command_beside_results(recorded):
    night, record = recorded

    def written() -> tuple[int, int]:
        call_command("export", night.evening.pk, stdout=(out := StringIO()))
        return lines_and_deals(out.getvalue())

    assert torn(written, record, step=6) == []
