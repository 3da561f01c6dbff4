"""A deal by the table's phone: the form, what stands, and how it is told to a phone that queued it."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from tests.cast import everything
from tests.linked_phones import as_json, form, link, linked, scan
from tests.linked_phones import phone as phone_of
from tests.scoring.services.test_deal_record import body
from tests.web.deal_form import lines, of, told
from tests.web.html import faults, shows
from tests.web.visitors import HOSTILE
from tournaments.bell.services.bell import bell_ring, moves_apply
from tournaments.evening.selectors.tables import make_table_mark
from tournaments.models import DealVersion, Journal, RoundRow
from tournaments.phones.selectors import load_open_asks
from tournaments.phones.services import link_revoke
from tournaments.scoring.forms.deals import encode_seating
from tournaments.scoring.services.deals import deal_correct, deal_record
from tournaments.undo.services.undo import bell_undo

WHERE = "/score/1/1/"


@pytest.fixture
def party(night):
    return linked(night(12))


@pytest.fixture
def phone(party):
    """The phone of table 2."""
    return scan(party)


def typed(night, table=2, **fields):
    """What the form sends: the first wins 5 of the second."""
    a, b, *_others = night.table(table)
    return form(night, table, **{**told([a], [b], **of([a, b], (5, 5))), **fields})


def seen(answer):
    return " ".join(answer.content.decode().split())


def test_it_works(party, phone):
    assert faults(phone.get(WHERE).content.decode()) == []
    answer = phone.post(WHERE, typed(party), follow=True)
    assert answer.redirect_chain == [(WHERE, 302)]
    a, b, *_others = party.table(2)
    assert lines(party)[a] == (True, True, 5)
    assert lines(party)[b] == (False, True, -5)
    line = Journal.objects.get(verb="deal_recorded")
    assert (line.actor, line.link) == (None, link(party))
    page = seen(answer)
    shows(page, "Entered by the phone of table 2", "Wait for the bell.")
    assert faults(answer.content.decode()) == []


@pytest.mark.thorough
def test_the_next_deal(night):
    night = linked(night(12, deals=3))
    phone = scan(night)
    shows(phone.post(WHERE, typed(night), follow=True), "Enter deal 2", 'href="/score/1/2/"')
    assert phone.get("/score/")["Location"] == "/score/1/2/"


@pytest.mark.thorough
def test_no_other_address_than_its_own_is_on_the_page(party, phone):
    """It leads to no page of the members, and names nobody who is signed in."""
    phone.force_login(party.alice)
    for _step in range(2):
        for page in (seen(phone.get(WHERE)), seen(phone.get("/score/", follow=True))):
            shows(page, never=["/evenings/", "/clubs/", "Alice", "Sign out"])
        phone.post(WHERE, typed(party))


def test_who_is_signed_in_lends_it_no_right(party, phone):
    """An owner's browser that scanned the code: on the phone's pages it is the table's phone."""
    phone.force_login(party.alice)
    phone.post(WHERE, typed(party))
    assert DealVersion.objects.get().journal.actor is None
    assert "Correct this result" not in seen(phone.get(WHERE))
    before = everything()
    undone = form(party, step="withdraw", reason="as the owner")
    assert phone.post(WHERE, undone).status_code == 403
    assert as_json(phone, WHERE, undone).json()["status"] == "gone"
    after = everything()
    assert {model for model in before if before[model] != after[model]} <= {"sessions.Session"}


def test_another_tables_form_is_not_sent_by_this_phone(party, phone):
    """What was typed at table 3 is never put into a deal of table 2."""
    before = everything()
    for other in ("", f"{party.evening.pk}-3", f"{party.evening.pk + 1}-2", HOSTILE):
        sent = {**typed(party), "of": other}
        assert phone.post(WHERE, sent).status_code == 403
        answer = as_json(phone, WHERE, sent)
        assert (answer.status_code, answer.json()["status"]) == (403, "another")
    assert everything() == before


