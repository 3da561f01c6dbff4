import pytest
from django.db import IntegrityError

from accounts.models import User

pytestmark = pytest.mark.django_db


def test_an_address_is_one_however_it_is_written():
    user = User.objects.create_user(" Ann@Example.ORG".strip(), "a long sentence", name="Ann")
    assert user.email == "ann@example.org"
    assert User.objects.get_by_natural_key("ANN@example.org") == user
    assert str(user) == "Ann"
    with pytest.raises(IntegrityError):
        User.objects.create_user("ann@example.org")


def test_without_a_password_nobody_signs_in():
    assert not User.objects.create_user("ann@example.org").has_usable_password()
