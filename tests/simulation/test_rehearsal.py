"""Rehearsals: played to the end by what is due, with a clock that is moved; they count nowhere, and go."""

from datetime import timedelta

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from accounts.errors import ForbiddenError, StaleError
from accounts.models import Player
from accounts.names import LONGEST as LONGEST_NAME
from tests.cast import everything, refused
from tests.ratings import followed
from tournaments.bell.services.clock import clock_pause
from tournaments.core.leagues.rules import Rules
from tournaments.core.record import Stage
from tournaments.core.results.elsewhere import ResultLine
from tournaments.evening.selectors.evening import load_round_lengths
from tournaments.evening.services.evenings import evening_publish
from tournaments.evening.services.journal import RequestedBy
from tournaments.models import Award, EntryRow, Evening, Journal, RatedEvening, Rehearsal, RoundRow
from tournaments.records.selectors.own_data import collect_own_data
from tournaments.records.selectors.player_record import query_counted_results
from tournaments.records.services.people import player_forget
from tournaments.results.services import evening_call_off
from tournaments.seasons.selectors.access import load_addable_years
from tournaments.seasons.services.leagues import league_create, season_create
from tournaments.seasons.services.seasons import SeasonBy, evening_add
from tournaments.simulation import rehearsal
from tournaments.simulation.rehearsal import KEPT, LONGEST, rehearsal_end, rehearsal_start
from tournaments.tasks import sweep
from tournaments.transfer.services.imported_results import ElsewhereResult, evening_record

MINUTE = timedelta(minutes=1)


def rehearse(night, speed=60, **how):
    return rehearsal_start(actor=night.alice, evening=night.evening.pk, speed=speed, **how)


def play_out(copy, most=5000):
    """Let the program do what is due, each time at the moment when it is, to the end."""
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for _step in range(most):
            sweep()
            row = Rehearsal.objects.get(evening=copy)
            if row.next_at is None:
                break
            clock.move_to(min(row.next_at, timezone.now() + timedelta(seconds=0.5)))
        copy.refresh_from_db()
        return timezone.now() - copy.created


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("players", "play"),
    [
        (12, {"rounds": 3}),
        (13, {"rounds": 3, "deals": 2, "counting": "at_the_end"}),
        (12, {"rounds": 3, "minutes": 10, "auto_moves": 30, "bell": "hand"}),
        (9, {"game": "three-stake-brag", "rounds": 3, "deals": 2}),
        (11, {"game": "blackout"}),
        (10, {"game": "caller-clag", "options": {"deals": 2}, "games": 2, "format": "rotation"}),
        (13, {"format": "knockout", "deals": 3}),
        (12, {"format": "ladder", "deals": 3, "games": 3, "minutes": 10, "auto_moves": 60}),
        (10, {"format": "fixed", "deals": 4, "games": 2, "counting": "at_the_end"}),
    ],
)
def test_it_is_played_to_its_last_prize(night, players, play):
    copy = rehearse(night(players, Stage.CHECK_IN, **play))
    took = play_out(copy)
    assert copy.stage == Stage.FINISHED
    assert took < LONGEST
    assert not Award.objects.filter(result__evening=copy, revealed=None).exists()
    assert not Journal.objects.filter(evening=copy, seq__gt=1).exclude(actor=None).exists()


def test_names_and_settings_are_those_of_the_evening_and_nobody_is_anybody_of_the_club(night):
    real = night(12, Stage.CHECK_IN, rounds=3)
    before = Player.objects.count()
    copy = rehearse(real, players=14)
    there = list(EntryRow.objects.filter(evening=copy).order_by("pk").values_list("name", "role"))
    assert there[:12] == list(EntryRow.objects.filter(evening=real.evening).values_list("name", "role"))
    assert len(there) == 14
    assert copy.settings == real.evening.settings
    assert Player.objects.count() == before
    assert not EntryRow.objects.filter(evening=copy).exclude(player=None).exists()


def test_names_as_long_as_names_can_be_are_still_told_apart(night):
    """Those who call themselves the same are numbered, and no name is too long for its copy."""
    real = night(12, Stage.CHECK_IN)
    Player.objects.filter(name__in=("p01", "p02")).update(public="other", public_name="x" * LONGEST_NAME)
    copy = rehearse(real)
    names = [*EntryRow.objects.filter(evening=copy).order_by("pk").values_list("name", flat=True)]
    assert names[:2] == ["x" * LONGEST_NAME, "x" * (LONGEST_NAME - 2) + " 2"]


