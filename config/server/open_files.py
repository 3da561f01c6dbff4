"""The limit on open files of a process, and its division. Each connection is an open file.

docs/decisions/0041-open-files.md gives the reasons for the numbers.
"""

from contextlib import suppress
from dataclasses import dataclass

try:
    import resource
except ImportError:  # Windows has no such limit
    resource = None  # type: ignore[assignment]

MOST_FILES = 2**20
"""The limit to request if the system names none."""
OWN_FILES = 48
"""Files of the process itself: log, event loop, database and broker of the streams, queues of the worker."""
FILES_OF_A_PAGE = 4
"""Files that one request opens: database and its log, broker, a file to read."""
MOST_PAGES_AT_ONCE, FILES_PER_PAGE_AT_ONCE = 64, 32
MOST_PAGES, FEWEST_PAGES = 1000, 112
MOST_STREAMS, MOST_STREAMS_EACH = 4000, 1000


@dataclass(frozen=True)
class FileRoom:
    """The most connections of a process. Streams and pages have separate shares."""

    files: int
    pages_at_once: int
    """Requests that Django works on at the same time. Others wait for their turn."""
    pages: int
    """Connections that are not streams, including idle and silent ones."""
    pages_each: int
    """Page connections of one address."""
    streams: int
    streams_each: int
    streams_wanted: int
    """The number of streams without a limit on files."""


def share_files(files: int, streams: int = 0, streams_each: int = 0) -> FileRoom:
    """Return the shares of ``files`` open files. The operator can set numbers of streams; 0: the usual ones.

    Pages get a quarter of the connections. They get at least 112, but at most two thirds. One address gets at
    most three quarters of each share.
    """
    at_once = max(2, min(files // FILES_PER_PAGE_AT_ONCE, MOST_PAGES_AT_ONCE))
    connections = max(8, files - OWN_FILES - at_once * FILES_OF_A_PAGE)
    pages = min(MOST_PAGES, max(connections // 4, min(FEWEST_PAGES, connections * 2 // 3)))
    streams_wanted = streams or MOST_STREAMS
    room = min(streams_wanted, connections - pages)
    per_address = min(streams_each or min(MOST_STREAMS_EACH, _cap_share(room)), room)
    return FileRoom(files, at_once, pages, _cap_share(pages), room, per_address, streams_wanted)


def _cap_share(share: int) -> int:
    return max(1, share * 3 // 4)


def raise_limit() -> int:
    """Raise this process's limit on open files as far as the system allows. Return the new limit.

    Child processes inherit the limit. Some systems name no hard limit, but refuse a large number.
    """
    if resource is None:
        return MOST_FILES
    now, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    soft, goal = _parse_limit(now), _parse_limit(hard)
    while goal > soft:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (goal, hard))
            return goal
        goal //= 2
    return soft


def _parse_limit(limit: int) -> int:
    """Return the limit as a number. "Unlimited" is -1 on some systems, and a huge number on others."""
    return MOST_FILES if limit < 0 or limit > MOST_FILES else limit
