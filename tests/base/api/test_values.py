"""Answers that are made from values: what is noted is sent, in its order, and nothing else is."""

from dataclasses import dataclass, field
from datetime import date, timedelta
from enum import StrEnum
from fractions import Fraction
from functools import cached_property, partial
from typing import Any, NamedTuple

import pytest
from rest_framework import serializers

from accounts.answers import STRANGERS, answers, seen
from tournaments.base.api.values import Ids, answer
from tournaments.base.words import Worded, worded
from tournaments.core.reasons import Reason

WHY = Reason("season_minimum", {"whom": 1, "figure": 2, "next": 1, "least": 2})


class State(StrEnum):
    OVER = "over"
    OPEN = "open"


@answers("id", "name")
class Person(NamedTuple):
    id: int
    name: str


@answers("from_", "state", "points", "people", "best", "why", "tens", "took", component="RowAnswer")
@answers("name", to=STRANGERS, about="What strangers see.")
@dataclass(frozen=True)
class Row:
    """A row. ``points`` are exact."""

    from_: date | None
    state: State
    points: int | Fraction
    people: tuple[Person, ...]
    name: str
    secret: str = "K7MX2A"
    took: timedelta = field(default=timedelta(minutes=2))

    @property
    def best(self) -> Person | None:
        return self.people[0] if self.people else None

    @property
    def why(self) -> Worded | None:
        return worded(WHY, {1: "Ada"}) if self.people else None

    @cached_property
    def tens(self) -> tuple[int, ...]:
        return (10, 20)


FULL = Row(date(2026, 1, 8), State.OPEN, Fraction(63, 2), (Person(1, "Ada"),), "First")
EMPTY = Row(None, State.OVER, 12, (), "Second")


def data(value: Any, to: str = "members") -> Any:
    cls: Any = type(value)
    return answer(cls, to)(value).data


def test_it_sends_what_is_noted():
    sent = data(FULL)
    assert [*sent] == ["from", "state", "points", "people", "best", "why", "tens", "took"]
    assert (sent["from"], sent["state"], sent["points"]) == ("2026-01-08", "open", "63/2")
    assert sent["people"] == [{"id": 1, "name": "Ada"}]
    assert sent["best"] == {"id": 1, "name": "Ada"}
    assert sent["why"]["code"] == "season_minimum"
    assert (sent["tens"], sent["took"]) == ([10, 20], 120)


def test_nothing_is_null():
    sent = data(EMPTY)
    assert [sent[name] for name in ("from", "best", "why")] == [None, None, None]
    assert (sent["points"], sent["people"]) == (12, [])


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
    assert answer(Row).__doc__ == "A row. ``points`` are exact."
    assert answer(Row, STRANGERS).__doc__ == "What strangers see."
    assert seen(Person).about == "", "a dataclass and a tuple describe themselves by their arguments"


def test_a_field_that_its_type_does_not_show():
    made = answer(Row, people=Ids, tens=partial(serializers.CharField))
    assert made(FULL).data["people"] == [1]
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