def test_thrown_away_it_leaves_nothing_and_the_real_evening_was_not_touched(night):
    real = night(12, Stage.CHECK_IN, rounds=2)
    sweep()  # notes the clock of this computer
    before = everything()
    copy = rehearse(real)
    play_out(copy)
    assert everything() != before
    rehearsal_end(actor=real.alice, evening=real.evening.pk)
    assert everything() == before


def test_it_may_be_rehearsed_while_it_is_played_and_stays_as_it_is(night):
    real = night(12)
    real.play(1)
    seq = Evening.objects.get(pk=real.evening.pk).seq
    play_out(rehearse(real, players=13), most=30)
    real.evening.refresh_from_db()
    assert (real.evening.seq, real.evening.stage) == (seq, Stage.PLAYING)


def test_it_counts_nowhere(night, cast, client):
    real = night(12, Stage.CHECK_IN, rounds=2)
    copy = rehearse(real)
    play_out(copy)
    club = cast.club.pk
    league = league_create(by=cast.alice, club=cast.club, name="League")
    season = season_create(by=cast.alice, league=league, name="2026", rules=Rules())
    with refused("evening"):
        evening_add(SeasonBy(season.pk, cast.alice), evening=copy.pk)
    Evening.objects.filter(pk=copy.pk).update(held_on="2001-01-01")
    assert load_addable_years(season) == (real.evening.held_on.year,)
    copy.refresh_from_db()
    with refused("published"):
        evening_publish(RequestedBy(copy.pk, cast.alice), published=True)
    assert not query_counted_results(club).filter(evening=copy).exists()
    assert query_counted_results(club).count() == 0
    assert load_round_lengths(real.evening) == ()
    client.force_login(cast.alice)
    for name in ("club", "home"):
        text = client.get(reverse(name, args=[club] if name == "club" else [])).text
        assert f"/evenings/{real.evening.pk}/" in text
        assert f"/evenings/{copy.pk}/" not in text
    for listed in ("/api/v1/evenings/", f"/api/v1/clubs/{club}/evenings/"):
        assert [row["id"] for row in client.get(listed).json()["results"]] == [real.evening.pk]
    for export in ("evening-csv", "evening-json"):
        assert client.get(reverse(export, args=[copy.pk])).status_code == 403
    assert client.get(f"/api/v1/evenings/{copy.pk}/export/").status_code == 403
    written = [row for row in collect_own_data(cast.alice)["written"] if "evening" in row]
    assert len(written) == Journal.objects.filter(actor=cast.alice, evening=real.evening).count()


def test_thrown_away_while_it_is_played_it_is_no_fault(night, monkeypatch, caplog):
    real = night(8, Stage.CHECK_IN)
    copy = rehearse(real)

    def too_late(evening, row):
        rehearsal_end(actor=real.alice, evening=real.evening.pk)
        return hall(evening, row)

    hall = rehearsal._rebuild_hall
    monkeypatch.setattr(rehearsal, "_rebuild_hall", too_late)
    sweep()
    assert not Evening.objects.filter(pk=copy.pk).exists()
    assert not caplog.records


def test_a_rehearsal_is_not_rated(night, cast):
    played, real = night(8, Stage.FINISHED).reveal(), night(8, Stage.CHECK_IN)
    copy = rehearse(real)
    Evening.objects.filter(pk=copy.pk).update(stage=Stage.FINISHED)
    assert followed(cast.club)
    assert list(RatedEvening.objects.values_list("evening", flat=True)) == [played.evening.pk]


def test_its_name_is_not_taken(night, cast):
    """An evening played elsewhere may be called as a rehearsal is whose evening has another name by now."""
    real = night(8, Stage.CHECK_IN).evening
    rehearsal_start(actor=cast.alice, evening=real.pk, speed=60)
    Evening.objects.filter(pk=real.pk).update(name="Friday")
    lines = tuple(ResultLine(name, place=place) for place, name in enumerate(("Ada", "Ben", "Cora"), 1))
    told = ElsewhereResult(real.name, real.held_on, lines)
    assert evening_record(actor=cast.alice, club=cast.club, result=told).pk != real.pk


def test_who_is_forgotten_is_in_no_rehearsal(night, cast):
    real = night(12, Stage.CHECK_IN)
    copy = rehearse(real)
    Evening.objects.filter(pk=real.evening.pk).update(stage=Stage.FINISHED)
    player_forget(by=cast.alice, player=Player.objects.get(name="p01"), typed="p01")
    assert not Evening.objects.filter(pk=copy.pk).exists()


