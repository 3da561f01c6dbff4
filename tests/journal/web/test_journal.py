"""The journal's page: who did what when, found by table, person or kind, a hundred lines at a time."""

from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.cast import FIXED
from tests.console.web.test_fixed_evening import MOVING
from tests.scoring.web.test_bid_evening import COUNTERS
from tests.scoring.web.test_deals import correct
from tests.web.html import Page, shows
from tests.web.journal import groups, lines, page, told
from tests.web.wording import said, words
from tournaments.attendance.services import player_drop
from tournaments.bell.services.bell import moves_apply
from tournaments.core.record import Ending, Stage
from tournaments.journal.presenters.page import LINES, VERBS, JournalKind
from tournaments.models import Evening, Journal
from tournaments.scoring.services.deals import table_end
from tournaments.undo.services.undo import bell_undo

pytestmark = pytest.mark.postgresql

BIDS = {"game": "blackout-nullo"}
NIGHT = datetime.fromisoformat("2026-03-12T18:30:00+00:00")


@pytest.fixture
def party(night):
    return night(12)


@pytest.fixture(autouse=True)
def vera(client, cast):
    client.force_login(cast.vera)


def many(night, more):
    """So many further lines; how many there are then."""
    evening = night.evening
    evening.refresh_from_db()
    Journal.objects.bulk_create(
        Journal(evening=evening, seq=seq, verb="time_up")
        for seq in range(evening.seq + 1, evening.seq + 1 + more)
    )
    Evening.objects.filter(pk=evening.pk).update(seq=evening.seq + more)
    return evening.seq + more


def seqs(client, night, **asked):
    return [line.seq for line in lines(client, night, **asked)]


@pytest.mark.thorough
def test_a_draft_has_one_too(client, night):
    night = night(0, Stage.DRAFT)
    assert told(client, night) == "The evening was planned."
    assert "data-again" not in page(client, night).content.decode()


def test_rounds_are_its_headings(client, party):
    """An undone round was one while it was played."""
    party.next_round()
    party.play(2)
    bell_undo(party.because("too early"), discard=True)
    party.decide()
    moves_apply(party.by, round=1)
    party.finish()
    titles = [group.title for group in groups(client, party)]
    after = ["After play", "Round 2", "Round 1", "Round 2", "Round 1", "Before play", "Planning"]
    assert titles == after
    party.reveal()
    assert [group.title for group in groups(client, party)] == ["After the result", *after]


@pytest.mark.thorough
def test_days_and_times_are_those_of_the_hall(client, night):
    """The day is said where it changes."""
    night = night(6)
    Journal.objects.filter(seq__lte=3).update(at=NIGHT)
    Journal.objects.filter(seq__gt=3).update(at=NIGHT + timedelta(days=1))
    days = {line.seq: line.day for line in lines(client, night) if line.day}
    assert days == {Evening.objects.get().seq: NIGHT.date() + timedelta(days=1), 3: NIGHT.date()}
    with timezone.override("Asia/Kathmandu"):
        shows(words(page(client, night)), "00:15", "Fri 13 Mar 2026")


@pytest.mark.thorough
def test_results_lead_to_their_deal_for_those_who_may_score(client, cast, party):
    party.play(2)
    address = reverse("deal", args=[party.evening.pk, 1, 2, 1])
    assert address not in page(client, party).content.decode()
    client.force_login(cast.sam)
    assert address in page(client, party).content.decode()


@pytest.mark.thorough
def test_it_is_a_tab_and_the_deals_lead_to_it(client, night):
    night = night(6)
    address = reverse("journal", args=[night.evening.pk])
    for name, link in (("evening", address), ("deals", f"{address}?kind=results")):
        shows(client.get(reverse(name, args=[night.evening.pk])), f'href="{link}"')
    assert f'href="{address}" aria-current="page"' in page(client, night).content.decode()


# Looking for something


@pytest.mark.thorough
def test_by_table(client, party):
    """What was written at the table, and who came to it or left it."""
    party.play_round()
    moves_apply(party.by, round=1)
    shown = [line.words for line in lines(client, party, table=2)]
    assert any(text.startswith("Table 2, deal 1 recorded") for text in shown)
    assert any("players moved" in text for text in shown)
    assert not any(text.startswith(("Table 1", "Table 3")) for text in shown)


@pytest.mark.thorough
def test_by_person(client, party):
    party.play_round()
    entry = party.table(3)[0]
    moves_apply(party.by, round=1)
    player_drop(party.by, entry=entry)
    shown = [line.words for line in lines(client, party, person=entry)]
    assert shown[0].startswith(f"{party.facts.names[entry]} went home.")
    assert sum(", deal 1 recorded" in text for text in shown) == 1
    for part in ("players moved", "Play began", "Seats were drawn", "Checked in: "):
        assert any(part in text for text in shown), part


@pytest.mark.thorough
def test_who_is_looked_for_is_named_first(client, night):
    night = night(30)
    came = lines(client, night, person=night.entry("p29"))[-1]
    assert came.words.startswith("Checked in: p29, ")
    assert came.words.endswith(" and 18 more.")


