"""An evening in which bids are played for and people move, on its pages from the console to the prizes."""

import pytest
from django.urls import reverse

from games.rules.deals import BidGame
from games.rules.registry import RULESETS
from tests.web.bid_form import seen, where
from tests.web.html import Element, Page, faults, shows
from tests.web.wording import every_page, get, main, points_of, queries_of, said, words
from tournaments.attendance.services import player_drop, player_pause
from tournaments.bell.services.bell import moves_apply
from tournaments.console.presenters import Phase
from tournaments.core.record import Stage
from tournaments.hall.presenters.player import Now
from tournaments.models import OpenDeal

pytestmark = [pytest.mark.slow, pytest.mark.story]

BIDS = {"game": "blackout-nullo"}
COUNTERS = ("counters?", "stakes?", "fresh", "broke", "pool", "banker", "nobody called")


@pytest.fixture
def party(night):
    return night(12, **BIDS)


@pytest.fixture(autouse=True)
def alice(client, cast):
    client.force_login(cast.alice)


def played_out(night):
    """The evening at its last round, every deal scored."""
    while not night.preview().is_last:
        night.next_round()
    for table in night.tables:
        night.play_table(table)
    return night


@pytest.mark.thorough
@pytest.mark.parametrize("stage", [stage for stage in Stage if stage is not Stage.DRAFT])
def test_no_page_speaks_of_counters(stage, client, night):
    night = night(12, stage, **BIDS)
    if stage is Stage.PLAYING:
        night.score(2)
        night.bid(1)
    pages = dict(every_page(client, night))
    assert len(pages) >= 8
    if stage is Stage.PLAYING:
        night.next_round()
        night.play_round()
        pages |= {f"{name} at the bell": text for name, text in every_page(client, night)}
    assert {name: said(text, *COUNTERS) for name, text in pages.items() if said(text, *COUNTERS)} == {}


@pytest.mark.thorough
def test_console_and_hall_in_play(client, party):
    shows(main(client, party, "hall"), "Round 1 of 8 is being played", "1 card")
    told = main(client, party)
    shows(told, "Round 1 of 8 is being played", "1 card")
    assert told.count("Enter the bids") == 2
    party.bid(2)
    told = main(client, party)
    assert "bids recorded" in told
    assert told.count("Enter the tricks") == 1
    party.score(2)
    shows(main(client, party), "done", "Result", "1 of 2 tables is still playing")
    assert "Round 1 of 8. Still playing: table 1" in main(client, party, "hall")
    party.score(1)
    party.decide()
    assert "Stay seated for a moment." in main(client, party, "hall")


@pytest.mark.thorough
def test_tables_that_play_unlike_deals_say_theirs(client, night):
    night = night(19, game="blackout-family")
    assert [len(night.table(table)) for table in night.tables] == [6, 6, 7]
    console = get(client, night).context["console"]
    assert console.deal == ""
    assert [table.progress.deal for table in console.tables] == ["8 cards", "8 cards", "7 cards"]
    assert "7 cards" in main(client, night)


@pytest.mark.thorough
def test_points_stand_on_the_tables_in_the_standing_and_in_the_list_of_deals(client, party):
    party.score(2)
    pool = party.facts.pools[0]
    [shown] = get(client, party, "deals").context["deals"].rounds
    [deal] = shown.deals
    assert [(s.bid, s.tricks) for s in deal.lines] == [(line.bid, line.tricks) for line in pool.lines]
    assert [part.won for part in deal.lines] == [line.entry in pool.winners for line in pool.lines]
    shows(main(client, party, "deals"), "Bid and tricks")
    shows(get(client, party, "deals"), reverse("deal", args=[party.evening.pk, 1, 2, 1]))
    party.score(1)
    party.next_round()
    rows = get(client, party, "standings").context["rows"]
    assert [int(row.figure) for row in rows] == sorted((int(row.figure) for row in rows), reverse=True)
    told = main(client, party, "standings")
    shows(told, "TableYellowExactPoints", "All points of the evening.")
    party.score(2)
    tables = get(client, party).context["console"].tables
    assert {seat.entry: seat.held for table in tables for seat in table.seats} == points_of(party.facts.pools)


