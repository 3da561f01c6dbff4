"""A deal by the table's phone: the form, what stands, and how it is told to a phone that queued it."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from tests.cast import everything
from tests.phones import as_json, form, link, linked, phone, scan
from tests.services.scoring.test_deal_record import body
from tests.web.deal_form import lines, of, told
from tests.web.html import faults, shows
from tests.web.visitors import HOSTILE
from tournaments.facts.running.table_requests import open_asks
from tournaments.facts.scoring.tables import mark_of_table
from tournaments.forms.scoring.seated import sat
from tournaments.models import DealVersion, Journal, RoundRow
from tournaments.services.repairs.undo import bell_undo
from tournaments.services.running.bell import bell_ring, moves_apply
from tournaments.services.scoring.deals import deal_correct, deal_record
from tournaments.services.scoring.links import link_revoke

WHERE = "/score/1/1/"


def typed(night, table=2, **fields):
    """What the form sends: the first wins 5 of the second."""
    a, b, *_others = night.table(table)
    return form(night, table, **{**told([a], [b], **of([a, b], (5, 5))), **fields})


def seen(answer):
    return " ".join(answer.content.decode().split())


@pytest.mark.thorough
def test_it_works(night):
    night = linked(night(12))
    phone = scan(night)
    page = phone.get(WHERE)
    assert faults(page.content.decode()) == []
    answer = phone.post(WHERE, typed(night), follow=True)
    assert answer.redirect_chain == [(WHERE, 302)]
    a, b, *_others = night.table(2)
    assert lines(night)[a] == (True, True, 5)
    assert lines(night)[b] == (False, True, -5)
    line = Journal.objects.get(verb="deal_recorded")
    assert (line.actor, line.link) == (None, link(night))
    page = seen(answer)
    assert "Entered by the phone of table 2" in page
    assert "The bell decides what comes next" in page
    assert faults(answer.content.decode()) == []


@pytest.mark.thorough
def test_the_next_deal(night):
    night = linked(night(12, deals=3))
    phone = scan(night)
    shows(phone.post(WHERE, typed(night), follow=True), "Next: deal 2", 'href="/score/1/2/"')
    assert phone.get("/score/")["Location"] == "/score/1/2/"


@pytest.mark.thorough
def test_no_other_address_than_its_own_is_on_the_page(night):
    """It leads to no page of the members, and names nobody who is signed in."""
    night = linked(night(12))
    phone = scan(night)
    phone.force_login(night.alice)
    for _step in range(2):
        for page in (seen(phone.get(WHERE)), seen(phone.get("/score/", follow=True))):
            assert "/evenings/" not in page
            assert "/clubs/" not in page
            assert "Alice" not in page
            assert "Sign out" not in page
        phone.post(WHERE, typed(night))


def test_who_is_signed_in_lends_it_no_right(night):
    """An owner's browser that scanned the code: on the phone's pages it is the table's phone."""
    night = linked(night(12))
    phone = scan(night)
    phone.force_login(night.alice)
    phone.post(WHERE, typed(night))
    assert DealVersion.objects.get().journal.actor is None
    assert "Correct this result" not in seen(phone.get(WHERE))
    before = everything()
    correction = typed(night, base_version=1, reason="as the owner")
    assert phone.post(WHERE, correction).status_code == 403
    assert as_json(phone, WHERE, correction).json()["status"] == "gone"
    after = everything()
    assert {model for model in before if before[model] != after[model]} <= {"sessions.Session"}


def test_another_tables_form_is_not_sent_by_this_phone(night):
    """What was typed at table 3 is never put into a deal of table 2."""
    night = linked(night(12))
    phone, before = scan(night), everything()
    for other in ("", f"{night.evening.pk}-3", f"{night.evening.pk + 1}-2", HOSTILE):
        sent = {**typed(night), "of": other}
        assert phone.post(WHERE, sent).status_code == 403
        answer = as_json(phone, WHERE, sent)
        assert (answer.status_code, answer.json()["status"]) == (403, "another")
    assert everything() == before


def test_without_a_link_there_is_nothing(night):
    night = linked(night(12))
    for visitor in (Client(), scan(night)):
        if visitor.cookies:
            link_revoke(night.by, table=2)
        assert visitor.get(WHERE).status_code == 404
        answer = as_json(visitor, WHERE, typed(night))
        assert (answer.status_code, answer.json()["status"]) == (404, "gone")
    assert night.facts.pools == ()


