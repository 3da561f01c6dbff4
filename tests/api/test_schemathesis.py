"""The API's description held against a real server by schemathesis, with all checks but one.

A rule's refusal is a right answer to a body that the description allows: that one is left out.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import requests
from django.db import connections

from accounts.account.services import token_create
from accounts.models import Role
from tests.cast import make_cast
from tests.played_seasons import played
from tests.published import publish_all
from tests.server import Site, migrate, serving
from tests.waits import HUNG
from tournaments.models import Evening, League
from tournaments.simulation.rounds import SimulationOrder, simulate

SEED = "7"
REVOKES = "token_revoke"
UNLIMITED = {"DJANGO_SETTINGS_MODULE": "tests.api.unlimited"}


@dataclass(frozen=True)
class Served:
    """A running server, and the token of a club's owner."""

    site: Site
    secret: str

    @property
    def schema(self) -> str:
        return f"{self.site.url}/api/v1/schema/"

    def asks(self) -> requests.Response:
        """A club of the token's owner."""
        shown = {"Authorization": f"Bearer {self.secret}"}
        return requests.get(f"{self.site.url}/api/v1/clubs/1/", headers=shown, timeout=HUNG)

    def described(self) -> Any:
        return requests.get(self.schema, timeout=HUNG).json()


pytestmark = [pytest.mark.slow, pytest.mark.thorough]


@pytest.fixture
def served(tmp_path: Path, django_db_blocker: Any) -> Iterator[Served]:
    """A club with an evening that is played, one that is finished, and a league, all open to everybody."""
    if connections["default"].vendor != "sqlite":
        pytest.skip("it has a database of its own, so it runs once: with SQLite")
    database = tmp_path / "headtable.sqlite3"
    with django_db_blocker.unblock():
        migrate(database)
        with serving(database, **UNLIMITED) as site:
            cast = make_cast()
            simulate(SimulationOrder("On now", 9, 2, open=True), club=cast.club, actor=cast.alice)
            simulate(SimulationOrder("Over", 8, 2, game="clag"), club=cast.club, actor=cast.alice)
            played(cast, ("Ada", "Ben", "Cora"))
            publish_all(Evening.objects.all())
            publish_all(League.objects.all())
            _token, secret = token_create(by=cast.alice, name="schemathesis", role=Role.OWNER, club=None)
            yield Served(site, secret)
            assert not site.failures()


def test_every_answer_is_as_the_description_says(served, tmp_path, capsys):
    """Every field at its bounds and beyond, of rows that there are; then by chance, of any number.

    What revokes tokens comes last: it finds the one that asks.
    """
    near = tmp_path / "near.json"
    near.write_text(json.dumps(_near(served.described())))
    bounds, chance = (
        ("--phases", "examples,coverage"),
        ("--phases", "fuzzing,stateful", "--max-examples", "3"),
    )
    told = [
        _run(served, str(near), tmp_path, *bounds, "--exclude-operation-id", REVOKES),
        _run(served, served.schema, tmp_path, *chance, "--exclude-operation-id", REVOKES),
    ]
    assert served.asks().status_code == 200
    told.append(_run(served, str(near), tmp_path, *bounds, "--include-operation-id", REVOKES))
    done = len(re.findall(r'" 20\d$', served.site.log.read_text(), re.MULTILINE))
    with capsys.disabled():
        print(f"\nschemathesis: {sum(told)} cases, of which {done} were done, and all others refused as told")
    assert sum(told) > 10_000
    assert done > 800


def _run(served: Served, schema: str, folder: Path, *how: str) -> int:
    """Run it; returns how many cases it has sent."""
    ran = subprocess.run(
        [
            *(sys.executable, "-m", "schemathesis.cli", "run", schema, "--url", served.site.url),
            *("--checks", "all", "--exclude-checks", "positive_data_acceptance"),
            *("--header", f"Authorization: Bearer {served.secret}"),
            *("--seed", SEED, "--workers", "2", "--no-shrink", "--warnings", "off", "--no-color"),
            *("--suppress-health-check", "all", "--generation-database", "none"),
            *("--continue-on-failure", *how),
        ],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=2 * HUNG,
        check=False,
    )
    assert ran.returncode == 0, (
        f"{ran.stdout[-20000:]}\n{ran.stderr[-2000:]}\n{served.site.failures()[-5000:]}"
    )
    found = re.search(r"(\d+) generated", ran.stdout)
    assert found, ran.stdout
    return int(found[1])


def _near(schema: Any) -> Any:
    """The description with numbers in addresses at which there is something: there is a first of most."""
    for methods in schema["paths"].values():
        for operation in methods.values():
            for parameter in operation.get("parameters", ()):
                if parameter["in"] == "path" and parameter["schema"]["type"] == "integer":
                    parameter["schema"]["minimum"] = parameter["example"] = 1
    return schema
