"""What the journal says: a sentence for every verb, and the marks of what was taken back."""

import ast
import inspect
import re
from pathlib import Path

import pytest
from django.utils import timezone

import tournaments
from tests.bids import told as bids_of
from tests.cast import AT_THE_END
from tests.scoring.web.test_deals import correct
from tests.services.cases import all_services, case_of
from tests.web.html import shows
from tests.web.journal import last, lines, page, told
from tests.web.visitors import HOSTILE
from tournaments.attendance.services import (
    Arrival,
    entry_change,
    entry_withdraw,
    people_check_in,
    player_drop,
    seat_keep,
)
from tournaments.bell.services.bell import bell_ring, moves_apply
from tournaments.bell.services.clock import clock_pause, clock_resume
from tournaments.core.record import Stage
from tournaments.core.settings import Settings
from tournaments.evening.services.evenings import evening_change
from tournaments.journal.presenters.page import VERBS
from tournaments.models import Award, Journal, ScorerLink
from tournaments.prizes.services import prizes_reveal_all
from tournaments.scoring.services.bids import bids_record
from tournaments.scoring.services.counts import Tally, TallyKind
from tournaments.scoring.services.deals import deal_correct
from tournaments.seating.services import seats_draw
from tournaments.undo.services.undo import bell_undo, moves_replay

PACKAGE = Path(*tournaments.__path__)
BIDS = {"game": "blackout-nullo"}
UNTOLD = re.compile(r"\?|%\(|\.\.|None|[{}]")
"""What a sentence holds where something is not known, or was not put in."""


@pytest.fixture
def party(night):
    return night(12)


@pytest.fixture(autouse=True)
def vera(client, cast):
    client.force_login(cast.vera)


def named_in_calls():
    """Verbs of lines that are written beside a service's own, as they stand in the code."""
    for path in (path for path in PACKAGE.rglob("*.py") if "services" in path.parts):
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            given = [word.value for word in node.keywords if word.arg == "verb"]
            given += node.args[:1] if node.func.attr == "add_line" else []
            yield from (verb.value for verb in given if isinstance(verb, ast.Constant))


def test_every_verb_has_its_sentence_and_no_other_has():
    found = {inspect.getclosurevars(service).nonlocals["verb"] for service in all_services().values()}
    assert len(found) >= 45
    found |= {"evening_planned", *named_in_calls()}
    assert {"bell_rung", "evening_planned"} <= set(named_in_calls())
    assert found - set(VERBS) == set(), "a verb without a sentence"
    assert set(VERBS) - found == set(), "a sentence that nothing is told by"


@pytest.mark.parametrize("name", sorted(all_services()))
def test_what_every_service_writes_is_told(name, client, night):
    case = case_of(name)
    night = case.scene(night)
    line = case.service(case.by(night), **case.body(night))
    shown = next(one for one in lines(client, night) if one.seq == line.seq)
    assert shown.words.endswith(".")
    assert shown.words != line.verb.replace("_", " ")
    for text in (shown.words, shown.more, shown.was, shown.now):
        assert not UNTOLD.search(text), text
    assert (shown.who, shown.reason) == ("Alice", case.reason)


def test_a_verb_of_another_release_is_shown_as_it_is(client, night):
    night = night(0, Stage.DRAFT)
    Journal.objects.update(verb="chairs_painted")
    assert told(client, night) == "chairs painted"


# Results


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({}, "{1} (+3) won; {0} (−1), {2} (−1) called; {3} (−1)."),
        (AT_THE_END, "{1} won; {0}, {2} called."),
    ],
    ids=["counted", "not counted"],
)
def test_a_deal(client, night, settings, says):
    night = night(12, **settings)
    people = night.table(3)
    night.play(3, winner=people[1], callers=(people[0], people[2]))
    names = [night.facts.names[entry] for entry in people]
    assert told(client, night) == f"Table 3, deal 1 recorded: {says.format(*names)}"


