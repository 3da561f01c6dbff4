"""The table's phone between its deals: where it belongs, what it watches, and when it goes on by itself."""

import re

import pytest

from tests.bids import told
from tests.cast import AT_THE_END
from tests.linked_phones import as_json, form, link, linked, phone, scan
from tests.scoring.services.test_deal_record import body
from tests.web.bid_form import bids, tricks
from tests.web.html import faults, shows
from tournaments.bell.services.bell import bell_ring, moves_apply
from tournaments.core.record import Ending, Stage
from tournaments.core.settings import BellBy, Unfinished
from tournaments.evening.selectors.tables import make_table_mark
from tournaments.models import Evening, RoundRow
from tournaments.phones.selectors import load_open_asks
from tournaments.phones.services import deal_confirm, link_revoke, links_make
from tournaments.scoring.forms.deals import encode_seating
from tournaments.scoring.services.bids import bids_record
from tournaments.scoring.services.deals import deal_correct, deal_record, table_end
from tournaments.seating.services import seats_swap, table_close
from tournaments.undo.services.revert import line_take_back
from tournaments.undo.services.undo import bell_undo

BIDS = {"game": "seven-truf"}
GAMES = {**BIDS, "format": "fixed"}


@pytest.fixture
def party(night):
    return linked(night(12))


def seen(answer):
    return " ".join(answer.content.decode().split())


def now(phone, at="deal", round=1, deal=1, mark="0"):
    """The part that says how the table stands, and where an untouched page goes on by itself."""
    answer = phone.get(f"/score/now/?at={at}&round={round}&deal={deal}&mark={mark}")
    assert answer.status_code == 200
    page = answer.content.decode()
    go = re.search(r'data-go="([^"]*)"', page)
    return " ".join(re.sub("<[^>]+>", " ", page).split()), go and go[1]


def mark(night, bids=0):
    """What the form of table 2's deal carries now."""
    opened = RoundRow.objects.get(evening=night.evening, number=night.round, void=None)
    return make_table_mark(bids, night.table(2), opened.pk)


def test_before_play_it_waits_and_names_who_sits_here(night):
    night = linked(night(12, Stage.SEATED))
    phone = scan(night)
    page = phone.get("/score/")
    assert faults(page.content.decode()) == []
    text = seen(page)
    assert "Play has not started yet." in text
    for entry in night.table(2):
        assert night.facts.names[entry] in text
    assert now(phone, "wait")[1] is None
    Evening.objects.update(stage=Stage.PLAYING)
    assert now(phone, "wait")[1] == "/score/1/1/"


@pytest.mark.thorough
def test_a_round_through(party):
    """Written down, waiting for the bell, waiting for the others, and on to the next round."""
    mine = scan(party)
    assert now(mine, mark=mark(party)) == ("", None)
    deal_record(phone(party), **body(party))
    assert now(mine) == ("This deal was recorded or changed elsewhere. Show what is recorded", "/score/1/1/")
    assert now(mine, "result", mark="1") == ("Wait for the bell.", None)
    shows(mine.get("/score/"), "Table 2 has finished round 1. Wait for the bell.")
    party.play(1)
    assert "The bell has rung. This table is done." in seen(mine.get("/score/"))
    party.play(3)
    party.decide()
    moves_apply(party.by, round=1)
    for kind in ("deal", "result", "count"):
        told, go = now(mine, kind, mark="1")
        assert told.startswith("Round 1 is over. The tables now play round 2."), kind
        assert go == "/score/", kind
    assert now(mine, "wait")[1] == "/score/2/1/"
    assert now(mine, "sheet")[1] is None


def test_others_sit_here_by_now(party):
    """A form is filled in for those who sit here: an untouched one is made anew."""
    mine, before = scan(party), mark(party)
    line = seats_swap(party.because("a whim"), first=party.table(2)[0], second=party.table(3)[0])
    assert now(mine, mark=before) == (
        "Other players now sit at this table. Show what is recorded",
        "/score/1/1/",
    )
    assert now(mine, mark=mark(party)) == ("", None)
    line_take_back(party.by, line=line.seq)
    assert now(mine, mark=before) == ("", None)
    shows(mine.get("/score/1/1/"), f"mark={before}")


