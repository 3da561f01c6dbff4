"""Who looks after the installation acts by the services, in any club, and only where it is said so."""

import pytest

from accounts.errors import ForbiddenError
from accounts.permissions import Right, get_admin_right
from tests.cast import refused
from tests.web.admin_pages import root, staff
from tournaments.core.record import Stage
from tournaments.evening.services.journal import MAY_CHANGE, RequestedBy
from tournaments.results.services import evening_finish


def test_the_right_is_a_permission_of_staff(cast):
    late, other = root("Late"), root("Other")
    late.is_active = other.is_staff = False
    for user in (root(), staff("change_evening")):
        assert get_admin_right(user, MAY_CHANGE) is Right.RUN
    for user in (staff("view_evening", name="Seb"), cast.alice, late, other):
        assert get_admin_right(user, MAY_CHANGE) is None


def test_nobody_else_gets_in_by_saying_so(cast, night):
    """Nor does a member who runs the club's evenings; elsewhere a superuser is a stranger."""
    at = night(8, Stage.SETTLING)
    for user, admin in ((cast.alice, True), (cast.charlie, True), (root(), False)):
        with refused("role", error=ForbiddenError):
            evening_finish(RequestedBy(at.evening.pk, user, admin=admin))
    with pytest.raises(ValueError, match="somebody"):
        RequestedBy(1, admin=True)


def test_a_line_says_where_it_was_written(night):
    at = night(8, Stage.SETTLING)
    line = evening_finish(RequestedBy(at.evening.pk, root(), admin=True))
    assert line.payload["admin"] is True
    assert line.payload["version"] == 1
    assert line.author == "Root (administration)"
