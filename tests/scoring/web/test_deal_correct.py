"""A deal that has its result: what stands, corrected in two steps, or taken back."""

import re
from uuid import uuid4

import pytest
from django.urls import reverse

from tests.cast import everything
from tests.web.correcting import looked_at, said_yes
from tests.web.deal_form import correction, lines, of, seen, told, where
from tests.web.html import faults, shows
from tests.web.visitors import HOSTILE
from tests.web.wording import queries
from tests.web.wording import words as text
from tournaments.attendance.services import entry_change, player_drop
from tournaments.bell.services.bell import bell_ring
from tournaments.core.record import Stage
from tournaments.core.settings import BellBy, Counting
from tournaments.models import Deal, DealVersion, Journal


@pytest.fixture(autouse=True)
def alice(client, cast):
    client.force_login(cast.alice)


@pytest.fixture
def played(night):
    """Twelve people. The first seat of table 2 has won three counters there."""
    night = night(12)
    night.play(2)
    return night


def test_somebody_was_faster(client, cast, played):
    client.force_login(cast.sam)
    a, b, *_others = played.table(2)
    sent = told([b], [a], **of([a, b], (7, 7)))
    says = "This deal is already recorded.", "Your entry was not recorded", "· 7"
    shows(client.post(where(played), sent), *says, status=409, never="Correct this result")
    client.force_login(cast.alice)
    shows(client.post(where(played), sent), 'name="base_version" value="1"', 'value="7"', status=409)


@pytest.mark.thorough
def test_the_result_that_stands(client, cast, played):
    client.force_login(cast.sam)
    shown = seen(client.get(where(played)))
    shows(shown, "+3", "−1", "Entered by Alice", "tell the organiser.")
    assert 'method="post"' not in shown[shown.index("<main") :]


@pytest.mark.thorough
def test_what_it_would_change_is_shown_first(client, played):
    a, b, _c, _d = played.table(2)
    before = everything()
    answer = client.post(where(played), correction(played))
    shown = seen(answer)
    assert answer.status_code == 200
    assert everything() == before
    assert faults(shown) == []
    look = answer.context["look"]
    assert [(was.signed, now.signed) for was, now in look.rows] == [
        ("+3", "−1"),
        ("−1", "+3"),
        *[("−1", "−1")] * 2,
    ]
    assert {change.entry for change in look.changes.figures} == {a, b}
    figures = {
        change.title: (change.before, change.after, change.way) for change in look.changes.figures[0].figures
    }
    assert look.changes.figures[0].entry == b  # the best place first
    assert (figures["Counters"], figures["Place"][2]) == (("49", "53", "up"), "up")
    assert look.replay is None
    assert "Correct the result and calculate the moves again" not in shown
    assert 'value="53"' in shown  # what was typed
    shows(shown, 'name="base_version" value="1"', 'value="read wrongly"')


@pytest.mark.thorough
def test_it_is_corrected(client, cast, played):
    client.force_login(cast.bob)
    shows(client.get(where(played)), "Seats stay as they are.", 'data-other="53"')
    assert said_yes(client, where(played), correction(played)).status_code == 302
    assert lines(played)[played.table(2)[1]] == (True, True, 3)
    said = "The result is corrected.", "Corrected: “read wrongly”", "Earlier versions"
    shows(client.get(where(played)), *said, "Version 1, recorded", "by Alice")
    assert Journal.objects.filter(verb="deal_corrected", actor=cast.bob).exists()


def test_it_can_be_taken_back(client, played):
    """The form is filled in as in an earlier version, and the new one equals that."""
    was = lines(played)
    said_yes(client, where(played), correction(played))
    assert "?as=1#correct" in seen(client.get(where(played)))
    answer = client.get(where(played), {"as": "1"})
    shows(answer, '<details id="correct" class="card" open>', 'name="base_version" value="2"')
    form = answer.context["form"]
    typed = {name: form[name].value() for name in form.fields if form[name].value() not in (None, "", False)}
    back = {**typed, "base_version": 2, "reason": "it was right"}
    assert said_yes(client, where(played), back).status_code == 302
    assert lines(played) == was
    assert DealVersion.objects.count() == 3


