"""How many screens can listen, in words."""

from __future__ import annotations

from typing import Protocol

from django.utils.translation import gettext


class Room(Protocol):
    """The numbers of `config.open_files.Room` that are shown."""

    @property
    def files(self) -> int: ...
    @property
    def streams(self) -> int: ...
    @property
    def streams_each(self) -> int: ...
    @property
    def streams_wanted(self) -> int: ...


def room_in_words(room: Room) -> str:
    """The lines of the start text. Where the limit of open files leaves few streams, they say what to do."""
    lines = [
        gettext("Up to %(streams)s screens can listen at a time, %(each)s of one address.")
        % {"streams": room.streams, "each": room.streams_each}
    ]
    if room.streams < room.streams_wanted:
        lines.append(
            gettext("For more screens, raise the limit of open files, which is %(files)s (ulimit -Hn).")
            % {"files": room.files}
        )
    return "\n".join(lines)
