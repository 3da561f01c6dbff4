"""What is said of a file or a folder that the system refuses: what is wrong, and what to do, in one line.

Settings say it too, when nothing can be translated yet: so the caller translates the sentences.
"""

import errno
from collections.abc import Callable
from pathlib import Path

from accounts.errors import gettext_noop

REFUSED = gettext_noop(
    "%(file)s cannot be used: %(why)s. %(remedy)s, or name another data folder by HEADTABLE_DATA."
)
OTHER = gettext_noop("%(file)s: %(why)s.")

FULL = gettext_noop("Make room on its disk")
NOT_OURS = gettext_noop("Let the user who starts Headtable write there")
IN_THE_WAY = gettext_noop("Move away what is in its place")
WRITE_PROTECTED = gettext_noop("Make its disk writable")

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


def in_one_line(error: OSError, folder: Path, translate: Callable[[str], str] = str) -> str:
    """Return what is wrong and what to do. An error that names no file is one of the ``folder``."""
    said = {"file": error.filename or folder, "why": error.strerror or error}
    if (remedy := REMEDIES.get(error.errno or 0)) is None:
        return translate(OTHER) % said
    return translate(REFUSED) % {**said, "remedy": translate(remedy)}
