"""A round typed in from slips: many tables on one page, each recorded by itself."""

from uuid import UUID, uuid4

import pytest
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.errors import RuleError
from tests.bids import taken, told
from tests.cast import AT_THE_END, FIXED
from tests.evening.services.test_queries import LARGE, SMALL, counted
from tests.web.html import Page, faults, shows
from tests.web.visitors import HOSTILE
from tests.web.wording import words
from tournaments.attendance.services import player_drop
from tournaments.bell.services.bell import moves_apply
from tournaments.core.counters import ledger
from tournaments.core.settings import BellBy
from tournaments.models import Deal, DealVersion, EntryRow, Journal
from tournaments.scoring.forms.slips import MOST_TABLES
from tournaments.seating.services import table_close
from tournaments.undo.services.undo import bell_undo

KEY = "5bd1f9a4-3a4e-4a4b-9f43-0a2f3a6d6a01"


@pytest.fixture
def party(night):
    return night(12)


@pytest.fixture(autouse=True)
def sam(client, cast):
    client.force_login(cast.sam)


def where(night, round=1):
    return reverse("slips", args=[night.evening.pk, round])


def get(client, night, round=1):
    answer = client.get(where(night, round))
    assert faults(answer.content.decode()) == []
    return answer


def slip(table, deal=1, **fields):
    """What one table's part of the page sends."""
    return {f"t{table}-{name.replace('_', '-')}": value for name, value in fields.items()} | {
        "slip": [f"{table}-{deal}"]
    }


def pool(night, table, deal=1, *, lose=2, winner=0, **more):
    """The table's slip: the first of it won, nobody called, all put in the same."""
    players = night.table(table)
    each = {f"counters-{entry}": lose for entry in players}
    fields = {"winners": [players[winner]], "nobody": "on", "tally": "stakes", **each, **more}
    return {f"t{table}-{name}": value for name, value in fields.items()} | {"slip": [f"{table}-{deal}"]}


def bids(night, table, deal=1):
    """The table's slip of bids, as they could have been made and won."""
    at = night.at(table)
    said = told(at)
    won = taken(at, said)
    fields = {f"bids-{e}": n for e, n in said.by_entry.items()} | {
        f"tricks-{e}": n for e, n in won.tricks.items()
    }
    return {f"t{table}-{name}": value for name, value in fields.items()} | {"slip": [f"{table}-{deal}"]}


def page(*slips, key=KEY):
    """All that the page sends."""
    sent = {"request_key": key, "slip": [one for slip in slips for one in slip["slip"]]}
    for one in slips:
        sent |= {name: value for name, value in one.items() if name != "slip"}
    return sent


def results(night):
    return {(p.round, p.position, p.deal): sorted(p.winners) for p in night.facts.pools}


def held_everything(night):
    held = night.held()
    return sum(held.values()) == ledger.count_on_tables(night.facts, night.evening.settings)


def test_it_works(client, party):
    shown = get(client, party)
    assert [slip.table for slip in shown.context["slips"]] == [1, 2, 3]
    assert "3 tables have no result yet" in words(shown)
    sent = page(pool(party, 1), pool(party, 2, lose=3), pool(party, 3))
    answer = client.post(where(party), sent, follow=True)
    assert answer.redirect_chain == [(reverse("evening", args=[party.evening.pk]), 302)]
    assert "Recorded for tables: 1, 2, 3." in words(answer)
    assert results(party) == {(1, table, 1): party.table(table)[:1] for table in (1, 2, 3)}
    assert party.held()[party.table(2)[0]] == 50 + 3 * 3
    assert held_everything(party)
    assert party.preview().rung


def test_what_is_left_empty_stays_out(client, party):
    blank = {"t3-tally": "counts", "t3-nobody": "", "slip": ["3-1"]}  # a choice is no result
    answer = client.post(where(party), page(pool(party, 2), blank), follow=True)
    assert answer.redirect_chain == [(where(party), 302)]
    assert "Recorded for tables: 2." in words(answer)
    assert [slip.table for slip in answer.context["slips"]] == [1, 3]
    assert results(party).keys() == {(1, 2, 1)}


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"winners": []}, "Tap the winner of the pool."),
        ({"tally": "guessed"}, "Select a valid choice"),
        ({"sat": "1 2 3"}, "Other players sit at this table now"),
    ],
)
def test_what_is_refused(client, party, change, says):
    shows(client.post(where(party), page(pool(party, 2, **change))), says, status=422)
    assert not Deal.objects.exists()


