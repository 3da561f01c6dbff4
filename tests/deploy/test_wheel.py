"""The wheel: what is in it, what it requires, and that an evening can be played from it alone."""

import json
import re
import shutil
import urllib.request
from importlib.metadata import PathDistribution
from pathlib import Path
from zipfile import Path as ZipPath
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement

from tests.deploy.compose import ROOT
from tests.deploy.installed import Environment, build
from tests.waits import HUNG

pytestmark = pytest.mark.slow

PACKAGES, FILES = ("accounts", "config", "games", "tournaments"), ("locale", "static", "templates")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    made = Environment(tmp_path_factory.mktemp("environment"))
    made.install(wheel)
    return made


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    (folder := tmp_path / "empty").mkdir()
    return folder


def metadata(wheel: Path) -> PathDistribution:
    (folder,) = (path for path in ZipPath(wheel).iterdir() if path.name.endswith(".dist-info"))
    return PathDistribution(folder)


def test_it_holds_the_program_and_nothing_else(wheel: Path) -> None:
    held = {name for name in ZipFile(wheel).namelist() if ".dist-info/" not in name}
    files = {path: "" for part in PACKAGES for path in (ROOT / part).rglob("*")}
    files |= {path: "config/files/" for part in FILES for path in (ROOT / part).rglob("*")}
    files |= {ROOT / "headtable.py": ""}
    files |= dict.fromkeys((ROOT / "docs").glob("*.schema.json"), "config/files/")
    files |= {ROOT / name: "config/files/" for name in ("pyproject.toml", "requirements.lock")}
    kept = {path for path in files if path.is_file() and "__pycache__" not in path.parts}
    assert held == {f"{files[path]}{path.relative_to(ROOT)}" for path in kept}


def test_it_requires_what_the_lock_pins(wheel: Path) -> None:
    lock = (ROOT / "requirements.lock").read_text().replace("\\\n", "")
    locked = {str(Requirement(line.partition("--hash")[0])) for line in re.findall("^[a-z].+", lock, re.M)}
    required = {str(Requirement(one)) for one in metadata(wheel).requires or []}
    assert len(locked) > 40
    assert locked <= required


def test_an_evening_is_played_from_it_in_an_empty_folder(
    installed: Environment, empty: Path, tmp_path: Path
) -> None:
    assert installed.finds("headtable") == installed.packages / "headtable.py"
    assert installed.finds("tests") is None
    up = installed.up(empty, tmp_path, data := tmp_path / "share")
    try:
        up.wait_for("Ctrl-C stops it.")
        played = installed.run(empty, "simulate", "--players", "8", "--rounds", "1", XDG_DATA_HOME=str(data))
        assert "To see all of it: headtable export 1" in played.stdout, played.stderr
        request = urllib.request.Request(
            f"http://127.0.0.1:{up.port}/games/", headers={"Accept-Language": "de"}
        )
        with urllib.request.urlopen(request, timeout=HUNG) as answer:  # noqa: S310
            page = answer.read().decode()
        assert "Spiele" in page
        (sheet,) = re.findall(r'href="(/static/css/headtable\.[0-9a-f]{12}\.css)"', page)
        status, styles = up.get(sheet)
        assert status == 200
        assert "@layer" in styles
        up.wait_for("The clock rings the bell.")
        up.stop()
        assert up.process.returncode == 0, up.said
    finally:
        up.leave()
    assert (data / "headtable" / "headtable.sqlite3").exists()
    assert list(empty.iterdir()) == []


@pytest.mark.thorough
def test_a_newer_wheel_over_an_older_one_keeps_the_data_after_a_backup(
    wheel: Path, empty: Path, tmp_path: Path
) -> None:
    installed = Environment(tmp_path / "environment")
    installed.install(wheel)
    data = tmp_path / "share" / "headtable"
    for words in (["migrate", "--verbosity", "0"], ["simulate", "--players", "8", "--rounds", "1"]):
        done = installed.run(empty, *words, XDG_DATA_HOME=str(data.parent))
        assert done.returncode == 0, done.stderr
    before = installed.run(empty, "export", "1", XDG_DATA_HOME=str(data.parent)).stdout
    installed.install(newer(tmp_path / "tree"))
    up = installed.up(empty, tmp_path, data.parent)
    try:
        up.wait_for("Ctrl-C stops it.")
    finally:
        up.leave()
    (backup,) = (data / "backups").glob("*.zip")
    assert f"A backup of the database before the update: {backup}" in up.said
    with ZipFile(backup) as file:
        assert json.loads(file.read("manifest.json"))["headtable"] == "99.0.0"
    assert installed.run(empty, "export", "1", XDG_DATA_HOME=str(data.parent)).stdout == before
    shown = installed.run(empty, "showmigrations", "tournaments", XDG_DATA_HOME=str(data.parent))
    assert "[X] 9999_tomorrow" in shown.stdout


def newer(tree: Path) -> Path:
    """Build a wheel of a later version, with a migration more."""
    tree.mkdir()
    for name in (*PACKAGES, *FILES, "deploy"):
        shutil.copytree(ROOT / name, tree / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("headtable.py", "requirements.lock", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tree)
    project = (ROOT / "pyproject.toml").read_text()
    (tree / "pyproject.toml").write_text(re.sub('^version = ".+"', 'version = "99.0.0"', project, flags=re.M))
    migrations = tree / "tournaments/migrations"
    last = sorted(migrations.glob("0*.py"))[-1].stem
    (migrations / "9999_tomorrow.py").write_text(
        "from django.db import migrations\n\n\nclass Migration(migrations.Migration):\n"
        f"    dependencies = [('tournaments', '{last}')]\n"
        "    operations = [migrations.RunSQL('CREATE TABLE tomorrow (id integer)')]\n"
    )
    return build(tree.parent / "newer", tree)


def test_other_packages_of_its_names_are_refused(installed: Environment, empty: Path, tmp_path: Path) -> None:
    others = [tmp_path / "others" / name for name in PACKAGES]
    for other in others:
        other.mkdir(parents=True)
        (other / "__init__.py").touch()
    done = installed.run(empty, "help", PYTHONPATH=str(tmp_path / "others"))
    assert done.returncode == 1
    found = " and ".join(f"“{other.name}” ({other})" for other in others)
    assert done.stderr == (
        f"Headtable cannot run here: Python finds another package named {found}. "
        "Install Headtable in an environment of its own, as pipx and uvx do, and leave PYTHONPATH empty.\n"
    )
