"""The members of a registry (formats and kinds of play), and how outer layers find their adapters."""

from abc import ABC
from collections.abc import Mapping
from functools import cached_property
from typing import TypeVar

Adapter = TypeVar("Adapter")


class Variant(ABC):
    """One member of a registry, found by its ``key``. Base classes of several members have a key, too.

    An outer layer has one adapter for each member, by the key of its class or of the nearest base class.
    """

    key: str
    unused: frozenset[str] = frozenset()
    """The settings that have no effect."""
    columns: tuple[str, ...] = ()
    """The columns of a table of people: figure, fresh, exact, yellow."""
    terms: tuple[str, ...] = ()
    """The keys of the glossary's terms that this member uses."""

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Return the keys of the member's classes, the nearest first. They find its adapter."""
        return tuple(vars(one)["key"] for one in type(self).__mro__ if "key" in vars(one))

    def choose_adapter(self, adapters: Mapping[str, Adapter]) -> Adapter:
        """Return the member's adapter. LookupError if there is none."""
        for name in self.names:
            if name in adapters:
                return adapters[name]
        raise LookupError(f"no adapter for {self.key} among {', '.join(adapters)}")
