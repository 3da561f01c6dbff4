"""What programs may see of a value: the names of its fields, noted at the value itself.

The API makes its answers from them (``accounts/shared/api/values.py``). This module knows no framework, so
that every module with values can use it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from inspect import cleandoc
from typing import TypeVar

T = TypeVar("T", bound=type)
MEMBERS, STRANGERS, CALCULATORS = "members", "strangers", "calculators"
"""Who reads: members of the club, everybody who has the address, or the caller of a calculator."""


@dataclass(frozen=True)
class AnswerFields:
    """The fields of a value that one kind of reader sees, and what the API's description says of it."""

    names: tuple[str, ...]
    component: str
    description: str


def answers(
    *names: str, to: str = MEMBERS, component: str = "", description: str | None = None
) -> Callable[[T], T]:
    """Note which fields and properties programs see, in this order: no other is ever sent.

    ``component``: the value's name in the API's description, by default the class's. ``description``: its
    text there, by default the docstring. ``from_`` is sent as ``from``, which is no name in Python.
    TypeError at a name that the class does not have.
    """

    def note(cls: T) -> T:
        has = {*dir(cls), *(name for base in cls.__mro__ for name in vars(base).get("__annotations__", ()))}
        if unknown := [name for name in names if name not in has]:
            raise TypeError(f"{cls.__name__} has no {', '.join(unknown)}")
        docstring = cls.__doc__ or ""
        docstring = (
            "" if docstring.startswith(f"{cls.__name__}(") else cleandoc(docstring)
        )  # made by a dataclass
        fields = AnswerFields(
            names, component or cls.__name__, docstring if description is None else description
        )
        cls.__answers__ = vars(cls).get("__answers__", {}) | {to: fields}  # type: ignore[attr-defined]
        return cls

    return note


def answer_fields(cls: type, to: str = MEMBERS) -> AnswerFields:
    """Return what readers of this kind see of such values. TypeError if nothing is noted for them."""
    try:
        fields: AnswerFields = vars(cls)["__answers__"][to]
    except KeyError:
        raise TypeError(f"{cls.__name__} has no @answers to {to}") from None
    return fields
