"""When an evening ends, and what ends it in time. The figures are worked out by hand beside each case."""

from datetime import UTC, datetime, timedelta

import pytest

from tournaments.core.formats.registry import POKER_EVENING, build_play
from tournaments.core.kinds.awaited import LengthSource, Pace, find_pace, plan_rounds
from tournaments.core.settings import Settings

MINUTE = timedelta(minutes=1)
SEVEN = datetime(2026, 1, 8, 19, 0, tzinfo=UTC)
LATE = datetime(2026, 1, 8, 22, 30, tzinfo=UTC)


def planned(rounds: int, minutes: int, *, clock: bool = True, wished: datetime = LATE):
    pace = Pace(minutes * MINUTE, LengthSource.PAST, 9)
    return plan_rounds(pace, start=SEVEN, rounds=rounds, wished=wished, extra=6 * MINUTE, clock=clock)


def test_it_ends_after_its_rounds_and_settling_up():
    told = planned(16, 12)  # 19:00 + 192 + 10 minutes
    assert told.ends == datetime(2026, 1, 8, 22, 22, tzinfo=UTC)
    assert not told.late
    assert told.fits == 16  # 200 minutes / 12
    assert told.minutes is None


def test_what_to_change_where_it_ends_too_late():
    told = planned(20, 12)  # 19:00 + 240 + 10 minutes
    assert told.ends == datetime(2026, 1, 8, 23, 10, tzinfo=UTC)
    assert told.late
    assert told.fits == 16
    assert told.minutes == 4  # 200 minutes / 20 - 6
    assert told.begin == datetime(2026, 1, 8, 18, 20, tzinfo=UTC)


def test_no_clock_is_offered_where_none_helps():
    assert planned(20, 12, clock=False).minutes is None
    assert planned(40, 12).minutes is None  # 200 / 40 - 6 is less than nothing
    assert planned(20, 12, wished=SEVEN).fits == 0


def test_past_rounds_count_first_in_their_median():
    past = [9 * MINUTE, 11 * MINUTE, 50 * MINUTE, timedelta(seconds=2), timedelta(hours=9)]
    told = find_pace(POKER_EVENING, Settings(minutes=15), 5, past)
    assert told == Pace(11 * MINUTE, LengthSource.PAST, 3)


def test_else_the_clock_with_the_last_deal_and_the_change_of_seats():
    told = find_pace(POKER_EVENING, Settings(minutes=15, gap=60), 5, ())
    assert told == Pace(21 * MINUTE, LengthSource.CLOCK)


def test_else_the_usual_length_of_the_game():
    assert find_pace(POKER_EVENING, Settings(deals=3, gap=60), 5, ()) == Pace(16 * MINUTE, LengthSource.USUAL)
    game = find_pace(build_play("blackout", {}, "fixed"), Settings(), 5, ())
    assert timedelta(minutes=30) < game.round < timedelta(hours=3)


@pytest.mark.parametrize("format", ["progressive", "fixed", "rotation", "swiss", "knockout", "ladder"])
def test_every_format_has_a_usual_length(format):
    assert find_pace(build_play("draw-poker", {}, format), Settings(), 5, ()).round >= 5 * MINUTE
