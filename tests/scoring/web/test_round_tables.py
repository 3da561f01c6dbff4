"""An organiser's page of a table: the evening's tabs, a dot for each table, and *Next table*."""

import re

import pytest
from django.urls import reverse

from tests.linked_phones import linked, scan
from tests.web.deal_form import of, seen, told
from tests.web.html import shows
from tournaments.core.record import Stage
from tournaments.scoring.presenters.deals import TableLink, load_round_tables

DOT = re.compile(r'<a href="([^"]+)"\s+class="(out|done)"\s+(aria-current="true")?>')
NEXT = re.compile(r'data-key="t"\s+href="([^"]+)"')


@pytest.fixture(autouse=True)
def sam(client, cast):
    client.force_login(cast.sam)


def deal(night, table, number=1):
    return reverse("deal", args=[night.evening.pk, 1, table, number])


def ways(client, address):
    """The dots of a page, and where *Next table* leads."""
    page = seen(client.get(address))
    return DOT.findall(page), NEXT.findall(page)


@pytest.mark.parametrize("name", ["deal", "table-sheet", "table-count", "table-end"])
def test_the_page_has_the_tabs_of_the_evening(client, night, name):
    night = night(12)
    at = [night.evening.pk, 1, 2, *([1] if name == "deal" else [])]
    page = client.get(reverse(name, args=at))
    shows(page, f"<h1>{night.evening}</h1>")
    shows(page, f'href="{reverse("evening", args=[night.evening.pk])}" aria-current="true"')
    shows(page, 'id="at-table"')


def test_a_dot_leads_to_each_table(client, night):
    night = night(16)
    night.play(1)
    dots, _next = ways(client, deal(night, 3))
    assert dots == [
        (deal(night, 1), "done", ""),
        (deal(night, 2), "out", ""),
        (deal(night, 3), "out", 'aria-current="true"'),
        (deal(night, 4), "out", ""),
    ]


def test_next_table_is_the_next_one_without_a_result(client, night):
    night = night(16)
    night.play(3)
    assert [ways(client, deal(night, table))[1] for table in (1, 2, 3, 4)] == [
        [deal(night, 2)],
        [deal(night, 4)],
        [deal(night, 4)],
        [deal(night, 1)],
    ]
    for table in (1, 2):
        night.play(table)
    assert ways(client, deal(night, 4))[1] == []
    assert ways(client, deal(night, 3))[1] == [deal(night, 4)]


def test_a_table_leads_to_its_next_deal(client, night):
    night = night(12, deals=3)
    night.play(2)
    dots, following = ways(client, deal(night, 1))
    assert [address for address, _state, _here in dots] == [deal(night, 1), deal(night, 2, 2), deal(night, 3)]
    assert following == [deal(night, 2, 2)]


def test_after_a_result_the_next_table_is_one_click_away(client, night):
    night = night(12, deals=2)
    a, b, *others = night.table(2)
    answer = client.post(deal(night, 2), told([a], [b], **of([a, b, *others], [2] * 4)), follow=True)
    shows(answer, "Recorded: table 2, deal 1.")
    assert NEXT.findall(seen(answer)) == [deal(night, 3)]


@pytest.mark.parametrize("out", [1, 2])
def test_a_cut_leads_to_the_tables_too(client, night, out):
    """Cut while another table plays, the next one is one click away."""
    night = night(8)
    for table in night.tables[: 3 - out]:
        night.play(table)
    cut = f"{reverse('cut', args=[night.evening.pk, 1])}?purpose=down&table=1&deal=0"
    dots, following = ways(client, cut)
    states = ["done", "out" if out == 2 else "done"]
    assert dots == [
        (deal(night, 1), states[0], 'aria-current="true"'),
        (deal(night, 2), states[1], ""),
    ]
    assert following == ([deal(night, 2)] if out == 2 else [])


def test_one_table_has_no_row_of_tables(client, night):
    assert ways(client, deal(night(5), 1)) == ([], [])


def test_all_tables_of_a_round_before_are_done(client, night):
    night = night(12)
    night.next_round()
    dots, following = ways(client, deal(night, 2))
    assert [state for _address, state, _here in dots] == ["done"] * 3
    assert not following


def test_a_game_at_fixed_tables_leads_to_its_last_deal(night):
    night = night(8, Stage.PLAYING, game="blackout", format="fixed")
    for _deal in range(2):
        night.score(2)
    night.evening.refresh_from_db()
    assert load_round_tables(night.evening, 1, 1).tables == (TableLink(1, 1, True), TableLink(2, 3, True))
    night.play_table(2)
    night.evening.refresh_from_db()
    here = load_round_tables(night.evening, 1, 1)
    assert (here.tables[1].out, here.next_out) == (False, None)
    assert here.tables[1].deal == len(night.facts.pools)


def test_a_tables_phone_has_neither(night):
    page = seen(scan(linked(night(12))).get(reverse("score"), follow=True))
    assert "Table 2" in page
    assert not DOT.findall(page)
    assert 'class="tabs' not in page
