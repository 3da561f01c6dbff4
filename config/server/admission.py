"""The connections that a process keeps: counts by address, and which one is closed when there is no room.

A connection *waits* while it has sent no complete request. It can then be closed to make room: the longest
silent connection of the address with the most waiting connections. A connection that is due a response is
never closed for another. This module uses no sockets.
"""

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from config.server.open_files import FileRoom

C = TypeVar("C", bound=Hashable)


class FullError(Exception):
    """There is no room for another connection, and no waiting one to close."""


@dataclass
class Visitor(Generic[C]):
    """The connections of one address that are not streams."""

    count: int = 0
    waiting: dict[C, None] = field(default_factory=dict)
    """The waiting connections, longest silent first."""


class Admission(Generic[C]):
    """The connections of a process, within its ``room``."""

    def __init__(self, room: FileRoom) -> None:
        self.room = room
        self.pages = 0
        """Connections that are not streams."""
        self.streams: set[C] = set()
        self._addresses: dict[C, str] = {}
        self._visitors: dict[str, Visitor[C]] = {}

    @property
    def most_of_one(self) -> int:
        """Return the number of connections of the address with the most, without streams."""
        return max((visitor.count for visitor in self._visitors.values()), default=0)

    def enter(self, connection: C, address: str) -> C | None:
        """Count a new connection. Return the one to close for it, or None. FullError if there is no room.

        ``address`` is empty if it does not identify visitors: behind a proxy, or on a Unix socket.
        """
        evicted = self._make_room(address)
        self.pages += 1
        self._addresses[connection] = address
        self._find_visitor(address).count += 1
        self.set_waiting(connection)
        return evicted

    def set_waiting(self, connection: C) -> None:
        """Record that the connection sent something just now, and has no complete request open."""
        if connection in self._addresses and connection not in self.streams:
            crowd = self._find_visitor(self._addresses[connection]).waiting
            crowd.pop(connection, None)
            crowd[connection] = None

    def set_busy(self, connection: C) -> None:
        """Record that the connection is due a response."""
        if connection in self._addresses and connection not in self.streams:
            self._find_visitor(self._addresses[connection]).waiting.pop(connection, None)

    def begin_stream(self, connection: C) -> bool:
        """Count the connection as a stream. Return False, and change nothing, if the share is full."""
        if connection not in self._addresses or len(self.streams) >= self.room.streams:
            return False
        if connection not in self.streams:
            self._leave_pages(connection)
            self.streams.add(connection)
        return True

    def end_stream(self, connection: C) -> None:
        """Count the connection among the pages again. Above their share, new connections are refused."""
        if connection in self.streams:
            self.streams.discard(connection)
            self.pages += 1
            self._find_visitor(self._addresses[connection]).count += 1
            self.set_waiting(connection)

    def leave(self, connection: C) -> None:
        """Forget a closed connection. Ignore one that is not counted."""
        if connection in self.streams:
            self.streams.discard(connection)
        elif connection in self._addresses:
            self._leave_pages(connection)
        self._addresses.pop(connection, None)

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
        evicted = next(iter(crowd.waiting))
        self.leave(evicted)
        return evicted

    def _find_visitor(self, address: str) -> Visitor[C]:
        return self._visitors.setdefault(address, Visitor())

    def _leave_pages(self, connection: C) -> None:
        address = self._addresses[connection]
        visitor = self._visitors[address]
        visitor.waiting.pop(connection, None)
        visitor.count -= 1
        self.pages -= 1
        if not visitor.count:
            del self._visitors[address]
