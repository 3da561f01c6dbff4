"""Recompute exported evenings and seasons: ``python -m tests.recompute FILE...``.

It needs the files alone, and names each figure, place, prize and reason that it finds otherwise.
"""

import json
import sys
from pathlib import Path

from tests.recompute import evening, season

READERS = {"headtable-evening": evening.differences, "headtable-season": season.differences}


def main(paths: list[str]) -> int:
    """Print what is otherwise in each file; 1 if anything is."""
    found = 0
    for path in paths:
        doc = json.loads(Path(path).read_text())
        differences = READERS[doc["format"]](doc)
        found += len(differences)
        print(f"{path}: {len(differences)} differences")
        print(*(f"  {line}" for line in differences), sep="\n", end="")
    return int(found > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
