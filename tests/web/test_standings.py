"""How the evening stands."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.web.visitors import HOSTILE, keeps_strangers_out
from tournaments.core.facts import Stage
from tournaments.core.settings import Counting
from tournaments.services.people import entry_change


def page(client, night):
    return client.get(reverse("standings", args=[night.evening.pk]))


def test_it_works(client, cast, night):
    night = night(8)
    winner = night.table(1)[0]
    night.next_round()
    entry_change(night.by, entry=winner, name=HOSTILE, role="")
    client.force_login(cast.vera)
    answer = page(client, night)
    first = answer.context["rows"][0]
    assert first.figure == "53"
    assert "Counters after settling up" in answer.context["rows"][1].why or "Equal" in first.why
    html = answer.content.decode()
    assert HOSTILE not in html
    assert first.why.replace("<", "&lt;").replace(">", "&gt;") in html


def test_fresh_stakes_are_charged(client, cast, night):
    night = night(8, stake=2)
    night.play(1, lose=2)
    night.play(2, lose=2)
    night.decide()
    client.force_login(cast.vera)
    nets = {row.figure for row in page(client, night).context["rows"]}
    assert "0" in nets


def test_only_chips_rank_while_counters_are_unknown(client, cast, night):
    night = night(8, counting=Counting.AT_THE_END)
    night.play(1)
    night.play(2)
    client.force_login(cast.vera)
    answer = page(client, night)
    assert "only yellow chips rank" in answer.content.decode()
    assert answer.context["rows"][0].yellow == 1
    assert answer.context["rows"][0].figure == "–"


@pytest.mark.parametrize("stage", list(Stage))
def test_every_stage(stage, client, cast, night):
    client.force_login(cast.vera)
    answer = page(client, night(6, stage))
    assert answer.status_code == 200
    played = stage in (Stage.PLAYING, Stage.SETTLING, Stage.FINISHED)
    assert ("Nobody has played yet" in answer.content.decode()) is not played


@pytest.mark.parametrize("stage", [Stage.SETTLING, Stage.FINISHED])
def test_its_end_is_a_secret_until_the_prizes_are_revealed(stage, client, cast, night):
    night = night(8, stage)
    client.force_login(cast.sam)
    answer = page(client, night)
    assert "when every prize has been revealed" in answer.content.decode()
    assert "rows" not in answer.context
    client.force_login(cast.bob)
    assert len(page(client, night).context["rows"]) == 8
    if stage is Stage.FINISHED:
        night.reveal()
        client.force_login(cast.sam)
        assert len(page(client, night).context["rows"]) == 8


def test_it_validates_ownership(cast, night):
    keeps_strangers_out(reverse("standings", args=[night(6).evening.pk]), cast)


def test_queries_do_not_grow(client, cast, night):
    client.force_login(cast.alice)
    counts, sizes = [], []
    for players in (8, 26):
        made = night(players)
        with CaptureQueriesContext(connection) as queries:
            sizes.append(len(page(client, made).content))
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 16
    assert sizes[1] < 100_000
