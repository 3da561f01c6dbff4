"""docker-compose.yml: what every service has, and that nothing in it has come apart from the program."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from tests.deploy.compose import ASKED, FILE, ROOT, VARIABLE, compose, services
from tournaments.management.address import EVERYWHERE
from tournaments.management.commands import up
from tournaments.management.processes.broker import SETTINGS

DOCUMENT = compose()
SERVICES: dict[str, dict[str, Any]] = DOCUMENT["services"]
ONCE = {"migrate", "manage"}
"""They do something, and end."""
OURS = {*ONCE, "web", "live", "worker", "beat"}
every = pytest.mark.parametrize("name", SERVICES)


def test_all_are_there() -> None:
    assert set(SERVICES) == OURS | {"caddy", "postgres", "valkey"}


def test_postgresql_runs_as_it_comes() -> None:
    """So a commit waits for the disk: `fsync` and `synchronous_commit` are on."""
    assert not {"command", "entrypoint"} & SERVICES["postgres"].keys()
    assert not {"PGOPTIONS", "POSTGRES_INITDB_ARGS"} & SERVICES["postgres"]["environment"].keys()


def client() -> list[str] | None:
    """Docker's own client with its plugin, or the one before it."""
    if (
        shutil.which("docker")
        and not subprocess.run(["docker", "compose", "version"], capture_output=True).returncode
    ):
        return ["docker", "compose"]
    return ["docker-compose"] if shutil.which("docker-compose") else None


@pytest.mark.slow
@pytest.mark.skipif(client() is None, reason="there is no client of Docker Compose on PATH")
@pytest.mark.parametrize("missing", ["", *ASKED])
def test_the_client_reads_it(tmp_path: Path, missing: str) -> None:
    said = [line for line in example().splitlines() if not missing or not line.startswith(f"{missing}=")]
    (tmp_path / "env").write_text("\n".join(said))
    command = [
        *(client() or []),
        "--env-file",
        str(tmp_path / "env"),
        "--file",
        str(FILE),
        "config",
        "--quiet",
    ]
    environment = {name: value for name, value in os.environ.items() if name not in ASKED}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert (done.returncode != 0) is bool(missing), done.stderr
    assert missing in done.stderr


@every
def test_nobody_is_root_or_may_become_it(name: str) -> None:
    service = SERVICES[name]
    assert service["user"].partition(":")[0] not in ("", "0", "root")
    assert service["cap_drop"] == ["ALL"]
    assert service.get("cap_add", []) == (["NET_BIND_SERVICE"] if name == "caddy" else [])
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["read_only"] is True
    assert "privileged" not in service


@every
def test_each_is_looked_after_started_again_and_stopped_in_time_and_logs_so_much(name: str) -> None:
    service = SERVICES[name]
    health = service["healthcheck"]
    assert health == {"disable": True} if name in ONCE else health["test"][0] == "CMD"

    assert service["restart"] == ("no" if name in ONCE else "unless-stopped")
    assert int(service["stop_grace_period"].removesuffix("s")) > 3
    assert set(service["logging"]["options"]) == {"max-size", "max-file"}
    # A live gives 4000 of them to streams, and the proxy needs two for each stream of all.
    assert service["ulimits"] == {"nofile": {"soft": 65536, "hard": 65536}}


@every
def test_images_are_pinned_by_their_whole_version(name: str) -> None:
    """Ours are built from this tree, and what they are built from is pinned there."""
    service = SERVICES[name]
    assert "build" in service or re.search(r":\d+\.\d+(\.\d+)?-\w+$", service["image"])


def test_what_waits_for_what() -> None:
    waits = {name: service.get("depends_on", {}) for name, service in SERVICES.items()}
    for name in OURS - {"migrate"}:
        assert waits[name]["migrate"] == {"condition": "service_completed_successfully"}
    assert waits["migrate"] == {"postgres": {"condition": "service_healthy"}}
    assert waits["caddy"] == {name: {"condition": "service_healthy"} for name in ("web", "live")}


def test_only_the_proxy_can_be_reached() -> None:
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["caddy"]
    open_networks = {name for name, network in DOCUMENT["networks"].items() if not network.get("internal")}
    assert open_networks == {"outside", "mail"}
    assert [name for name in SERVICES if "mail" in SERVICES[name]["networks"]] == ["web"]
    assert [name for name in SERVICES if "outside" in SERVICES[name]["networks"]] == ["caddy"]
    assert [name for name in SERVICES if "front" in SERVICES[name]["networks"]] == ["web", "live", "caddy"]
    assert "back" not in SERVICES["caddy"]["networks"]


def test_web_and_live_can_be_many() -> None:
    for name in ("web", "live", "worker"):
        assert not {"container_name", "ports", "volumes", "hostname"} & SERVICES[name].keys()


