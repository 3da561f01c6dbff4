"""The ledger's page: the sum that anybody can check, which lines differ, and every counter's way."""

import re

import pytest
from django.urls import reverse

from tests.cast import AT_THE_END, FIXED, everything
from tests.web.html import Page, shows
from tests.web.wording import get, main, queries
from tournaments.attendance.services import player_drop, player_pause, player_return
from tournaments.bell.services.bell import bell_ring, moves_apply
from tournaments.core.counters import ledger
from tournaments.core.record import ENDED, Ending, Stage
from tournaments.core.settings import Unfinished
from tournaments.models import Journal
from tournaments.results.presenters.ledger import PEOPLE_A_PAGE
from tournaments.results.services import evening_settle, final_count
from tournaments.scoring.services.counts import Tally, TallyKind
from tournaments.scoring.services.deals import deal_correct, table_count, table_end


@pytest.fixture
def party(night):
    return night(8)


@pytest.fixture(autouse=True)
def bob(client, cast):
    client.force_login(cast.bob)


def where(night, **asked):
    query = "&".join(f"{key}={value}" for key, value in asked.items())
    return reverse("ledger", args=[night.evening.pk]) + (f"?{query}" if query else "")


def shown(client, night, **asked):
    return client.get(where(night, **asked)).context["page"]


def settled(night, **settings):
    """Two rounds of eight people, and the last bell."""
    night = night(8, **settings)
    night.next_round()
    night.play_round()
    evening_settle(night.by, round=2)
    return night


def owners(night):
    gone = ledger.count_taken_away(night.facts)
    return [entry for entry in night.facts.starters if entry not in gone]


def correct(night, round, table, change):
    """Correct the table's first deal by ``change`` counters from its first loser to its winner."""
    pool = next(p for p in night.facts.pools if (p.round, p.position, p.deal) == (round, table, 1))
    net = {line.entry: line.counters for line in pool.lines}
    winner = min(pool.winners)
    loser = next(entry for entry in net if entry != winner)
    net[winner] += change
    net[loser] -= change
    deal_correct(
        night.because("wrongly heard"),
        round=round,
        table=table,
        deal=1,
        base_version=pool.version,
        winners=[winner],
        in_call=[],
        tally=Tally(TallyKind.NET, net),
    )
    return winner, loser


# The sum


def test_it_works(client, party):
    party.next_round()
    said = main(client, party, "ledger")
    assert "Everything adds up" in said
    assert "First stakes: 8 × 50 400 Fresh stakes: 0 × 50 + 0" in said
    assert "Expected on the tables = 400" in said
    assert "differ" not in said


@pytest.mark.thorough
def test_the_sum_holds_when_people_come_go_and_take_fresh_stakes(client, night):
    night = night(12, stake=2)
    pauses, leaves = night.table(2)[0], night.table(3)[3]
    for table in night.tables:
        night.play(table, lose=2)
    night.decide()
    moves_apply(night.by, round=1)
    player_pause(night.by, entry=pauses)
    player_drop(night.by, entry=leaves)
    night.next_round()
    player_return(night.by, entry=pauses)
    night.next_round()
    law = shown(client, night).law
    facts, settings = night.facts, night.evening.settings
    assert law.fresh_stakes
    assert law.taken
    assert law.back
    assert law.issued - law.taken + law.back == law.expected == ledger.count_on_tables(facts, settings)
    assert (law.held, law.difference, law.wrong) == (law.expected, 0, False)
    bank = shown(client, night).bank
    assert sum(one.counters for one in bank.fresh) == 2 * law.fresh_stakes
    assert {one.entry for one in bank.departures} == {pauses, leaves}
    assert [one.entry for one in bank.returns] == [pauses]


@pytest.mark.thorough
def test_a_stake_too_many_is_told_with_who_may_have_it(client, night):
    night = settled(night)
    first, second = owners(night)[:2]
    held = night.held()
    final_count(night.by, counts={first: held[first] + 50, second: held[second]})
    page = shown(client, night)
    assert (page.law.difference, page.whole_stakes) == (50, 1)
    assert [entry for entry, _words in page.hints] == [first]
    assert [(one.entry, one.recount) for one in page.differing] == [(first, True)]
    said = main(client, night, "ledger")
    assert "The counters do not add up: 50 too many" in said
    assert "That is exactly one stake of 50." in said
    assert "Counted: 50 more than recorded" in said