def test_the_bell_names_movers_by_bids(client, party):
    party.play_round()
    shown = get(client, party)
    assert shown.context["console"].phase is Phase.READY
    shows(shown, "Several players won at table 2. Equal players cut", "Start round 2")
    moves_apply(party.by, round=1)
    assert "2 cards" in main(client, party)


@pytest.mark.thorough
def test_without_protection_the_words_say_so(client, night):
    night = night(12, exact_protects=False, **BIDS)
    shows(
        main(client, night, "paper"),
        "The player with the most points on a deal wins it.",
        "The winner stays.",
        never="players with an exact bid stay",
    )


@pytest.mark.thorough
def test_the_last_round_ends_the_evening(client, night):
    night = played_out(night(12, **BIDS))
    night.decide()
    shown = get(client, night)
    console = shown.context["console"]
    assert (console.round, console.preview.rounds, console.phase) == (8, 8, Phase.LAST)
    assert (console.outcome.moves, console.cuts) == ((), ())
    assert "That was the last round" in words(shown)
    assert "Start round" not in words(shown)
    assert "The bell! That was the last round." in main(client, night, "hall")
    shows(main(client, night, "player", entry=night.table(2)[0]), "Play is over. Nobody moves.")
    answer = client.post(reverse("moves-apply", args=[night.evening.pk, 8]), follow=True)
    assert "Round 8 was the last round. Settle up." in words(answer)
    client.post(reverse("settle", args=[night.evening.pk]), {"round": 8})
    assert "The result is known" in main(client, night)


def test_the_player_sees_points_and_the_deal(client, party):
    party.next_round()
    entry = party.table(2)[0]
    mine = get(client, party, "player", entry=entry).context["me"]
    told = main(client, party, "player", entry=entry)
    line = next(line for pool in party.facts.pools for line in pool.lines if line.entry == entry)
    assert (mine.scored.score, mine.scored.deals) == (line.score, 1)
    assert (mine.counters, mine.broke, mine.fresh) == (None, False, False)
    assert mine.deal == "2 cards"
    assert mine.path[0].points == (f"+{line.score}" if line.score else "0")
    shows(told, "My points", "Exact bids")
    player_pause(party.by, entry=entry)
    assert "Your result is kept." in main(client, party, "player", entry=entry)


@pytest.mark.thorough
def test_hall_and_player_at_the_end(client, night):
    settling = night(12, Stage.SETTLING, **BIDS)
    assert "Play is over. The prizes come next." in main(client, settling, "hall")
    night = night(12, Stage.FINISHED, **BIDS)
    entry = night.facts.entries[0].id
    mine = get(client, night, "player", entry=entry).context["me"]
    assert mine.now is Now.FINISHED
    told = main(client, night, "player", entry=entry)
    assert f"Points{mine.settled.score}" in told.replace(" ", "")
    assert f"Exactbids{mine.scored.exact}of1" in told.replace(" ", "")
    assert "counters" not in told
    night.reveal()
    told = main(client, night, "hall")
    best = get(client, night, "hall").context["hall"].announcement.lines[0]
    shows(told, "Place Name Points Yellow", f"{best.place} {best.name} {best.score}")


@pytest.mark.thorough
def test_who_leaves_is_asked_for_no_counters_and_the_deal_is_called_off(client, party):
    entry = party.table(2)[1]
    page = get(client, party, "person", entry=entry)
    forms = {doing.key: form for doing, form in page.context["acts"]}
    assert not forms["leave"].fields
    assert not forms["pause"].fields
    assert "Table 2 plays on without this player." in words(page)
    party.bid(2)
    told = main(client, party, "person", entry=entry)
    assert "The current deal at table 2 is cancelled. It is dealt again" in told
    client.post(reverse("person-change", args=[party.evening.pk, entry, "leave"]))
    assert not OpenDeal.objects.filter(position=2, void=None).exists()
    assert main(client, party).count("Enter the bids") == 2
    party.score(2)


def test_too_few_left_is_said_before(client, night):
    night = night(3, **BIDS)
    entry = night.table(1)[0]
    assert "Table 1 has too few players then and cannot play on." in main(
        client, night, "person", entry=entry
    )
    player_drop(night.by, entry=entry)
    assert get(client, night).context["console"].phase is Phase.RING


