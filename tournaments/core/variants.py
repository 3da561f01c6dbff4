"""The members of a registry, formats and kinds of play, and how outer layers find what differs for one."""

from abc import ABC
from collections.abc import Mapping
from functools import cached_property
from typing import TypeVar

Adapter = TypeVar("Adapter")


class Variant(ABC):
    """One member of a registry, found by its ``key``. Classes of which several members are have one, too.

    An outer layer has one adapter for it, by the key of its class or of the nearest one above it.
    """

    key: str
    unused: frozenset[str] = frozenset()
    """The settings that make no difference."""
    columns: tuple[str, ...] = ()
    """What a table of people has a column for: figure, fresh, exact, yellow."""
    terms: tuple[str, ...] = ()
    """The terms of the glossary that it uses, by their keys."""

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Return the keys of its classes, the nearest first. By these its adapter is found."""
        return tuple(vars(one)["key"] for one in type(self).__mro__ if "key" in vars(one))

    def of(self, adapters: Mapping[str, Adapter]) -> Adapter:
        """Return its adapter. LookupError if it has none."""
        for name in self.names:
            if name in adapters:
                return adapters[name]
        raise LookupError(f"no adapter for {self.key} among {', '.join(adapters)}")
