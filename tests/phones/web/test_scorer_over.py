"""A table's phone after the evening: it says that it is over, and what became of what was typed."""

import pytest

from tests.linked_phones import as_json, form, linked, scan
from tests.web.html import faults, shows
from tournaments.core.record import Stage
from tournaments.models import Award, Evening
from tournaments.phones.services import link_revoke
from tournaments.prizes.services import prize_reveal

PAGES = ("/score/1/1/", "/score/1/count/", "/score/1/sheet/")


def text(answer):
    return " ".join(answer.content.decode().split())


@pytest.fixture
def finished(night):
    night = linked(night(12))
    phone = scan(night)
    night.play_round()
    night.finish()
    return night, phone


def test_after_the_finish_the_evening_is_over_with_its_prizes(finished):
    night, phone = finished
    page = phone.get("/score/")
    shows(page, "This evening is over", never="Settling up has started")
    assert faults(page.content.decode()) == []
    hidden = Award.objects.filter(result__evening=night.evening, revealed=None).latest("rank")
    winner = hidden.winners.earliest("pk")
    assert winner.name not in text(page)
    prize_reveal(night.by, prize=hidden.prize)
    assert winner.name in text(phone.get("/score/now/?at=wait"))


def test_after_the_finish_no_page_is_missing(finished):
    _night, phone = finished
    for address in PAGES:
        answer = phone.get(address)
        assert (answer.status_code, answer["Location"]) == (302, "/score/"), address
    for kind in ("deal", "result", "count"):
        part = phone.get(f"/score/now/?at={kind}&round=1&deal=1&mark=0")
        assert part.status_code == 200
        shows(text(part), 'data-go="/score/"', "The evening is over.", never="the organiser will see it")


def test_what_was_queued_is_answered_after_the_finish(finished):
    night, phone = finished
    sent = form(night, deal="1")
    answer = as_json(phone, "/score/1/1/", sent)
    assert (answer.status_code, answer.json()["status"]) == (409, "gone")
    assert answer.json()["message"].startswith("The evening is over. This was not recorded")
    shows(phone.post("/score/1/1/", sent, follow=True), "The evening is over. This was not recorded")


def test_a_code_is_scanned_after_the_finish_too(finished):
    night, _phone = finished
    shows(scan(night).get("/score/"), "This evening is over")


def test_a_removed_evening_is_over(night):
    night = linked(night(12))
    phone = scan(night)
    Evening.objects.filter(pk=night.evening.pk).delete()
    answer = phone.get("/score/")
    assert answer.status_code == 404
    assert faults(answer.content.decode()) == []
    shows(answer, "This evening is over", "Not sent: the evening was removed.", never="Scan the code")
    assert as_json(phone, "/score/1/1/", {}).json()["message"].startswith("The evening was removed.")


def test_a_revoked_code_is_named(night):
    night = linked(night(12))
    phone = scan(night)
    link_revoke(night.by, table=2)
    shows(phone.get("/score/"), "The organiser ended this table’s code.", never="This evening is over")
    assert (
        as_json(phone, "/score/1/1/", {})
        .json()["message"]
        .startswith("The organiser ended this table’s code.")
    )


@pytest.mark.every_case
@pytest.mark.parametrize("stage", [Stage.SEATED, Stage.SETTLING])
def test_before_the_finish_nothing_is_over(night, stage):
    night = linked(night(12))
    phone = scan(night)
    Evening.objects.update(stage=stage)
    shows(phone.get("/score/", follow=True), "Table 2", never="This evening is over")