def test_a_round_was_started_again_with_the_same_players(party):
    """An untouched form is made anew: the old one would be refused."""
    mine = scan(party)
    party.next_round()
    before, opened = mark(party), RoundRow.objects.get(number=2).pk
    bell_undo(party.because("too early"), round=1)
    party.decide()
    moves_apply(party.by, round=1)
    again = "This round was started again. Check your entry."
    assert now(mine, round=2, mark=before) == (f"{again} Show what is recorded", "/score/2/1/")
    assert now(mine, round=2, mark=mark(party)) == ("", None)
    sent = form(party, sat=encode_seating(opened, party.table(2)))
    shows(mine.post("/score/2/1/", sent), "This round was started again.", status=422)


def closed(night):
    table_close(night.because("few"), table=4)


def bell_undone(night):
    night.next_round()
    bell_undo(night.because("too early"), round=1)


def settling(night):
    night.play_round()
    night.settle()


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("happens", "round", "part", "page"),
    [
        (closed, 1, "", "There is no table 4"),
        (bell_undone, 2, "The last bell was undone. The tables play round 1 again.", ""),
        (settling, 1, "It is too late to record this entry.", "Settling up has started."),
    ],
)
def test_it_leaves_a_deal_that_there_is_not_any_more(night, happens, round, part, page):
    night = linked(night(18))
    mine = scan(night, 4)
    happens(night)
    told, go = now(mine, round=round)
    assert (part in told, go) == (True, "/score/")
    shows(mine.get("/score/", follow=True), page)
    assert "too late" not in now(mine, "result", round=round, mark="1")[0]


@pytest.mark.thorough
def test_a_result_that_is_corrected_or_confirmed_is_shown_anew(night):
    night = linked(night(12, confirm=True))
    mine = scan(night)
    deal_record(phone(night), **body(night))
    entry = night.table(2)[0]
    deal_confirm(phone(night), round=1, table=2, deal=1, base_version=1, entry=entry)
    assert now(mine, "result", mark="1")[1] == "/score/1/1/"
    assert now(mine, "result", mark="1-confirmed")[1] is None
    deal_correct(night.because("a slip"), **body(night, in_call=[]), base_version=1)
    told, go = now(mine, "result", mark="1-confirmed")
    assert told.startswith("This deal was recorded or changed elsewhere.")
    assert go == "/score/1/1/"


@pytest.mark.thorough
def test_a_table_that_ends_without_a_result(night):
    night = linked(night(12, unfinished=Unfinished.CUT))
    mine = scan(night)
    bell_ring(night.by, round=1)
    assert now(mine, mark=mark(night))[0].startswith("The bell has rung. This is the last deal here.")
    table_end(night.by, round=1, table=2, ending=Ending.VOID)
    told, go = now(mine, mark=mark(night))
    assert told.startswith("Cut now. Table 2 could not finish.")
    assert told.endswith("No result is expected from this table.")
    assert go == "/score/"


@pytest.mark.thorough
def test_revoked_it_stops(party):
    mine = scan(party)
    link_revoke(party.by, table=2)
    for url in ("/score/", "/score/1/1/", "/score/1/count/", "/score/1/sheet/", "/score/now/"):
        assert mine.get(url).status_code == 404, url
    links_make(party.by)
    assert mine.get("/score/").status_code == 404, "the new link is another one"
    assert scan(party, client=mine).get("/score/").status_code == 302


