"""Lines of an evening's journal, a page of them, and what they speak of."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import Max, QuerySet

from tournaments.journal.selectors.filters import Asked, lines_asked_for
from tournaments.models import Award, Evening, Journal, RoundRow, RoundTable


def load_page(
    evening: Evening, asked: Asked, before: int | None, most: int
) -> tuple[Sequence[Journal], int | None, int | None]:
    """The newest lines that are asked for, or those before line ``before``, with who wrote them.

    And where the older and the newer page begin; 0: with the newest line; None: there is none.
    """
    wanted = lines_asked_for(evening, asked)
    rows = wanted.filter(seq__lt=before) if before else wanted
    lines = list(rows.select_related("actor", "link")[: most + 1])
    older = lines[most - 1].seq if len(lines) > most else None
    return lines[:most], older, _newer(wanted, before, most) if before else None


def _newer(wanted: QuerySet[Journal], before: int, most: int) -> int | None:
    """The place where the next page begins."""
    seqs = list(wanted.filter(seq__gte=before).reverse().values_list("seq", flat=True)[: most + 1])
    return None if not seqs else seqs[most] if len(seqs) > most else 0


def lines_of(evening: Evening, **where: Any) -> list[Journal]:
    """The lines ``where`` this is so, first to last, with who wrote them."""
    rows = Journal.objects.filter(evening=evening, **where).select_related("actor", "link")
    return list(rows.order_by("seq"))


def rounds_opened(evening: Evening) -> list[tuple[int, int]]:
    """Each line that opened a later round, undone ones too, and the number of the round."""
    rows = RoundRow.objects.filter(evening=evening, number__gt=1)
    return list(rows.values_list("journal__seq", "number"))


def last_table(evening: Evening) -> int:
    """The highest table that there was in the evening."""
    return RoundTable.objects.filter(round__evening=evening).aggregate(last=Max("position"))["last"] or 0


class Given(NamedTuple):
    """A prize that went from some to others when the result was written anew."""

    prize: str
    was: tuple[int, ...]
    now: tuple[int, ...]


def prizes_moved(evening: Evening) -> Mapping[int, Sequence[Given]]:
    """Prizes that the hall knows and that changed hands when a line wrote the result anew, in one query."""
    winners: dict[int, dict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
    wrote: dict[int, int] = {}
    known: dict[int, set[str]] = defaultdict(set)
    awards = Award.objects.filter(result__evening=evening).order_by("rank")
    for version, line, prize, revealed, entry, void in awards.values_list(
        "result__version", "result__journal", "prize", "revealed", "winners", "winners__void"
    ):
        wrote[version] = line
        winners[version][prize] |= {entry} if entry and not (void and void <= line) else set()
        if revealed:
            known[version].add(prize)
    return {
        line: [
            Given(prize, tuple(sorted(winners[version - 1][prize])), tuple(sorted(now)))
            for prize, now in winners[version].items()
            if prize in known[max(wrote)] and winners[version - 1][prize] != now
        ]
        for version, line in wrote.items()
        if version > 1
    }
