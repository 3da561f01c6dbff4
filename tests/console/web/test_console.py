"""The console while the evening is played: one next thing, and every table."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import Membership, Role
from tests.web.html import shows
from tests.web.visitors import HOSTILE
from tournaments.attendance.services import Arrival, entry_change, people_check_in, player_drop, player_pause
from tournaments.bell.services.bell import bell_ring
from tournaments.bell.services.clock import clock_start
from tournaments.console.presenters import Console
from tournaments.core.record import Ending, Stage
from tournaments.core.settings import BellBy, Counting
from tournaments.scoring.presenters.deals import load_table_sheet
from tournaments.scoring.services.counts import Tally, TallyKind
from tournaments.scoring.services.deals import deal_record, table_end

POLL = {"HTTP_HX_REQUEST": "true"}


@pytest.fixture(autouse=True)
def alice(client, cast):
    client.force_login(cast.alice)


def where(night):
    return reverse("evening", args=[night.evening.pk])


def page(client, night):
    return client.get(where(night)).content.decode()


def test_it_works(client, night):
    night = night(12)
    night.play(3)
    shown = page(client, night)
    shows(shown, "Round 1 is being played", "2 of 3 tables are still playing")
    assert shown.count("Enter the result") == 2
    assert shown.count("Result\n") == 1
    shows(shown, "rings when the head table has its result", "p01")


@pytest.mark.thorough
def test_each_sees_only_the_buttons_that_work(client, cast, night):
    night = night(8)
    assert "Ring the bell" in page(client, night)
    client.force_login(cast.sam)
    shows(page(client, night), "Enter the result", never="Ring the bell")
    client.force_login(cast.vera)
    assert "Enter the result" not in page(client, night)


@pytest.mark.thorough
def test_the_bell_by_hand(client, night):
    night = night(8, bell=BellBy.HAND)
    assert "Ring the bell now" in page(client, night)
    for table in night.tables:
        night.play(table)
    shown = page(client, night)
    shows(shown, "all results are in", '<button class="bell">Ring the bell</button>')


@pytest.mark.thorough
def test_after_the_bell_it_waits(client, night):
    night = night(14, unfinished="cut")
    night.play(1)
    shown = page(client, night)
    assert "The bell has rung" in shown
    assert "Waiting for tables 2, 3" in shown
    assert "Enter the result of table 2" in shown
    assert "End table 2 early" in shown
    assert "Also to do" in shown  # the head table cuts in the meantime
    assert "settle up" not in shown


@pytest.mark.thorough
def test_cuts(client, night):
    night = night(8)
    for table in night.tables:
        night.play(table)
    need = night.preview().cuts[0][1]
    shown = page(client, night)
    assert "A cut is needed at table 1" in shown
    assert f"purpose={need.purpose}&amp;table=1" in shown
    assert "Draw by lot" in shown
    assert "End play and settle up" in shown


def test_counts(client, night):
    night = night(8, counting=Counting.AT_THE_END)
    for table in night.tables:
        night.play(table)
    shown = page(client, night)
    assert "Count the counters at table 1" in shown
    assert reverse("table-count", args=[night.evening.pk, 1, 1]) in shown


def test_the_preview(client, night):
    night = night(14)
    people_check_in(night.by, people=[Arrival("Lou")])
    broke, winner, *others = night.table(2)
    held = night.held()[broke]
    net = {broke: -held, winner: held, **dict.fromkeys(others, 0)}
    deal_record(
        night.by,
        round=1,
        table=2,
        deal=1,
        winners=[winner],
        in_call=[broke],
        tally=Tally(TallyKind.NET, net),
    )
    night.play(3)
    night.play(1)
    gone = night.table(3)[-1]
    player_drop(night.by, entry=gone)
    night.decide()
    shown = page(client, night)
    assert "Ready for round 2" in shown
    assert "Start round 2" in shown
    assert "Won at table 2. Moves up one table." in shown
    assert "down" in shown
    assert "swap" in shown
    assert "Fresh stake of 50" in shown
    assert "Yellow chip" in shown
    assert "Lou (table 3" in shown
    assert "Went home" in shown
    assert "Cuts so far" in shown
    assert "seed" in shown


def test_who_waits_and_who_pauses(client, night):
    night = night(14)
    people_check_in(night.by, people=[Arrival("Lou")])
    pausing = night.table(3)[0]
    player_pause(night.by, entry=pausing)
    shown = page(client, night)
    shows(shown, "Waiting for a seat: <strong>Lou</strong>", "Paused: <strong>", "pauses")


def test_each_table_in_words(client, night):
    night = night(14, bell=BellBy.HAND, deals=2, unfinished="cut")
    night.play(2)
    night.play(1)
    bell_ring(night.by, round=1)
    table_end(night.by, round=1, table=2, ending=Ending.EARLY)
    table_end(night.by, round=1, table=3, ending=Ending.VOID)
    shown = page(client, night)
    shows(shown, "stopped early", "void", "finishing its deal", "Enter deal 2")


def test_the_poll_gets_the_changing_part_alone(client, night):
    night = night(8)
    seq = night.evening.seq
    assert client.get(where(night), {"seq": seq}, **POLL).status_code == 204
    night.play(2)
    answer = client.get(where(night), {"seq": seq}, **POLL)
    assert answer.status_code == 200
    assert answer["Vary"].count("HX-Request") == 1
    assert "<html" not in answer.content.decode()
    assert 'data-again="playing"' in answer.content.decode()


def test_the_poll_of_nothing_new_reads_no_facts(client, night, django_assert_max_num_queries):
    night = night(8)
    with django_assert_max_num_queries(3):
        client.get(where(night), {"seq": night.evening.seq}, **POLL)


@pytest.mark.thorough
def test_once_the_evening_settles_it_is_another_page(client, night):
    assert 'data-again="playing"' not in page(client, night(8, Stage.SETTLING))


def test_names_are_escaped(client, night):
    night = night(8)
    entry_change(night.by, entry=night.table(1)[0], name=HOSTILE, role="")
    assert HOSTILE not in page(client, night)


def bell_pages(night):
    """The same bell at any size: every table's first seat wins, everybody else loses alike."""
    for table in night.tables:
        night.play(table)
    night.decide()


