"""Which connections a process keeps: counts by address, and which one is closed when there is no room.

A connection *waits* while it has sent no complete request. It may then be closed to make room for another:
the one that was quiet longest, of the address with the most such connections. A connection with an answer
due is never closed for another one. This module knows no sockets.
"""

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from config.server.open_files import Room

C = TypeVar("C", bound=Hashable)


class FullError(Exception):
    """There is no room for another connection, and none that may be closed for it."""


@dataclass
class Visitor(Generic[C]):
    """The connections of one address that are not streams."""

    count: int = 0
    waiting: dict[C, None] = field(default_factory=dict)
    """Those that may be closed, the one that was quiet longest first."""


class Admission(Generic[C]):
    """The connections of a process, within its ``room``."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.pages = 0
        """Connections that are not streams."""
        self.streams: set[C] = set()
        self._addresses: dict[C, str] = {}
        self._visitors: dict[str, Visitor[C]] = {}

    @property
    def most_of_one(self) -> int:
        """Return the number of connections of the address that has the most, streams not counted."""
        return max((visitor.count for visitor in self._visitors.values()), default=0)

    def enter(self, one: C, address: str) -> C | None:
        """Count a new connection. Return the one to close for it, if any. FullError if there is no room.

        ``address`` is empty where it does not tell visitors apart: behind a proxy, or on a Unix socket.
        """
        closed = self._make_room(address)
        self.pages += 1
        self._addresses[one] = address
        self._visitor(address).count += 1
        self.set_waiting(one)
        return closed

    def set_waiting(self, one: C) -> None:
        """Note that the connection sent something just now, and that no complete request of it is open."""
        if one in self._addresses and one not in self.streams:
            waiting = self._visitor(self._addresses[one]).waiting
            waiting.pop(one, None)
            waiting[one] = None

    def set_busy(self, one: C) -> None:
        """Note that the connection is due an answer."""
        if one in self._addresses and one not in self.streams:
            self._visitor(self._addresses[one]).waiting.pop(one, None)

    def begin_stream(self, one: C) -> bool:
        """Count it among the streams. False if their share is taken: it stays among the pages."""
        if one not in self._addresses or len(self.streams) >= self.room.streams:
            return False
        if one not in self.streams:
            self._leave_pages(one)
            self.streams.add(one)
        return True

    def end_stream(self, one: C) -> None:
        """Count it among the pages again, even above their share: new connections are refused meanwhile."""
        if one in self.streams:
            self.streams.discard(one)
            self.pages += 1
            self._visitor(self._addresses[one]).count += 1
            self.set_waiting(one)

    def leave(self, one: C) -> None:
        """Forget a closed connection. Do nothing if it is not counted."""
        if one in self.streams:
            self.streams.discard(one)
        elif one in self._addresses:
            self._leave_pages(one)
        self._addresses.pop(one, None)

    def _make_room(self, address: str) -> C | None:
        visitor = self._visitors.get(address)
        if address and visitor is not None and visitor.count >= self.room.pages_each:
            crowd = visitor
        elif self.pages >= self.room.pages:
            crowd = max(self._visitors.values(), key=lambda visitor: len(visitor.waiting), default=Visitor())
        else:
            return None
        if not crowd.waiting:
            raise FullError
        closed = next(iter(crowd.waiting))
        self.leave(closed)
        return closed

    def _visitor(self, address: str) -> Visitor[C]:
        return self._visitors.setdefault(address, Visitor())

    def _leave_pages(self, one: C) -> None:
        address = self._addresses[one]
        visitor = self._visitors[address]
        visitor.waiting.pop(one, None)
        visitor.count -= 1
        self.pages -= 1
        if not visitor.count:
            del self._visitors[address]
