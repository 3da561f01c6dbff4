"""The first run: the first account with its club, made once."""

from threading import Barrier, Thread

import pytest
from django.db import connection

from accounts.errors import RuleError
from accounts.models import Club, Membership, Role, User
from accounts.services.clubs import first_account_create

pytestmark = pytest.mark.postgresql

GOOD = {
    "club": "Thursday Club",
    "name": "Alice",
    "email": "Alice@Example.org",
    "password": "seven yellow chips",
    "again": "seven yellow chips",
}


@pytest.fixture
def quick_hash(settings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def test_it_works(client, db, quick_hash):
    assert client.get("/").headers["location"] == "/start/"
    assert client.get("/login/").headers["location"] == "/start/"
    assert client.get("/start/").status_code == 200
    response = client.post("/start/", GOOD)
    club, user = Club.objects.get(), User.objects.get()
    assert response.headers["location"] == f"/clubs/{club.pk}/"
    assert (user.email, user.name, user.is_superuser) == ("alice@example.org", "Alice", True)
    assert user.check_password("seven yellow chips")
    assert Membership.objects.get().role == Role.OWNER
    assert client.get(f"/clubs/{club.pk}/").status_code == 200


def test_it_is_gone_once_somebody_has_an_account(client, cast):
    assert client.get("/start/").status_code == 404
    assert client.post("/start/", GOOD).status_code == 404
    assert User.objects.count() == 5


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"password": "short", "again": "short"}, "password"),
        ({"password": "password123", "again": "password123"}, "password"),
        ({"again": "seven yellow chops"}, "again"),
        ({"email": "not an address"}, "email"),
        ({"name": " "}, "name"),
        ({"name": "x" * 61}, "name"),
        ({"club": "x" * 200}, "club"),
        ({"club": "a\x00b"}, "club"),
    ],
)
def test_it_refuses_at_the_field_and_writes_nothing(client, db, quick_hash, wrong, field):
    response = client.post("/start/", GOOD | wrong)
    assert response.status_code == 422
    assert list(response.context["form"].errors) == [field]
    assert not User.objects.exists()
    assert not Club.objects.exists()


def test_an_empty_form_is_refused_too(client, db):
    assert client.post("/start/").status_code == 422


def test_what_was_typed_comes_back_but_no_password(client, db):
    text = client.post("/start/", GOOD | {"club": "<script>x</script>", "again": "no"}).text
    assert "&lt;script&gt;x&lt;/script&gt;" in text
    assert "<script>x" not in text
    assert "seven yellow chips" not in text


@pytest.mark.django_db(transaction=True)
def test_two_at_once_make_one_account(quick_hash):
    if connection.vendor == "sqlite":
        pytest.skip("SQLite keeps a test's database in one connection; PostgreSQL runs this race")
    together, outcomes = Barrier(2), []

    def ask(number: int) -> None:
        together.wait()
        try:
            first_account_create(email=f"p{number}@example.org", name="P", password="x", club="C")
            outcomes.append("made")
        except RuleError as error:
            outcomes.append(error.field)
        finally:
            connection.close()

    threads = [Thread(target=ask, args=(number,)) for number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["email", "made"]
    assert User.objects.count() == Club.objects.count() == 1
