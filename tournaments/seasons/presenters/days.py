"""Evenings named by their days, short and each unlike the others: 3 Mar, 10 Mar a, 10 Mar b."""

from collections import Counter
from collections.abc import Sequence
from datetime import date
from string import ascii_lowercase

from django.utils.formats import date_format
from django.utils.translation import gettext


def short_days(days: Sequence[date]) -> list[str]:
    """The days in this order. A year is told where the same day comes again, a letter where a date does."""
    form = gettext("j M")
    short = {day: date_format(day, form) for day in days}
    alike, level, met = Counter(short.values()), Counter(days), Counter[date]()
    told = []
    for day in days:
        name = f"{short[day]} {day.year}" if alike[short[day]] > 1 else short[day]
        if level[day] > 1:
            name = f"{name} {_letter(met[day])}"
            met[day] += 1
        told.append(name)
    return told


def _letter(number: int) -> str:
    return ascii_lowercase[number] if number < len(ascii_lowercase) else str(number + 1)
