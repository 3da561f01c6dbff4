"""Scripts of others are those that their table names, with a licence beside each."""

import hashlib
import re
from pathlib import Path

VENDORED = Path(__file__).parents[2] / "static" / "vendor"
ROW = re.compile(
    r"^\| `([^`]+)` \| [\w-]+ \| [\d.]+ \| [^|]+, `([^`]+)` \| `([0-9a-f]{64})` \|$", re.MULTILINE
)


def test_each_script_is_as_noted():
    rows = ROW.findall((VENDORED / "README.md").read_text())
    assert {script for script, _, _ in rows} == {
        path.relative_to(VENDORED).as_posix() for path in VENDORED.rglob("*.js")
    }
    for script, licence, digest in rows:
        assert hashlib.sha256((VENDORED / script).read_bytes()).hexdigest() == digest, script
        assert (VENDORED / licence).read_text(), licence
