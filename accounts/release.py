"""A digest of the program: a new version never uses responses that an old version cached."""

import hashlib

from django.conf import settings
from django.utils.translation import get_language

CODE, FILES = ("accounts", "games", "tournaments", "config"), ("templates", "static", "locale")


def _compute_release() -> str:
    """Return a digest of the program's files."""
    parts = [settings.CODE_DIR / name for name in CODE] + [settings.BASE_DIR / name for name in FILES]
    files = (path for part in parts for path in sorted(part.rglob("*.*")))
    read = hashlib.sha256()
    for path in files:
        if path.is_file() and path.suffix != ".pyc":
            status = path.stat()
            read.update(f"{path}:{status.st_size}:{status.st_mtime_ns}\n".encode())
    return read.hexdigest()


RELEASE = _compute_release()


def make_etag(*parts: object) -> str:
    """Return an ETag from these parts, the language, and the program's digest."""
    text = "\n".join(repr(str(part)) for part in (RELEASE, get_language(), *parts))
    return f'"{hashlib.sha256(text.encode()).hexdigest()[:32]}"'