def test_secrets_are_files_and_nowhere_else() -> None:
    text = FILE.read_text()
    assert set(DOCUMENT["secrets"]) == {"secret_key", "postgres_password", "database_url", "email_password"}
    for name, secret in DOCUMENT["secrets"].items():
        assert secret == {"file": f"./secrets/{name}"}
    said = re.findall(r"^\s*(\w*(?:PASSWORD|SECRET|KEY|DATABASE_URL)\w*): (.*)$", text, re.MULTILINE)
    assert said
    for name, value in said:
        assert name.endswith("_FILE"), name
        assert value.startswith("/run/secrets/")
    assert "/secrets/\n" in (ROOT / ".gitignore").read_text()
    assert [name for name in SERVICES if SERVICES[name].get("secrets")] == [
        *("migrate", "manage", "web", "live", "worker", "beat", "postgres")
    ]


@pytest.mark.slow
def test_secrets_are_made_once(tmp_path: Path) -> None:
    script = tmp_path / "deploy" / "secrets.sh"
    script.parent.mkdir()
    shutil.copy(ROOT / "deploy" / "secrets.sh", script)
    folder = tmp_path / "secrets"
    made: list[dict[str, str]] = []
    for _ in range(2):
        subprocess.run([script], check=True)
        made.append({path.name: path.read_text() for path in folder.iterdir()})
    assert made[0] == made[1]
    assert set(made[0]) == set(DOCUMENT["secrets"])
    assert (
        made[0]["database_url"] == f"postgres://headtable:{made[0]['postgres_password']}@postgres/headtable"
    )
    assert len({*made[0].values()}) == 4
    assert min(len(made[0][name]) for name in ("secret_key", "postgres_password")) >= 50
    assert folder.stat().st_mode & 0o777 == 0o700
    assert all(path.stat().st_mode & 0o777 == 0o644 for path in folder.iterdir())


def test_worker_beat_and_live_run_as_on_the_laptop() -> None:
    assert watched("worker")[1] == ["python", *up.WORKER[1:]]
    assert watched("beat")[1] == ["python", *up.BEAT[1:]]
    assert watched("live")[1] == [*up._make_web_command(EVERYWHERE, 8000)[2:]]


def watched(name: str) -> tuple[list[str], list[str]]:
    """How a service of ours is watched, and what is run."""
    python, m, module, *command = SERVICES[name]["command"]
    assert [python, m, module] == ["python", "-m", "tournaments.management.processes.watch"]
    at = command.index("--")
    return command[:at], command[at + 1 :]


def test_what_does_not_answer_is_ended_in_each_container() -> None:
    """But in that of the database: its crash recovery may take minutes, and nobody else asks it then."""
    assert watched("web")[0] == watched("live")[0] == ["--page", "8000"]
    for name, works, patience in (
        ("worker", settings.WORKER_WORKS, up.PATIENCE_WITH_WORKER),
        ("beat", settings.BEAT_WORKS, up.PATIENCE_WITH_BEAT),
    ):
        assert watched(name)[0] == ["--file", works.name, "--patience", f"{patience:g}"]
    for name in ("caddy", "valkey"):
        assert SERVICES[name]["command"][:3] == ["sh", "/watch.sh", "3"]
        assert "./deploy/watch.sh:/watch.sh:ro" in SERVICES[name]["volumes"]


def test_the_broker_keeps_to_the_same_limits() -> None:
    command = SERVICES["valkey"]["command"]
    flags = command[command.index("valkey-server") + 1 :]
    said = {flag.removeprefix("--"): value for flag, value in zip(flags[::2], flags[1::2], strict=True)}
    assert said.items() <= SETTINGS.items()


def listed() -> set[str]:
    """The variables that the operator's guide knows."""
    return set(re.findall(r"^\| `(\w+)` \|", (ROOT / "docs" / "operator.md").read_text(), re.MULTILINE))


def example() -> str:
    return (ROOT / ".env.example").read_text()


@pytest.mark.parametrize("name", sorted(OURS))
def test_every_variable_is_known(name: str) -> None:
    assert set(SERVICES[name]["environment"]) <= listed()


def test_the_example_names_every_variable_and_no_other() -> None:
    asked = {match["name"] for match in VARIABLE.finditer(FILE.read_text())}
    named = set(re.findall(r"^#?([A-Z_]+)=", example(), re.MULTILINE))
    assert named == asked


def test_the_example_says_the_defaults() -> None:
    commented = dict(re.findall(r"^#([A-Z_]+)=(.*)$", example(), re.MULTILINE))
    assert services(ASKED) == services({**ASKED, **commented})


def test_without_an_address_it_does_not_start() -> None:
    for name in ASKED:
        with pytest.raises(KeyError, match=name):
            services({other: value for other, value in ASKED.items() if other != name})


def test_it_holds_nothing_that_differs_from_json() -> None:
    """No dates, no numbers where words are meant: the same for every reader of YAML."""
    json.dumps(DOCUMENT)
