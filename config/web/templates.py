"""The template loader and engines, the bundles of static files, and the settings of the API's description.

Templates are sent without indentation, and load no template tags of the API. Style sheets and scripts that
are loaded together become one file.
"""

import atexit
import re
import shutil
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from os.path import relpath
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from django.apps import apps
from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder, find
from django.core.files.storage import FileSystemStorage
from django.forms import renderers
from django.template import Origin
from django.template.backends.django import DjangoTemplates, get_package_libraries
from django.template.loaders.filesystem import Loader as FilesystemLoader

from accounts.numbers import LARGEST_ID

INDENTATION = re.compile(r"\n[ \t]+")
OF_THE_API = {"rest_framework", "drf_spectacular"}


class Loader(FilesystemLoader):
    """Removes indentation, which browsers do not show. The console of thirty tables shrinks by a third."""

    def get_contents(self, origin: Origin) -> str:
        text = super().get_contents(origin)
        return INDENTATION.sub("\n", text) if origin.name.endswith(".html") else text


class Pages(DjangoTemplates):
    """Templates with the tags of all apps except the API's. No page uses those, and they load 18 MB."""

    def get_templatetag_libraries(self, custom_libraries: Mapping[str, str]) -> dict[str, str]:
        names = [app.name for app in apps.get_app_configs() if app.name not in OF_THE_API]
        packages = [name for name in (f"{one}.templatetags" for one in ("django", *names)) if find_spec(name)]
        paths = [path for name in packages for path in get_package_libraries(import_module(name))]
        return {path.rpartition(".")[2]: path for path in paths} | dict(custom_libraries)


class Forms(renderers.DjangoTemplates):
    """The same engine for the templates of form fields."""

    backend = Pages


IMPORT = re.compile(r'^(?:// )?@import "([\w/.-]+)";\n', re.MULTILINE)
"""In a style sheet as in CSS; in a script as a comment. The name is relative to the file or to `static/`."""
PICTURE = re.compile(r'url\("(\.\./[\w/.-]+)"\)')
CSS_COMMENT = re.compile(r"/\*(?:[^*]|\*(?!/))*\*/")
CSS_SPACE = re.compile(r'("[^"]*")|\s*([{};,])\s*|(:)\s+|\s+')
JS_COMMENT = re.compile(r"^\s*//.*\n|[ \t]+// [^\"'`\n]*$|^[ \t]+", re.MULTILINE)
"""Comments, and indentation. No string of a script goes over two lines (tests/config/test_styles.py)."""


class Bundles(BaseFinder):
    """Finds our style sheets and scripts with their imports inlined, without comments and indentation.

    It serves collectstatic and a server without collected files. Every request costs a phone 400 bytes, and
    with real imports a browser would wait for two rounds of requests.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._source = Path(settings.BASE_DIR) / "static"
        self._folder = mkdtemp(prefix="headtable-static-")
        atexit.register(shutil.rmtree, self._folder, ignore_errors=True)
        self._storage = FileSystemStorage(location=self._folder)

    def check(self, **kwargs: Any) -> list[Any]:
        return []

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:
        if not path.startswith(("css/", "js/")) or not (self._source / path).is_file():
            return []
        built = self._build(path)
        return [built] if find_all else built

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[Any]:
        for source in sorted((*self._source.glob("css/**/*.css"), *self._source.glob("js/**/*.js"))):
            path = source.relative_to(self._source).as_posix()
            self._build(path)
            yield path, self._storage

    def _build(self, path: str) -> str:
        source, target = self._source / path, Path(self._folder) / path
        text = IMPORT.sub(lambda match: _read_part(source, match[1]), source.read_text())
        if source.suffix == ".css":
            text = CSS_COMMENT.sub("", text)
            text = CSS_SPACE.sub(lambda match: match[1] or match[2] or match[3] or " ", text)
        else:
            text = JS_COMMENT.sub("", text)
        target.parent.mkdir(parents=True, exist_ok=True)
        if not target.exists() or target.read_text() != text:
            target.write_text(text)
        return str(target)


def _read_part(source: Path, name: str) -> str:
    """Return the text of an imported file. Its pictures are found from where the bundle is."""
    beside = source.parent / name
    part = beside if beside.exists() else Path(str(find(name)))
    text = PICTURE.sub(
        lambda match: f'url("{relpath(part.parent / match[1], source.parent)}")', part.read_text()
    )
    return text.rstrip("\n") + "\n"


SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Headtable",
    "DESCRIPTION": "Card evenings of many tables, and their leagues. Programs can do everything that the "
    "pages do: clubs and their players, evenings command by command, seasons and their standings. The "
    "calculators need no account. docs/api.md explains tokens, keys and errors.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v1/",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVERS": [{"url": "/", "description": "This Headtable."}],
    "TAGS": [
        {"name": "start", "description": "Where all other addresses are found. It needs no account."},
        {"name": "me", "description": "The caller: the account, its clubs, its tokens."},
        {"name": "clubs", "description": "Clubs with their people, members, groups, house rules and prizes."},
        {"name": "prize-sets", "description": "Sets of prizes that a club keeps."},
        {"name": "evenings", "description": "Evenings: their current state, and the commands that run them."},
        {"name": "leagues", "description": "Leagues and their seasons."},
        {
            "name": "seasons",
            "description": "Seasons: standings, rules, prizes, journals, and the commands that change them.",
        },
        {"name": "public", "description": "Evenings and leagues that a club has opened to everybody."},
        {"name": "games", "description": "The games and their calculators. They need no account."},
        {
            "name": "progressive",
            "description": "Calculators for the moves at a bell and for prizes. They need no account.",
        },
    ],
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "PATH_CONVERTER_OVERRIDES": {"num": {"type": "integer", "minimum": 0, "maximum": LARGEST_ID}},
    # Choices are described where they are used. No hook gives them names of their own.
    "POSTPROCESSING_HOOKS": ["tournaments.base.api.addresses.add_documents"],
}