@pytest.mark.thorough
def test_a_correction_shows_before_and_after(client, party):
    """Of another round it says which."""
    party.play(2)
    first, second, third, fourth = (party.facts.names[entry] for entry in party.table(2))
    correct(party, "one counter more was put in")
    line = last(client, party)
    assert (line.words, line.was, line.now, line.reason) == (
        "Table 2, deal 1 corrected.",
        f"{first} (+3) won; {second} (−1), {third} (−1), {fourth} (−1)",
        f"{second} (+3) won; {third} (−1) called; {first} (−1), {fourth} (−1)",
        "one counter more was put in",
    )
    winner, *losers = party.table(1)
    for table in (1, 3):
        party.play(table)
    party.decide()
    moves_apply(party.by, round=1)
    stakes = Tally(TallyKind.STAKES, dict.fromkeys([winner, *losers], 2))
    slip = party.because("a slip")
    deal_correct(slip, round=1, table=1, deal=1, base_version=1, winners=[winner], in_call=[], tally=stakes)
    assert told(client, party) == "Round 1, table 1, deal 1 corrected."


def test_a_late_correction_names_the_prize_that_changes_hands(client, night):
    """Once the hall knows of that prize."""
    night = night(8, Stage.FINISHED)
    correct(night, "Slip was read wrongly", table=1)
    assert last(client, night).more == "The result was recorded again: version 2."
    prizes_reveal_all(night.by)
    more = lines(client, night)[1].more
    was, now = (
        ", ".join(Award.objects.get(prize="yellow", result__version=n).winners.values_list("name", flat=True))
        for n in (1, 2)
    )
    assert more.startswith(
        f"The result was recorded again: version 2. Most yellow chips: {was} → {now}. Most counters: "
    )


def test_bids_and_tricks(client, night):
    night = night(12, **BIDS)
    at, names = night.at(2), night.facts.names
    night.bid(2)
    bids = ", ".join(f"{names[entry]} {bid}" for entry, bid in night.at(2).open.bids.items())
    assert told(client, night) == f"Table 2, deal 1, bids: {bids}."
    assert set(at.list_bidders(1)) == set(night.at(2).open.bids)
    night.score(2)
    scored, made = lines(client, night)[:2]
    assert scored.words.startswith("Table 2, deal 1 recorded: ")
    assert " exact (+" in scored.words
    assert made.taken is None, "bids that a result took up stand"


def test_bids_that_were_made_anew(client, night):
    night = night(12, **BIDS)
    first = night.bid(2)
    bids_record(
        night.because("misheard"), round=1, table=2, deal=1, bids=bids_of(night.at(2)), base=first.seq
    )
    again, bids = lines(client, night)[:2]
    assert (again.taken, bids.taken.at) == (None, again.at)


# The bell


@pytest.mark.thorough
def test_what_rang_the_bell(client, night):
    by_hand, by_head, by_bids = night(12), night(12), night(12, **BIDS)
    bell_ring(by_hand.by, round=1)
    rang, asked = lines(client, by_hand)[:2]
    assert rang.words == "Round 1 was ended by hand."
    assert asked.words == "The bell was rung by hand."
    by_head.play(1)
    assert told(client, by_head) == "Round 1 ended because the head table had its result."
    by_bids.score(1)
    assert told(client, by_bids) == "Round 1 ended because the head table had its result."


def test_moves_are_counted_and_named(client, party):
    party.play_round()
    moves, names = party.preview().bell.moves, party.facts.names
    people_check_in(party.by, people=[Arrival("Late Lotte")])
    moves_apply(party.by, round=1)
    sentence = last(client, party)
    assert sentence.words == f"Round 1: {len(moves)} players moved."
    for move in moves:
        assert f"{names[move.entry]} {move.start.table} → {move.end.table}" in sentence.more
    assert "New at a table: Late Lotte." in sentence.more


@pytest.mark.parametrize(
    "more",
    [{}, {"game": "clag", "format": "fixed", "games": 2}],
)
def test_held_moves(client, night, more):
    night = night(8, auto_moves=20, **more)
    bell_ring(night.by, round=1)
    clock_pause(night.by, round=1)
    assert told(client, night) == "The automatic start was stopped."
    clock_resume(night.by, round=1)
    assert told(client, night) == "The automatic start was allowed again."


# Who