@pytest.mark.thorough
@pytest.mark.parametrize("sent", ["", "9-1", "x", "2", "2-1-1", "0-1", "2-0", "-2-1", "99999-1"])
def test_what_is_no_slip_is_nothing_typed(client, party, sent):
    typed = {**page(pool(party, 2)), "t9-counters": "5", "slip": [sent] if sent else []}
    shows(client.post(where(party), typed), "Nothing was entered", status=422)
    assert not Deal.objects.exists()


@pytest.mark.thorough
def test_a_refused_table_stays_with_what_was_typed_and_the_others_are_recorded(client, party):
    rich, poor, *_others = party.table(2)
    wrong = pool(party, 2, **{f"counters-{rich}": 51, f"counters-{poor}": 51})
    answer = client.post(where(party), page(pool(party, 1), wrong, pool(party, 3)))
    assert answer.status_code == 422
    text = answer.content.decode()
    assert faults(text) == []
    assert results(party).keys() == {(1, 1, 1), (1, 3, 1)}
    shows(answer, "Recorded for tables: 1, 3.", "1 slip is not recorded. See why: Table 2")
    (kept,) = answer.context["slips"]
    assert kept.form.errors.keys() == {f"counters-{poor}"}
    field = next(i for i in Page(text).root.all("input") if i.attributes["name"] == f"t2-counters-{poor}")
    assert (field.attributes["value"], field.attributes["aria-invalid"]) == ("51", "true")
    ticked = [i.attributes.get("value") for i in Page(text).root.all("input") if "checked" in i.attributes]
    assert str(rich) in ticked


def test_a_table_that_was_closed_meanwhile(client, night):
    """The heap goes on without it: what is recorded is said, and what was typed for it."""
    night = night(20)
    names, gone = night.facts.names, night.table(4)
    untouched = {"t4-tally": "counts", "slip": ["4-1"]}
    sent = page(pool(night, 2), pool(night, 3), pool(night, 4, lose=3))
    table_close(night.because("few are left"), table=4)
    for _time in range(2):
        answer = client.post(where(night), sent)
        assert answer.status_code == 409
        text = words(answer)
        assert faults(answer.content.decode()) == []
        shows(text, "1 slip is not recorded. See why:", "There is no table 4.")
        put_in = ", ".join(f"{names[entry]} 3" for entry in gone)
        typed = f"Won: {names[gone[0]]} · Nobody called. · Put in: {put_in}"
        shows(text, f"Your entry was not recorded: {typed}", "Recorded for tables: 2, 3.")
    assert results(night).keys() == {(1, 2, 1), (1, 3, 1)}
    assert "What stands" not in text
    again = client.post(where(night), page(pool(night, 1), untouched, key=uuid4()), follow=True)
    assert "Recorded for tables: 1." in words(again)
    assert "There is no table 4." not in words(again), "nothing was typed there"


def test_a_table_that_is_closed_at_that_very_moment(client, night, monkeypatch):
    night = night(20)

    def too_late(*_args, **_named):
        table_close(night.because("few are left"), table=4)
        raise RuleError("table", "There is no table %(table)s.", table=4)

    monkeypatch.setattr("tournaments.scoring.forms.deals.deal_record", too_late)
    answer = client.post(where(night), page(pool(night, 4)))
    shows(answer, "Your entry was not recorded: Won:", status=409)
    assert [slip.table for slip in answer.context["slips"]] == [1, 2, 3]