@pytest.mark.parametrize(
    ("by", "amounts", "others"),
    [("stakes", (8, 8, 3, 1), (62, 42, 47, 49)), ("counts", (62, 42, 47, 49), (None, 8, 3, 1))],
)
def test_the_form_is_filled_in_as_it_was_entered(client, night, by, amounts, others):
    """The other way of counting has its figures beside, so that a tap on it empties nothing."""
    night = night(12)
    people = night.table(2)
    client.post(where(night), told(people[:1], people[1:2], by=by, **of(people, amounts)))
    answer = client.get(where(night), {"correct": ""})
    shows(answer, '<details id="correct" class="card" open>')
    form = answer.context["form"]
    assert form["tally"].value() == by
    assert [(row.amount.value(), row.other) for row in form.rows()] == list(zip(amounts, others, strict=True))


def test_changes_are_shown_while_the_form_is_filled_in(client, played):
    """Only the part comes, without a second field for the reason; a half filled form shows nothing."""
    before = everything()
    ask = {"headers": {"HX-Request": "true"}}
    shows(client.post(where(played), correction(played), **ask), 'id="look"', "Correct it", never="<main")
    answer = client.post(where(played), {**correction(played), "winners": []}, **ask)
    assert (answer.status_code, answer.content) == (200, b"")
    assert everything() == before


@pytest.mark.thorough
@pytest.mark.parametrize("version", ["2", "9", "x", "-1", ""])
def test_as_in_no_earlier_version(version, client, played):
    said_yes(client, where(played), correction(played))
    answer = client.get(where(played), {"as": version})
    assert (answer.status_code, answer.context["like"]) == (200, None)


@pytest.mark.thorough
def test_a_correction_is_the_organisers(client, cast, played):
    withdraw = {"step": "withdraw", "reason": "x"}
    steps = [correction(played) | yes for yes in ({}, {"yes": "scores"}, {"yes": "replay", "seen": "1.x"})]
    for member in (cast.sam, cast.vera):
        client.force_login(member)
        assert {client.post(where(played), sent).status_code for sent in (withdraw, *steps)} == {403}
    assert DealVersion.objects.count() == Deal.objects.filter(void=None).count() == 1


def test_a_correction_asks_why(client, played):
    """At the latest with the yes."""
    unsaid = correction(played, reason="")
    shows(said_yes(client, where(played), unsaid), "Enter a reason", "Changes", status=422)
    shows(client.post(where(played), correction(played, reason="x" * 201)), "errorlist", status=422)
    assert DealVersion.objects.count() == 1
    assert said_yes(client, where(played), unsaid, reason="read wrongly").status_code == 302
    assert Journal.objects.get(verb="deal_corrected").reason == "read wrongly"


def test_counters_that_do_not_add_up(client, played):
    _a, _b, c, _d = played.table(2)
    answer = client.post(where(played), correction(played, **{f"counters-{c}": 50}))
    shows(answer, "The counters do not add up: 1 too many. Correct them.", status=422)
    assert answer.context.get("look") is None


@pytest.mark.parametrize("deal", [1, 2, 9])
def test_what_is_not_recorded_is_neither_corrected_nor_taken_back(deal, client, night):
    night = night(12)
    for sent in (correction(night), {"step": "withdraw", "reason": "x"}):
        shows(client.post(where(night, deal=deal), sent), "No such deal is recorded.", status=404)


@pytest.mark.postgresql
def test_only_what_was_shown_is_done(client, played):
    """Another figure was typed after the look, or there was none: it is shown anew, and nothing is done."""
    a, b, _c, _d = played.table(2)
    seen_before = looked_at(client, where(played), correction(played)).token
    other = correction(played, **{f"counters-{a}": 48, f"counters-{b}": 54})
    for sent in (
        {**other, "seen": seen_before},
        {**correction(played), "seen": ""},
        {**correction(played), "seen": "x" * 300},
        {**correction(played), "seen": "9" * 30 + seen_before[seen_before.index(".") :]},
    ):
        answer = client.post(where(played), {**sent, "yes": "scores"})
        shows(answer, "Something has changed since you opened the page. Check it and try again.", status=409)
        assert answer.context["look"].rows
    assert DealVersion.objects.count() == 1
    again = client.post(where(played), {**other, "seen": seen_before, "yes": "scores"}).context["look"]
    assert client.post(where(played), {**other, "seen": again.token, "yes": "scores"}).status_code == 302
    assert lines(played)[b] == (True, True, 4)


