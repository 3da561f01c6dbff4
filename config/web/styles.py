"""The style sheet of every page: put together from its parts, so that a browser asks for one file."""

import atexit
import re
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage

BUNDLE = "css/headtable.css"
IMPORT = re.compile(r'^@import "([\w/]+\.css)";\n', re.MULTILINE)


class Bundle(BaseFinder):
    """Finds ``BUNDLE`` with what it imports in it, for collectstatic and for a server that collects nothing.

    A browser would wait twice in a row for imports, and ask for each.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._folder = mkdtemp(prefix="headtable-styles-")
        atexit.register(shutil.rmtree, self._folder, ignore_errors=True)
        self._storage = FileSystemStorage(location=self._folder)

    def check(self, **kwargs: Any) -> list[Any]:
        return []

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:
        if path != BUNDLE:
            return []
        built = self._build()
        return [built] if find_all else built

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[Any]:
        self._build()
        yield BUNDLE, self._storage

    def _build(self) -> str:
        source = Path(settings.BASE_DIR) / "static" / BUNDLE
        text = IMPORT.sub(lambda found: (source.parent / found[1]).read_text(), source.read_text())
        built = Path(self._folder) / BUNDLE
        built.parent.mkdir(exist_ok=True)
        if not built.exists() or built.read_text() != text:
            built.write_text(text)
        return str(built)