@pytest.mark.parametrize("game", ["draw-poker", "blackout"])
def test_a_round_whose_bell_was_undone_meanwhile(client, night, game):
    night = night(12, game=game)
    night.next_round()
    table, names = night.table(2), night.facts.names
    typed = (bids if game == "blackout" else pool)(night, 2)
    bell_undo(night.because("too early"))
    answer = client.post(where(night, 2), page(typed))
    assert answer.status_code == 409
    text = words(answer)
    assert faults(answer.content.decode()) == []
    assert "No slips are expected for round 2: it is not being played." in text
    first = next(iter(name for name in typed if name.startswith("t2-bids")), "").removeprefix("t2-bids-")
    said = f"Bid: {names[int(first)]} {typed[f't2-bids-{first}']}" if first else f"Won: {names[table[0]]} ·"
    assert f"Your entry was not recorded: {said}" in text
    assert where(night, 1) in answer.content.decode()
    shows(client.post(where(night, 2), page(slip(2, winners=[]))), "Nothing was entered", status=422)


@pytest.mark.thorough
def test_sent_again_it_is_recorded_once(client, party):
    """Also when the moves are made by then. Each table has a key of its own."""
    sent = page(pool(party, 1), pool(party, 2), pool(party, 3))
    once = client.post(where(party), sent, follow=True)
    twice = client.post(where(party), sent, follow=True)
    assert words(twice) == words(once)
    shows(twice, "Recorded for tables: 1, 2, 3.")
    party.decide()
    moves_apply(party.by, round=1)
    client.post(where(party), sent)
    assert DealVersion.objects.count() == 3
    keys = Journal.objects.filter(verb="deal_recorded").values_list("request_key", flat=True)
    assert len({*keys, UUID(KEY)}) == 4


@pytest.mark.thorough
def test_sent_again_with_what_was_refused_before(client, party):
    """What stands is not doubled. Something else with the same key is no second time of the same."""
    sent = page(pool(party, 1), pool(party, 2, winners=[]))
    for _time in range(2):
        shows(client.post(where(party), sent), "Recorded for tables: 1.", status=422)
    other = page(pool(party, 1, winner=1))
    shows(client.post(where(party), other), "sent before with other contents", status=409)
    assert results(party) == {(1, 1, 1): party.table(1)[:1]}


@pytest.mark.thorough
def test_somebody_was_faster(client, party):
    first, second, *_others = party.table(2)
    sent = page(pool(party, 2, winner=1), pool(party, 3))
    party.play(2)
    answer = client.post(where(party), sent)
    assert answer.status_code == 409
    text, names = words(answer), party.facts.names
    assert "Recorded for tables: 3." in text
    assert "Table 2: already recorded" in text
    assert f"Result: {names[first]} won:" in text
    assert f"Your entry was not recorded: Won: {names[second]} · Nobody called." in text
    assert faults(answer.content.decode()) == []
    assert results(party)[1, 2, 1] == [first]
    assert [slip.table for slip in answer.context["slips"]] == [1]


def test_faster_at_a_game_of_bids(client, night):
    night = night(12, game="blackout")
    sent = page(bids(night, 2))
    night.score(2)
    answer = client.post(where(night), sent)
    assert answer.status_code == 409
    pool = night.facts.pools[0]
    line = pool.lines[0]
    said = f"{night.facts.names[line.entry]}: bid {line.bid}, tricks {line.tricks}"
    assert said in words(answer)


@pytest.mark.thorough
def test_several_deals_a_round(client, night):
    """Each table's next deal at a time; the head table's is recorded last, for it rings the bell."""
    night = night(12, deals=2)
    warning = "This result rings the bell."
    assert warning not in words(get(client, night))
    client.post(where(night), page(*(pool(night, table) for table in (1, 2))))
    shown = get(client, night)
    assert [(slip.table, slip.deal) for slip in shown.context["slips"]] == [(1, 2), (2, 2), (3, 1)]
    assert warning in words(shown)
    client.post(where(night), page(pool(night, 3), key=uuid4()))
    assert warning not in words(get(client, night))
    sent = page(*(pool(night, table, 2) for table in (1, 2, 3)), key=uuid4())
    answer = client.post(where(night), sent, follow=True)
    assert answer.redirect_chain == [(reverse("evening", args=[night.evening.pk]), 302)]
    assert len(results(night)) == 6
    assert held_everything(night)
    last = Journal.objects.filter(verb="deal_recorded").latest("seq")
    assert last.seq + 1 == Journal.objects.get(verb="bell_rung").seq


