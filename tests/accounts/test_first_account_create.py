import pytest

from accounts.models import Membership, Role, User
from accounts.services.clubs import first_account_create
from tests.cast import refused

BODY = {"email": "Ann@Example.org", "name": " Ann ", "password": "a long sentence", "club": "Thursday Club"}


@pytest.mark.django_db
def test_it_works():
    owner, club = first_account_create(**BODY)
    owner = User.objects.get(pk=owner.pk)
    assert (owner.email, owner.name, owner.is_superuser) == ("ann@example.org", "Ann", True)
    assert owner.check_password("a long sentence")
    assert Membership.objects.get().role == Role.OWNER
    assert club.name == "Thursday Club"


@pytest.mark.django_db
@pytest.mark.parametrize(("changes", "field"), [({"name": ""}, "name"), ({"club": "x" * 200}, "club")])
def test_refusals(changes, field):
    with refused(field):
        first_account_create(**{**BODY, **changes})


def test_once_there_is_an_account_it_is_refused(cast):
    with refused("email", "made by somebody else"):
        first_account_create(**BODY)
