"""Build the documentation as a site, by ``make docs``. Its files are read as they are, from the root."""

import shutil
from pathlib import Path

from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx

project = "Headtable"
author = "the authors of Headtable"
extensions = ["myst_parser"]
html_theme = "furo"
html_title = "Headtable"
html_copy_source = False
html_show_copyright = False

root_doc = "README"
include_patterns = ["*.md", "docs/**.md"]
exclude_patterns = [".*", "dist", "var", "node_modules"]
myst_heading_anchors = 3

NAVIGATION = {
    "For organisers": [
        "docs/first-evening",
        "docs/guide",
        "docs/glossary",
        "docs/settings",
        "docs/games",
        "docs/formats",
        "docs/rules",
        "docs/standings",
        "docs/prizes",
        "docs/leagues",
    ],
    "For players and clubs": [
        "docs/people",
        "docs/account-data",
        "docs/import",
        "docs/export",
        "docs/season",
    ],
    "For operators": ["docs/operator", "docs/bench", "SECURITY", "CHANGELOG"],
    "For developers": [
        "CONTRIBUTING",
        "docs/design",
        "docs/taps",
        "docs/dependencies",
        "docs/api",
        "docs/api-evenings",
        "docs/api-clubs",
    ],
    "Decisions": ["docs/decisions/README"],
}


def add_navigation(app: Sphinx, name: str, source: list[str]) -> None:
    """Append the list of pages here, so that the repository's own pages do without it."""
    if name == "README":
        for group, pages in NAVIGATION.items():
            source[0] += f"\n```{{toctree}}\n:hidden:\n:caption: {group}\n\n" + "\n".join(pages) + "\n```\n"
    elif name == "docs/decisions/README":
        source[0] += "\n```{toctree}\n:glob:\n\n[0-9]*\n```\n"


def add_index(app: Sphinx, error: Exception | None) -> None:
    """Let the site's own address show the first page."""
    if error is None:
        shutil.copyfile(Path(app.outdir, "README.html"), Path(app.outdir, "index.html"))


def setup(app: Sphinx) -> None:
    app.add_lexer("csv", TextLexer)
    app.connect("source-read", add_navigation)
    app.connect("build-finished", add_index)
