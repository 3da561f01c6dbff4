"""A scored deal of bids: corrected with a reason, and the last one taken back."""

import pytest

from tests.cast import everything
from tests.scoring.web.refusing import refuses
from tests.web.bid_form import COOPERATIVE, HOOKED, correction, seen, told, where
from tests.web.correcting import looked_at, said_yes
from tests.web.html import faults, shows
from tournaments.models import Deal, DealVersion

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


@pytest.mark.thorough
def test_it_is_corrected(client, scored):
    # another deal was scored after it
    shows(client.get(where(scored)), "Correct this result", never="Undo this deal")
    said = anew(scored)
    assert said_yes(client, where(scored), correction(scored, 1, said, trump="H")).url == where(scored)
    assert told(scored) == said
    said = "The result is corrected.", "Corrected: “read wrongly”", "Version 1, recorded", "♥ hearts"
    shows(client.get(where(scored)), *said)


def test_what_it_would_change_is_shown_first(client, scored):
    before = everything()
    answer = client.post(where(scored), correction(scored, 1, anew(scored)))
    shown = seen(answer)
    assert answer.status_code == 200
    assert everything() == before
    assert faults(answer.content.decode()) == []
    look = answer.context["look"]
    changed = {was.entry for was, now in look.rows if was != now}
    assert changed == {person.entry for person in look.changes.figures}
    totals = {part.entry: part.after for _was, part in look.rows}
    later = {pool.deal: {line.entry: line.score for line in pool.lines} for pool in scored.facts.pools}[2]
    for person in look.changes.figures:
        points = {change.title: change.after for change in person.figures}["Points"]
        assert points == str(totals[person.entry] + later[person.entry]).replace("-", "−")
    shows(shown, "Changes", "bid 1, tricks 1", "Change your entry")


def test_as_in_an_earlier_version(client, scored):
    was = told(scored)
    said_yes(client, where(scored), correction(scored, 1, anew(scored), trump="H"))
    assert told(scored) != was
    assert "?as=1#correct" in seen(client.get(where(scored)))
    answer = client.get(where(scored), {"as": "1"})
    shows(answer, '<details id="correct" class="card" open>')
    form = answer.context["form"]
    typed = {name: form[name].value() for name in form.fields if form[name].value() is not None}
    back = {**typed, "step": "correct", "base_version": 2, "reason": "it was right"}
    assert said_yes(client, where(scored), back).status_code == 302
    assert told(scored) == was
    assert DealVersion.objects.get(version=3).trump == ""


@pytest.mark.thorough
def test_the_last_deal_is_taken_back(client, scored):
    assert "Undo this deal" in seen(client.get(where(scored, 2)))
    points = {line.entry: line.score for pool in scored.facts.pools if pool.deal == 2 for line in pool.lines}
    look = looked_at(client, where(scored, 2), WITHDRAW)
    assert look.rows == []
    assert {person.entry for person in look.changes.figures} == {
        entry for entry, score in points.items() if score
    }
    answer = said_yes(client, where(scored, 2), WITHDRAW)
    assert answer.url == where(scored, 2)
    assert Deal.objects.filter(void=None).count() == 1
    shown = seen(client.get(answer.url))
    assert "Undone." in shown
    assert shown.count("data-bidder=") == 4


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"reason": "x" * 201}, "at most 200 characters"),
        ({"trump": "X"}, "Select a valid choice"),
        ({"bids-{last}": 0}, "Hook: "),
        ({"bids-{last}": ""}, "bids."),
        ({"base_version": ""}, "required"),
    ],
)
def test_a_correction_that_is_refused(change, says, client, scored):
    first, *_others, last = told(scored)
    more = {name.format(first=first, last=last): value for name, value in change.items()}
    sent = {**correction(scored, 1, anew(scored)), **more}
    refuses(client, where(scored), sent, says, '<details id="correct" class="card" open>')


def test_other_deals_would_have_followed(client, night):
    night = night(3, **COOPERATIVE)
    night.score(1, bids=(0, 0, 1))
    night.score(1, bids=(0, 0, 2))
    shows(client.get(where(night)), "undo the later deals first")
    sent = correction(night, 1, dict(zip(told(night), [(0, 1), (0, 0), (1, 0)], strict=True)))
    refuses(client, where(night), sent, "would change the deals that follow")


def test_who_scores_is_told_whom_to_ask(client, cast, scored):
    client.force_login(cast.sam)
    shows(client.get(where(scored)), "If it is wrong, tell the organiser.", never="Correct this result")
    for url, sent in ((where(scored, 2), WITHDRAW), (where(scored), correction(scored, 1, anew(scored)))):
        assert client.post(url, sent).status_code == 403
