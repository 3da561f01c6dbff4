"""What cannot be done just now is answered by 503 and when to try again, in the form that was asked for."""

import logging
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests import stuck
from tests.api.members import bearer
from tests.linked_phones import as_json, form, linked, scan
from tests.web.deal_form import of, told
from tests.web.html import faults
from tournaments.models import Journal

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("shared"),
    pytest.mark.postgresql,
]
States = Callable[[], AbstractContextManager[Any]]
WORDS = {
    "busy": "Somebody else is changing this right now.",
    "full": "The disk is full",
    "read-only": "The database is write-protected.",
    "away": "The database does not answer.",
}
WRITES, ALL = ("busy", "full", "read-only"), tuple(WORDS)


@pytest.fixture
def table(night):
    """An evening whose tables have their codes."""
    return linked(night(12))


@pytest.fixture
def state(request, table, monkeypatch, impatient) -> tuple[str, States]:
    """What is wrong, and how it comes and goes."""
    name = request.param
    return name, {
        "busy": lambda: stuck.held(table.evening),
        "full": stuck.full,
        "read-only": lambda: stuck.read_only(monkeypatch),
        "away": lambda: stuck.away(monkeypatch),
    }[name]


def result(night, key=None) -> dict[str, Any]:
    a, b, *_others = night.table(2)
    return form(night, 2, **told([a], [b], **of([a, b], (5, 5))), request_key=str(key or uuid4()))


def later(answer: Any, name: str) -> str:
    """The words of an answer that says when to try again."""
    assert answer.status_code == 503, answer.content
    assert int(answer["Retry-After"]) == {"busy": 2}.get(name, 5)
    assert answer["Cache-Control"] == "no-store"
    assert answer["X-Request-ID"]
    words: str = answer.content.decode()
    assert WORDS[name] in words
    return words


@pytest.mark.parametrize("state", ALL, indirect=True)
def test_a_phone_keeps_its_result_and_sends_it_once(table, state, caplog):
    name, comes = state
    client = scan(table, client=Client(raise_request_exception=False))
    sent = result(table)
    with comes():
        answer = as_json(client, "/score/1/1/", sent)
    later(answer, name)
    assert answer.json()["status"] == "unavailable", "none of those by which a phone lets go"
    assert not Journal.objects.filter(verb="deal_recorded").exists()
    assert [record.levelno for record in caplog.records] == [logging.WARNING], "a line, and no traceback"
    for _again in range(2):
        assert as_json(client, "/score/1/1/", sent).json()["status"] == "recorded"
    assert Journal.objects.filter(verb="deal_recorded").count() == 1


@pytest.mark.parametrize("state", ALL, indirect=True)
def test_a_page(table, state):
    name, comes = state
    client = Client(raise_request_exception=False)
    client.force_login(table.alice)
    where = reverse("evening", args=[table.evening.pk])
    with comes():
        page = client.get(where)
        sent = client.post(reverse("bell-ring", args=[table.evening.pk, 1]))
    if name == "away":
        words = later(page, name)
        assert f'href="{where}"' in words
        assert "tries again every few seconds" in words
        assert faults(words) == []
    else:
        assert page.status_code == 200, "who only looks is not kept from it"
    words = later(sent, name)
    assert "Go back" in words
    assert faults(words) == []
    assert client.get(where).status_code == 200


@pytest.mark.parametrize("state", ALL, indirect=True)
def test_a_part_for_htmx(table, state):
    name, comes = state
    client = Client(raise_request_exception=False, headers={"HX-Request": "true"})
    client.force_login(table.alice)
    with comes():
        words = later(client.post(reverse("bell-ring", args=[table.evening.pk, 1])), name)
    assert words.startswith('<p class="note warn" role="alert">')
    assert "<html" not in words


@pytest.mark.parametrize("state", ALL, indirect=True)
def test_the_api(table, state):
    name, comes = state
    program = bearer(table.alice)
    where = f"/api/v1/evenings/{table.evening.pk}/bell-ring/"
    with comes():
        answer = program.post(where, {"round": 1})
    later(answer, name)
    ((field, reason),) = [(error["code"], error["detail"]) for error in answer.json()["errors"]]
    assert (field, WORDS[name] in reason) == ("unavailable", True)


@pytest.mark.parametrize("state", ["away"], indirect=True)
def test_in_the_readers_language(table, state):
    _name, comes = state
    client = Client(raise_request_exception=False, headers={"Accept-Language": "de"})
    client.force_login(table.alice)
    with comes():
        assert '<html lang="de">' in client.get("/").content.decode()