@pytest.mark.thorough
def test_a_wrong_count_is_told_with_its_deals(client, night):
    night = settled(night)
    who = owners(night)[2]
    final_count(night.by, counts={who: night.held()[who] - 7})
    page = shown(client, night)
    assert (page.law.difference, page.whole_stakes, page.hints) == (-7, 0, ())
    (one,) = page.differing
    assert one.line.words == "Counted: 7 fewer than recorded"
    (at,) = [seat.position for seat in night.facts.seats if (seat.round, seat.entry) == (2, who)]
    assert one.deals == ((2, at, 1),)
    html = client.get(where(night)).content.decode()
    assert reverse("deal", args=[night.evening.pk, 2, at, 1]) in html
    assert reverse("evening", args=[night.evening.pk]) + "#counts" in html
    assert "the ledger" in main(client, night)


def test_who_only_looks_is_led_nowhere_forbidden(client, cast, night):
    client.force_login(cast.vera)
    night = night(8)
    night.play_round()
    for link in Page(client.get(where(night)).content.decode()).root.all("a"):
        if link.attributes["href"].startswith("/evenings"):
            assert client.get(link.attributes["href"]).status_code == 200, link.attributes


@pytest.mark.thorough
def test_a_correction_after_the_count_is_named(client, night):
    night = settled(night)
    final_count(night.by, counts=night.held())
    assert "Everything adds up" in main(client, night, "ledger")
    winner, loser = correct(night, 1, 1, 2)
    page = shown(client, night)
    assert {one.entry: one.line.words for one in page.differing} == {
        winner: "Counted: 2 fewer than recorded",
        loser: "Counted: 2 more than recorded",
    }
    assert all(one.fixes[0].deal == (1, 1, 1) for one in page.differing)
    said = main(client, night, "ledger")
    assert "Everything adds up" in said
    assert "only changed hands" in said
    assert "Round 1, table 1, deal 1 corrected, version 2" in said
    assert "wrongly heard" in said


def test_a_balance_below_nothing_is_told(client, night):
    night = night(8, stake=3)
    night.play(1, lose=3)
    night.play(2)
    night.decide()
    broke = {entry for entry in night.table(1) if not night.held()[entry]}
    moves_apply(night.by, round=1)
    night.next_round()
    correct(night, 1, 2, 2)
    low = [line.entry for line in ledger.find_negative_lines(night.facts, night.evening.settings)]
    page = shown(client, night)
    assert low
    assert [one.entry for one in page.negative] == low
    assert page.negative[0].deals
    assert "Counters below zero" in main(client, night, "ledger")
    assert [who.entry for who in page.people][: len(low)] == low
    assert broke <= {one.entry for one in page.bank.fresh}


@pytest.mark.thorough
def test_counted_at_the_end_it_says_what_is_known(client, night):
    night = night(8, **AT_THE_END)
    night.play(1)
    law = shown(client, night).law
    assert (len(law.uncounted), law.known, law.wrong) == (4, 200, False)
    said = main(client, night, "ledger")
    assert "Some counters are not counted yet" in said
    assert "Not counted yet 200" in said
    assert "4 players are not counted yet." in said
    assert "adds up" not in said


def test_counted_at_the_end_a_stake_too_few_may_not_have_been_given(client, night):
    night = night(8, **AT_THE_END)
    broke, *others = night.table(2)[1:]
    night.play(1)
    night.play(2)
    rich = night.table(2)[0]
    table_count(night.by, round=1, table=2, counts={broke: 0, rich: 80, **dict.fromkeys(others, 60)})
    night.decide()
    moves_apply(night.by, round=1)
    night.play_round()
    evening_settle(night.by, round=2)
    first, *mine = owners(night)
    final_count(night.by, counts=dict.fromkeys(mine, 50))
    final_count(night.by, counts={first: 50})
    page = shown(client, night)
    assert (page.law.difference, page.whole_stakes) == (-50, 1)
    assert [entry for entry, _words in page.hints] == [broke]
    assert "a fresh stake is recorded in round 2. Was it given?" in main(client, night, "ledger")


def test_what_lies_in_a_pool_that_somebody_left_is_not_missing(client, party):
    leaves = party.table(2)[0]
    player_drop(party.by, entry=leaves, counters=44)
    law = shown(client, party).law
    assert (law.in_play, law.difference, law.wrong) == (6, 0, False)
    said = main(client, party, "ledger")
    assert "In the pool of an unfinished deal" in said
    assert "Still in the pool" in said
    assert "differs" not in said
    party.play(2, lose=6)
    (pool,) = shown(client, party).pools[0].pools
    assert [(line.entry, line.amount) for line in pool.lines if line.has_left] == [(leaves, "−6")]
    assert pool.sum == 0
    assert shown(client, party).law.in_play == 0


# Everybody's lines


@pytest.mark.thorough
def test_each_person_has_every_line_and_what_they_come_to(client, party):
    party.next_round()
    party.next_round()
    page = shown(client, party)
    assert {who.entry for who in page.people} == set(party.seats())
    for who in page.people:
        assert who.has == str(party.held()[who.entry])
        assert int(who.has) == 50 + int(who.won.replace("−", "-"))
        assert len(who.lines) == 3


