"""The words that a page says, to see that it speaks of what is played and of nothing else."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.cast import Night
from tests.web.html import Page
from tournaments.core.record import Pool

MEMBERS = (
    "evening",
    "people",
    "person",
    "deals",
    "standings",
    "prizes",
    "ledger",
    "evening-settings",
    "bell-undo",
)
MANAGING = ("table-add", "table-close", "tables-level", "moves-replay", "check-in")
OPEN = ("hall", "player", "find-me")


def words(answer: Any) -> str:
    """What the page's main part says."""
    return next(Page(answer.content.decode()).root.all("main")).words


def every_page(client: Client, night: Night) -> Iterator[tuple[str, str]]:
    """What every page of the evening says just now, by its name; those that are not there are left out."""
    facts = night.facts
    entry = {"entry": facts.entries[0].id if facts.entries else 0}
    last = {"table": max((seat.position for seat in facts.seats), default=1)}
    of = {"person": entry, "player": entry, "table-close": last}
    for name in (*MEMBERS, *MANAGING, *OPEN):
        answer = get(client, night, name, **of.get(name, {}))
        if answer.status_code == 200:
            yield name, words(answer)


def said(text: str, *patterns: str) -> list[str]:
    """Which of the words are said, each with what stands around it."""
    hits = re.finditer(rf"\b(?:{'|'.join(patterns)})\b", text, re.IGNORECASE)
    return [text[max(hit.start() - 30, 0) : hit.end() + 30] for hit in hits]


def get(client: Client, night: Night, name: str = "evening", **of: object) -> Any:
    evening = night.evening
    where = {"code": evening.join_code} if name in OPEN else {"pk": evening.pk}
    return client.get(reverse(name, kwargs=where | of))


def main(client: Client, night: Night, name: str = "evening", **of: object) -> str:
    return words(get(client, night, name, **of))


def points_of(pools: Iterable[Pool]) -> dict[int, int]:
    """Everybody's points of these deals."""
    points: Counter[int] = Counter()
    for line in (line for pool in pools for line in pool.lines):
        points[line.entry] += line.score or 0
    return dict(points)


def queries_of(client: Client, night: Night) -> dict[str, int]:
    """How many queries the evening's pages need, one person's among them."""
    entry, counts = {"entry": night.table(1)[0]}, {}
    for name in ("evening", "people", "deals", "standings", "prizes", "hall", "person", "player"):
        of = entry if name in ("person", "player") else {}
        get(client, night, name, **of)
        with CaptureQueriesContext(connection) as queries:
            assert get(client, night, name, **of).status_code == 200
        counts[name] = len(queries)
    return counts


def queries(ask: Callable[..., object], *of: Any, **more: Any) -> int:
    with CaptureQueriesContext(connection) as taken:
        ask(*of, **more)
    return len(taken)
