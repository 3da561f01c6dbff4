"""The style sheet of every page: put together from its parts, so that a browser asks for one file."""

import atexit
import re
import shutil
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.base import ContentFile
from django.core.files.storage import InMemoryStorage

BUNDLE = "css/headtable.css"
IMPORT = re.compile(r'^@import "([\w/]+\.css)";\n', re.MULTILINE)


class Bundle(BaseFinder):
    """Finds ``BUNDLE`` with what it imports in it, for collectstatic and for a server that collects nothing.

    A browser would wait twice in a row for imports, and ask for each.
    """

    def check(self, **kwargs: Any) -> list[Any]:
        return []

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:
        if path != BUNDLE:
            return []
        built = _written(_bundled())
        return [built] if find_all else built

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[Any]:
        storage = InMemoryStorage()
        storage.save(BUNDLE, ContentFile(_bundled()))
        yield BUNDLE, storage


def _bundled() -> str:
    source = Path(settings.BASE_DIR) / "static" / BUNDLE
    return IMPORT.sub(lambda found: (source.parent / found[1]).read_text(), source.read_text())


def _written(text: str) -> str:
    """Write it where it differs from what is written; the path of its file."""
    built = _folder() / Path(BUNDLE).name
    if not built.exists() or built.read_text() != text:
        built.write_text(text)
    return str(built)


@cache
def _folder() -> Path:
    """Make a folder that goes with the process."""
    folder = mkdtemp(prefix="headtable-styles-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)
