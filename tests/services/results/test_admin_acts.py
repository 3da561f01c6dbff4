"""Who looks after the installation acts by the services, in any club, and only where it is said so."""

import pytest

from accounts.errors import ForbiddenError
from accounts.permissions import Right, admin_right
from tests.cast import refused
from tests.web.admin_pages import root, staff
from tournaments.core.facts import Stage
from tournaments.services.journal import MAY_CHANGE, By
from tournaments.services.results.results import evening_finish


def test_the_right_is_a_permission_of_staff(cast):
    assert admin_right(root(), MAY_CHANGE) is Right.RUN
    assert admin_right(staff("change_evening"), MAY_CHANGE) is Right.RUN
    assert admin_right(staff("view_evening", name="Seb"), MAY_CHANGE) is None
    assert admin_right(cast.alice, MAY_CHANGE) is None
    late = root("Late")
    late.is_active = False
    assert admin_right(late, MAY_CHANGE) is None
    other = root("Other")
    other.is_staff = False
    assert admin_right(other, MAY_CHANGE) is None


def test_elsewhere_a_superuser_is_a_stranger(night):
    at, user = night(8, Stage.SETTLING), root()
    with refused("role", error=ForbiddenError):
        evening_finish(By(at.evening.pk, user))


def test_nobody_else_gets_in_by_saying_so(cast, night):
    """A member who runs the club's evenings neither."""
    at = night(8, Stage.SETTLING)
    for user in (cast.alice, cast.charlie):
        with refused("role", error=ForbiddenError):
            evening_finish(By(at.evening.pk, user, admin=True))


def test_somebody_acts():
    with pytest.raises(ValueError, match="somebody"):
        By(1, admin=True)


def test_a_line_says_where_it_was_written(night):
    at = night(8, Stage.SETTLING)
    line = evening_finish(By(at.evening.pk, root(), admin=True))
    assert line.payload["admin"] is True
    assert line.payload["version"] == 1
    assert line.author == "Root (administration)"
