"""Which fields of a value the API's responses contain. The decorator is written at the value's class.

``accounts/shared/api/values.py`` makes the responses. This module imports no framework, so every module can
use it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from inspect import cleandoc
from typing import TypeVar

T = TypeVar("T", bound=type)
MEMBERS, STRANGERS, CALCULATORS = "members", "strangers", "calculators"
"""Kinds of readers: members of the club, everybody who has the address, and callers of a calculator."""


@dataclass(frozen=True)
class AnswerFields:
    """The fields that one kind of reader sees, with the name and text for the API's description."""

    names: tuple[str, ...]
    component: str
    description: str


def answers(
    *names: str, to: str = MEMBERS, component: str = "", description: str | None = None
) -> Callable[[T], T]:
    """Record which fields and properties the API sends, in this order. It never sends others.

    ``component``: the name in the API's description, by default the class name. ``description``: the text
    there, by default the docstring. ``from_`` is sent as ``from``, which is a reserved word in Python.
    TypeError if the class has no such name.
    """

    def note(cls: T) -> T:
        has = {*dir(cls), *(name for base in cls.__mro__ for name in vars(base).get("__annotations__", ()))}
        if unknown := [name for name in names if name not in has]:
            raise TypeError(f"{cls.__name__} has no {', '.join(unknown)}")
        docstring = cls.__doc__ or ""
        docstring = (
            "" if docstring.startswith(f"{cls.__name__}(") else cleandoc(docstring)
        )  # the docstring that @dataclass generates
        fields = AnswerFields(
            names, component or cls.__name__, docstring if description is None else description
        )
        cls.__answers__ = vars(cls).get("__answers__", {}) | {to: fields}  # type: ignore[attr-defined]
        return cls

    return note


def get_answer_fields(cls: type, to: str = MEMBERS) -> AnswerFields:
    """Return what this kind of reader sees of the class. TypeError if nothing was recorded for them."""
    try:
        fields: AnswerFields = vars(cls)["__answers__"][to]
    except KeyError:
        raise TypeError(f"{cls.__name__} has no @answers to {to}") from None
    return fields
