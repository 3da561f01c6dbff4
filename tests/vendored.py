"""Makes the typeface of our pages from its package on npm: python -m tests.vendored.

The typeface is Inter with its weights from 400 to 700, its letters for Latin scripts, kerning and figures of
one width. static/vendor/README.md says from which version each file was made, and has its hash.
"""

import io
import json
import subprocess
import sys
import tarfile
from base64 import b64encode
from hashlib import sha512
from pathlib import Path
from tempfile import TemporaryDirectory

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

VENDORED = Path(__file__).parents[1] / "static" / "vendor"
NPM = Path(sys.executable).with_name("npm")

INTER = (
    "inter-ui@4.1.1",
    "sha512-451h0J29HyOmA+JXgSi/6M12tL7ZCZ8arYKZUXiOXTJpJbAKqJvFh3k5SiV3x7tKe0C0KyrKUUiQIvvZ2PQDcA==",
)
"""A package with its version, and the hash of its archive as the registry publishes it."""
PACKAGES = (INTER,)
WEIGHTS = (400, 700)
SMALL_TEXT = 14
"""Inter draws letters tighter for titles. We keep the drawing for text: half the bytes."""
FEATURES = ["ccmp", "kern", "locl", "tnum"]
RANGES = (
    (0x20, 0x7E),  # ASCII
    (0xA0, 0xAC),  # Latin-1, without the soft hyphen
    (0xAE, 0x148),  # Latin Extended-A, without ŉ, which Unicode advises against
    (0x14A, 0x17F),
    (0x218, 0x21B),  # Romanian
)
SIGNS = "ẞ‐‑‒–—‘’‚“”„†•…‰′″‹›€−≈≠≤≥←↑→↓✓✗★▲▼●○◆□"


def read_package(package: tuple[str, str], *names: str) -> list[bytes]:
    """Return files of a package on npm. A package with another hash is refused."""
    name, integrity = package
    with TemporaryDirectory() as folder:
        packed = subprocess.run(
            [NPM, "pack", "--json", name], cwd=folder, check=True, stdout=subprocess.PIPE, text=True
        )
        archive = Path(folder, json.loads(packed.stdout)[0]["filename"]).read_bytes()
    if f"sha512-{b64encode(sha512(archive).digest()).decode()}" != integrity:
        raise SystemExit(f"{name} is not the package that it was.")
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        members = [files.extractfile(f"package/{name}") for name in names]
        return [member.read() for member in members if member]


def make_typeface(source: bytes) -> bytes:
    """Return the font with only the letters, weights and features that our pages use."""
    font = TTFont(io.BytesIO(source), recalcTimestamp=False)
    options = Options(layout_features=FEATURES, hinting=False, notdef_outline=True)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=[n for first, last in RANGES for n in range(first, last + 1)], text=SIGNS)
    subsetter.subset(font)
    instancer.instantiateVariableFont(font, {"opsz": SMALL_TEXT, "wght": WEIGHTS}, inplace=True)
    font.flavor = "woff2"
    made = io.BytesIO()
    font.save(made)
    return made.getvalue()


def main() -> None:
    """Write each file with its licence."""
    font, licence = read_package(INTER, "variable/InterVariable.woff2", "LICENSE.txt")
    folder = VENDORED / "inter"
    folder.mkdir(exist_ok=True)
    (folder / "inter.woff2").write_bytes(make_typeface(font))
    (folder / "LICENSE").write_bytes(licence)


if __name__ == "__main__":
    main()
