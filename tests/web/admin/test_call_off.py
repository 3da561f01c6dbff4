"""Who looks after the installation calls an evening off, and sees its prizes marked."""

import pytest
from django.contrib.admin.models import LogEntry
from django.urls import reverse

from tests.web.admin_pages import root, staff, where
from tests.web.html import shows
from tournaments.core.record import Stage
from tournaments.models import Award, Evening
from tournaments.prizes.services import prize_give
from tournaments.results.services import evening_call_off, evening_reopen

WHY = "The lights went out"


@pytest.fixture
def boss(client, cast):  # the cast comes first: everybody there has a name
    boss = root()
    client.force_login(boss)
    return boss


def address(night):
    return reverse("admin:tournaments_evening_call_off", args=[night.evening.pk])


def test_an_evening_is_called_off_and_that_is_undone_with_a_reason(client, boss, night):
    night = night(8)
    own = where(Evening, "change", night.evening.pk)
    shows(client.get(own), "Thursday", never=f'href="{address(night)}"')
    night.play_table(1)
    shows(client.get(own), f'href="{address(night)}"')
    shows(client.get(address(night)), "It counts nowhere: no result, no prizes, no rating.")
    assert client.post(address(night), {"reason": " "}).status_code == 422
    answer = client.post(address(night), {"reason": WHY}, follow=True)
    assert [*map(str, answer.context["messages"])] == ["This evening was called off."]
    line = night.evening.journal.latest("seq")
    assert (line.verb, line.actor, line.reason) == ("evening_called_off", boss, WHY)
    assert LogEntry.objects.get().change_message == WHY
    shows(answer, f'name="line" value="{line.seq}"', never=f'href="{address(night)}"')
    shows(client.post(address(night), {"reason": WHY}), "This evening was called off.", status=422)
    shows(client.get(reverse("admin:tournaments_evening_prizes", args=[night.evening.pk])), "called off")
    undo = reverse("admin:tournaments_evening_undo", args=[night.evening.pk])
    client.post(undo, {"line": line.seq, "reason": "It goes on"})
    night.evening.refresh_from_db()
    assert night.evening.stage == Stage.PLAYING


def test_only_who_may_change_evenings_does(client, night):
    night = night(8)
    night.play_table(1)
    client.force_login(staff("view_evening"))
    shows(client.get(where(Evening, "change", night.evening.pk)), "Thursday", never=address(night))
    assert client.get(address(night)).status_code == 403
    assert client.post(address(night), {"reason": WHY}).status_code == 403


@pytest.mark.usefixtures("boss")
def test_its_prizes_are_marked_and_count_nowhere(client, night):
    """Those of an earlier result, and those by hand."""
    night = night(8, Stage.FINISHED).reveal()
    prize_give(night.because("raffle"), title="Raffle", winners=[night.table(1)[0]])
    evening_reopen(night.because("a mistake"))
    prizes = where(Award)
    sums = reverse("admin:tournaments_award_sums")
    assert client.get(f"{prizes}?state=by_hand").context["cl"].result_count == 1
    evening_call_off(night.because(WHY))
    for state in ("by_hand", "reopened", "announced"):
        assert client.get(f"{prizes}?state={state}").context["cl"].result_count == 0, state
    assert client.get(f"{prizes}?state=called_off").context["cl"].result_count == Award.objects.count()
    shows(client.get(prizes), "called off, version 1")
    assert client.get(sums).context["rows"] == []
