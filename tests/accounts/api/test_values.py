"""Answers that are made from values: what is noted is sent, in its order, and nothing else is."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from functools import cached_property, partial
from typing import Any, NamedTuple

import pytest
from rest_framework import serializers

from accounts.answers import STRANGERS, answers, get_answer_fields
from accounts.models import Club, Invitation, Membership, Player
from accounts.shared.api.values import answer


class State(StrEnum):
    OVER = "over"
    OPEN = "open"


@answers("id", "name")
class Person(NamedTuple):
    id: int
    name: str


@answers("from_", "state", "people", "best", "tens", "options", component="RowAnswer")
@answers("name", to=STRANGERS, description="What strangers see.")
@dataclass(frozen=True)
class Row:
    """A row of a table."""

    from_: date | None
    state: State
    people: tuple[Person, ...]
    name: str
    secret: str = "K7MX2A"
    options: Mapping[str, bool | int | str] = field(default_factory=lambda: {"few": 3, "hook": "last"})

    @property
    def best(self) -> Person | None:
        return self.people[0] if self.people else None

    @cached_property
    def tens(self) -> tuple[int, ...]:
        return (10, 20)


FULL = Row(date(2026, 1, 8), State.OPEN, (Person(1, "Ada"),), "First")
EMPTY = Row(None, State.OVER, (), "Second")


def data(value: Any, to: str = "members") -> Any:
    cls: Any = type(value)
    return answer(cls, to)(value).data


def test_it_sends_what_is_noted():
    assert data(FULL) == {
        "from": "2026-01-08",
        "state": "open",
        "people": [{"id": 1, "name": "Ada"}],
        "best": {"id": 1, "name": "Ada"},
        "tens": [10, 20],
        "options": {"few": 3, "hook": "last"},
    }
    assert [*data(FULL)] == ["from", "state", "people", "best", "tens", "options"]


def test_nothing_is_null():
    sent = data(EMPTY)
    assert (sent["from"], sent["best"], sent["people"]) == (None, None, [])


def test_an_error_is_no_null():
    @answers("worst")
    class Wrong(NamedTuple):
        people: tuple[Person, ...]

        @property
        def worst(self) -> Person | None:
            raise AttributeError("no such thing")

    with pytest.raises(AttributeError, match="no such thing"):
        data(Wrong(()))


def test_strangers_have_their_own_names():
    assert data(FULL, STRANGERS) == {"name": "First"}


def test_the_description_is_the_docstring():
    assert answer(Row).__name__ == "RowAnswer"
    assert answer(Row).__doc__ == "A row of a table."
    assert answer(Row, STRANGERS).__doc__ == "What strangers see."
    assert get_answer_fields(Person).description == "", (
        "a dataclass and a tuple describe themselves by their arguments"
    )


class Letters(serializers.CharField):
    """How many letters the whole value's name has."""

    def to_representation(self, value: Any) -> Any:
        return f"{value.name}: {len(value.name)}"


def test_a_field_that_its_type_does_not_show():
    made = answer(Row, best=partial(Letters, source="*"), tens=partial(serializers.CharField))
    assert made(FULL).data["best"] == "First: 5"
    assert made(EMPTY).data["tens"] == "(10, 20)"
    with pytest.raises(TypeError, match="members do not see secret"):
        answer(Row, secret=serializers.CharField)


def test_a_name_that_is_not_there():
    with pytest.raises(TypeError, match="Person has no age"):
        answers("name", "age")(Person)


class Bare(NamedTuple):
    id: int


class Holder(NamedTuple):
    held: tuple[Bare, ...]
    some: object
    person: Person


@pytest.mark.parametrize(
    ("name", "to", "says"),
    [
        ("held", "members", r"Holder\.held: Bare has no @answers to members"),
        ("some", "members", r"Holder\.some: object has no @answers"),
        ("person", STRANGERS, r"Holder\.person: Person has no @answers to strangers"),
    ],
)
def test_a_value_within_another_names_its_own_fields(name, to, says):
    holder = answers(name, to=to)(type("Holder", (Holder,), {}))
    with pytest.raises(TypeError, match=says):
        answer(holder, to)


def test_names_are_not_inherited():
    """Who adds a field to a value decides again what programs see of it."""
    with pytest.raises(TypeError, match="has no @answers"):
        answer(type("More", (Row,), {}))


class TestRows:
    """Rows of a model have their types from its columns."""

    @pytest.fixture
    def noted(self, monkeypatch):
        """Note names at a model for one test."""

        def note(model: Any, *names: str) -> Any:
            monkeypatch.setattr(model, "__answers__", vars(model).get("__answers__", {}), raising=False)
            return answers(*names, to="a test")(model)

        return note

    def test_a_foreign_key_is_a_number(self, noted):
        made = answer(noted(Invitation, "id", "player", "expires"), "a test")
        sent = made(Invitation(pk=1, player_id=7)).data
        assert sent == {"id": 1, "player": 7, "expires": None}
        assert made().fields["player"].allow_null
        assert not made().fields["expires"].allow_null

    def test_choices_are_words(self, noted):
        membership: Any = answer(noted(Membership, "role", "since"), "a test")().fields
        assert [*membership["role"].choices] == ["owner", "organiser", "scorer", "viewer"]
        assert isinstance(membership["since"], serializers.DateTimeField)
        player: Any = answer(noted(Player, "public", "active"), "a test")().fields
        assert [*player["public"].choices] == ["", "name", "initials", "other"]
        assert isinstance(player["active"], serializers.BooleanField)

    def test_what_holds_anything_needs_a_field(self, noted):
        with pytest.raises(TypeError, match=r"Club\.roles: JSONField has no @answers"):
            answer(noted(Club, "roles"), "a test")
