"""What a table sent, beside what is recorded, on the console and while the evening settles up."""

import pytest
from django.urls import reverse

from tests.web.html import faults
from tests.web.wording import words
from tournaments.bell.services.bell import moves_apply
from tournaments.core.record import Stage
from tournaments.phones.selectors import load_open_asks
from tournaments.phones.services import entry_late


def page(client, night):
    client.force_login(night.alice)
    answer = client.get(reverse("evening", args=[night.evening.pk]))
    assert faults(answer.content.decode()) == []
    return answer.content.decode(), words(answer)


def late(night, table=1, deal=1):
    entry_late(night.by, round=1, table=table, deal=deal, typed=["Won: somebody"])


@pytest.mark.parametrize("game", ["draw-poker", "brag", "blackout", "up-and-down-the-river"])
def test_a_late_result_beside_what_is_recorded(night, client, game):
    night = night(12, game=game)
    night.play_round()
    night.decide()
    moves_apply(night.by, round=1)
    late(night)
    names = {night.facts.names[line.entry] for line in night.facts.pools[0].lines}
    html, text = page(client, night)
    sent = text.partition("From the tables")[2]
    assert "Won: somebody Recorded result " in sent
    shown = sent.partition("Recorded result ")[2].partition("Open the deal")[0]
    assert all(name in shown for name in names)
    assert reverse("deal", args=[night.evening.pk, 1, 1, 1]) + "?correct#correct" in html


def test_nothing_is_recorded(night, client):
    """The table was ended: the deal's page says so, and the counters of a bell have no deal to open."""
    night = night(12, Stage.SETTLING)
    late(night, deal=2)
    late(night, deal=0)
    html, text = page(client, night)
    address = reverse("deal", args=[night.evening.pk, 1, 1, 2])
    assert text.count("Nothing is recorded for this deal.") == 1
    assert html.count(f'href="{address}"') == 1
    assert client.get(address).status_code == 200
    assert len(load_open_asks(night.evening.pk)) == 2


def test_no_table_of_that_number(night, client):
    night = night(12, Stage.SETTLING)
    late(night, table=9)
    html, _text = page(client, night)
    assert "From the tables" in html
    assert reverse("deal", args=[night.evening.pk, 1, 9, 1]) not in html