@pytest.mark.postgresql
def test_somebody_corrected_it_meanwhile(client, played):
    look = looked_at(client, where(played), correction(played))
    said_yes(client, where(played), correction(played))
    says = "Something has changed since you opened", 'name="base_version" value="2"', 'value="again"'
    for yes in ({}, {"seen": look.token, "yes": "scores"}):
        answer = client.post(where(played), correction(played, reason="again", **yes))
        shows(answer, *says, status=409)
    assert DealVersion.objects.count() == 2


@pytest.mark.thorough
def test_a_yes_that_is_tapped_twice(client, played):
    """The look does not use up the key; the second yes is answered like the first."""
    key = {"request_key": str(uuid4())}
    look = looked_at(client, where(played), correction(played, **key))
    for _tap in range(2):
        sent = correction(played, **key, seen=look.token, yes="scores")
        assert client.post(where(played), sent).status_code == 302
    assert DealVersion.objects.count() == 2
    other = correction(played, reason="another", **key, seen=look.token, yes="scores")
    shows(client.post(where(played), other), "sent before with other contents", status=422)


@pytest.mark.thorough
def test_a_finished_evening_can_be_corrected(client, night):
    night = night(12, Stage.FINISHED)
    assert "Correct this result" in seen(client.get(where(night)))
    sent = correction(night)
    look = looked_at(client, where(night), sent)
    assert {change.title for change in look.changes.prizes}
    answer = said_yes(client, where(night), sent)
    assert answer.status_code == 302
    assert night.evening.results.count() == 2
    shown = seen(client.get(answer.url))
    assert "The result was recorded again: version 2. Changed prizes: Most counters:" in shown
    assert reverse("prizes", args=[night.evening.pk]) + "#changed" in shown


def test_names_in_what_is_told_are_escaped(client, night):
    night = night(12)
    for n, entry in enumerate(night.table(2)[:2]):
        entry_change(night.by, entry=entry, name=f"{HOSTILE}{n}", role="")
    night.play_round()
    night.finish()
    sent = correction(night)
    assert HOSTILE not in seen(client.post(where(night), sent))
    shown = seen(client.get(said_yes(client, where(night), sent).url))
    assert "Changed prizes: " in shown
    assert "&lt;script&gt;" in shown
    assert HOSTILE not in shown


@pytest.mark.thorough
def test_what_changes_no_prize_says_so(client, night):
    night = night(12, Stage.FINISHED)
    a, b, c, d = night.table(2)
    sent = told([a], [b], by="counts", **of([a, b, c, d], (53, 49, 49, 49)))
    answer = said_yes(client, where(night), {**sent, "base_version": 1, "reason": "x"})
    assert "No prize changes." in seen(client.get(answer.url))


def test_what_would_be_in_the_way_is_shown(client, night):
    """A cut, of which a head pool that turns out to be divided is in need; its version waits for that."""
    night = night(12, Stage.FINISHED)
    players = night.table(1)
    sent = told(players[:2], by="counts", **of(players, (51, 51, 49, 49)))
    sent |= {"base_version": 1, "reason": "They shared it"}
    answer = client.post(where(night, 1), sent)
    assert len(answer.context["look"].changes.new) == 1
    assert "The player with the highest card gets the yellow chip." in seen(answer)
    answer = said_yes(client, where(night, 1), sent)
    assert "Its new version needs a cut first." in seen(client.get(answer.url))


def test_a_correction_where_counters_are_counted_at_the_end(client, night):
    night = night(12, counting=Counting.AT_THE_END)
    night.play(2)
    a, b, c, _d = night.table(2)
    sent = {"winners": [b], "in_call": [a], f"counters-{c}": 0, "base_version": 1, "reason": "x"}
    assert said_yes(client, where(night), sent).status_code == 302
    assert lines(night)[b][0]
    assert night.held()[c] == 0