@pytest.mark.postgresql
def test_of_a_person_and_of_a_round(client, party):
    party.next_round()
    party.next_round()
    who = party.table(2)[0]
    shows(client.get(reverse("person", args=[party.evening.pk, who])), where(party, person=who) + "#lines")
    page = shown(client, party, person=who)
    assert [one.entry for one in page.people] == [who]
    assert [round.number for round in page.pools] == [2, 1]
    assert all(who in {line.entry for line in pool.lines} for round in page.pools for pool in round.pools)
    page = shown(client, party, round=1)
    assert len(page.people) == 8
    assert {line.line.round for one in page.people for line in one.lines} == {1}
    assert [(round.number, len(round.pools)) for round in page.pools] == [(1, 2)]
    page = shown(client, party, person=who, round=3)
    assert (page.people, page.pools[0].pools) == ((), ())
    assert "no such line" in main_at(client, where(party, person=who, round=3))


def main_at(client, url):
    return next(Page(client.get(url).content.decode()).root.all("main")).words


@pytest.mark.thorough
@pytest.mark.parametrize("asked", ["x", 0, -1, 10**30, "1 OR 1=1"])
def test_what_cannot_be_read_is_not_asked_for(client, party, asked):
    party.next_round()
    everything = shown(client, party)
    for key in ("person", "round", "page"):
        assert shown(client, party, **{key: asked}) == everything


@pytest.mark.thorough
@pytest.mark.postgresql
def test_pages_of_people_those_first_with_whom_something_is_odd(client, night):
    night = night(40)
    night.play_round()
    evening_settle(night.by, round=1)
    last = max(owners(night), key=night.facts.names.__getitem__)
    final_count(night.by, counts={last: 1})
    first = shown(client, night)
    assert len(first.people) == PEOPLE_A_PAGE
    assert first.people[0].entry == last
    assert (first.newer, first.older) == (None, 2)
    second = shown(client, night, page=2)
    assert len(second.people) == 40 - PEOPLE_A_PAGE
    assert (second.newer, second.older) == (1, None)
    assert shown(client, night, page=99) == second
    assert {who.entry for page in (first, second) for who in page.people} == set(owners(night))


# Every pool


@pytest.mark.thorough
def test_gains_and_losses_of_every_pool_come_to_nothing(client, night):
    """Shown are those of the newest round that has any."""
    night = night(12, deals=2, bell="hand")
    for played in (1, 2):
        night.next_round()
        (newest,) = shown(client, night).pools
        assert (newest.number, len(newest.pools)) == (played, 6)
        assert {pool.sum for pool in newest.pools} == {0}
        assert all(pool.lines[0].is_winner and pool.lines[0].amount == "+3" for pool in newest.pools)
    shows(main(client, night, "ledger"), "Table 3, deal 2")


@pytest.mark.thorough
def test_a_table_that_could_not_finish(client, night):
    night = night(8, unfinished=Unfinished.CUT)
    bell_ring(night.by, round=1)
    table_end(night.by, round=1, table=2, ending=Ending.VOID)
    assert shown(client, night, round=1).pools[0].void == (2,)
    assert "Table 2 could not finish. Stakes went back" in main_at(client, where(night, round=1))


# The page


@pytest.mark.parametrize("stage", list(Stage))
def test_every_stage(stage, client, night):
    night = night(0 if stage is Stage.DRAFT else 8, stage)
    answer = client.get(where(night))
    begun = stage in (Stage.PLAYING, Stage.SETTLING, *ENDED)
    assert ("The ledger is still empty" in answer.content.decode()) is not begun
    assert ("data-again" in answer.content.decode()) is (stage is not Stage.DRAFT)


@pytest.mark.parametrize("stage", [Stage.SETTLING, Stage.FINISHED])
def test_what_everybody_has_is_a_secret_as_the_prizes_are(stage, client, cast, night):
    night = night(8, stage)
    client.force_login(cast.vera)
    assert "when all prizes are announced" in main(client, night, "ledger")


def test_it_is_renewed_in_part(client, party):
    answer = client.get(where(party, round=1, seq=1), headers={"HX-Request": "true"})
    html = answer.content.decode()
    assert "<html" not in html
    assert html.count('id="ledger"') == 1
    assert "round=1&amp;seq=" in html
    assert "HX-Request" in answer.headers["Vary"]


