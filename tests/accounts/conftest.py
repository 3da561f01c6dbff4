import pytest

from accounts.models import User


@pytest.fixture
def dora(db):
    """Somebody with an account and no club."""
    return User.objects.create(email="dora@example.org", name="Dora", password="!")
