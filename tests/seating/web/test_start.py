"""The first run: the first account with its club, made once."""

import re
from threading import Barrier, Thread

import pytest
from django.db import connection

from accounts.clubs.services import first_account_create
from accounts.errors import RuleError
from accounts.models import DEMO, Club, Membership, Role, User
from tournaments.models import Evening, Season
from tournaments.simulation.rehearsal import demo_make
from tournaments.simulation.rounds import report_nothing

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
        ({"club": "a\x00b"}, "club"),
    ],
)
def test_it_refuses_at_the_field_and_writes_nothing(client, db, quick_hash, wrong, field):
    response = client.post("/start/", GOOD | wrong)
    assert response.status_code == 422
    assert list(response.context["form"].errors) == [field]
    assert not User.objects.exists()
    assert not Club.objects.exists()


def test_what_was_typed_comes_back_but_no_password(client, db):
    text = client.post("/start/", GOOD | {"club": "<script>x</script>", "again": "no"}).text
    assert "&lt;script&gt;x&lt;/script&gt;" in text
    assert "<script>x" not in text
    assert "seven yellow chips" not in text


@pytest.fixture
def demo(db, client, quick_hash) -> User:
    """A fresh install with the demo, whose organiser is signed in."""
    login = demo_make(lambda _name: report_nothing)
    assert login is not None
    assert client.post("/login/", {"login": login.email, "password": login.password}).status_code == 302
    return User.objects.get()


def buttons(page: str) -> dict[str, str]:
    """Return where each link that is a button leads, by its words."""
    return {words: to for to, words in re.findall(r'<a class="button[^"]*" href="([^"]+)">([^<]+)</a>', page)}


@pytest.mark.parametrize("remove", [{}, {"remove_demo": "on"}])
def test_the_demo_leads_to_an_own_account_and_club(client, demo, remove):
    there = Club.objects.get()
    page = client.get("/").text
    assert "This is the demo" in page
    to = buttons(page)["Begin your own club"]
    assert "Remove the demo club with all its evenings" in client.get(to).text
    response = client.post(to, GOOD | remove)
    owner, own = User.objects.get(email="alice@example.org"), Club.objects.get(name="Thursday Club")
    assert response.headers["location"] == f"/clubs/{own.pk}/"
    assert owner.is_superuser
    assert Membership.objects.get(user=owner).role == Role.OWNER
    page = client.get("/").text
    assert "This is the demo" not in page
    assert "Demo Club" not in page
    assert client.get(f"/clubs/{own.pk}/evenings/new/").status_code == 200
    assert client.get("/start/").status_code == 404
    assert Club.objects.filter(pk=there.pk).exists() == (not remove)
    assert Evening.objects.exists() == Season.objects.exists() == (not remove)
    demo.refresh_from_db()
    assert demo.is_active == (not remove)


def test_the_demo_that_stays_can_be_opened_again(client, demo):
    client.post("/start/", GOOD)
    client.force_login(demo)
    page = client.get("/").text
    assert "Your own club is in your own account" in page
    assert "Begin your own club" not in buttons(page)
    assert client.get(buttons(page)["Sign out"]).status_code == 200
    assert client.get("/start/").status_code == 404
    assert client.post("/start/", GOOD).status_code == 404


def test_a_club_made_in_the_demo_is_handed_on_when_the_demo_goes(client, demo):
    client.post("/clubs/new/", {"name": "Made too early"})
    client.post("/start/", GOOD | {"remove_demo": "on"})
    owner = User.objects.get(email="alice@example.org")
    assert set(owner.memberships.values_list("club__name", "role")) == {
        ("Made too early", "owner"),
        ("Thursday Club", "owner"),
    }


@pytest.mark.parametrize("email", [DEMO, DEMO.upper()])
def test_the_demos_own_address_is_refused(client, demo, email):
    response = client.post("/start/", GOOD | {"email": email, "remove_demo": "on"})
    assert response.status_code == 422
    assert list(response.context["form"].errors) == ["email"]
    assert [club.name for club in Club.objects.all()] == ["Demo Club"]


def test_nobody_else_begins_where_the_demo_is(client, demo):
    client.logout()
    assert client.get("/start/").status_code == 404
    assert client.post("/start/", GOOD).status_code == 404
    other = User.objects.create_user("other@example.org", "x")
    client.force_login(other)
    assert client.post("/start/", GOOD).status_code == 404
    client.force_login(demo)
    assert client.post("/start/", GOOD).status_code == 404, "somebody has an account of their own"
    assert User.objects.count() == 2


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