@pytest.mark.thorough
def test_by_kind(client, party):
    party.play_round()
    for kind in JournalKind:
        shown = Journal.objects.filter(evening=party.evening, seq__in=seqs(client, party, kind=kind))
        assert {VERBS[line.verb].kind for line in shown} <= {kind}
        assert shown.exists() is (kind not in (JournalKind.CLOCK, JournalKind.PHONES))
    assert "Nothing found." in words(page(client, party, kind="clock"))


def test_all_at_once(client, party):
    party.play_round()
    mine, other = party.table(2)[0], party.table(3)[0]
    [line] = lines(client, party, table=2, person=mine, kind="results")
    assert line.words.startswith("Table 2, deal 1 recorded")
    assert lines(client, party, table=2, person=other, kind="results") == []


@pytest.mark.thorough
@pytest.mark.parametrize(
    "asked",
    [{"table": "99"}, {"table": "x"}, {"person": "0"}, {"kind": "'"}, {"before": "-1"}, {"before": "9" * 30}],
)
def test_what_cannot_be_read_is_not_asked_for(asked, client, night):
    """Nor is a person of another evening known here."""
    other, night = night(6), night(6)
    for question in (asked, {"person": other.table(1)[0]}):
        assert len(lines(client, night, **question)) == night.evening.seq


# Page by page


def test_a_hundred_lines_a_page(client, night):
    """A page that is read stays as it is, whatever is written meanwhile."""
    night = night(6)
    end = many(night, 240)
    assert seqs(client, night) == list(range(end, end - LINES, -1))
    older = page(client, night).context["page"].older
    second = seqs(client, night, before=older)
    assert second == list(range(end - LINES, end - 2 * LINES, -1))
    shown = page(client, night, before=older).context["page"]
    assert shown.newer == 0
    third = page(client, night, before=shown.older).context["page"]
    assert third.older is None
    assert seqs(client, night, before=third.newer) == second
    many(night, 5)
    assert seqs(client, night, before=older) == second


def test_links_keep_what_is_looked_for(client, night):
    night = night(6)
    many(night, 120)
    shows(page(client, night, kind="clock"), 'href="?kind=clock&amp;before=', "?kind=clock&amp;seq=")


# Renewing itself


@pytest.mark.thorough
def test_the_part_that_changes(client, night):
    night = night(6)
    where = reverse("journal", args=[night.evening.pk])
    answer = client.get(where, {"seq": "1"}, headers={"hx-request": "true"})
    html = answer.content.decode()
    shows(html, never=["<html", "<form"])
    [part] = [one for one in Page(html).root.all("div") if one.attributes.get("id") == "journal"]
    assert part.attributes["data-seq"] == str(night.evening.seq)
    assert part.attributes["data-again"] == "journal"
    assert "HX-Request" in answer.headers["Vary"]


# Other games


@pytest.mark.parametrize("stage", [stage for stage in Stage if stage is not Stage.DRAFT])
def test_with_bids_it_speaks_of_no_counters(stage, client, night):
    night = night(12, stage, **BIDS)
    if stage is Stage.PLAYING:
        night.next_round()
        night.play_round()
        player_drop(night.by, entry=night.table(2)[0])
    assert said(words(page(client, night)), *COUNTERS) == []


def test_at_fixed_tables_it_speaks_of_no_moves(client, night):
    night = night(13, games=2, game="caller-clag", options={"deals": 2}, **FIXED)
    night.score(2)
    table_end(night.by, round=1, table=2, ending=Ending.EARLY)
    night.play_table(1)
    assert told(client, night) == "Game 1 ended because every table was done."
    moves_apply(night.by, round=1)
    assert told(client, night) == "Game 2 begins."
    bell_undo(night.because("one more deal"), round=1)
    assert told(client, night) == "Game 1 was opened again."
    night.play_table(2)
    moves_apply(night.by, round=1)
    night.play_round()
    night.finish()
    night.reveal()
    assert said(words(page(client, night)), *MOVING, *COUNTERS) == []
    titles = [group.title for group in groups(client, night)]
    assert titles[:3] == ["After the result", "After play", "Game 2"]


# Who may read it, and what it costs


def test_queries_do_not_grow(client, night):
    counts, sizes = [], []
    for players in (8, 26):
        made = night(players)
        for _round in range(3):
            made.next_round()
        for table in made.tables:
            made.play(table)
            correct(made, "slip", table)
        bell_undo(made.because("again"), discard=True)
        asked = []
        for filters in ({}, {"table": 2}, {"person": made.table(1)[0]}, {"kind": "moves"}, {"before": 12}):
            with CaptureQueriesContext(connection) as queries:
                sizes.append(len(page(client, made, **filters).content))
            asked.append(len(queries))
        counts.append(asked)
    assert counts[0] == counts[1]
    assert max(counts[0]) <= 30, counts
    assert max(sizes) < 200_000
