"""The template loader and engines, the bundled style sheet, and the settings of the API's description.

Templates are sent without indentation, and load no template tags of the API. All style sheets become one
file, so a browser requests only one.
"""

import atexit
import re
import shutil
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from django.apps import apps
from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
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


BUNDLE = "css/headtable.css"
IMPORT = re.compile(r'^@import "([\w/]+\.css)";\n', re.MULTILINE)


class Bundle(BaseFinder):
    """Finds ``BUNDLE`` with its imports inlined, for collectstatic and for a server without collected files.

    With imports, a browser would wait for two rounds of requests.
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
        text = IMPORT.sub(lambda match: (source.parent / match[1]).read_text(), source.read_text())
        target = Path(self._folder) / BUNDLE
        target.parent.mkdir(exist_ok=True)
        if not target.exists() or target.read_text() != text:
            target.write_text(text)
        return str(target)


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
