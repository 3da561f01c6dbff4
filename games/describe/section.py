"""The values that a game’s page is made of: sections, their sentences and tables. No words of its own."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Table:
    """Figures under their headings."""

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Section:
    """Translated sentences under a heading; ``listed`` are points below, ``after`` sentences below them."""

    key: str
    title: str
    paragraphs: tuple[str, ...]
    listed: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()
