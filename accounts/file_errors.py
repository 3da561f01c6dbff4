"""Messages for file and folder errors of the system: the cause and what to do, in one line.

Settings use them before translations are loaded, so the caller translates them.
"""

import errno
from pathlib import Path

REFUSED_FILE = "%(file)s cannot be used: %(why)s. %(remedy)s, or set HEADTABLE_DATA to another folder."
OTHER_ERROR = "%(file)s: %(why)s."

FULL = "Free space on its disk"
NOT_OURS = "Give the user who starts Headtable write access there"
IN_THE_WAY = "Move away what is in its place"
WRITE_PROTECTED = "Make its disk writable"

REMEDIES = {
    errno.ENOSPC: FULL,
    errno.EDQUOT: FULL,
    errno.EFBIG: FULL,  # a limit on the size of files
    errno.EACCES: NOT_OURS,
    errno.EPERM: NOT_OURS,
    errno.EEXIST: IN_THE_WAY,
    errno.ENOTDIR: IN_THE_WAY,
    errno.EISDIR: IN_THE_WAY,
    errno.EROFS: WRITE_PROTECTED,
}


def describe_file_error(error: OSError, folder: Path) -> str:
    """Return the cause and what to do. ``folder`` is named if the error names no file."""
    figures = {"file": error.filename or folder, "why": error.strerror or error}
    if (remedy := REMEDIES.get(error.errno or 0)) is None:
        return OTHER_ERROR % figures
    return REFUSED_FILE % {**figures, "remedy": remedy}