def test_without_a_link_there_is_nothing(party):
    for visitor in (Client(), scan(party)):
        if visitor.cookies:
            link_revoke(party.by, table=2)
        assert visitor.get(WHERE).status_code == 404
        answer = as_json(visitor, WHERE, typed(party))
        assert (answer.status_code, answer.json()["status"]) == (404, "gone")
    assert party.facts.pools == ()


@pytest.mark.thorough
def test_against_forgery(party):
    phone = scan(party, client=Client(enforce_csrf_checks=True))
    assert phone.post(WHERE, typed(party)).status_code == 403
    phone.get(WHERE)
    token = phone.cookies["csrftoken"].value
    assert phone.post(WHERE, typed(party), headers={"X-CSRFToken": token}).status_code == 302


@pytest.mark.thorough
def test_as_json(party, phone):
    key = str(uuid4())
    sent = typed(party, request_key=key)
    first = as_json(phone, WHERE, sent)
    assert first.status_code == 200
    assert first.json() == {"status": "recorded", "message": "Recorded: table 2, deal 1.", "next": WHERE}
    before = everything()
    assert as_json(phone, WHERE, sent).json()["status"] == "recorded"
    assert everything() == before, "sent twice, recorded once"


def test_sent_again_after_everything_has_changed(party, phone):
    """The phone had been answered, and was offline: it hears the same, and nothing is late."""
    key = str(uuid4())
    sent = typed(party, request_key=key)
    as_json(phone, WHERE, sent)
    deal_correct(party.because("a slip"), **body(party, in_call=[]), base_version=1)
    party.play(1)
    party.play(3)
    party.decide()
    moves_apply(party.by, round=1)
    assert as_json(phone, WHERE, {**sent, "sat": "1 2 3"}).json()["status"] == "recorded"
    assert load_open_asks(party.evening.pk) == ()
    assert len(party.facts.pools) == 3


