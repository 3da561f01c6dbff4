"""Makes the typeface and the icons of our pages from their packages on npm: python -m tests.vendored.

The typeface is Inter with its weights from 400 to 700, its letters for Latin scripts, kerning and figures of
one width. The icons are those of Lucide that our pages use. static/vendor/README.md says from which version
each file was made, and has its hash.
"""

import io
import json
import re
import subprocess
import sys
import tarfile
from base64 import b64encode
from hashlib import sha512
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import quote

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
LUCIDE = (
    "lucide-static@1.62.0",
    "sha512-WBZA/m2PvkFpMGHDtsBck5P2A9G4ehLlYu4GwwICcmEm1BvYVgj00lCDxKRWLlbMlOibLaiwdQ88G5pHkSWgwA==",
)
PACKAGES = (INTER, LUCIDE)
ICONS = (
    *("arrow-down", "arrow-left", "arrow-left-right", "arrow-right", "arrow-up", "check", "chevron-down"),
    *("chevron-right", "circle", "circle-dot", "clock", "diamond", "music", "pause", "pencil"),
    *("square", "square-check", "star", "x"),
)
MASKS = (
    *("arrow-down", "arrow-left-right", "arrow-right", "arrow-up", "check", "chevron-down", "chevron-right"),
    *("circle", "circle-dot", "clock", "diamond", "pause", "square", "square-check", "x"),
)
"""Those that style sheets and scripts draw."""
SHAPE = re.compile(r"<(?:path|circle|rect|line|polyline|polygon|ellipse) [^>]*/>")
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
SIGNS = "ẞ‐‑‒–—‘’‚“”„†•…‰′″‹›€−≈≠≤≥←↑→↓▲▼"


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


def make_icons(sources: dict[str, str]) -> tuple[str, str]:
    """Return the icons as the symbols of one picture, and as values of CSS that masks are drawn with."""
    shapes = {name: "".join(SHAPE.findall(source)).replace(" />", "/>") for name, source in sources.items()}
    symbols = [f'<symbol id="{name}" viewBox="0 0 24 24">{shape}</symbol>' for name, shape in shapes.items()]
    picture = "\n".join(('<svg xmlns="http://www.w3.org/2000/svg">', *symbols, "</svg>", ""))
    lines = [f'    --icon-{name}: url("{_write_address(shapes[name])}");' for name in MASKS]
    return picture, "\n".join(("@layer tokens {", "  :root {", *lines, "  }", "}", ""))


def _write_address(shape: str) -> str:
    """Return an icon as an address that holds the whole picture."""
    picture = (
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='none' stroke='black' "
        f"stroke-width='2' stroke-linecap='round' stroke-linejoin='round'>{shape}</svg>"
    )
    return "data:image/svg+xml," + quote(picture.replace('"', "'"), safe=" '=:/,")


def main() -> None:
    """Write each file with its licence."""
    font, licence = read_package(INTER, "variable/InterVariable.woff2", "LICENSE.txt")
    _write("inter", licence, {"inter.woff2": make_typeface(font)})
    licence, *sources = read_package(LUCIDE, "LICENSE", *(f"icons/{name}.svg" for name in ICONS))
    read = {name: source.decode() for name, source in zip(ICONS, sources, strict=True)}
    picture, sheet = make_icons(read)
    _write("lucide", licence, {"icons.svg": picture.encode(), "icons.css": sheet.encode()})


def _write(name: str, licence: bytes, files: dict[str, bytes]) -> None:
    folder = VENDORED / name
    folder.mkdir(exist_ok=True)
    for file, content in ({"LICENSE": licence} | files).items():
        (folder / file).write_bytes(content)


if __name__ == "__main__":
    main()
