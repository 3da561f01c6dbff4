"""A scored deal of bids: corrected with a reason, and the last one taken back."""

import pytest

from tests.cast import everything
from tests.web.bid_form import COOPERATIVE, HOOKED, bidders, correction, seen, told, where
from tests.web.html import faults
from tests.web.visitors import keeps_strangers_out
from tournaments.core.facts import Ending
from tournaments.models import Deal, DealVersion
from tournaments.services.results import evening_finish, evening_settle
from tournaments.services.tables import table_end

WITHDRAW = {"step": "withdraw", "reason": "not played at all"}


@pytest.fixture(autouse=True)
def alice(client, cast):
    client.force_login(cast.alice)


@pytest.fixture
def scored(night):
    """Four people's first two deals."""
    made = night(4, **HOOKED)
    made.score(1, bids=(1, 0, 0, 1))
    made.score(1, bids=(1, 1, 0, 1))
    return made


def anew(night, deal=1):
    """Another result of the first deal: its second bidder won the trick."""
    people = [*told(night, deal)]
    return dict(zip(people, [(0, 0), (1, 1), (0, 0), (1, 0)], strict=True))


def test_it_is_corrected(client, scored):
    shown = seen(client.get(where(scored)))
    assert "Correct this result" in shown
    assert "Take this deal back" not in shown  # another deal was scored after it
    said = anew(scored)
    answer = client.post(where(scored), correction(scored, 1, said, trump="H"))
    assert answer.url == where(scored)
    assert told(scored) == said
    shown = seen(client.get(where(scored)))
    assert "The result is corrected." in shown
    assert "Corrected: “read wrongly”" in shown
    assert "Version 1, by" in shown
    assert "♥ hearts" in shown


def test_after_it_is_finished(client, scored):
    table_end(scored.by, round=1, table=1, ending=Ending.EARLY)
    evening_settle(scored.by, round=1)
    evening_finish(scored.by)
    assert client.post(where(scored), correction(scored, 1, anew(scored))).status_code == 302
    shown = seen(client.get(where(scored, 2)))
    assert "Correct this result" in shown
    assert "Take this deal back" not in shown


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"reason": ""}, "Say why"),
        ({"reason": "x" * 201}, "at most 200 characters"),
        ({"trump": "X"}, "Select a valid choice"),
        ({"tricks-{first}": 1}, "total 2 and not 1"),
        ({"bids-{last}": 0}, "The hook"),
        ({"bids-{last}": "x"}, "From 0 to 1."),
        ({"bids-{last}": ""}, "bids."),
        ({"base_version": ""}, "required"),
    ],
)
def test_a_correction_that_is_refused(change, says, client, scored):
    order = [*scored.at(1, 1).bidders(1)]
    first, last = order[0], order[-1]
    said = dict(zip(order, [(0, 0), (1, 1), (0, 0), (1, 0)], strict=True))
    more = {name.format(first=first, last=last): value for name, value in change.items()}
    before = everything()
    answer = client.post(where(scored), {**correction(scored, 1, said), **more})
    assert answer.status_code == 422
    assert says in seen(answer)
    assert '<details id="correct" class="card" open>' in seen(answer)
    assert everything() == before
    assert faults(answer.content.decode()) == []


def test_a_correction_that_was_overtaken(client, scored):
    said = anew(scored)
    client.post(where(scored), correction(scored, 1, said))
    others = {**said, next(iter(said)): (1, 0)}
    answer = client.post(where(scored), correction(scored, 1, others))
    assert answer.status_code == 409
    assert "Somebody else corrected this deal meanwhile" in seen(answer)
    assert 'name="base_version" value="2"' in seen(answer)
    assert DealVersion.objects.filter(deal__number=1).count() == 2


def test_other_deals_would_have_followed(client, night):
    night = night(3, **COOPERATIVE)
    night.score(1, bids=(0, 0, 1))
    night.score(1, bids=(0, 0, 2))
    shown = seen(client.get(where(night)))
    assert "take back the later deals first" in shown
    order = night.at(1, 1).bidders(1)
    said = dict(zip(order, [(0, 1), (0, 0), (1, 0)], strict=True))
    answer = client.post(where(night), correction(night, 1, said))
    assert answer.status_code == 422
    assert "Other deals would have followed" in seen(answer)
    assert client.post(where(night, 2), WITHDRAW).status_code == 302
    assert client.post(where(night), correction(night, 1, said)).status_code == 302


def test_the_last_deal_is_taken_back(client, scored):
    assert "Take this deal back" in seen(client.get(where(scored, 2)))
    answer = client.post(where(scored, 2), WITHDRAW)
    assert answer.url == where(scored, 2)
    assert Deal.objects.filter(void=None).count() == 1
    shown = seen(client.get(answer.url))
    assert "Taken back" in shown
    assert shown.count("data-bidder=") == 4


@pytest.mark.parametrize(
    ("deal", "sent", "says"),
    [
        (2, {**WITHDRAW, "reason": ""}, "Say why"),
        (1, WITHDRAW, "Only the last deal of a table can be taken back."),
        (3, WITHDRAW, "Only the last deal of a table can be taken back."),
    ],
)
def test_taking_back_is_refused(deal, sent, says, client, scored):
    before = everything()
    answer = client.post(where(scored, deal), sent)
    assert answer.status_code == 422
    assert says in seen(answer)
    assert everything() == before
    assert faults(answer.content.decode()) == []


def test_after_the_bell_it_stays(client, night):
    night = night(3, game="caller-clag", options={"deals": 1}, format="fixed")
    night.score(1)  # the only table's last deal rings the bell
    shown = seen(client.get(where(night)))
    assert "undo the bell first" in shown
    assert "Take this deal back" not in shown
    assert client.post(where(night), WITHDRAW).status_code == 422


@pytest.mark.parametrize("step", ["correct", "withdraw"])
def test_it_validates_ownership(step, cast, scored):
    sent = WITHDRAW if step == "withdraw" else correction(scored, 1, anew(scored))
    url = where(scored, 2 if step == "withdraw" else 1)
    keeps_strangers_out(url, cast, refused=[cast.vera, cast.sam], post=sent)
    assert DealVersion.objects.count() == 2
    assert not Deal.objects.exclude(void=None).exists()


def test_who_scores_is_told_whom_to_ask(client, cast, scored):
    client.force_login(cast.sam)
    shown = seen(client.get(where(scored)))
    assert "Tell the organiser, who can correct it." in shown
    assert "Correct this result" not in shown


def test_a_correction_of_what_is_not_scored(client, scored):
    order = bidders(scored)
    said = dict.fromkeys(order, (0, 0))
    assert client.post(where(scored, 3), correction(scored, 3, said)).status_code == 422