def test_counted_at_the_end(client, night):
    """Winner, callers and who is broke; the head table's counters, and the booby table's if need be."""
    night = night(12, **AT_THE_END)
    head, middle, booby = (night.table(table) for table in night.tables)
    shown = get(client, night)
    asks = {slip.table: slip.form.asks_counts for slip in shown.context["slips"]}
    assert asks == {1: True, 2: False, 3: True}
    sent = page(
        slip(1, winners=[head[0]], nobody="on", **dict(_counts(head, (60, 40, 50, 50)))),
        slip(2, winners=[middle[0]], in_call=[middle[1]], broke=[middle[1]]),
        slip(3, winners=[booby[0]], nobody="on", **dict(_counts(booby, (50, 70, 40, 40)))),
    )
    sent["t2-in_call"] = sent.pop("t2-in-call")
    shows(client.post(where(night), sent, follow=True), "Recorded for tables: 1, 2, 3.")
    preview = night.preview()
    assert (preview.counts, preview.cuts) == ((), ())
    assert (head[1], 3) in {(move.entry, move.end.table) for move in preview.bell.moves}
    assert preview.bell.exchanges == ((middle[1], booby[1]),)


def _counts(people, amounts):
    return ((f"counters_{entry}", amount) for entry, amount in zip(people, amounts, strict=True))


def test_the_booby_tables_counters_may_be_left_out(client, night):
    night = night(12, **AT_THE_END)
    booby = night.table(3)
    client.post(where(night), page(slip(3, winners=[booby[0]], nobody="on")))
    assert results(night) == {(1, 3, 1): booby[:1]}
    assert night.held()[booby[1]] is None


def test_bids_that_stand_are_filled_in(client, night):
    night = night(12, game="blackout")
    night.bid(1)
    stand = night.at(1).open.bids
    form = get(client, night).context["slips"][0].form
    assert {row.bidder.entry: row.cells[0].value() for row in form.lines()} == stand
    untouched = {f"t1-bids-{entry}": bid for entry, bid in stand.items()} | {"slip": ["1-1"]}
    assert "Nothing was entered" in words(client.post(where(night), page(untouched)))
    sent = bids(night, 1)
    for entry, bid in stand.items():
        sent[f"t1-bids-{entry}"] = 1 - bid
    assert client.post(where(night), page(sent)).status_code == 422
    assert not Deal.objects.exists()
    client.post(where(night), page(bids(night, 1), key=uuid4()))
    assert {line.entry: line.bid for line in night.facts.pools[0].lines} == stand


def test_fixed_tables_deal_by_deal(client, night):
    night = night(8, game="jabberwocky", format="fixed")
    for deal in (1, 2):
        sent = page(*(bids(night, table, deal) for table in night.tables), key=uuid4())
        assert client.post(where(night), sent).url == where(night)
    assert results(night).keys() == {(1, table, deal) for table in night.tables for deal in (1, 2)}
    revoker = night.table(1)[0]
    third = bids(night, 1, 3) | {f"t1-revokes-{revoker}": "2"}
    client.post(where(night), page(third, key=uuid4()))
    last = max(night.facts.pools, key=lambda pool: pool.seq)
    assert {line.revokes for line in last.lines if line.entry == revoker} == {2}


def test_a_deal_that_is_called_is_entered_on_its_own_page(client, night):
    night = night(8, game="caller-clag", format="fixed")
    shown = get(client, night)
    assert [slip.form for slip in shown.context["slips"]] == [None] * len(night.tables)
    assert reverse("deal", args=[night.evening.pk, 1, 1, 1]) in shown.content.decode()
    assert client.post(where(night), page(slip(1, winners=["1"]))).status_code == 422


