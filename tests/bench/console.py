"""The organiser's page and the standings, beside bare standings of the same evening."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from django.urls import reverse

from tests.bench import results, scene
from tests.bench.client import Client
from tests.bench.figures import Row, beside, ms, times
from tests.bench.load import asked, medians
from tests.bench.processes import BARE, BARE_PAGES, Server, uvicorn
from tests.cast import Cast, Night

CONSOLE, STANDINGS, ROUNDS = 3.0, 2.5, 1.2
"""So many times the reference; and so many times the page after few rounds."""


def measure(
    cast: Cast,
    folder: Path,
    *,
    sizes: Sequence[tuple[int, int]] = ((48, 8), (200, 16), (1000, 4), (1000, 24)),
    often: int = 9,
) -> Iterator[Row]:
    group, counts = scene.named("Organiser's page, uvicorn"), set[int]()
    with uvicorn(folder) as ours, uvicorn(folder, BARE_PAGES, **BARE) as bare:
        halls = [_Hall(cast, ours, bare, *results.evenings(cast, *size, many=1)) for size in sizes]
        taken = iter(medians(often, *(ask for hall in halls for ask in hall.asks)))
        first = dict[tuple[int, int], float]()
        for size, hall in zip(sizes, halls, strict=True):
            here = f"{size[0]:,} people, round {size[1]}"
            first[size], again, shown, plain = (next(taken) for _ask in hall.asks)
            yield beside(group, f"after a change, {here}", first[size], plain, CONSOLE)
            yield beside(group, f"again, for another reader, {here}", again, plain, CONSOLE)
            yield beside(group, f"standings after a change, {here}", shown, plain, STANDINGS)
            counts.add(scene.queries(cast, hall.path))
        status = halls[0].again()
    few, many = sizes[-2:]
    ratio = first[many] / first[few]
    yield Row(
        group,
        f"after a change, {many[0]:,} people, round {many[1]} beside round {few[1]}",
        ms(first[many]),
        f"{ms(first[few])}: {times(ratio)}",
        f"within {times(ROUNDS)}",
        ratio <= ROUNDS,
    )
    yield Row(group, "nothing changed: answered by the ETag", status, "", "304", status == "304")
    yield Row(
        group,
        "queries, at " + " and ".join(f"{people:,}" for people in dict(sizes)),
        " and ".join(map(str, sorted(counts))),
        "",
        "the same",
        len(counts) == 1,
    )


class _Hall:
    """One evening, and the pages that are asked for in it."""

    def __init__(self, cast: Cast, ours: Server, bare: Server, night: Night) -> None:
        self.path = reverse("evening", args=[night.evening.pk])
        self.alice, self.plain = scene.signed_in(ours.port, cast.alice), Client(bare.port)
        self.table = reverse("standings", args=[night.evening.pk])
        self.beside = f"/standings/{night.evening.pk}/"
        self.changes = results.deals(self.alice, [night])
        self.asks = (self.after_a_change, self.console, self.standings, self.bare)

    def after_a_change(self) -> float:
        """The whole page, when a result has come."""
        sent = self.alice.send(next(self.changes))
        if sent.status != 302:
            raise RuntimeError(sent.body.decode())
        return self.console()

    def console(self) -> float:
        return asked(self.alice, self.path)

    def standings(self) -> float:
        return asked(self.alice, self.table)

    def bare(self) -> float:
        return asked(self.plain, self.beside)

    def again(self) -> str:
        """The status of the page for a browser that has it."""
        tag = self.alice.get(self.path).header("etag")
        return str(self.alice.get(self.path, **{"if-none-match": tag}).status)