@pytest.mark.thorough
def test_against_forgery(night):
    night = linked(night(12))
    phone = scan(night, client=Client(enforce_csrf_checks=True))
    assert phone.post(WHERE, typed(night)).status_code == 403
    phone.get(WHERE)
    token = phone.cookies["csrftoken"].value
    assert phone.post(WHERE, typed(night), headers={"X-CSRFToken": token}).status_code == 302


@pytest.mark.thorough
def test_as_json(night):
    night = linked(night(12))
    phone, key = scan(night), str(uuid4())
    sent = typed(night, request_key=key)
    first = as_json(phone, WHERE, sent)
    assert first.status_code == 200
    assert first.json() == {"status": "recorded", "message": "Recorded: table 2, deal 1.", "next": WHERE}
    before = everything()
    assert as_json(phone, WHERE, sent).json()["status"] == "recorded"
    assert everything() == before, "sent twice, recorded once"


def test_sent_again_after_everything_has_changed(night):
    """The phone had been answered, and was offline: it hears the same, and nothing is late."""
    night = linked(night(12))
    phone, key = scan(night), str(uuid4())
    sent = typed(night, request_key=key)
    as_json(phone, WHERE, sent)
    deal_correct(night.because("a slip"), **body(night, in_call=[]), base_version=1)
    night.play(1)
    night.play(3)
    night.decide()
    moves_apply(night.by, round=1)
    again = as_json(phone, WHERE, {**sent, "sat": "1 2 3"})
    assert again.json()["status"] == "recorded"
    assert open_asks(night.evening.pk) == ()
    assert len(night.facts.pools) == 3


def test_two_phones(night):
    """The second sees what stands beside what was typed, and may ask for a correction."""
    night = linked(night(12))
    first, second = scan(night), scan(night)
    a, b, c, _d = night.table(2)
    other = form(night, **told([b], [c], **of([b, c], (4, 4))))
    assert first.post(WHERE, typed(night)).status_code == 302
    answer = second.post(WHERE, other)
    assert answer.status_code == 409
    page = seen(answer)
    names = night.facts.names
    shows(page, f"{names[a]} won", "It was not recorded.", f'name="typed" value="Won: {names[b]}"')
    told_json = as_json(second, WHERE, other)
    assert told_json.status_code == 409
    assert told_json.json() == {
        "status": "stale",
        "message": "This deal was recorded already.",
        "version": 1,
        "typed": [f"Won: {names[b]}", f"Called: {names[c]}", f"Put in: {names[b]} 4, {names[c]} 4"],
    }
    assert DealVersion.objects.count() == 1
    asked: dict[str, Any] = {
        "round": 1,
        "deal": 1,
        "version": 1,
        "words": "Ben won",
        "typed": [f"Won: {names[b]}"],
    }
    shows(second.post("/score/ask/", form(night, **asked), follow=True), "The organiser sees it.")
    (ask,) = open_asks(night.evening.pk)
    assert (ask.table, ask.version, ask.words, ask.typed) == (2, 1, "Ben won", (f"Won: {names[b]}",))


@pytest.mark.thorough
def test_what_is_refused(night):
    night = linked(night(12))
    phone = scan(night)
    a, b, *_others = night.table(2)
    wrong = form(night, **told([a], [b], **of([a, b], (5, "many"))))
    shows(phone.post(WHERE, wrong), "A whole number, please.", status=422)
    told_json = as_json(phone, WHERE, wrong)
    name = night.facts.names[b]
    assert told_json.status_code == 422
    assert (told_json.json()["status"], told_json.json()["message"]) == (
        "refused",
        f"{name}: A whole number, please.",
    )
    assert told_json.json()["version"] == 0
    nobody = form(night, tally="stakes")
    assert as_json(phone, WHERE, nobody).json()["message"].endswith("Tap who won the pool.")


