"""SVG as PNG, with the typeface that is beside this module; see inter/LICENSE.

The renderer reads no WOFF2, so this is the pages' typeface once more, unpacked.
"""

import re
from functools import lru_cache
from pathlib import Path
from threading import Lock

import resvg_py

TYPEFACE = Path(__file__).with_name("inter") / "inter.ttf"
FAMILY = "Inter Variable"
OTHERS = re.compile(
    "[^\\n -~\u00a0-\u00ac\u00ae-\u0148\u014a-\u017f\u0218-\u021bẞ‐‑‒–—‘’‚“”„†•…‰′″‹›€−≈≠≤≥←↑→↓✓✗★▲▼●○◆□]"
)
"""Letters that the typeface does not have. Only for these the machine's own typefaces are read, slowly."""
KEPT = 16
"""The number of pictures that a process keeps. A picture has 20 to 80 KB."""
_one_at_a_time = Lock()


def rasterize(svg: str) -> bytes:
    """Return the picture as PNG. Equal pictures are drawn once; a process draws one picture at a time."""
    with _one_at_a_time:
        return _draw(svg)


@lru_cache(maxsize=KEPT)
def _draw(svg: str) -> bytes:
    skip = OTHERS.search(svg) is None
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, font_files=[str(TYPEFACE)], skip_system_fonts=skip))