@pytest.mark.thorough
def test_without_counters_there_is_none(client, night):
    bids = night(8, game="blackout-nullo")
    assert client.get(where(bids)).status_code == 404
    ledger_link = ">Ledger<"
    assert ledger_link not in client.get(reverse("people", args=[bids.evening.pk])).content.decode()
    assert ledger_link in client.get(reverse("people", args=[night(8).evening.pk])).content.decode()


@pytest.mark.postgresql
def test_queries_do_not_grow(client, night):
    counts = []
    for players in (8 + 12, 8 + 6 * 38):
        made = night(players)
        made.play(1)
        made.play(2)
        correct(made, 1, 2, 1)
        client.get(where(made))
        counts.append(queries(client.get, where(made)))
    assert len(made.tables) == 40
    assert counts[0] == counts[1] <= 18


# A fresh stake that was given and not noted, or noted and not given, is mended from the ledger.


def stake_page(night):
    return reverse("ledger-stake", args=[night.evening.pk])


def test_a_fresh_stake_is_noted(client, night):
    night = settled(night)
    who = owners(night)[0]
    final_count(night.by, counts={who: night.held()[who] + 50})
    assert shown(client, night).law.difference == 50
    link = f"{stake_page(night)}?person={who}&given=yes"
    shows(client.get(reverse("ledger", args=[night.evening.pk])), link.replace("&", "&amp;"))
    form = client.get(link).context["form"]
    assert (form["person"].value(), form["given"].value()) == (str(who), "yes")
    answer = client.post(
        stake_page(night), {"person": who, "round": 2, "given": "yes", "reason": "Bob gave it"}
    )
    assert answer.url == reverse("ledger", args=[night.evening.pk])
    shows(main(client, night, "ledger"), "Saved.", "Everything adds up")
    assert "was recorded later" in main(client, night, "journal")
    client.post(stake_page(night), {"person": who, "round": 2, "given": "no", "reason": "They did not"})
    assert shown(client, night).law.difference == 50
    assert "was removed" in main(client, night, "journal")


@pytest.mark.thorough
def test_refusals_keep_what_was_typed(client, night):
    night = settled(night)
    who, before = owners(night)[0], everything()
    good = {"person": who, "round": 2, "given": "yes", "reason": "x"}
    for wrong, says in (
        ({"reason": ""}, "Enter a reason"),
        ({"given": ""}, "Choose one of these."),
        ({"round": 1}, "valid choice"),
        ({"person": 10**12}, "valid choice"),
    ):
        shows(client.post(stake_page(night), good | wrong), says, status=422)
    assert client.post(stake_page(night), good | {"given": "no"}).status_code == 409
    assert everything() == before


def test_it_says_before_what_changes(client, night):
    night = settled(night)
    who, before = owners(night)[0], everything()
    body = {"person": who, "round": 2, "given": "yes"}
    look = reverse("ledger-stake-look", args=[night.evening.pk])
    assert look in client.get(stake_page(night)).content.decode()
    said = client.post(look, body).content.decode()
    has = night.held()[who]
    told = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", said))
    assert f"{has} → then {has + 50}" in told
    assert "Fresh stakes 0 → then 1" in told
    assert "No fresh stake of" in client.post(look, body | {"given": "no"}).content.decode()
    assert client.post(look, {"person": who}).content.decode().strip() == ""
    assert everything() == before


@pytest.mark.thorough
def test_it_is_taken_back_where_it_is_said(client, night):
    night = settled(night)
    client.post(stake_page(night), {"person": owners(night)[0], "round": 2, "given": "yes", "reason": "x"})
    assert ">Undo</a>" in get(client, night, "ledger").text


def test_two_who_looked_at_once_do_not_note_it_twice(client, night):
    night = night(8, games=2, **FIXED)
    seen = Journal.objects.filter(evening=night.evening).count()
    assert f'name="seen" value="{seen}"' in client.get(stake_page(night)).content.decode()
    body = {"person": night.table(1)[0], "round": 1, "given": "yes", "reason": "x", "seen": seen}
    assert client.post(stake_page(night), body).status_code == 302
    answer = client.post(stake_page(night), body)
    assert answer.status_code == 409
    shows(answer, "Something has changed since you opened the page", f'name="seen" value="{seen + 1}"')


def test_only_while_it_can_be_done(client, night):
    made = night(8, Stage.FINISHED)
    assert "only during play and settling up" in main(client, made, "ledger-stake")
    assert "Correct a fresh stake" not in main(client, made, "ledger")
    assert client.get(stake_page(night(8, game="blackout-nullo"))).status_code == 404


def test_at_fixed_tables_it_is_a_game(client, night):
    night = night(8, games=2, deals=2, **FIXED)
    shows(main(client, night, "ledger-stake"), "In game", never="round")
    night.next_round()
    shows(main(client, night, "ledger"), "Game 1", never="Round")
