"""Measure how long the sentences are, on screens and in the documentation: python -m tests.prose.

A sentence ends with a full stop, a question mark or an exclamation mark. A placeholder counts as one word.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from statistics import mean

from tests import messages

ROOT = Path(__file__).parents[1]
PAGES = ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "docs/**/*.md")
PLACEHOLDER = re.compile(r"%\(\w+\)\w|\{\{?[^{}]*\}?\}")
TAG = re.compile(r"<[^>]+>")
END = re.compile(r"(?<=[.!?])[\s”]+")
WORD = re.compile(r"\w[\w’'-]*")
# What a page of documentation holds besides prose.
FENCE = re.compile(r"^(```|~~~).*?^\1\s*$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
MARKER = re.compile(r"^\s*(?:[-*>]|\d+\.|#+)\s+")


def sentences(text: str) -> Iterator[str]:
    """Yield the sentences of a text."""
    plain = TAG.sub(" ", PLACEHOLDER.sub("X", text.replace("%%", "%")))
    yield from (part for part in END.split(plain) if WORD.search(part))


def words(sentence: str) -> int:
    """Return how many words a sentence has."""
    return len(WORD.findall(sentence))


def of_screens() -> Iterator[str]:
    """Yield the sentences of every text that is marked for translation."""
    for message in messages.collected():
        for text in filter(None, (message.text, message.plural)):
            yield from sentences(text)


def paragraphs(page: str) -> Iterator[str]:
    """Yield the paragraphs, items and headings of a Markdown page, without code and tables."""
    gathered: list[str] = []
    for line in [*FENCE.sub("\n", page).splitlines(), ""]:
        if not line.strip() or MARKER.match(line) or line.startswith("|"):
            yield " ".join(gathered)
            gathered = []
        if line.strip() and not line.startswith("|"):
            gathered.append(LINK.sub(r"\1", MARKER.sub("", line)).strip())
    yield " ".join(gathered)


def pages() -> list[Path]:
    """Return the pages of the documentation."""
    return sorted(path for pattern in PAGES for path in ROOT.glob(pattern))


def of_pages() -> Iterator[str]:
    """Yield the sentences of the documentation."""
    for path in pages():
        for paragraph in paragraphs(path.read_text(encoding="utf-8")):
            yield from sentences(paragraph)


def figures(found: Iterable[str]) -> str:
    """Return a line about these sentences: how many, how long, and the longest."""
    counted = sorted(((words(each), each) for each in found), reverse=True)
    lengths = [length for length, _ in counted]
    over = sum(length > 20 for length in lengths)
    return (
        f"{len(lengths)} sentences, {sum(lengths)} words, {mean(lengths):.1f} words each; "
        f"{over} have more than 20; the longest has {lengths[0]}: {counted[0][1][:120]} …"
    )


if __name__ == "__main__":
    print(f"Screens: {len(messages.collected())} messages; {figures(of_screens())}")
    print(f"Documentation: {len(pages())} pages; {figures(of_pages())}")