def test_counters_at_the_bell(night):
    """Where deals are not counted, the phone says when its table's counters must be."""
    night = linked(night(12, **AT_THE_END))
    mine, other = scan(night, 1), scan(night, 3)
    for table in night.tables:
        night.play(table)
    assert [need.table for need in night.preview().counts] == [1]
    page = mine.get("/score/")
    assert "Count the counters at this table" in seen(page)
    assert faults(page.content.decode()) == []
    assert faults(mine.get("/score/1/count/").content.decode()) == []
    assert "Count the counters" not in seen(other.get("/score/"))
    assert now(mine, "count")[1] is None
    counts = {f"counters-{entry}": 40 + n for n, entry in enumerate(night.table(1))}
    answer = as_json(mine, "/score/1/count/", form(night, 1, **counts))
    assert answer.json() == {"status": "recorded", "message": "Counted: table 1.", "next": "/score/"}
    assert night.preview().counts == ()
    assert now(mine, "count") == ("This table needs no count now.", "/score/")
    assert "Count the counters" not in seen(mine.get("/score/"))
    night.decide()
    moves_apply(night.by, round=1)
    late = mine.post("/score/1/count/", form(night, 1, **counts))
    assert late.status_code == 409
    assert "The organiser sees what you typed." in seen(late)
    (ask,) = load_open_asks(night.evening.pk)
    assert (ask.late, ask.deal) == (True, 0)
    assert ask.typed[0].startswith("After this deal: ")


@pytest.mark.thorough
@pytest.mark.parametrize("chosen", [BIDS, GAMES], ids=["session", "fixed"])
def test_bids(night, chosen):
    night = linked(night(8, **chosen))
    mine = scan(night)
    assert faults(mine.get("/score/", follow=True).content.decode()) == []
    at = night.at(2)
    said = told(at)
    numbers = [said.by_entry[entry] for entry in at.list_bidders(1)]
    answer = mine.post("/score/1/1/", form(night, 2, **bids(night, *numbers, table=2)), follow=True)
    assert answer.redirect_chain == [("/score/1/1/", 302)]
    assert "Record the tricks" in seen(answer)
    assert now(mine, mark=mark(night, night.at(2).open.seq)) == ("", None)
    assert now(mine, mark=mark(night)) == (
        "This deal was recorded or changed elsewhere. Show what is recorded",
        "/score/1/1/",
    )
    tricks_of = tricks(night, *taken_of(night), table=2)
    assert as_json(mine, "/score/1/1/", form(night, 2, **tricks_of)).json()["status"] == "recorded"
    page = mine.get("/score/1/1/")
    assert faults(page.content.decode()) == []
    text = seen(page)
    shows(text, "Entered by the phone of table 2", never="/evenings/")
    assert ("Next:" in text) == (chosen is GAMES)
    shows(mine.get("/score/1/sheet/"), status=200, never=["/evenings/", "Stop the game"])


def taken_of(night):
    """Tricks by which as many bids as can be are exact."""
    at = night.at(2)
    left, won = at.plan.cards, []
    for entry in at.list_bidders(at.next_number):
        won.append(min(left, at.open.bids[entry]))
        left -= won[-1]
    won[0] += left
    return won


def test_bids_on_two_phones(night):
    night = linked(night(8, **GAMES))
    one, other = scan(night), scan(night)
    at = night.at(2)
    numbers = [told(at).by_entry[entry] for entry in at.list_bidders(1)]
    sent = form(night, 2, **bids(night, *numbers, table=2))
    assert one.post("/score/1/1/", sent).status_code == 302
    same = as_json(other, "/score/1/1/", sent)
    assert same.json() == {
        "status": "recorded",
        "message": "This is already recorded.",
        "next": "/score/1/1/",
    }
    assert other.post("/score/1/1/", sent).status_code == 302
    more = form(night, 2, **bids(night, numbers[0] + 1, *numbers[1:], table=2))
    answer = as_json(other, "/score/1/1/", more)
    assert (answer.status_code, answer.json()["status"]) == (409, "stale")
    assert answer.json()["typed"][0].startswith("Bid: ")
    assert other.post("/score/1/1/", more).status_code == 409


@pytest.mark.thorough
def test_a_reason_to_change_bids_is_kept(night):
    night = linked(night(8, **GAMES))
    mine, at = scan(night), night.at(2)
    said = told(at)
    bids_record(phone(night), round=1, table=2, deal=1, bids=said)
    numbers = [said.by_entry[entry] for entry in at.list_bidders(1)]
    base = night.at(2).open.seq
    sent = form(night, 2, **bids(night, *numbers, table=2, base=base, reason="misheard"))
    assert mine.post("/score/1/1/", sent).status_code == 302
    assert night.at(2).open.seq != base