def test_queries_do_not_grow(client, night):
    counts = []
    for players in (12, 60):
        made = night(players)
        made.play(2)
        a, b, *others = made.table(2)
        amounts = (49, 49 + len(others) + 2, *(49 for _other in others))
        sent = told([b], [a], by="counts", **of([a, b, *others], amounts))
        counts.append(queries(looked_at, client, where(made), {**sent, "base_version": 1}))
    assert counts[0] == counts[1] <= 100


# A pool that never happened, or was another table's, is taken back: read before, said after.


WHY = "table 3 by_hand it"


@pytest.fixture
def by_hand(night):
    night = night(12, bell=BellBy.HAND)
    night.before = night.facts
    night.play(2, lose=7)
    night.page = reverse("deal", args=[night.evening.pk, 1, 2, 1])
    return night


def look_at(client, page):
    """The page that says what would change."""
    return client.post(page, {"step": "withdraw", "request_key": uuid4(), "reason": WHY})


def yes(client, page, look):
    [seen] = re.findall(r'name="seen" value="([^"]+)"', look.content.decode())
    body = {"step": "withdraw", "request_key": uuid4(), "reason": WHY, "seen": seen, "yes": "scores"}
    return client.post(page, body, follow=True)


@pytest.mark.thorough
def test_what_taking_back_changes_is_read_first_and_then_done(client, by_hand):
    assert "Undo this deal" in text(client.get(by_hand.page))
    before, name = everything(), by_hand.facts.names[by_hand.table(2)[0]]
    look = look_at(client, by_hand.page)
    assert (look.status_code, faults(look.content.decode())) == (200, [])
    assert re.search(rf"{name} .*Counters 71 → then 50", text(look))
    assert everything() == before
    page = yes(client, by_hand.page, look)
    assert "Undone. You can record the deal again." in text(page)
    assert by_hand.facts == by_hand.before
    assert "Enter the result" in text(page)


def test_whatever_changed_meanwhile_is_shown(client, by_hand):
    look = look_at(client, by_hand.page)
    by_hand.play(3)
    shows(yes(client, by_hand.page, look), "Something has changed since you opened", status=409)
    assert len(by_hand.facts.pools) == 2


def test_why_it_cannot_be(client, by_hand):
    name = by_hand.facts.names[by_hand.table(2)[0]]
    player_drop(by_hand.by, entry=by_hand.table(2)[0])
    page = look_at(client, by_hand.page)
    assert (page.status_code, faults(page.content.decode())) == (422, [])
    assert f"{name} left after this deal and took counters" in text(page)


@pytest.mark.thorough
def test_after_the_bell_it_says_to_undo_that_first(client, by_hand):
    bell_ring(by_hand.by, round=1)
    shows(client.get(by_hand.page), "To undo this deal, undo the bell first.", never='value="withdraw"')


@pytest.mark.thorough
def test_only_the_last_deal_of_a_table_has_it(client, night):
    night = night(12, deals=3)
    for deal in (1, 2):
        night.play(2, deal=deal)
    first, last = (reverse("deal", args=[night.evening.pk, 1, 2, deal]) for deal in (1, 2))
    assert 'value="withdraw"' not in client.get(first).content.decode()
    assert 'value="withdraw"' in client.get(last).content.decode()
    assert look_at(client, first).status_code == 422


def test_a_correction_without_a_change_is_refused(client, played):
    people = played.table(2)
    called = [entry for entry, (won, in_call, _counters) in lines(played).items() if in_call and not won]
    [winner] = [entry for entry, (won, *_) in lines(played).items() if won]
    sent = told([winner], called, by="counts", **of(people, (53, 49, 49, 49)))
    answer = client.post(where(played), {**sent, "base_version": 1, "reason": "read wrongly"})
    assert answer.status_code == 422
    assert "You changed nothing." in answer.text
    others = [entry for entry in people if entry not in (winner, *called)]
    sent = told([winner], [others[0]], by="counts", **of(people, (53, 49, 49, 49)))
    answer = client.post(where(played), {**sent, "base_version": 1, "reason": "read wrongly"})
    shows(answer, "Nothing else changes")  # who called is a change, too
    assert not answer.context["look"].changes