def test_two_phones(party):
    """The second sees what stands beside what was typed, and may ask for a correction."""
    first, second = scan(party), scan(party)
    a, b, c, _d = party.table(2)
    other = form(party, **told([b], [c], **of([b, c], (4, 4))))
    assert first.post(WHERE, typed(party)).status_code == 302
    answer = second.post(WHERE, other)
    assert answer.status_code == 409
    page = seen(answer)
    names = party.facts.names
    shows(page, f"{names[a]} won", "Your entry was not recorded", f'name="typed" value="Won: {names[b]}"')
    told_json = as_json(second, WHERE, other)
    assert told_json.status_code == 409
    assert told_json.json() == {
        "status": "stale",
        "message": "This deal is already recorded.",
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
    shows(second.post("/score/ask/", form(party, **asked), follow=True), "Sent to the organiser.")
    (ask,) = load_open_asks(party.evening.pk)
    assert (ask.table, ask.version, ask.words, ask.typed) == (2, 1, "Ben won", (f"Won: {names[b]}",))


@pytest.mark.thorough
def test_what_is_refused(party, phone):
    a, b, *_others = party.table(2)
    wrong = form(party, **told([a], [b], **of([a, b], (5, "many"))))
    shows(phone.post(WHERE, wrong), "Enter a whole number.", status=422)
    told_json = as_json(phone, WHERE, wrong)
    name = party.facts.names[b]
    assert told_json.status_code == 422
    assert (told_json.json()["status"], told_json.json()["message"]) == (
        "refused",
        f"{name}: Enter a whole number.",
    )
    assert told_json.json()["version"] == 0
    nobody = form(party, tally="stakes")
    assert as_json(phone, WHERE, nobody).json()["message"].endswith("Tap the winner of the pool.")


def test_others_sit_there_by_now(party, phone):
    """What was typed when others sat at the table is not taken for those who sit there now."""
    opened, people = RoundRow.objects.get(evening=party.evening).pk, sorted(party.table(2))
    others, sooner, now = (
        encode_seating(opened, people[:3]),
        encode_seating(opened - 1, people),
        encode_seating(opened, people),
    )
    for before in (others, sooner):  # other people, or the same in a round whose bell was undone
        assert phone.post(WHERE, typed(party, sat=before)).status_code == 422
    assert party.facts.pools == ()
    assert phone.post(WHERE, typed(party, sat=now)).status_code == 302


@pytest.mark.thorough
@pytest.mark.parametrize("queued", [False, True])
def test_too_late_for_its_round(party, queued, phone):
    """It is recorded nowhere; the organiser is told once, however often it is sent."""
    sent = typed(party, request_key=str(uuid4()))
    names = party.facts.names
    a, b, *_others = party.table(2)
    party.next_round()
    pools = party.facts.pools
    for _again in range(3):
        answer = as_json(phone, WHERE, sent) if queued else phone.post(WHERE, sent)
        assert answer.status_code == 409
    assert party.facts.pools == pools
    (ask,) = load_open_asks(party.evening.pk)
    assert (ask.late, ask.round, ask.table, ask.deal) == (True, 1, 2, 1)
    assert ask.typed == (f"Won: {names[a]}", f"Called: {names[b]}", f"Put in: {names[a]} 5, {names[b]} 5")
    if queued:
        assert (answer.json()["status"], answer.json()["next"]) == ("late", "/score/")
    else:
        shows(answer, "The organiser sees what you typed.", f"Put in: {names[a]} 5, {names[b]} 5")
        assert faults(answer.content.decode()) == []


def test_late_for_a_round_that_was_taken_back_or_for_the_evening(party, phone):
    party.next_round()
    second = typed(party)
    bell_undo(party.because("too early"), round=1)
    assert as_json(phone, "/score/2/1/", second).json()["status"] == "late"
    bell_ring(party.by, round=1)
    party.decide()
    party.settle()
    assert as_json(phone, WHERE, typed(party, request_key=str(uuid4()))).json()["status"] == "late"
    assert [ask.round for ask in load_open_asks(party.evening.pk)] == [2, 1]


def test_late_and_more_than_a_table_may_ask(party, phone):
    party.next_round()
    for _n in range(20):
        phone.post(WHERE, typed(party, request_key=str(uuid4())))
    answer = as_json(phone, WHERE, typed(party, request_key=str(uuid4())))
    assert (answer.status_code, answer.json()["status"]) == (409, "refused")
    assert "must answer them first" in answer.json()["message"]
    assert len(load_open_asks(party.evening.pk)) == 20


def test_a_table_that_is_not_there(party):
    phone = scan(party, 3)
    answer = as_json(phone, "/score/1/1/", form(party, 3, winners=["x"], request_key="no key"))
    assert (answer.status_code, answer.json()["status"]) == (422, "refused")
    assert as_json(phone, "/score/9/1/", typed(party, 3)).json()["status"] in ("late", "refused")
    assert load_open_asks(party.evening.pk) == ()


@pytest.mark.thorough
def test_the_bell_while_it_is_filled_in(party, phone):
    deal_record(phone_of(party, 1), **body(party, 1))
    mark = make_table_mark(0, party.table(2), RoundRow.objects.get(void=None).pk)
    page = seen(phone.get("/score/now/?at=deal&round=1&deal=1&mark=" + mark))
    shows(page, "The bell has rung. This is the last deal here.", never="data-go")
    assert phone.post(WHERE, typed(party)).status_code == 302


@pytest.mark.thorough
def test_the_same_key_with_something_else(party, phone):
    """It was not recorded, and is not said to be."""
    key = str(uuid4())
    assert phone.post(WHERE, typed(party, request_key=key)).status_code == 302
    a, b, c, _d = party.table(2)
    other = form(party, **told([a], [c], **of([a, c], (5, 5))), request_key=key)
    answer = as_json(phone, WHERE, other)
    assert (answer.status_code, answer.json()["status"]) == (422, "refused")
    assert "with other contents" in answer.json()["message"]
    page = seen(phone.post(WHERE, other))
    shows(page, "with other contents", "Your entry was not recorded")
    assert lines(party)[b] == (False, True, -5)
