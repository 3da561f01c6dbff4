"""New seats on hall and phones where people have gone, tables have closed, and clocks stand."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse

from tests.cast import Night
from tests.published import page_of, publish_all
from tests.services.timed import later, wake
from tests.web.html import Page
from tests.web.test_screens_agree import hall_of, of_class, undo_last
from tournaments.attendance.services import (
    Arrival,
    entry_withdraw,
    people_check_in,
    player_drop,
    player_pause,
)
from tournaments.bell.services.bell import moves_apply
from tournaments.bell.services.clock import clock_pause, clock_resume, clock_start
from tournaments.core.record import Stage
from tournaments.core.settings import BellBy
from tournaments.evening.selectors import program_clock
from tournaments.models import Evening
from tournaments.seating.services import seats_draw, seats_swap, table_add, table_close, tables_level
from tournaments.undo.services.undo import bell_undo, moves_replay


def hall(client, night: Night):
    return hall_of(client.get(reverse("hall", args=[night.evening.join_code])).content.decode())


def phone(client, night: Night, entry: int) -> str:
    answer = client.get(reverse("player", args=[night.evening.join_code, entry]))
    return next(of_class(Page(answer.content.decode()).root, "card", "here")).words


def asked_again(client, address: str, tag: str = ""):
    headers = {"HX-Request": "true"} | ({"If-None-Match": tag} if tag else {})
    return client.get(address, headers=headers)


def moved(night_, players=16, **settings):
    made = night_(players, bell=BellBy.HAND, **settings)
    made.play_round()
    made.decide()
    moves_apply(made.by, round=1)
    return made


def name(night, entry):
    return night.facts.names[entry]


class TestGone:
    def test_withdrawn_after_the_draw(self, client, night):
        """Somebody is removed from the list before play: the hall does not name them."""
        made = night(12, Stage.SEATED)
        gone = made.table(2)[0]
        called = name(made, gone)
        entry_withdraw(made.by, entry=gone)
        assert called not in hall(client, made).movers
        assert called not in hall(client, made).seats

    def test_withdrawn_after_a_swap(self, client, night):
        made = night(12, Stage.SEATED)
        gone, other = made.table(2)[0], made.table(1)[0]
        seats_swap(made.because("x"), first=gone, second=other)
        entry_withdraw(made.by, entry=gone)
        assert name(made, other) in hall(client, made).movers

    @pytest.mark.parametrize("act", [player_pause, player_drop])
    def test_their_table_closes_while_they_are_away(self, client, night, act):
        made = night(12)
        gone = made.table(3)[0]
        act(made.by, entry=gone)
        words = phone(client, made, gone)
        table_close(made.because("few are left"), table=3)
        assert phone(client, made, gone) == words
        assert name(made, gone) not in hall(client, made).movers

    @pytest.mark.parametrize("act", [player_pause, player_drop])
    def test_a_late_comer_loses_the_seat_and_goes(self, client, night, act):
        made = night(13, bell=BellBy.HAND)
        made.play_round()
        people_check_in(made.by, people=[Arrival("Xavier")])
        made.decide()
        moves_apply(made.by, round=1)
        late = made.entry("Xavier")
        bell_undo(made.because("too early"))
        assert "Xavier" in hall(client, made).movers
        assert "waiting for a seat" in phone(client, made, late)
        act(made.by, entry=late)
        assert "waiting for a seat" not in phone(client, made, late)
        assert "Xavier" not in hall(client, made).movers


class TestWords:
    def test_no_bell_was_undone(self, client, night):
        """People who waited got a table of their own, and that is undone: no bell was."""
        made = night(11, bell=BellBy.HAND)
        people_check_in(made.by, people=[Arrival(f"Late {n}") for n in "ABCDEF"])
        made.play_round()
        made.decide()
        moves_apply(made.by, round=1)
        late = [made.entry(f"Late {n}") for n in "ABCDEF"]
        waiting = [entry for entry in late if entry not in made.seats()]
        assert len(waiting) >= 3, made.seats()
        waiting = waiting[:3]
        table_add(made.because("room"), entries=waiting)
        undo_last(made)
        words = phone(client, made, waiting[0])
        assert "waiting for a seat" in words
        assert "bell was undone" not in words


@pytest.fixture
def passes(monkeypatch):
    """Let time pass for readers alone: ``later`` sets back the journal's lines, which changes every tag."""
    now, gone = program_clock.read_time, [0.0]
    monkeypatch.setattr(program_clock, "read_time", lambda: now() + timedelta(seconds=gone[0]))

    def passes(seconds: float) -> None:
        gone[0] += seconds

    return passes


def marks(client, address: str) -> str:
    """The part that changes, without the time at which it does."""
    return re.sub(r' ?data-until="\d+"', "", asked_again(client, address).content.decode())


