"""How many files a process may have open, and how they are shared out: each connection is one of them.

The reasons for the numbers: docs/decisions/0041-open-files.md.
"""

from contextlib import suppress
from dataclasses import dataclass

try:
    import resource
except ImportError:  # Windows has no such limit
    resource = None  # type: ignore[assignment]

MOST_FILES = 2**20
"""Asked for where the system names no limit."""
OWN_FILES = 48
"""Files of the process itself: log, event loop, database and broker of the streams, queues of the worker."""
FILES_OF_A_PAGE = 4
"""Files that are open while one request is worked on: database and its log, broker, a file that is read."""
MOST_PAGES_AT_ONCE, FILES_PER_PAGE_AT_ONCE = 64, 32
MOST_PAGES, FEWEST_PAGES = 1000, 112
MOST_STREAMS, MOST_STREAMS_EACH = 4000, 1000


@dataclass(frozen=True)
class FileRoom:
    """The connections that a process has room for. Streams and pages have separate shares."""

    files: int
    pages_at_once: int
    """Requests that Django works on at the same time. The others wait for their turn."""
    pages: int
    """Connections that are not streams, with those that are idle or silent."""
    pages_each: int
    """Of these, for one address."""
    streams: int
    streams_each: int
    streams_wanted: int
    """How many streams there would be if files were no limit."""


def room_for(files: int, streams: int = 0, streams_each: int = 0) -> FileRoom:
    """Return the shares of a limit of ``files``. The operator may set numbers of streams; 0: the usual.

    Pages get a quarter of the connections, and at least 112 where that leaves a third to the streams.
    An address gets three quarters of each share at most, so that it cannot take all.
    """
    at_once = max(2, min(files // FILES_PER_PAGE_AT_ONCE, MOST_PAGES_AT_ONCE))
    connections = max(8, files - OWN_FILES - at_once * FILES_OF_A_PAGE)
    pages = min(MOST_PAGES, max(connections // 4, min(FEWEST_PAGES, connections * 2 // 3)))
    streams_wanted = streams or MOST_STREAMS
    room = min(streams_wanted, connections - pages)
    per_address = min(streams_each or min(MOST_STREAMS_EACH, _most_of(room)), room)
    return FileRoom(files, at_once, pages, _most_of(pages), room, per_address, streams_wanted)


def _most_of(share: int) -> int:
    return max(1, share * 3 // 4)


def raise_limit() -> int:
    """Raise this process' limit of open files as far as the system allows. Return the new limit.

    Child processes inherit it. Some systems name no hard limit, and refuse a large number all the same.
    """
    if resource is None:
        return MOST_FILES
    now, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    soft, goal = _number(now), _number(hard)
    while goal > soft:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (goal, hard))
            return goal
        goal //= 2
    return soft


def _number(limit: int) -> int:
    """Return a limit as a number: "unlimited" is -1 on some systems, and a huge number on others."""
    return MOST_FILES if limit < 0 or limit > MOST_FILES else limit
