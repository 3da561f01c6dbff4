"""All deals of an evening."""

import pytest
from django.urls import reverse

from tests.web.html import shows
from tests.web.visitors import HOSTILE
from tournaments.core.facts import Stage
from tournaments.models import RoundRow
from tournaments.services.scoring.counts import Tally, TallyKind
from tournaments.services.scoring.deals import deal_correct


def page(client, night, **asked):
    return client.get(reverse("deals", args=[night.evening.pk]), asked)


def correct(night, reason, table=2):
    players = night.table(table)
    net = dict.fromkeys(players, -1) | {players[1]: len(players) - 1}
    deal_correct(
        night.because(reason),
        round=night.round,
        table=table,
        deal=1,
        base_version=1,
        winners=[players[1]],
        in_call=[players[2]],
        tally=Tally(TallyKind.NET, net),
    )


@pytest.mark.thorough
def test_it_works(client, cast, night):
    night = night(8)
    night.play(1)
    night.play(2)
    correct(night, HOSTILE)
    client.force_login(cast.vera)
    answer = page(client, night)
    html = answer.content.decode()
    assert reverse("deal", args=[night.evening.pk, 1, 2, 1]) in html
    [shown] = answer.context["deals"].rounds
    names = {entry.id: entry.name for entry in night.facts.entries}
    assert shown.deals[1].winners == names[night.table(2)[1]]
    assert shown.deals[1].callers == names[night.table(2)[2]]
    assert shown.deals[1].corrections[0].who == "Alice"
    shows(html, "&lt;script&gt;", never=HOSTILE)


def test_before_anything_is_played(client, cast, night):
    client.force_login(cast.vera)
    assert "Nothing has been played yet" in page(client, night(6, Stage.CHECK_IN)).content.decode()


@pytest.mark.thorough
def test_ten_rounds_a_page(client, cast, night):
    night = night(4)
    night.play(1)
    line = night.evening.journal.get(seq=1)
    RoundRow.objects.bulk_create(
        RoundRow(evening=night.evening, number=number, journal=line) for number in range(2, 13)
    )
    client.force_login(cast.vera)
    first, second = page(client, night), page(client, night, page=2)
    assert [shown.number for shown in first.context["deals"].rounds] == list(range(12, 2, -1))
    assert [(shown.number, shown.open) for shown in second.context["deals"].rounds] == [(2, False), (1, True)]
    for odd in ("-3", "x", "99"):
        assert page(client, night, page=odd).status_code == 200
