"""The log line about connections without room: at most one every 30 seconds, without addresses."""

import logging
from dataclasses import dataclass
from typing import Any

from config.server.admission import Admission

log = logging.getLogger("headtable.connections")

WRITE_EVERY = 30.0


@dataclass
class ConnectionLog:
    """Counts of closed and refused connections since the last line."""

    closed: int = 0
    """Waiting connections that were closed to make room for others."""
    refused: int = 0
    streams: int = 0
    """Refused streams."""
    silent: int = 0
    half_sent: int = 0
    stalled: int = 0
    written: float = float("-inf")
    """The time of the last line."""

    @property
    def pending(self) -> bool:
        """Return whether a line is due. Closed silent connections alone need no line."""
        return bool(self.closed or self.refused or self.streams)

    def write(self, admission: Admission[Any], now: float) -> None:
        """Write the line, unless the last one is too recent: then a later call writes it."""
        if not self.pending or now - self.written < WRITE_EVERY:
            return
        room = admission.room
        log.warning(
            "There is little room for connections (%d open files): "
            "%d were closed to make room for others, %d were refused, %d streams were refused. "
            "Closed for being late: %d silent, %d half sent, %d not read. "
            "Now open: %d of %d, at most %d of one address, and %d of %d streams.",
            *(room.files, self.closed, self.refused, self.streams),
            *(self.silent, self.half_sent, self.stalled),
            *(admission.pages, room.pages, admission.most_of_one),
            *(len(admission.streams), room.streams),
        )
        self.closed = self.refused = self.streams = self.silent = self.half_sent = self.stalled = 0
        self.written = now
