"""A round's clock: every step of an evening by hand, and laws that hold in whatever order steps come."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.errors import RuleError
from tournaments.core.movement.clock import (
    LAST_MINUTE,
    LONGEST,
    NOTHING,
    Clock,
    ClockHand,
    count_shown_seconds,
    extend_clock,
    make_length,
    pause_clock,
    restore_clock,
    resume_clock,
    start_clock,
)

SEVEN = datetime(2026, 1, 8, 19, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
NONE = Clock()


def at(told: str) -> datetime:
    """ "19:05" or "19:05:30"."""
    hour, minute, second = (*map(int, told.split(":")), 0)[:3]
    return SEVEN.replace(hour=hour, minute=minute, second=second)


def step(clock: Clock, now: datetime, told: str) -> Clock:
    """One step as the evenings below tell it; lengths are minutes."""
    word, *numbers = told.split()
    lengths = [float(number) * MINUTE for number in numbers]
    match word:
        case "run":
            return start_clock(now, *lengths)
        case "pause":
            return pause_clock(clock, now)
        case "resume":
            return resume_clock(clock, now)
        case "extend":
            return extend_clock(clock, lengths[0], now)
        case "bell-undone":
            return restore_clock(clock, now)
    return clock


EVENINGS = {
    "ten minutes": """
        19:00    | -           | off     | 0   |
        19:00    | run 10      | running | 10  | 19:10
        19:04    | -           | running | 6   | 19:10
        19:09:30 | -           | running | 0.5 | 19:10
        19:10    | -           | up      | 0   | 19:10
        20:00    | -           | up      | 0   | 19:10
    """,
    "paused and resumed": """
        19:00    | run 10      | running | 10  | 19:10
        19:04    | pause       | paused  | 6   |
        19:30    | -           | paused  | 6   |
        19:30    | resume      | running | 6   | 19:36
        19:36    | -           | up      | 0   | 19:36
    """,
    "given more time": """
        19:00    | run 10      | running | 10  | 19:10
        19:04    | extend 5    | running | 11  | 19:15
        19:05    | pause       | paused  | 10  |
        19:06    | extend 2    | paused  | 12  |
        19:10    | resume      | running | 12  | 19:22
        19:30    | extend 1    | running | 1   | 19:31
    """,
    "a gap to change seats in": """
        19:00    | run 10 1    | waiting | 10  | 19:11
        19:00:30 | -           | waiting | 10  | 19:11
        19:01    | -           | running | 10  | 19:11
        19:11    | -           | up      | 0   | 19:11
    """,
    "paused in the gap: the whole length is left": """
        19:00    | run 10 1    | waiting | 10  | 19:11
        19:00:30 | pause       | paused  | 10  |
        19:20    | resume      | running | 10  | 19:30
    """,
    "more time in the gap": """
        19:00    | run 10 1    | waiting | 10  | 19:11
        19:00:30 | extend 5    | waiting | 15  | 19:16
        19:01    | -           | running | 15  | 19:16
    """,
    "the bell is undone: what was left when it rang": """
        19:00    | run 10      | running | 10  | 19:10
        19:07    | bell-undone | paused  | 3   |
        19:09    | resume      | running | 3   | 19:12
    """,
    "the bell of the clock is undone: nothing is left": """
        19:00    | run 10      | running | 10  | 19:10
        19:10    | bell-undone | paused  | 0   |
        19:12    | extend 2    | paused  | 2   |
        19:13    | resume      | running | 2   | 19:15
    """,
    "a bell in the gap, or while the clock stands, is undone": """
        19:00    | run 10 1    | waiting | 10  | 19:11
        19:00:30 | bell-undone | paused  | 10  |
        19:05    | bell-undone | paused  | 10  |
    """,
    "started anew": """
        19:00    | run 10      | running | 10  | 19:10
        19:10    | -           | up      | 0   | 19:10
        19:11    | run 3       | running | 3   | 19:14
    """,
    "no clock": """
        19:00    | bell-undone | off     | 0   |
    """,
}


@pytest.mark.parametrize("evening", EVENINGS.values(), ids=EVENINGS.keys())
def test_an_evening(evening: str) -> None:
    clock = NONE
    for line in evening.strip().splitlines():
        when, told, hand, left, ends = (part.strip() for part in line.split("|"))
        now = at(when)
        clock = step(clock, now, told)
        assert (clock.find_hand(now), clock.measure_remaining(now)) == (hand, float(left) * MINUTE), line
        assert clock.ends_at == (at(ends) if ends else None), line


@pytest.mark.parametrize(
    ("told", "refused", "says"),
    [
        ("pause", {"off", "paused", "up"}, "No clock is running"),
        ("resume", {"off", "waiting", "running", "up"}, "not paused"),
        ("extend 1", {"off"}, "No clock is running"),
        ("run 10", set(), ""),
    ],
)
def test_what_each_hand_refuses(told: str, refused: set[str], says: str) -> None:
    clocks = (NONE, start_clock(SEVEN, 10 * MINUTE, MINUTE), start_clock(SEVEN, 10 * MINUTE))
    hands = {clock.find_hand(SEVEN): clock for clock in (*clocks, Clock(left=MINUTE), Clock(SEVEN, SEVEN))}
    assert set(hands) == set(ClockHand)
    for hand, clock in hands.items():
        if hand in refused:
            with pytest.raises(RuleError, match=says) as caught:
                step(clock, SEVEN, told)
            assert caught.value.field == "clock"
        else:
            step(clock, SEVEN, told)


def test_a_clock_that_stands_at_nothing_is_given_more_time_first() -> None:
    with pytest.raises(RuleError, match="no time left"):
        resume_clock(Clock(left=NOTHING), SEVEN)


@pytest.mark.parametrize("length", [NOTHING, -MINUTE, LONGEST + MINUTE / 60])
def test_lengths_that_are_none(length: timedelta) -> None:
    for clock in (
        lambda: start_clock(SEVEN, length),
        lambda: extend_clock(Clock(left=MINUTE), length, SEVEN),
    ):
        with pytest.raises(RuleError, match="at most four hours") as caught:
            clock()
        assert caught.value.field == "minutes"


def test_four_hours_at_most_whatever_is_added() -> None:
    clock = extend_clock(start_clock(SEVEN, LONGEST - MINUTE, MINUTE), MINUTE, SEVEN)
    assert clock.measure_remaining(SEVEN) == LONGEST
    for whole in (clock, pause_clock(clock, SEVEN)):
        with pytest.raises(RuleError, match="four hours"):
            extend_clock(whole, MINUTE, SEVEN)


@pytest.mark.parametrize(
    "told", [0, -1, 4 * 3600 + 1, 10**30, True, "60", 1.5, float("nan"), None, [60]], ids=repr
)
def test_seconds_that_are_no_length(told: object) -> None:
    with pytest.raises(RuleError) as caught:
        make_length(told)
    assert caught.value.field == "minutes"


def test_seconds() -> None:
    assert (make_length(1), make_length(4 * 3600)) == (MINUTE / 60, LONGEST)


def test_a_second_that_has_begun_is_shown() -> None:
    assert [count_shown_seconds(MINUTE / 60 * part) for part in (0, 0.001, 1, 1.5, 60)] == [0, 1, 1, 2, 60]


@pytest.mark.parametrize(
    ("length", "after", "warns"),
    [("10", "0", "19:09"), ("10", "1", "19:10"), ("1", "0", ""), ("0.5", "1", ""), ("1.5", "0", "19:00:30")],
)
def test_the_last_minute_of_a_longer_clock(length: str, after: str, warns: str) -> None:
    clock = start_clock(SEVEN, float(length) * MINUTE, float(after) * MINUTE)
    assert clock.warns_at == (at(warns) if warns else None)


def test_a_clock_that_stands_warns_of_nothing() -> None:
    assert Clock(left=2 * MINUTE).warns_at is None
    assert NONE.warns_at is None


# Laws

SPANS = st.timedeltas(min_value=NOTHING, max_value=timedelta(minutes=40))
LENGTHS = st.timedeltas(min_value=timedelta(microseconds=1), max_value=LONGEST)
STEPS = st.sampled_from(["pause", "resume", "extend", "bell-undone", "-"])


@given(length=LENGTHS, gap=SPANS, steps=st.lists(st.tuples(SPANS, STEPS, LENGTHS), max_size=12))
def test_all_that_was_given_is_played_or_left(
    length: timedelta, gap: timedelta, steps: list[tuple[timedelta, str, timedelta]]
) -> None:
    """Whatever is done in whatever order: what is left is what was given less what was played."""
    now, clock = SEVEN, start_clock(SEVEN, length, gap)
    given, played = length, NOTHING
    for wait, told, by in steps:
        before = clock.find_hand(now)
        starts = clock.starts_at or now
        later = now + wait
        if before in (ClockHand.RUNNING, ClockHand.WAITING):
            played = min(given, played + max(NOTHING, later - max(now, starts)))
        now = later
        assert clock.measure_remaining(now) == given - played
        try:
            if told == "extend":
                clock, given = extend_clock(clock, by, now), given + by
            else:
                clock = step(clock, now, told)
        except RuleError:
            continue
        assert NOTHING <= clock.measure_remaining(now) == given - played <= LONGEST
        if clock.warns_at is not None and clock.ends_at is not None:
            assert clock.ends_at - clock.warns_at == LAST_MINUTE
            assert clock.starts_at is not None
            assert clock.warns_at > clock.starts_at
