"""The join code, typed."""

import pytest
from django.urls import reverse

from tests.web.visitors import HOSTILE
from tournaments.core.record import Stage

JOIN = reverse("join")


def type_code(client, code):
    return client.get(JOIN, {"code": code})


@pytest.mark.thorough
@pytest.mark.parametrize("spelled", ["{}", " {} ", "{0[0]} {0[1]}-{0[2]}{0[3]} {0[4]}{0[5]}"])
def test_case_and_blanks_are_forgiven(spelled, client, night):
    code = night(4, Stage.CHECK_IN).evening.join_code
    for typed in (code, code.lower()):
        answer = type_code(client, spelled.format(typed))
        assert answer.status_code == 302
        assert answer.url == reverse("find-me", args=[code])


@pytest.mark.thorough
@pytest.mark.parametrize("code", ["NOSUCH", HOSTILE, "x" * 41, "", "   ", "\0", "🎲"])
def test_a_wrong_code_is_refused_at_the_field(code, client, night):
    night(4)
    answer = type_code(client, code)
    assert answer.status_code == 422
    assert answer.context["form"].errors["code"]
    html = answer.content.decode()
    assert HOSTILE not in html
    assert 'aria-invalid="true"' in html


def test_a_draft_has_no_code_yet(client, night):
    code = night(0, Stage.DRAFT).evening.join_code
    assert type_code(client, code).status_code == 422


def test_queries(client, night, django_assert_max_num_queries):
    code = night(20).evening.join_code
    with django_assert_max_num_queries(2):
        type_code(client, code)
