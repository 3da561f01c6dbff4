"""Templates as they are sent, without the indentation that is for those who read them; and their tags."""

import re
from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec

from django.apps import apps
from django.forms import renderers
from django.template import Origin
from django.template.backends.django import DjangoTemplates, get_package_libraries
from django.template.loaders.filesystem import Loader as FilesystemLoader

INDENTATION = re.compile(r"\n[ \t]+")
OF_THE_API = {"rest_framework", "drf_spectacular"}


class Loader(FilesystemLoader):
    """Space at the start of a line shows nowhere; the console of thirty tables is a third smaller without."""

    def get_contents(self, origin: Origin) -> str:
        text = super().get_contents(origin)
        return INDENTATION.sub("\n", text) if origin.name.endswith(".html") else text


class Pages(DjangoTemplates):
    """Templates with the tags of all apps but the API's: no page uses those, and they load 18 MB of it."""

    def get_templatetag_libraries(self, custom_libraries: Mapping[str, str]) -> dict[str, str]:
        names = [app.name for app in apps.get_app_configs() if app.name not in OF_THE_API]
        packages = [name for name in (f"{one}.templatetags" for one in ("django", *names)) if find_spec(name)]
        paths = [path for name in packages for path in get_package_libraries(import_module(name))]
        return {path.rpartition(".")[2]: path for path in paths} | dict(custom_libraries)


class Forms(renderers.DjangoTemplates):
    """The same for the templates of form fields."""

    backend = Pages
