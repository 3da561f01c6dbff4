"""A deal that has its result: what stands, who was faster, and corrections."""

import pytest

from tests.web.deal_form import correction, lines, of, seen, told, where
from tournaments.core.facts import Stage
from tournaments.core.settings import Counting
from tournaments.models import DealVersion, Journal


@pytest.fixture(autouse=True)
def sam(client, cast):
    client.force_login(cast.sam)


def test_somebody_was_faster(client, cast, night):
    night = night(12)
    night.play(2)
    a, b, *_others = night.table(2)
    sent = told([b], [a], **of([a, b], (7, 7)))
    answer = client.post(where(night), sent)
    assert answer.status_code == 409
    shown = seen(answer)
    assert "This deal was recorded already." in shown
    assert "What you typed" in shown
    assert "· 7" in shown
    assert "Correct this result" not in shown
    client.force_login(cast.alice)
    answer = client.post(where(night), sent)
    assert answer.status_code == 409
    assert 'name="base_version" value="1"' in seen(answer)
    assert 'value="7"' in seen(answer)


def test_the_result_that_stands(client, night):
    night = night(12)
    night.play(2)
    shown = seen(client.get(where(night)))
    assert "+3" in shown
    assert "−1" in shown
    assert "Entered by Alice" in shown
    assert "Tell the organiser" in shown
    assert "<form" not in shown[shown.index("<main") :]


def test_it_is_corrected(client, cast, night):
    client.force_login(cast.bob)
    night = night(12)
    night.play(2)
    shown = seen(client.get(where(night)))
    assert "Seats that were sat in stay as they were." in shown
    assert 'value="53"' in shown
    assert client.post(where(night), correction(night)).status_code == 302
    b = night.table(2)[1]
    assert lines(night)[b] == (True, True, 3)
    shown = seen(client.get(where(night)))
    assert "Corrected: “read wrongly”" in shown
    assert "Earlier versions" in shown
    assert "Version 1, by Alice" in shown
    assert Journal.objects.filter(verb="deal_corrected", actor=cast.bob).exists()


def test_a_correction_is_the_organisers(client, night):
    night = night(12)
    night.play(2)
    assert client.post(where(night), correction(night)).status_code == 403
    assert DealVersion.objects.count() == 1


def test_a_correction_asks_why(client, cast, night):
    client.force_login(cast.alice)
    night = night(12)
    night.play(2)
    for reason in ("", "x" * 201):
        answer = client.post(where(night), correction(night, reason=reason))
        assert answer.status_code == 422
        assert "errorlist" in seen(answer)
    assert DealVersion.objects.count() == 1


def test_somebody_corrected_it_meanwhile(client, cast, night):
    client.force_login(cast.alice)
    night = night(12)
    night.play(2)
    client.post(where(night), correction(night))
    answer = client.post(where(night), correction(night, reason="again"))
    assert answer.status_code == 409
    assert "Somebody else corrected this deal meanwhile" in seen(answer)
    assert 'name="base_version" value="2"' in seen(answer)
    assert 'value="again"' in seen(answer)


def test_a_finished_evening_can_be_corrected(client, cast, night):
    client.force_login(cast.alice)
    night = night(12, Stage.FINISHED)
    assert "Correct this result" in seen(client.get(where(night)))
    pool = next(pool for pool in night.facts.pools if pool.position == 2)
    a, b, c, d = (line.entry for line in pool.lines)
    sent = told([b], [a], by="counts", **of([a, b, c, d], (49, 53, 49, 49)))
    assert client.post(where(night), {**sent, "base_version": 1, "reason": "x"}).status_code == 302
    assert night.evening.results.count() == 2


def test_a_correction_where_counters_are_counted_at_the_end(client, cast, night):
    client.force_login(cast.alice)
    night = night(12, counting=Counting.AT_THE_END)
    night.play(2)
    a, b, c, _d = night.table(2)
    sent = {"winners": [b], "in_call": [a], f"counters-{c}": 0, "base_version": 1, "reason": "x"}
    assert client.post(where(night), sent).status_code == 302
    assert lines(night)[b][0]
    assert night.held()[c] == 0
