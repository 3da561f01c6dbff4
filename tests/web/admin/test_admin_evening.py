"""Evenings in the administration: the list, and the page with ledger and journal."""

from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.cast import AT_THE_END
from tests.web.admin_pages import root, where
from tournaments.checks import selectors as checks_selectors
from tournaments.core.record import Stage
from tournaments.core.results.elsewhere import ResultLine
from tournaments.models import Evening
from tournaments.results.services import final_count
from tournaments.transfer.services.imported_results import ElsewhereResult, evening_record

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def superuser(client, cast):
    user = root()
    client.force_login(user)
    return user


def page(client, evening, **asked):
    return client.get(where(Evening, "change", evening.pk), asked)


def test_the_list_tells_of_tables_people_and_the_last_line(client, night):
    at = night(12)
    shown = client.get(where(Evening)).context["cl"].result_list[0].figures
    assert (shown.tables, shown.people) == (len(at.tables), 12)
    assert shown.last == at.evening.journal.order_by("-seq")[0].at


@pytest.mark.thorough
def test_the_list_is_searched_and_filtered(client, cast, night):
    mine, other = night(4), night(4, club=cast.other_club, game="blackout", format="fixed")
    Evening.objects.filter(pk=mine.evening.pk).update(stage=Stage.FINISHED, name="Quiz")

    def found(**asked):
        return [evening.pk for evening in client.get(where(Evening), asked).context["cl"].result_list]

    for asked in (
        {"q": "quiz"},
        {"q": mine.evening.join_code.lower()},
        {"q": '"thursday club"'},
        {"stage__exact": "finished"},
        {"game": "draw-poker"},
        {"format": "progressive"},
        {"club": "thursd"},
        {"club": cast.club.pk},
    ):
        assert found(**asked) == [mine.evening.pk], asked
    assert found(q=mine.evening.join_code[:5]) == []
    assert found(club="nowhere") == []
    assert len(found()) == 2
    assert other.evening.pk in found(format="fixed")


def test_a_filter_that_is_typed_keeps_the_others(client, night):
    night(4)
    answer = client.get(where(Evening), {"stage__exact": "playing", "club": "<b>"})
    assert '<input type="hidden" name="stage__exact" value="playing">' in answer.text
    assert 'value="&lt;b&gt;"' in answer.text


def test_an_evening_shows_its_ledger_and_journal(client, night):
    at = night(12)
    at.play(1)
    shown = page(client, at.evening)
    assert "Everything adds up" in shown.text
    assert shown.context["ledger"].people[0].lines
    assert shown.context["journal"].groups[0].lines[0].seq == at.evening.journal.count()


def test_counters_that_do_not_add_up_are_told(client, night):
    at = night(8, Stage.SETTLING)
    someone = min(at.held())
    final_count(at.by, counts={someone: at.held()[someone] + 3})
    shown = page(client, at.evening).text
    assert "do not add up: 3 too many" in shown
    assert "Differences" in shown


@pytest.mark.parametrize("stage", list(Stage))
@pytest.mark.parametrize(
    "how",
    [{}, AT_THE_END, {"game": "blackout"}, {"game": "blackout", "format": "fixed"}],
    ids=("each deal", "at the end", "bids", "fixed"),
)
def test_every_stage_and_game_has_its_page(client, night, stage, how):
    at = night(8, stage, **how)
    assert page(client, at.evening).status_code == 200
    prizes = reverse("admin:tournaments_evening_prizes", args=[at.evening.pk])
    assert client.get(prizes).status_code == 200


def test_a_recorded_evening_has_its_page(client, cast):
    lines = (ResultLine("Ada", place=1, net=5), ResultLine("Ben", place=2, net=-5))
    evening = evening_record(
        actor=cast.alice, club=cast.club, result=ElsewhereResult("Old", date(2026, 1, 1), lines)
    )
    assert page(client, evening).status_code == 200


def test_a_page_takes_as_many_queries_however_many_play(client, night):
    counts = []
    for players in (8, 40):
        at = night(players)
        at.next_round()
        with CaptureQueriesContext(connection) as queries:
            page(client, at.evening)
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 40


def test_a_large_evening_has_its_ledger_worked_out_when_it_is_asked_for(client, night, monkeypatch):
    monkeypatch.setattr(checks_selectors, "LARGE", 5)
    at = night(8)
    shown = page(client, at.evening)
    assert "ledger" not in shown.context
    assert "Calculate the ledger" in shown.text
    assert "Everything adds up" in page(client, at.evening, ledger="yes").text


def test_strange_addresses_are_no_trouble(client, night):
    at = night(8)
    for asked in (
        {"before": "x"},
        {"before": "9" * 30},
        {"people": "-1"},
        {"people": "99"},
        {"before": "77"},
    ):
        assert page(client, at.evening, **asked).status_code == 200, asked
    assert client.get(where(Evening, "change", 999_999)).status_code == 302
