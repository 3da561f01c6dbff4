"""Which backups are kept: the newest, one of each hour, one of each day."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.environment import read_numbers
from tournaments.management.backups.backup import Keep, find_outdated

BEGAN = datetime(2026, 3, 1, 18, 2, tzinfo=UTC)
FIVE, TWENTY = timedelta(minutes=5), timedelta(minutes=20)


def kept_after(steps: int, keep: Keep) -> list[datetime]:
    """Those that are left when so many were made, twenty minutes apart, the newest first."""
    there: set[datetime] = set()
    for step in range(steps):
        made = BEGAN + step * TWENTY
        there -= find_outdated(made, there, keep)
        there.add(made)
    return sorted(there, reverse=True)


def test_the_newest_then_one_of_each_hour_then_one_of_each_day() -> None:
    """After 40 days without a pause."""
    left = kept_after(40 * 24 * 3, Keep(6, 24, 31))
    last = datetime(2026, 4, 10, 17, 42, tzinfo=UTC)
    newest = [last - n * TWENTY for n in range(6)]
    hours = [datetime(2026, 4, 10, hour, 42, tzinfo=UTC) for hour in range(15, -1, -1)]
    hours += [datetime(2026, 4, 9, hour, 42, tzinfo=UTC) for hour in range(23, 17, -1)]
    days = [datetime(2026, 4, 8, 23, 42, tzinfo=UTC) - n * timedelta(days=1) for n in range(30)]
    assert left == [*newest, *hours, *(day for day in days if last - day < timedelta(days=31))]
    assert (len(hours), left[-1].date().isoformat()) == (22, "2026-03-10")


def test_a_club_that_plays_once_a_week_keeps_its_evenings() -> None:
    evenings = [BEGAN + timedelta(weeks=week) for week in range(9)]
    there: set[datetime] = set()
    for evening in evenings:
        for step in range(48):
            made = evening + step * FIVE
            there -= find_outdated(made, there, Keep(6, 24, 31))
            there.add(made)
    assert {time.date() for time in there} >= {evening.date() for evening in evenings[-4:]}
    assert min(there) > evenings[-1] - timedelta(days=31)


def test_as_many_as_were_asked_for_without_hours_and_days() -> None:
    assert kept_after(100, Keep(6)) == [BEGAN + n * TWENTY for n in range(99, 93, -1)]


def test_the_one_just_made_stays_where_others_seem_newer() -> None:
    ahead = [BEGAN + timedelta(days=days) for days in (300, 301, 302)]
    assert find_outdated(BEGAN, ahead, Keep(2)) == set(ahead[:2])
    assert find_outdated(BEGAN, [BEGAN, *ahead], Keep(1)) == set(ahead)


@pytest.mark.parametrize("said", ["0", "six", "6,24,31,12", "6,-1", "0,24"])
def test_what_the_setting_cannot_mean(monkeypatch: pytest.MonkeyPatch, said: str) -> None:
    monkeypatch.setenv("BACKUP_KEEP", said)
    with pytest.raises(ImproperlyConfigured, match="BACKUP_KEEP must"):
        read_numbers("BACKUP_KEEP", "6,24,31")


def test_the_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BACKUP_KEEP", raising=False)
    assert read_numbers("BACKUP_KEEP", "6,24,31") == [6, 24, 31]
    monkeypatch.setenv("BACKUP_KEEP", "12, 0")
    assert read_numbers("BACKUP_KEEP", "6,24,31") == [12, 0]