def test_what_only_members_do(night):
    """Taking a deal back, ending a table, ringing, cutting: no address of the phone does it."""
    night = linked(night(8, **GAMES))
    mine = scan(night)
    night.score(2)
    sent = form(night, 2, step="withdraw", reason="a slip")
    assert mine.post("/score/1/1/", sent).status_code == 403
    for name in ("end", "ring", "apply"):
        assert mine.post(f"/score/1/{name}/", sent).status_code == 404
    assert len(night.at(2).decided) == 1


class TestConfirm:
    def recorded(self, night, **settings):
        night = linked(night(12, **settings))
        deal_record(phone(night), **body(night))
        return night, scan(night)

    def test_it_is_asked_where_it_is_so_set(self, night):
        night, mine = self.recorded(night, confirm=True)
        page = mine.get("/score/1/1/")
        assert faults(page.content.decode()) == []
        text = seen(page)
        assert "Hand the phone to another player to confirm" in text
        name = night.facts.names[night.table(2)[1]]
        assert f"Confirm as {name}" in text
        sent = form(night, 2, base_version=1, entry=night.table(2)[1])
        answer = mine.post("/score/1/1/confirm/", sent, follow=True)
        shows(seen(answer), f"Confirmed by {name}.", never="Hand the phone")
        again = mine.post("/score/1/1/confirm/", sent, follow=True)
        assert "This result is already confirmed." in seen(again)

    def test_it_is_not_asked_otherwise(self, night):
        night, mine = self.recorded(night)
        assert "Hand the phone" not in seen(mine.get("/score/1/1/"))
        sent = form(night, 2, base_version=1, entry=night.table(2)[1])
        assert as_json(mine, "/score/1/1/confirm/", sent).json()["status"] == "refused"

    def test_an_organisers_correction_needs_none(self, night):
        night, mine = self.recorded(night, confirm=True)
        deal_correct(night.because("a slip"), **body(night, in_call=[]), base_version=1)
        assert "Hand the phone" not in seen(mine.get("/score/1/1/"))


def test_asking_needs_words(party):
    mine = scan(party)
    deal_record(phone(party), **body(party))
    for fields in ({}, {"words": " "}, {"words": "x" * 201}, {"version": 2, "words": "?"}, {"round": "x"}):
        sent = form(party, 2, **{"round": 1, "deal": 1, "version": 1, **fields})
        answer = as_json(mine, "/score/ask/", sent)
        assert answer.status_code in (409, 422), fields
        assert mine.post("/score/ask/", sent).status_code == 302


@pytest.mark.thorough
def test_the_part_takes_any_question(party):
    mine = scan(party)
    for query in ("", "?at=x&round=x&deal=x", "?at=deal&round=9999999999999&deal=-1", "?at=result&mark=%00"):
        assert mine.get(f"/score/now/{query}").status_code == 200, query


@pytest.mark.slow
def test_it_asks_as_often_at_forty_tables(night, django_assert_max_num_queries):
    night = linked(night(4 + 38 * 6 + 4))
    assert len(night.tables) == 40
    mine = scan(night, 20)
    with django_assert_max_num_queries(7):
        assert mine.get("/score/now/?at=deal&round=1&deal=1&mark=0").status_code == 200
    with django_assert_max_num_queries(16):
        assert mine.get("/score/1/1/").status_code == 200
    assert link(night, 20).table == 20


def test_the_page_of_a_result_stops_waiting_for_a_bell_that_has_rung(night):
    """The sentence is in the part that is asked for again."""
    night = linked(night(12, bell=BellBy.HAND))
    mine = scan(night)
    night.play_table(2)
    result = {"at": "result", "mark": "1"}
    before = mine.get("/score/1/1/")
    shows(before, "Wait for the bell.")
    bell_ring(night.by, round=1)
    said, _go = now(mine, **result)
    shows(said, "The bell has rung. This page continues by itself.", never="Wait for the bell.")
