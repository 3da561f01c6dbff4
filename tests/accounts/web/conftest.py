import pytest


@pytest.fixture(autouse=True)
def quick_hash(settings):
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def mailing(settings):
    """This machine sends mail."""
    settings.EMAIL_HOST, settings.ACCOUNT_EMAIL_VERIFICATION = "mail.example.org", "mandatory"
