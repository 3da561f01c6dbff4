import pytest

from accounts.errors import ForbiddenError
from accounts.permissions import Right, require, right_of


def test_each_right_holds_those_before_it(cast):
    held = {
        name: right_of(getattr(cast, name).pk, cast.club.pk)
        for name in ("alice", "bob", "sam", "vera", "charlie")
    }
    assert held == {
        "alice": Right.OWN,
        "bob": Right.RUN,
        "sam": Right.SCORE,
        "vera": Right.VIEW,
        "charlie": None,
    }
    assert Right.OWN > Right.RUN > Right.SCORE > Right.VIEW


def test_nobody_has_no_right(cast):
    assert right_of(None, cast.club.pk) is None


@pytest.mark.parametrize("held", [None, Right.VIEW, Right.SCORE])
def test_a_right_that_does_not_reach_is_refused(held):
    with pytest.raises(ForbiddenError) as caught:
        require(held, Right.RUN)
    assert caught.value.field == "role"


@pytest.mark.parametrize("held", [Right.RUN, Right.OWN])
def test_a_right_that_reaches(held):
    require(held, Right.RUN)