class TestTimeAlone:
    """Marks end by time alone: a page that asks again gets no 304, and asks once."""

    def ends(self, client, address, passes, seconds):
        """From here on nothing is written."""
        first = asked_again(client, address)
        assert first.status_code == 200
        before = marks(client, address)
        passes(seconds)
        again = asked_again(client, address, first.headers["ETag"])
        after = marks(client, address)
        assert before != after, "the marks have not ended"
        assert again.status_code == 200, "old marks stay"
        assert "data-until" in first.content.decode(), "nobody asks"
        assert "data-until" not in again.content.decode(), "it would ask for ever"

    def addresses(self, client, night):
        publish_all(Evening.objects.filter(pk=night.evening.pk))
        code, person = night.evening.join_code, next(iter(hall(client, night).movers))
        return {
            "hall": reverse("hall", args=[code]),
            "player": reverse("player", args=[code, night.entry(person)]),
            "published": page_of(night.evening),
        }

    @pytest.mark.parametrize("page", ["hall", "player", "published"])
    @pytest.mark.parametrize("how", ["at once", "10", "90", "paused", "replayed"])
    def test_the_clock_starts(self, client, night, passes, page, how):
        """Or is paused within the minute, or resumed within that of a replay."""
        gap = int(how) if how.isdigit() else 0 if how == "at once" else 10
        made = moved(night, minutes=12, gap=gap)
        addresses = self.addresses(client, made)
        if how == "paused":
            wake(made, 20)
            clock_pause(made.by, round=2)
        if how == "replayed":
            moves_replay(made.because("x"))
            clock_resume(made.by, round=2)
        self.ends(client, addresses[page], passes, max(gap, 60) + 1)

    def test_the_api_of_a_published_evening(self, client, night, passes):
        """Its ``state`` says that seats have changed, and ceases to by time alone."""
        made = moved(night, minutes=12, gap=10)
        address = f"/api/v1{self.addresses(client, made)['published']}"
        moves_replay(made.because("x"))
        clock_resume(made.by, round=2)
        first = client.get(address)
        passes(61)
        again = client.get(address, headers={"If-None-Match": first.headers["ETag"]})
        assert first.json() == client.get(address).json() or again.status_code == 200


class TestWindow:
    def test_replay_then_resume(self, client, night):
        made = moved(night, minutes=12, gap=30)
        later(made, 90)
        moves_replay(made.because("x"))
        assert "seats have changed" in hall(client, made).state
        assert all("seat" in phone(client, made, entry) for entry in made.seats())
        later(made, 61)
        assert "seats have changed" in hall(client, made).state
        clock_resume(made.by, round=2)
        assert "seats have changed" not in hall(client, made).state

    def test_swap_in_round_2_after_the_clock_started(self, client, night):
        made = moved(night, minutes=12, gap=30)
        later(made, 120)
        a, b = made.table(2)[0], made.table(3)[1]
        seats_swap(made.because("x"), first=a, second=b)
        assert set(hall(client, made).movers) == {name(made, a), name(made, b)}
        made.play(3)
        assert made.seats()[a][0] == 3  # whose table has a result now
        assert set(hall(client, made).movers) == {name(made, b)}

    def test_redraw_with_other_sizes(self, client, night):
        made = night(16, Stage.SEATED)
        before = made.seats()
        seats_draw(made.by, people=5, seed="3")
        now = hall(client, made)
        different = {name(made, e) for e, at in made.seats().items() if before[e] != at}
        assert now.seats == {name(made, e): at for e, at in made.seats().items()}
        assert set(now.movers) <= different

    def test_clock_started_at_once_and_set_later(self, client, night):
        made = moved(night, minutes=0)
        assert hall(client, made).movers
        made.play(1)
        later(made, 300)
        clock_start(made.by, round=2, seconds=600)
        assert not hall(client, made).movers
        assert not hall(client, made).marked


FORMATS = [
    ("progressive", "draw-poker"),
    ("progressive", "blackout"),
    ("rotation", "draw-poker"),
    ("rotation", "blackout"),
    ("swiss", "blackout"),
    ("knockout", "blackout"),
    ("knockout", "draw-poker"),
    ("ladder", "draw-poker"),
    ("fixed", "draw-poker"),
]


@pytest.mark.parametrize(
    ("format", "game"), [one for one in FORMATS if one[0] in ("rotation", "swiss", "knockout")]
)
def test_nobody_is_marked_where_all_seats_are_drawn(client, night, format, game):
    made = night(16, bell=BellBy.HAND, format=format, game=game, games=3, deals=1)
    for table in made.tables:
        made.play_table(table)
    made.decide()
    moves_apply(made.by, round=1)
    shown = hall(client, made)
    assert (shown.marked, shown.movers) == (set(), {})


@pytest.mark.parametrize("minutes", [0, 12])
def test_levelled_while_people_still_walk(client, night, minutes):
    """Who is still on the way keeps the mark; a minute later only those whose seat changed bear one."""
    made = night(13, bell=BellBy.HAND, minutes=minutes, gap=60)
    made.next_round()
    walking = set(hall(client, made).movers)
    for entry in made.table(3)[:2]:
        player_drop(made.by, entry=entry)
    before = made.seats()
    tables_level(made.by)
    changed = {name(made, entry) for entry, at in made.seats().items() if before[entry] != at}
    left = {name(made, entry) for entry in before} - set(hall(client, made).seats)
    assert changed
    assert set(hall(client, made).movers) == (walking | changed) - left