@pytest.mark.thorough
def test_once_every_result_is_in(client, party):
    """The console leads here while several tables are out. What is typed later was recorded already."""
    console, sent = reverse("evening", args=[party.evening.pk]), page(pool(party, 2))
    shows(client.get(console), where(party))
    party.play(2)
    party.play(3)
    shows(client.get(console), never=where(party))  # one table has its own button
    party.play(1)
    shows(get(client, party), "Round 1: all results are in", console)
    party.decide()
    moves_apply(party.by, round=1)
    answer = client.post(where(party), {**sent, "t2-sat": ""})
    assert answer.status_code in (409, 422)
    shows(answer, "already recorded")
    assert len(results(party)) == 3


def test_there_is_no_such_round(client, night):
    assert client.get(where(night(12), 2)).status_code == 404


@pytest.mark.thorough
def test_somebody_left_counters_in_the_pool(client, party):
    player_drop(party.by, entry=party.table(2)[3], counters=45)
    assert "has left and had put 5 into the pool" in words(get(client, party))


@pytest.mark.thorough
def test_forty_tables_fit_and_more_come_in_parts(client, night, monkeypatch):
    """A request may hold so many fields; the largest table sends some 45."""
    night = night(4 * 12, game="brag")
    text = get(client, night).content.decode()
    fields = list(Page(text).root.all("input", "select"))
    tables, least = len(night.tables), len(night.table(1))
    most = len(fields) / tables / least * 12  # as many fields, were twelve to sit at each table
    assert most * MOST_TABLES < settings.DATA_UPLOAD_MAX_NUMBER_FIELDS
    monkeypatch.setattr("tournaments.scoring.views.slips.MOST_TABLES", 2)
    first, second = get(client, night), client.get(where(night), {"part": 2})
    assert [slip.table for slip in first.context["slips"]] == [1, 2]
    assert [slip.table for slip in second.context["slips"]] == [3, 4]
    assert "Tables 3 to 4" in words(first)
    for odd in ("0", "9", "x", "99999"):
        assert client.get(where(night), {"part": odd}).status_code == 200


@pytest.mark.sample(2)
@pytest.mark.slow
@pytest.mark.parametrize(
    ("chosen", "few", "many"),
    [
        ({}, SMALL, LARGE),
        ({"prizes": ("counters",), **AT_THE_END}, SMALL, LARGE),
        ({"game": "blackout"}, 24, 240),
        ({"game": "jabberwocky", **FIXED}, 16, 160),
        ({"game": "three-stake-brag", **FIXED}, 24, 240),
    ],
    ids=["pools", "at the end", "bids", "whole games of bids", "whole games of stakes"],
)
def test_the_page_takes_as_many_queries_for_forty_tables_as_for_four(client, night, chosen, few, many):
    asked = []
    for players in (few, many):
        made = night(players, **chosen)
        if made.evening.play.bids is not None:
            made.bid(2)
        with CaptureQueriesContext(connection) as queries:
            shown = client.get(where(made))
        assert len(shown.context["slips"]) == min(len(made.tables), MOST_TABLES)
        asked.append(len(queries))
    assert asked[0] == asked[1] <= 20


@pytest.mark.slow
def test_each_table_is_recorded_in_as_many_queries(client, night):
    sent = []
    for players in (SMALL, LARGE):
        made = night(players, bell=BellBy.HAND)
        body = page(*(pool(made, table) for table in made.tables), key=uuid4())
        with CaptureQueriesContext(connection) as queries:
            assert client.post(where(made), body).status_code == 302
        sent.append((len(counted(queries)), len(made.tables)))
        assert len(results(made)) == len(made.tables)
    (few, small), (many, large) = sent
    each = (many - few) / (large - small)
    assert each == int(each), "each table takes as many"
    assert each <= 16


def test_names_are_escaped(client, party):
    EntryRow.objects.filter(pk=party.table(2)[0]).update(name=HOSTILE)
    assert HOSTILE not in get(client, party).content.decode()
    sent = page(pool(party, 2), pool(party, 3, winners=[]))
    party.play(2)
    shows(client.post(where(party), sent), "&lt;script&gt;", never=HOSTILE)
