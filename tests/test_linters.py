"""The linters of scripts, style sheets and templates find faults: one that reads nothing finds none."""

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
RULES = (".oxlintrc.json", "package.json", "pyproject.toml", "stylelint.config.mjs")
FAULTS = {
    "oxlint": ("static/js/console/made.js", '"use strict";\nmissing();\n', "no-undef"),
    "stylelint": (
        "static/css/console/made.css",
        "p { color: var(--missing); }\n",
        "no-unknown-custom-properties",
    ),
    "djlint": ("templates/running/made.html", '<p id="a" id="b"></p>\n', "H037"),
}
"""A file with one fault for each linter, and the rule that names it."""


def command(linter: str) -> list[str]:
    """Return what `make check` runs."""
    recipe = (ROOT / "Makefile").read_text().replace("$(BIN)", str(Path(sys.executable).parent))
    return shlex.split(re.findall(rf"^\t(.*\b{linter}\b .*)$", recipe, re.MULTILINE)[0])


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder with our rules, our tokens and nothing to complain of."""
    sheets = ("static/css/tokens.css", "static/vendor/lucide/icons.css")
    for name in (*RULES, *sheets, "static/js/headtable.js", "templates/404.html"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "node_modules").symlink_to(ROOT / "node_modules")
    return tmp_path


@pytest.mark.parametrize("linter", FAULTS)
def test_a_linter_finds_a_fault(linter: str, project: Path) -> None:
    if linter == "stylelint" and not (ROOT / "node_modules").exists():
        pytest.skip("stylelint is not installed: make check does it")
    name, text, rule = FAULTS[linter]
    assert run(linter, project).returncode == 0
    (project / name).parent.mkdir(parents=True, exist_ok=True)
    (project / name).write_text(text)
    found = run(linter, project)
    assert found.returncode != 0
    assert Path(name).name in found.stdout
    assert rule in found.stdout


def run(linter: str, project: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(linter), cwd=project, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