@pytest.mark.thorough
def test_one_person_deal_by_deal(client, party):
    for _round in range(2):
        party.next_round()
    entry = party.table(1)[0]
    lines = [line for pool in party.facts.pools for line in pool.lines if line.entry == entry]
    shown = get(client, party, "person", entry=entry).context["life"].counters
    assert [line.amount for line in shown] == [f"+{line.score}" if line.score else "0" for line in lines]
    assert shown[-1].balance == str(sum(line.score for line in lines))
    exact = [line.bid == line.tricks for line in lines]
    assert [", exact" in line.words for line in shown] == exact
    assert "Bids, deal by deal" in main(client, party, "person", entry=entry)


@pytest.mark.thorough
def test_there_is_nothing_to_count(client, night):
    night = night(12, Stage.SETTLING, **BIDS)
    shows(main(client, night), "Check the prizes below", "Most points: lady")
    assert 'name="counters' not in get(client, night).text
    answer = client.post(reverse("final-counts", args=[night.evening.pk]), {"counters-1": "5"})
    assert answer.status_code == 422
    client.post(reverse("finish", args=[night.evening.pk]))
    night.evening.refresh_from_db()
    assert night.evening.stage == Stage.FINISHED
    assert "NameYellowExactPoints" in main(client, night)


@pytest.mark.slow
def test_queries_do_not_grow(client, night):
    asked = []
    for players, rounds in ((14, 1), (70, 3)):
        evening = night(players, **BIDS)
        for _round in range(rounds):
            evening.next_round()
        evening.score(2)
        evening.bid(1)
        asked.append(queries_of(client, evening))
    assert asked[0] == asked[1]
    assert max(asked[0].values()) <= 19


# Every game of bids by its pages alone, without scripts: tap what is offered, and send it.


GAMES = [game for game in RULESETS.values() if isinstance(game, BidGame)]
DEALS = 2
CALL = {"call.cards": "3", "call.nuloss": "on"}


def page_of(answer) -> Element:
    html = answer.content.decode()
    assert faults(html) == []
    return Page(html).root


def form_of(page: Element, step: str) -> dict[str, str]:
    """What the step's form sends as it was rendered."""
    for form in page.all("form"):
        inputs = [one.attributes for one in form.all("input")]
        sent = {
            one["name"]: one.get("value", "")
            for one in inputs
            if one.get("type") == "hidden" or ("checked" in one and "disabled" not in one)
        }
        if sent.get("step") == step:
            return sent
    raise AssertionError(f"no form for {step}")


def offered(page: Element, part: str) -> dict[str, list[int]]:
    """The numbers that can be tapped, by the field's name."""
    found: dict[str, list[int]] = {}
    for one in page.all("input"):
        name = one.attributes.get("name", "")
        if name.startswith(f"{part}-") and one.attributes.get("type") == "radio":
            found.setdefault(name, [])
            if "disabled" not in one.attributes:
                found[name].append(int(one.attributes["value"]))
    return found


def bid_and_score(client, at: str, game: BidGame) -> None:
    answer = client.get(at, CALL if game.key == "caller-clag" else {})
    for _try in range(12):  # what is forbidden by the bids before is known to the page that refuses them
        page = page_of(answer)
        if not offered(page, "bids"):
            break
        sent = form_of(page, "bids")
        for name, numbers in offered(page, "bids").items():
            if sent.get(name) is None or int(sent[name]) not in numbers:
                sent[name] = str(numbers[0])
        answer = client.post(at, sent, follow=True)
    page = page_of(answer)
    tricks = offered(page, "tricks")
    first, *_others = tricks
    answer = client.post(at, {**form_of(page, "tricks"), first: str(tricks[first][-1])}, follow=True)
    assert "Recorded: table " in seen(answer)
    page_of(answer)


@pytest.mark.thorough
@pytest.mark.sample(6)
@pytest.mark.parametrize("most", [False, True], ids=["fewest", "most"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_game_by_its_pages(game, most, client, cast, night):
    client.force_login(cast.alice)
    night = night(game.most if most else game.fewest, game=game.key, format="fixed")
    last = 13 if game.key == "clag" else DEALS
    for deal in range(1, last + 1):
        bid_and_score(client, where(night, deal), game)
    assert len(night.facts.pools) == last
    page_of(client.get(reverse("table-sheet", args=[night.evening.pk, 1, 1])))
