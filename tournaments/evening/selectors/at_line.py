"""An evening as it stands after one of its journal lines: all that is worked out of it is worked out once."""

from collections.abc import Callable
from threading import RLock
from typing import Any, Generic, Protocol, TypeVar

from tournaments.core.evening import Facts
from tournaments.core.formats.preview import Preview, preview_of
from tournaments.evening.selectors.evening import load_facts
from tournaments.models import Evening

T = TypeVar("T")


class Answers(Protocol):
    """Whatever keeps the answers that it has worked out."""

    lock: Any
    answers: dict[str, Any]


class once(Generic[T]):  # noqa: N801 - a decorator
    """An answer that is worked out once, by one thread: many ask for the same page at the same moment."""

    def __init__(self, work: Callable[[Any], T]) -> None:
        self.work, self.name = work, work.__name__

    def __get__(self, of: Answers, owner: type) -> T:
        with of.lock:
            if self.name not in of.answers:
                of.answers[self.name] = self.work(of)
            found: T = of.answers[self.name]
            return found


class AtLine:
    """The facts of an evening after line ``seq``, and what the bell of its present round brings."""

    def __init__(self, evening: Evening, seq: int) -> None:
        self.evening, self.seq = evening.pk, seq
        self.lock, self.answers = RLock(), dict[str, Any]()

    @once
    def facts(self) -> Facts:
        return load_facts(self.evening)

    @once
    def preview(self) -> Preview:
        """The result of the present round's bell, or what it would be now."""
        return preview_of(self.facts, self.facts.now.number)
