"""Names in templates that nobody passes."""

import re

import pytest
from django.template import Context, Template

from tests.test_templates import TEMPLATES
from tests.undefined import OPTIONAL, missed


@pytest.mark.parametrize(
    "template", ["{{ named }}", "{% if named %}x{% endif %}", "{% if not open and named.first %}x{% endif %}"]
)
def test_a_name_that_nobody_passes_is_found(template):
    Template(template).render(Context({"open": False}))
    assert [name.partition(".")[0] for name in missed] == ["named"]
    missed.clear()


@pytest.mark.parametrize(
    ("template", "shown"),
    [
        ("{% if named %}x{% endif %}", ""),
        ("{% if named.first %}x{% endif %}", ""),
        ("{% if waits %}x{% endif %}", ""),
        ("{% with other=named %}{{ other }}{% endwith %}", "None"),
    ],
)
def test_what_is_passed_or_optional_is_not(template, shown):
    assert Template(template).render(Context({"named": None})) == shown
    assert not missed


def test_each_optional_name_is_asked_for():
    text = "".join(path.read_text() for path in TEMPLATES.rglob("*.html"))
    assert not [name for name in OPTIONAL if not re.search(rf"\b{name}\b", text)]
