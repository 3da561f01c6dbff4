"""Memory of processes, and evenings of 12 rounds one after another over which it is measured."""

import re
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

from django.urls import reverse

from tests.bench import scene
from tests.bench.client import Client
from tests.cast import Cast, Night
from tournaments.bell.services.bell import moves_apply

MIB = 1 << 20
ROUNDS, PLAYERS = 12, 26


def resident(pid: int, name: str = "Rss") -> float:
    """MiB that are in memory; with ``Pss`` those that are shared count by each one's part (Linux)."""
    rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
    return int(re.findall(rf"^{name}:\s+(\d+)", rollup, re.MULTILINE)[0]) * 1024 / MIB


def family(pid: int) -> dict[int, str]:
    """The process and all that descend from it, by what each was started with (Linux)."""
    parents = {int(one.name): _parent(one) for one in Path("/proc").iterdir() if one.name.isdecimal()}
    found = [pid]
    for one in found:
        found += [child for child, parent in parents.items() if parent == one]
    return {one: Path(f"/proc/{one}/cmdline").read_text().replace("\0", " ").strip() for one in found}


def _parent(process: Path) -> int:
    try:
        return int((process / "stat").read_text().rsplit(")", 1)[1].split()[1])
    except OSError:  # it has ended meanwhile
        return 0


def evenings(cast: Cast, port: int) -> Iterator[Night]:
    """Evenings of ROUNDS rounds one after another, as a hall asks the server for them."""
    sam, alice, phone = scene.signed_in(port, cast.sam), scene.signed_in(port, cast.alice), Client(port)
    while True:
        night = scene.playing(cast, PLAYERS)
        for _round in range(ROUNDS):
            _round_by_pages(night, sam, alice, phone)
            night.decide()
            if _round < ROUNDS - 1:
                moves_apply(night.by, round=night.round)
        night.finish()
        _look(night, alice, phone)
        yield night


def _round_by_pages(night: Night, sam: Client, alice: Client, phone: Client) -> None:
    for table in night.tables:
        path = reverse("deal", args=[night.evening.pk, night.round, table, 1])
        players = night.table(table)
        form: dict[str, object] = {f"counters-{entry}": 1 for entry in players}
        form |= {"winners": players[0], "in_call": players[1], "tally": "stakes", "request_key": uuid4()}
        sam.get(path)
        answer = sam.send(sam.form(path, form))
        assert answer.status == 302, answer.body.decode()
        _look(night, alice, phone)


def _look(night: Night, alice: Client, phone: Client) -> None:
    code = night.evening.join_code
    pages = [reverse("find-me", args=[code]), reverse("hall", args=[code])]
    pages += [reverse("player", args=[code, entry]) for entry in night.table(night.tables[0])]
    for path in pages:
        assert phone.get(path).status == 200, path
    assert alice.get(reverse("evening", args=[night.evening.pk])).status == 200