@pytest.mark.thorough
def test_who_did_it(client, party):
    """A member, a table's phone, or the program by itself."""
    party.play(2)
    line = Journal.objects.order_by("-seq")[0]
    assert last(client, party).who == "Alice"
    link = ScorerLink.objects.create(evening=party.evening, table=2, journal=line)
    Journal.objects.filter(pk=line.pk).update(actor=None, link=link)
    assert last(client, party).who == "the phone of table 2"
    Journal.objects.filter(pk=line.pk).update(link=None)
    assert last(client, party).who == "the program"


def test_people_are_named_as_they_are_shown_now(client, night):
    night = night(6)
    entry = night.table(1)[0]
    entry_change(night.by, entry=entry, name=HOSTILE, role="lady")
    assert HOSTILE not in page(client, night).content.decode()
    assert last(client, night).now == f"{HOSTILE}, lady"
    assert HOSTILE in lines(client, night)[-3].words


def test_somebody_keeps_the_seat(client, party):
    entry = party.table(2)[0]
    name = party.facts.names[entry]
    for keeps, words in ((True, "now keeps the seat"), (False, "moves again")):
        seat_keep(party.by, entry=entry, keeps=keeps)
        assert told(client, party) == f"{name} {words}."


def test_settings_before_and_after(client, night):
    night = night(6, Stage.CHECK_IN)
    chosen, day = Settings(stake=40, roles=("red", "blue")), night.evening.held_on
    evening_change(night.by, name="Thursday", held_on=day, settings=chosen)
    more = last(client, night).more
    shows(more, "Counters at the start: 50 → 40", "Roles: lady, gentleman → red, blue")
    assert more.count("→") == 2
    evening_change(night.by, name="Friday", held_on=day, settings=chosen)
    assert told(client, night) == "Name and date were saved."


# What was taken back


def test_an_undone_bell_and_all_that_it_brought(client, party):
    """With a result of the next round; but who came meanwhile has come."""
    party.play_round()
    people_check_in(party.by, people=[Arrival("Late Lotte")])
    moves_apply(party.by, round=1)
    party.play(2)
    undo = bell_undo(party.because("rang too early"), discard=True)
    shown = lines(client, party)
    begins = ("Round 1: 3 players", "Table 2, deal 1 recorded", "Round 1 ended", "Table 1, cut")
    for line in shown[1:]:
        gone = line.words.startswith(begins) and line.seq != first_deal(party, 2)
        assert (line.taken is not None) is gone, line
        assert line.taken is None or line.taken.at == undo.at
    assert shown[0].words.endswith("1 result was discarded.")
    assert f"undone at {timezone.localtime(undo.at):%H:%M}" in page(client, party).content.decode()


def first_deal(night, table):
    """The line of the table's deal of the first round, which stands."""
    return next(pool.seq for pool in night.facts.pools if (pool.round, pool.position) == (1, table))


def test_a_bell_that_rang_again_stands(client, party):
    bell_ring(party.by, round=1)
    bell_undo(party.because("too early"))
    bell_ring(party.by, round=1)
    rang = [line for line in lines(client, party) if "was ended by hand" in line.words]
    assert [line.taken is None for line in rang] == [True, False]


def test_what_was_taken_back_in_part(client, night):
    night = night(6, Stage.CHECK_IN)
    entry_withdraw(night.by, entry=night.entry("p02"))
    came = lines(client, night)[1]
    assert came.words == "Checked in: p01, p02, p03, p04, p05, p06."
    assert came.taken.partly
    assert "partly undone at" in page(client, night).content.decode()


def test_seats_drawn_again(client, night):
    night = night(12, Stage.SEATED)
    seats_draw(night.by, seed="nine")
    again, first = lines(client, night)[:2]
    assert again.words == "Seats were drawn, seed “nine”."
    assert (again.taken, first.taken.at) == (None, again.at)


def test_moves_that_were_replayed(client, party):
    """Who went home before the replay is at home still."""
    party.next_round()
    player_drop(party.by, entry=party.table(2)[0])
    moves_replay(party.because("a deal was corrected"))
    replay, went, applied = lines(client, party)[:3]
    assert replay.words.startswith("The seats were calculated again")
    assert "went home" in went.words
    assert (replay.taken, went.taken, applied.taken.at) == (None, None, replay.at)