# A result of the round just closed: its moves are made again, or why they cannot be.

REPLAY = "Correct the result and calculate the moves again"


@pytest.fixture
def moved(night):
    """Round 2 is open, and now it turns out that the second seat won at table 3 in round 1."""
    made = night(14)
    made.players = made.table(3)
    made.before = made.seats()
    made.next_round()
    return made


def second_won(night, **more):
    """The second seat won what all others put in."""
    a, b, *others = night.players
    counts = (49, 50 + len(others) + 1, *(49 for _other in others))
    return {
        **told([b], by="counts", **of([a, b, *others], counts)),
        "base_version": 1,
        "reason": "misread",
        **more,
    }


def test_who_sits_otherwise_is_shown_first_and_then_done(client, moved):
    before = everything()
    answer = client.post(where(moved, 3), second_won(moved))
    shown, look = seen(answer), answer.context["look"]
    assert everything() == before
    assert faults(shown) == []
    assert REPLAY in shown
    assert "Correct the result only" in shown
    assert not any(change.title == "Seat" for person in look.changes.people for change in person.figures)
    seats = {
        person.entry: change.after
        for person in look.replay.people
        for change in person.figures
        if change.title == "Seat"
    }
    a, b = moved.players[:2]
    answer = said_yes(client, where(moved, 3), second_won(moved), "replay")
    assert "The result is corrected and the moves are calculated again." in seen(client.get(answer.url))
    now = moved.seats()
    assert (moved.round, now[a][0], now[b][0]) == (2, 3, 2)
    assert {a, b} <= set(seats)
    assert seats == {entry: f"table {now[entry][0]}, seat {now[entry][1]}" for entry in seats}
    lines = Journal.objects.filter(evening=moved.evening, reason="misread").order_by("seq")
    assert [line.verb for line in lines] == ["deal_corrected", "moves_replayed"]


def test_the_next_round_has_a_result(client, moved):
    """What was shown before that came is not done any more; then the reason is told."""
    look = looked_at(client, where(moved, 3), second_won(moved))
    moved.play(2)
    before = everything()
    answer = client.post(where(moved, 3), second_won(moved, seen=look.token, yes="replay"))
    assert answer.status_code == 409
    assert "Something has changed since you opened the page. Check it and try again." in seen(answer)
    assert "The moves cannot be calculated again: round 2 already has results." in seen(answer)
    assert REPLAY not in seen(answer)
    assert everything() == before


def test_a_cut_would_be_needed(client, moved):
    """Two divided the pool: who of them moves up was never cut for."""
    a, b, *others = moved.players
    sent = told(
        [a, b],
        by="counts",
        **of([a, b, *others], (51, 51, *(49 for _o in others[:2]), *(50 for _o in others[2:]))),
    )
    answer = client.post(where(moved, 3), {**sent, "base_version": 1})
    assert "a cut or a count is missing" in seen(answer)
    assert answer.context["look"].replay is None


def test_the_moves_come_out_as_they_were(client, moved):
    a, b, *others = moved.players
    sent = told([a], by="counts", **of([a, b, *others], (50 + len(others), 50, *(49 for _o in others))))
    answer = client.post(where(moved, 3), {**sent, "base_version": 1})
    assert answer.context["look"].changes.figures
    assert (answer.context["look"].replay, answer.context["look"].no_replay) == (None, "")


def test_an_earlier_round_has_no_moves_to_replay(client, moved):
    moved.next_round()
    look = looked_at(client, where(moved, 3), second_won(moved))
    assert (look.replay, look.no_replay) == (None, "")
    before = everything()
    answer = client.post(where(moved, 3), second_won(moved, seen=look.token, yes="replay"))
    assert answer.status_code == 409
    assert everything() == before


def test_at_fixed_tables_nobody_moves(client, night):
    made = night(8, format="fixed", games=2)
    made.players = made.table(2)
    made.next_round()
    _a, b, *others = made.players
    sent = told([b], by="counts", **of(made.players, (49, 50 + len(others) + 1, *(49 for _o in others))))
    answer = client.post(where(made, 2), {**sent, "base_version": 1})
    assert "Nobody moves at fixed tables." in seen(answer)
