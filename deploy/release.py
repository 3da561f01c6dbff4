"""Makes a release in ``dist/``: wheel, source archive, description of the API, and their checksums.

``make release`` runs it. It refuses a tree with changes, a version without its section in CHANGELOG.md, and a
failing ``make check``. Nothing is uploaded.
"""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from hashlib import sha256
from pathlib import Path

PYTHON = (sys.executable, "-m")
SUMS = "SHA256SUMS"


def release(root: Path) -> list[Path]:
    """Return the files of the release. SystemExit says what keeps it from being made."""
    if found := find_obstacles(root):
        sys.exit("\n".join(["There is no release:", *found]))
    if subprocess.run(["make", "check"], cwd=root, check=False).returncode:
        sys.exit("There is no release: `make check` fails.")
    return build(root, root / "dist")


def find_obstacles(root: Path) -> list[str]:
    """Return what is seen to be missing before anything runs."""
    version = tomllib.loads((root / "pyproject.toml").read_text())["project"]["version"]
    section = rf"^## {re.escape(version)} - \d{{4}}-\d\d-\d\d$"
    status = ["git", "status", "--porcelain"]
    changed = subprocess.run(status, cwd=root, capture_output=True, text=True, check=True).stdout.rstrip()
    found = [f"These files are not committed:\n{changed}"] if changed else []
    if not re.search(section, (root / "CHANGELOG.md").read_text(), re.MULTILINE):
        found.append(f"CHANGELOG.md has no section “## {version} - YEAR-MONTH-DAY”.")
    return found


def build(root: Path, folder: Path) -> list[Path]:
    """Write everything into the folder, which is emptied first."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    subprocess.run([*PYTHON, "hatchling", "build", "--directory", folder], cwd=root, check=True)
    described = ["manage.py", "spectacular", "--validate", "--fail-on-warn", "--format", "openapi-json"]
    subprocess.run(
        [sys.executable, *described, "--file", folder / "openapi.json"],
        cwd=root,
        env={**os.environ, "SECRET_KEY": "none", "DATABASE_URL": "sqlite://:memory:"},
        check=True,
    )
    made = sorted(folder.iterdir())
    sums = [f"{sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in made]
    (folder / SUMS).write_text("".join(sums))
    return [*made, folder / SUMS]


if __name__ == "__main__":
    for path in release(Path(__file__).resolve().parents[1]):
        print(f"{path.stat().st_size:>9} {path}")
