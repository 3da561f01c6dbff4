"""Dates and times have few forms, and each language writes them in one place: config/formats."""

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.utils import translation
from django.utils.formats import date_format

ROOT = Path(__file__).parents[2]
ALLOWED = {f"{name}_FORMAT" for name in ("DATE", "SHORT_DATE", "MONTH_DAY", "DATETIME", "TIME")}
ALLOWED |= {"c", "l", "H:i:s"}
"""``c`` is for machines, ``l`` names a weekday, and ``H:i:s`` is for who looks into the stored rows."""
IN_TEMPLATE = re.compile(r"""\|(?:date|time):(?:_\()?["']([^"']*)["']""")
IN_PYTHON = re.compile(
    r"""(?:date_format|time_format)\((?:[^()]|\([^()]*\))*?,\s*(?:gettext\()?["']([^"']*)["']"""
)
WHEN = datetime(2026, 11, 24, 19, 30, tzinfo=UTC)


def spelled_out(source: str, found: re.Pattern[str]) -> set[str]:
    """The forms that a source names and that are not among the known ones."""
    return set(found.findall(source)) - ALLOWED


@pytest.mark.parametrize(
    ("language", "long", "short", "with_time", "time"),
    [
        ("en", "Tue 24 Nov 2026", "24 Nov 2026", "24 Nov 2026, 19:30", "19:30"),
        ("de", "Di, 24. Nov. 2026", "24. Nov. 2026", "24. Nov. 2026, 19:30", "19:30"),
    ],
)
def test_each_language_has_its_forms(language, long, short, with_time, time):
    with translation.override(language):
        assert date_format(WHEN) == date_format(WHEN, "DATE_FORMAT") == long
        assert date_format(WHEN, "SHORT_DATE_FORMAT") == short
        assert date_format(WHEN, "DATETIME_FORMAT") == date_format(WHEN, "SHORT_DATETIME_FORMAT") == with_time
        assert date_format(WHEN, "TIME_FORMAT") == time


def test_nobody_spells_a_form_out():
    found = {path: spelled_out(path.read_text(), IN_TEMPLATE) for path in (ROOT / "templates").rglob("*.*")}
    for app in ("accounts", "config", "games", "tournaments"):
        for path in (ROOT / app).rglob("*.py"):
            found[path] = spelled_out(path.read_text(), IN_PYTHON)
    assert {path: forms for path, forms in found.items() if forms} == {}


def test_it_finds_a_form_that_is_spelled_out():
    assert spelled_out('{{ at|date:_("j F, H:i") }}{{ at|time }}', IN_TEMPLATE) == {"j F, H:i"}
    assert spelled_out('date_format(timezone.localtime(at), "H:i")', IN_PYTHON) == {"H:i"}
    assert spelled_out('date_format(day, gettext("j F"))', IN_PYTHON) == {"j F"}