@pytest.mark.slow
def test_its_queries_do_not_grow(client, night):
    small, large = night(22), night(200)
    assert (len(small.tables), len(large.tables)) == (4, 34)
    asked = []
    for evening in (small, large):
        client.get(where(evening))
        with CaptureQueriesContext(connection) as playing:
            client.get(where(evening))
        bell_pages(evening)
        with CaptureQueriesContext(connection) as ready:
            answer = client.get(where(evening))
        assert "Start round" in answer.content.decode()
        asked.append((len(playing), len(ready)))
    assert asked[0] == asked[1]
    assert max(asked[0]) <= 18


@pytest.mark.thorough
def test_a_page_of_27_is_small(client, night):
    night = night(27)
    bell_pages(night)
    assert len(client.get(where(night)).content) < 60_000


def test_the_deal_of_who_has_left_passes_on_as_the_scorer_sees_it(night):
    night = night(14)
    marked = [seat.entry for seat in Console(night.evening).tables[1].seats if seat.deals]
    player_drop(night.by, entry=marked[0])
    now = [seat.entry for seat in Console(night.evening).tables[1].seats if seat.deals]
    assert now == [sitter.entry for sitter in load_table_sheet(night.evening, 1, 2).sitters if sitter.deals]
    assert marked[0] not in now


def test_an_unchanged_console_is_not_sent_again(client, cast, night):
    """The copy is right until something is written, or one signs in anew."""
    night = night(8)

    def again(tag):
        return client.get(where(night), headers={"If-None-Match": tag})

    first = client.get(where(night))
    unchanged = again(first["ETag"])
    assert (unchanged.status_code, unchanged.content) == (304, b"")
    night.play(2)
    second = again(first["ETag"])
    assert second.status_code == 200
    assert "1 of 2 tables" in second.content.decode()
    client.logout()
    client.force_login(cast.alice)
    assert again(second["ETag"]).status_code == 200


def test_a_console_with_a_clock_is_not_kept(client, night):
    """It tells the browser what time it is: a copy would set the clock by the time at which it was made."""
    night = night(8)
    clock_start(night.by, round=1, seconds=600)
    running = client.get(where(night))
    assert "ETag" not in running
    assert running["Cache-Control"] == "no-store"


def test_a_kept_console_says_what_was_just_done(client, night):
    night = night(8)
    tag = {"If-None-Match": client.get(where(night))["ETag"]}
    refused = client.post(reverse("bell-ring", args=[night.evening.pk, 7]), follow=True, headers=tag)
    assert refused.status_code == 200
    assert b"Round 7" in refused.content


def test_a_member_who_may_do_less_gets_another_page(client, cast, night):
    night = night(8)
    tag = client.get(where(night))["ETag"]
    Membership.objects.filter(user=cast.alice).update(role=Role.VIEWER)
    assert client.get(where(night), headers={"If-None-Match": tag}).status_code == 200
