"""The locks install the same thing on any machine and on any day."""

import json
import re
import shutil
import subprocess
import sys
import tomllib
from hashlib import sha256
from importlib.metadata import distribution
from itertools import chain
from pathlib import Path
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from tests.deploy.compose import ROOT

MAKEFILE = (ROOT / "Makefile").read_text()
(LOCKED,) = re.findall(r"^LOCKED := (.+)$", MAKEFILE, re.MULTILINE)
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
RUN = PROJECT["project"]["dependencies"]
DEVELOP = PROJECT["dependency-groups"]["dev"]

# Closed: whatever a locked package needs on this machine is locked, too, at a version that it allows.


def pins(lock: str) -> dict[str, Version]:
    """Return the version of each package that the lock installs on this machine."""
    lines = re.findall(r"^(\S+==.+?) \\$", (ROOT / lock).read_text(), re.MULTILINE)
    requirements = [Requirement(line) for line in lines]
    return {
        canonicalize_name(one.name): Version(next(iter(one.specifier)).version)
        for one in requirements
        if one.marker is None or one.marker.evaluate()
    }


def faults(wanted: list[str], locked: dict[str, Version]) -> list[str]:
    """Walk from direct requirements through the installed metadata; return what the lock does not hold."""
    found: list[str] = []
    seen: set[tuple[str, str]] = set()
    waiting = [("pyproject.toml", Requirement(one), "") for one in wanted]
    while waiting:
        needs, one, extra = waiting.pop()
        if one.marker is not None and not one.marker.evaluate({"extra": extra}):
            continue
        name = canonicalize_name(one.name)
        if name not in locked or not one.specifier.contains(locked[name], prereleases=True):
            found.append(f"{needs} needs {one}: {locked.get(name, 'not locked')}")
            continue
        for chosen in {"", *one.extras}:
            if (name, chosen) not in seen:
                seen.add((name, chosen))
                requires = distribution(name).requires or []
                waiting += [(name, Requirement(text), chosen) for text in requires]
    reached = {name for name, _ in seen}
    return found + [f"nothing needs {name}" for name in locked.keys() - reached]


def test_the_locks_are_closed() -> None:
    assert faults(RUN, pins("requirements.lock")) == []
    assert faults(RUN + DEVELOP, pins("requirements-dev.lock")) == []


def test_the_environment_is_what_the_lock_says() -> None:
    locked = pins("requirements-dev.lock")
    assert {name: Version(distribution(name).version) for name in locked} == locked
    assert pins("requirements.lock").items() <= locked.items()


def test_a_requirement_of_an_extra_that_is_not_locked_is_found() -> None:
    """``pip check`` passes it: it knows nothing of extras."""
    locked = pins("requirements-dev.lock")
    del locked["psycopg-binary"]
    assert any("psycopg needs psycopg-binary" in fault for fault in faults(RUN + DEVELOP, locked))


# The future: a newer release of a locked package appears.


def wheel(folder: Path, name: str, version: str, *metadata: str) -> str:
    """Make an empty package; return its line in a lock."""
    path = folder / f"{name}-{version}-py3-none-any.whl"
    info = f"{name}-{version}.dist-info"
    lines = ["Metadata-Version: 2.1", f"Name: {name}", f"Version: {version}", *metadata, ""]
    with ZipFile(path, "w") as file:
        file.writestr(f"{info}/METADATA", "\n".join(lines))
        file.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        file.writestr(f"{info}/RECORD", "")
    return f"{name}=={version} --hash=sha256:{sha256(path.read_bytes()).hexdigest()}\n"


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment that is made once, since that takes seconds, and only copied."""
    made = tmp_path_factory.mktemp("empty") / "env"
    subprocess.run([sys.executable, "-m", "venv", made], check=True)
    return made


@pytest.fixture
def old(empty: Path, tmp_path: Path) -> Path:
    """A new environment with the pip that comes with this Python, as on a new machine."""
    return Path(shutil.copytree(empty, tmp_path / "env", symlinks=True))


@pytest.fixture
def served(tmp_path: Path) -> Path:
    """Packages ``a``, which needs ``b[x]``, and ``b`` 1; and a lock of them. Then ``b`` 2 appears."""
    (folder := tmp_path / "served").mkdir()
    lock = wheel(folder, "a", "1", "Requires-Dist: b[x]>=1")
    lock += wheel(folder, "b", "1", "Provides-Extra: x")
    (tmp_path / "served.lock").write_text(lock)
    wheel(folder, "b", "2", "Provides-Extra: x")
    return folder


def versions(environment: Path) -> list[str]:
    return sorted(path.stem for path in environment.glob("lib/python*/site-packages/[ab]-*.dist-info"))


@pytest.mark.slow
def test_a_newer_release_changes_nothing(old: Path, served: Path) -> None:
    pip = [old / "bin/python", "-m", "pip", "--isolated", "--disable-pip-version-check", "install"]
    where = ["--no-index", "--find-links", served, "-r", served.with_suffix(".lock")]
    command = [*pip, *LOCKED.split(), *where]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert versions(old) == ["a-1", "b-1"]


# The same flags everywhere.


def installing() -> list[tuple[str, str]]:
    """Every command in the project's files that installs from a lock: the file and the command."""
    files = [ROOT / name for name in ("Makefile", "README.md", "CONTRIBUTING.md", "Dockerfile", ".ci/run")]
    files += chain(
        (ROOT / "docs").glob("*.md"),
        (path for path in (ROOT / "deploy").iterdir() if path.is_file()),
        ROOT.glob(".github/**/*.yml"),
    )
    found = []
    for file in files:
        text = re.sub(r"\\\n\s*", "", file.read_text()).replace("$(LOCKED)", LOCKED)
        found += [
            (file.name, line.strip()) for line in text.splitlines() if re.search(r"pip install\b.* -", line)
        ]
    return found


def test_every_install_from_a_lock_has_the_same_flags() -> None:
    commands = [(file, line) for file, line in installing() if " -r " in line]
    assert {file for file, _ in commands} == {"Makefile", "README.md", "CONTRIBUTING.md", "Dockerfile"}
    for file, line in commands:
        assert re.search(rf"{re.escape(LOCKED)} -r \S+", line), (file, line)


def test_every_install_from_a_lock_is_checked() -> None:
    for page in ("README.md", "CONTRIBUTING.md"):
        typed = re.sub(r"(pip install .+)\n", r"\1 && ", (ROOT / page).read_text())
        assert typed.count(" && .venv/bin/pip check\n") == 1
    for file, line in installing():
        if file in ("Makefile", "Dockerfile"):
            assert "pip check" in line, (file, line)


def test_nothing_is_installed_without_a_lock() -> None:
    assert [one for one in installing() if ".lock" not in one[1] and "$(1)" not in one[1]] == []


def test_the_lock_of_npm_holds_hashes_and_names_no_registry() -> None:
    packages = json.loads((ROOT / "package-lock.json").read_text())["packages"]
    locked = {name: one for name, one in packages.items() if name}
    assert {"node_modules/stylelint", "node_modules/stylelint-config-standard"} <= locked.keys()
    for name, one in locked.items():
        assert one["integrity"].startswith("sha512-"), name
        assert "resolved" not in one, name