def test_it_stops_by_itself_and_goes_after_a_day(night):
    copy = rehearse(night(12, Stage.CHECK_IN), speed=1)
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for _minute in range(25):
            clock.shift(MINUTE)
            sweep()
        assert Rehearsal.objects.get(evening=copy).next_at is None
        assert Evening.objects.get(pk=copy.pk).stage == Stage.PLAYING
        clock.shift(KEPT)
        sweep()
        assert not Evening.objects.filter(pk=copy.pk).exists()


def test_the_clock_the_gap_and_the_moves_are_as_much_faster(night):
    copy = rehearse(night(12, Stage.CHECK_IN, minutes=10, gap=60, auto_moves=30), speed=10)
    with time_machine.travel(timezone.now(), tick=False) as clock:
        while not RoundRow.objects.filter(evening=copy, number=2, void=None).exists():
            clock.shift(timedelta(seconds=0.5))
            sweep()
        first, second = RoundRow.objects.filter(evening=copy, void=None).order_by("number")
        assert first.starts_at
        assert first.ends_at
        assert second.starts_at
        assert first.ends_at - first.starts_at == MINUTE
        assert second.starts_at - second.journal.at == timedelta(seconds=6)
        told = Journal.objects.get(evening=copy, verb="moves_announced")
        assert timedelta(seconds=3) <= second.journal.at - told.at < timedelta(seconds=4)


def test_a_paused_clock_is_waited_for(night):
    real = night(12, Stage.CHECK_IN, minutes=10)
    copy = rehearse(real)
    with time_machine.travel(timezone.now(), tick=False) as clock:
        while Evening.objects.get(pk=copy.pk).stage != Stage.PLAYING:
            clock.shift(timedelta(seconds=0.5))
            sweep()
        clock_pause(RequestedBy(copy.pk, real.alice), round=1)
        seq = Evening.objects.get(pk=copy.pk).seq
        for _second in range(60):
            clock.shift(timedelta(seconds=1))
            sweep()
        assert Evening.objects.get(pk=copy.pk).seq == seq


def test_what_cannot_be_rehearsed_is_refused(night):
    real = night(0, Stage.CHECK_IN)
    before = everything()
    for field, how in (("speed", {"speed": 7}), ("players", {"players": 0})):
        with refused(field):
            rehearse(real, **{"players": 12, **how})
    assert everything() == before


def test_there_is_one_rehearsal_of_an_evening_and_none_of_it(night):
    real = night(12, Stage.CHECK_IN)
    copy = rehearse(real)
    with refused("rehearsal", error=StaleError):
        rehearse(real)
    with refused("stage"):
        rehearsal_start(actor=real.alice, evening=copy.pk, speed=60)
    over = night(12, Stage.FINISHED)
    with refused("stage"):
        rehearse(over)


def test_only_organisers_rehearse(night, cast):
    real = night(12, Stage.CHECK_IN)
    for nobody in (cast.sam, cast.vera, cast.charlie):
        with pytest.raises(ForbiddenError):
            rehearsal_start(actor=nobody, evening=real.evening.pk, speed=60)
    rehearse(real)
    for nobody in (cast.sam, cast.vera, cast.charlie):
        with pytest.raises(ForbiddenError):
            rehearsal_end(actor=nobody, evening=real.evening.pk)


def test_a_fault_ends_the_rehearsal_and_no_sweep(night, monkeypatch, caplog):
    copy = rehearse(night(12, Stage.CHECK_IN))

    def fails(*_args):
        raise ZeroDivisionError

    monkeypatch.setitem(rehearsal.STEPS, Stage.CHECK_IN, fails)
    sweep()
    assert Rehearsal.objects.get(evening=copy).next_at is None
    assert "Rehearsal" in caplog.text


def test_one_that_is_called_off_is_over(night):
    copy = rehearse(night(8, Stage.CHECK_IN))
    while Evening.objects.get(pk=copy.pk).stage != Stage.PLAYING:
        Rehearsal.objects.update(next_at=timezone.now())
        sweep()
    evening_call_off(RequestedBy(copy.pk, reason="Enough"))
    Rehearsal.objects.update(next_at=timezone.now())
    sweep()
    assert Rehearsal.objects.get(evening=copy).next_at is None


def test_a_step_is_played_by_one_process(night):
    copy = rehearse(night(12, Stage.CHECK_IN))
    first, second = Rehearsal.objects.get(evening=copy), Rehearsal.objects.get(evening=copy)
    assert rehearsal._claim(first, timezone.now())
    assert not rehearsal._claim(second, timezone.now())
