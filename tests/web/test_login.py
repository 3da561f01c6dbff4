"""Signing in."""

import pytest


@pytest.fixture
def alice(cast, settings):
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    cast.alice.set_password("seven yellow chips")
    cast.alice.save()
    return cast.alice


def test_it_works(client, alice):
    page = client.get("/login/")
    assert page.status_code == 200
    assert 'href="/join/"' in page.text
    response = client.post("/login/", {"username": "ALICE@example.org", "password": "seven yellow chips"})
    assert response.headers["location"] == "/"
    assert client.get("/login/").headers["location"] == "/"


def test_it_goes_on_to_the_page_that_was_asked_for(client, alice, night):
    page = f"/evenings/{night(12).evening.pk}/"
    asked = client.get(page)
    assert asked.headers["location"] == f"/login/?next={page}"
    response = client.post(
        asked.headers["location"],
        {"username": alice.email, "password": "seven yellow chips", "next": page},
    )
    assert response.headers["location"] == page


def test_a_wrong_password_says_so_and_does_not_say_who_exists(client, alice):
    wrong = client.post("/login/", {"username": alice.email, "password": "no"})
    nobody = client.post("/login/", {"username": "nobody@example.org", "password": "no"})
    assert wrong.context["form"].non_field_errors() == nobody.context["form"].non_field_errors()
    assert "_auth_user_id" not in client.session


def test_it_leads_nowhere_else(client, alice):
    response = client.post(
        "/login/",
        {"username": alice.email, "password": "seven yellow chips", "next": "https://example.com/"},
    )
    assert response.headers["location"] == "/"


def test_signing_out(client, alice):
    client.force_login(alice)
    assert client.get("/logout/").status_code == 405
    assert client.post("/logout/").headers["location"] == "/login/"
    assert "_auth_user_id" not in client.session