def test_others_sit_there_by_now(night):
    """What was typed when others sat at the table is not taken for those who sit there now."""
    night = linked(night(12))
    phone = scan(night)
    opened, people = RoundRow.objects.get(evening=night.evening).pk, sorted(night.table(2))
    others, sooner, now = sat(opened, people[:3]), sat(opened - 1, people), sat(opened, people)
    for before in (others, sooner):  # other people, or the same in a round whose bell was undone
        assert phone.post(WHERE, typed(night, sat=before)).status_code == 422
    assert night.facts.pools == ()
    assert phone.post(WHERE, typed(night, sat=now)).status_code == 302


@pytest.mark.thorough
@pytest.mark.parametrize("queued", [False, True])
def test_too_late_for_its_round(night, queued):
    """It is recorded nowhere; the organiser is told once, however often it is sent."""
    night = linked(night(12))
    phone, sent = scan(night), typed(night, request_key=str(uuid4()))
    names = night.facts.names
    a, b, *_others = night.table(2)
    night.next_round()
    pools = night.facts.pools
    for _again in range(3):
        answer = as_json(phone, WHERE, sent) if queued else phone.post(WHERE, sent)
        assert answer.status_code == 409
    assert night.facts.pools == pools
    (ask,) = open_asks(night.evening.pk)
    assert (ask.late, ask.round, ask.table, ask.deal) == (True, 1, 2, 1)
    assert ask.typed == (f"Won: {names[a]}", f"Called: {names[b]}", f"Put in: {names[a]} 5, {names[b]} 5")
    if queued:
        assert answer.json()["status"] == "late"
        assert answer.json()["next"] == "/score/"
    else:
        shows(answer, "The organiser sees what you typed.", f"Put in: {names[a]} 5, {names[b]} 5")
        assert faults(answer.content.decode()) == []


def test_late_for_a_round_that_was_taken_back_or_for_the_evening(night):
    night = linked(night(12))
    phone = scan(night)
    night.next_round()
    second = typed(night)
    bell_undo(night.because("too early"), round=1)
    assert as_json(phone, "/score/2/1/", second).json()["status"] == "late"
    bell_ring(night.by, round=1)
    night.decide()
    night.settle()
    again = typed(night, request_key=str(uuid4()))
    assert as_json(phone, WHERE, again).json()["status"] == "late"
    assert [ask.round for ask in open_asks(night.evening.pk)] == [2, 1]


def test_late_and_more_than_a_table_may_ask(night):
    night = linked(night(12))
    phone = scan(night)
    night.next_round()
    for _n in range(20):
        phone.post(WHERE, typed(night, request_key=str(uuid4())))
    answer = as_json(phone, WHERE, typed(night, request_key=str(uuid4())))
    assert (answer.status_code, answer.json()["status"]) == (409, "refused")
    assert "answers those first" in answer.json()["message"]
    assert len(open_asks(night.evening.pk)) == 20


def test_a_table_that_is_not_there(night):
    night = linked(night(12))
    phone = scan(night, 3)
    answer = as_json(phone, "/score/1/1/", form(night, 3, winners=["x"], request_key="no key"))
    assert (answer.status_code, answer.json()["status"]) == (422, "refused")
    answer = as_json(phone, "/score/9/1/", typed(night, 3))
    assert answer.json()["status"] in ("late", "refused")
    assert open_asks(night.evening.pk) == ()


@pytest.mark.thorough
def test_the_bell_while_it_is_filled_in(night):
    night = linked(night(12))
    phone_of_2 = scan(night)
    deal_record(phone(night, 1), **body(night, 1))
    mark = mark_of_table(0, night.table(2))
    page = seen(phone_of_2.get("/score/now/?at=deal&round=1&deal=1&mark=" + mark))
    assert "The bell has rung: this is the last deal here." in page
    assert "data-go" not in page
    assert phone_of_2.post(WHERE, typed(night)).status_code == 302


@pytest.mark.thorough
def test_the_same_key_with_something_else(night):
    """It was not recorded, and is not said to be."""
    night = linked(night(12))
    phone, key = scan(night), str(uuid4())
    assert phone.post(WHERE, typed(night, request_key=key)).status_code == 302
    a, b, c, _d = night.table(2)
    other = form(night, **told([a], [c], **of([a, c], (5, 5))), request_key=key)
    answer = as_json(phone, WHERE, other)
    assert (answer.status_code, answer.json()["status"]) == (422, "refused")
    assert "something else in it" in answer.json()["message"]
    assert lines(night)[b] == (False, True, -5)
