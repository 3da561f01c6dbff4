"""A table's phone corrects its own last result, by the form that the page unfolds; later it asks."""

from uuid import uuid4

import pytest

from tests.bids import told
from tests.linked_phones import as_json, linked, scan
from tests.scoring.services.test_own_corrections import GAMES, Table
from tests.web.forms import values
from tests.web.html import Page, faults, shows
from tests.web.wording import words
from tournaments.bell.services.bell import moves_apply
from tournaments.core.settings import BellBy
from tournaments.models import DealVersion, Journal
from tournaments.phones.selectors import load_open_asks
from tournaments.scoring.services.bids import bids_record

WHERE = "/score/1/1/"


def sent_by(answer, name, value):
    """What the browser sends of the page's form in which the attribute holds the value."""
    forms = Page(answer.content.decode()).root.all("form")
    return values(next(form for form in forms if value in form.attributes.get(name, "")))


def correction(answer):
    """What the unfolded form sends, as the page has filled it in."""
    return sent_by(answer, "id", "correction")


def of_another_winner(sent, night, table=1):
    """The same deal, in which whoever took most changes places with another player; the bids stay."""
    lines = sorted(Table(night, table).winners().lines, key=lambda line: line.tricks or line.counters or 0)
    first, second = str(lines[-1].entry), str(lines[0].entry)
    other = {first: second, second: first}

    def swapped(name):
        field, _dash, who = name.rpartition("-")
        return name if field == "bids" else f"{field}-{other[who]}" if who in other else name

    changed = {swapped(name): value for name, value in sent.items()}
    people = {
        name: [other.get(who, who) for who in sent[name]] for name in ("winners", "in_call") if name in sent
    }
    return changed | people


@pytest.mark.every_case
@pytest.mark.parametrize("kind", GAMES)
def test_change_opens_the_filled_form_and_its_result_is_recorded(night, kind):
    night = linked(night(8, game=GAMES[kind], format="fixed", deals=2))
    Table(night).record()
    phone = scan(night, 1)
    answer = phone.get(WHERE)
    assert faults(answer.content.decode()) == []
    shows(answer, "Is this right?", "Yes", "No, change it", never=["Is it wrong?", "Preview the changes"])
    sent = correction(answer)
    stands = Table(night).winners().lines
    changed = of_another_winner(sent, night)
    answer = phone.post(WHERE, changed, follow=True)
    assert answer.redirect_chain == [(WHERE, 302)], words(answer)
    assert Table(night).winners().lines != stands
    version = DealVersion.objects.get(version=2)
    assert (version.journal.reason, version.journal.author) == (
        "corrected at the table",
        "the phone of table 1",
    )
    shows(answer, "Corrected: “corrected at the table”", "Is this right?")
    unchanged = as_json(phone, WHERE, correction(answer))
    assert unchanged.json()["message"] == "You changed nothing. Change what is wrong."


def test_with_the_next_bids_in_the_last_result_is_a_tap_away(night):
    night = linked(night(8, game=GAMES["bids"], format="fixed"))
    table = Table(night)
    table.record()
    bids_record(table.phone, round=1, table=1, deal=2, bids=told(night.at(1)))
    phone = scan(night, 1)
    shows(phone.get("/score/1/2/"), 'href="/score/1/1/"', "See deal 1", "Record the tricks")
    shows(phone.get(WHERE), "Is this right?", never="See deal 1")


def test_it_is_refused_in_the_unfolded_form(night):
    night = linked(night(12))
    Table(night, 2).record()
    phone = scan(night)
    sent = correction(phone.get(WHERE))
    name = next(field for field in sent if field.startswith("counters-"))
    answer = phone.post(WHERE, {**sent, name: ["many"]})
    shows(answer, '<details id="correct" open>', "Enter a whole number.", 'value="many"', status=422)
    assert DealVersion.objects.count() == 1


def test_in_german_the_reason_is_too(night):
    night = linked(night(12))
    Table(night, 2).record()
    phone = scan(night)
    answer = phone.get(WHERE, headers={"Accept-Language": "de"})
    shows(answer, "Stimmt das?", "Nein, ändern")
    assert correction(answer)["reason"] == ["am Tisch berichtigt"]


def test_once_the_next_result_is_there_it_asks_by_one_tap(night):
    night = linked(night(12, deals=2, bell=BellBy.HAND))
    table = Table(night, 2)
    table.record()
    phone = scan(night)
    opened = correction(phone.get(WHERE))
    table.record(deal=2)
    answer = phone.get(WHERE)
    shows(answer, "Is it wrong?", "counted wrongly", never=["No, change it", "Is this right?"])
    answered = as_json(phone, WHERE, of_another_winner(opened, night, 2)).json()
    assert (answered["status"], "next deal already has a result" in answered["message"]) == ("stale", True), (
        answered
    )
    tapped = {**sent_by(answer, "action", "/score/ask/"), "mistake": "counted wrongly"}
    shows(phone.post("/score/ask/", tapped, follow=True), "Sent to the organiser.")
    (ask,) = load_open_asks(night.evening.pk)
    assert (ask.table, ask.deal, ask.version, ask.words) == (2, 1, 1, "counted wrongly")
    assert Journal.objects.latest("pk").reason == ""


def test_what_an_organiser_recorded_is_asked_for(night):
    night = linked(night(12))
    Table(night, 2).record(by=night.by)
    shows(scan(night).get(WHERE), "Is it wrong?", never="No, change it")


def test_a_correction_that_comes_after_the_moves_is_told_to_the_organiser(night):
    night = linked(night(12))
    for number in night.tables:
        Table(night, number).record()
    night.decide()
    phone = scan(night)
    sent = of_another_winner(correction(phone.get(WHERE)), night, 2)
    moves_apply(night.by, round=1)
    assert as_json(phone, WHERE, sent).json()["status"] == "late"
    (ask,) = load_open_asks(night.evening.pk)
    assert (ask.late, ask.round, ask.table, ask.deal) == (True, 1, 2, 1)
    assert DealVersion.objects.filter(version=2).count() == 0


def test_the_confirmer_taps_the_own_name_and_no_winner_is_offered(night):
    night = linked(night(12, confirm=True))
    table = Table(night, 2)
    table.record()
    phone, names = scan(night), night.facts.names
    winner, *others = night.table(2)
    answer = phone.get(WHERE)
    shows(answer, *(f"Confirm as {names[entry]}" for entry in others), "No, change it")
    shows(answer, never=f"Confirm as {names[winner]}")
    tapped = {**sent_by(answer, "action", "/confirm/"), "entry": others[0]}
    answer = phone.post("/score/1/1/confirm/", tapped, follow=True)
    shows(answer, "Confirmed. Thank you.", f"Confirmed by {names[others[0]]}.")
    assert Journal.objects.latest("pk").reason == ""


def test_the_same_from_a_second_phone_confirms_it(night):
    night = linked(night(12, confirm=True))
    first, second = scan(night), scan(night)
    form = sent_by(second.get(WHERE), "class", "deal")
    a, b, *others = night.table(2)
    amounts = {f"counters-{entry}": "0" for entry in others} | {f"counters-{e}": "5" for e in (a, b)}
    sent = {**form, **amounts, "winners": a, "in_call": b}
    assert first.post(WHERE, {**sent, "request_key": str(uuid4())}).status_code == 302
    answered = as_json(second, WHERE, sent)
    assert answered.json() == {"status": "recorded", "message": "Confirmed. Thank you.", "next": WHERE}
    shows(second.get(WHERE), "Confirmed by a second phone.")
