"""The images: what is in them, and that the program runs as it does in one."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from tests.deploy.compose import ROOT, services

DOCKERFILE = (ROOT / "Dockerfile").read_text()
STAGES = re.split(r"^FROM ", DOCKERFILE, flags=re.MULTILINE)[1:]


def stage(name: str) -> str:
    (found,) = (stage for stage in STAGES if stage.splitlines()[0].endswith(f" AS {name}"))
    return found


def test_each_is_made_from_a_whole_version() -> None:
    for one in STAGES:
        assert re.match(r"[\w/]+:\d+\.\d+\.\d+-[\w-]+ AS \w+\n", one), one.splitlines()[0]
    assert stage("packages").split()[0] == stage("headtable").split()[0]


def test_the_stages_are_those_that_compose_builds() -> None:
    built = {service["build"]["target"] for service in services().values() if "build" in service}
    assert built == {"headtable", "proxy"}
    for target in built:
        assert stage(target)


@pytest.mark.parametrize("name", ["headtable", "proxy"])
def test_they_run_as_whom_compose_names(name: str) -> None:
    (user,) = re.findall(r"^USER (\S+)$", stage(name), re.MULTILINE)
    users = {s["user"] for s in services().values() if s.get("build", {}).get("target") == name}
    assert users == {user}


def test_packages_are_those_of_the_lock_by_their_hashes() -> None:
    assert "--require-hashes --only-binary :all: -r /requirements.lock" in stage("packages")
    assert "requirements-dev" not in DOCKERFILE


def test_nothing_secret_comes_into_a_layer() -> None:
    """Only what is named is copied, only that is given to the builder, and no key is made meanwhile."""
    copied = set(re.findall(r"^COPY (?!--from)(\S+)", DOCKERFILE, re.MULTILINE))
    allowed = [line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")]
    assert sorted(copied) == sorted(allowed)
    assert "\n*\n" in (ROOT / ".dockerignore").read_text()
    assert not re.search(r"^(ENV|ARG)\b.*(SECRET|PASSWORD|KEY|DATABASE_URL)", DOCKERFILE, re.MULTILINE)
    assert "SECRET_KEY=none python manage.py collectstatic" in DOCKERFILE


def test_all_that_runs_is_copied() -> None:
    apps = {app for app in settings.INSTALLED_APPS if (ROOT / app).is_dir()}
    assert apps | {"config", "templates", "static"} <= set(
        re.findall(r"^COPY (\S+)", stage("headtable"), re.MULTILINE)
    )


def test_health_and_command_are_those_of_web() -> None:
    web = services()["web"]
    commands = [json.loads(words) for words in re.findall(r"CMD (\[.*\])$", stage("headtable"), re.MULTILINE)]
    assert commands == [web["healthcheck"]["test"][1:], web["command"]]


@pytest.mark.thorough
@pytest.mark.slow
def test_static_files_are_collected_and_nothing_else_is_written(tmp_path: Path) -> None:
    """As the image is built and then run: by a folder that cannot be written to, it is only read."""
    data = tmp_path / "data"
    command = [sys.executable, "-W", "error", "manage.py"]
    inherited = {
        name: value for name, value in os.environ.items() if name not in ("SECRET_KEY", "DATABASE_URL")
    }
    environment = {**inherited, "HEADTABLE_DATA": str(data), "COLLECTED_STATIC": "1"}
    collect = [*command, "collectstatic", "--no-input", "--verbosity", "0"]
    subprocess.run(collect, cwd=ROOT, env={**environment, "SECRET_KEY": "none"}, check=True)
    assert [path.name for path in data.iterdir()] == ["static"]
    (data / "static" / "staticfiles.json").stat()
    given = {"SECRET_KEY": "none", "DATABASE_URL": "postgres://nobody@127.0.0.1:9/none", "BEHIND_TLS": "1"}
    subprocess.run([*command, "check"], cwd=ROOT, env={**environment, **given}, check=True)
    assert [path.name for path in data.iterdir()] == ["static"]
    shutil.rmtree(data)
    subprocess.run([*command, "check"], cwd=ROOT, env={**environment, **given}, check=True)
    assert not data.exists()


@pytest.mark.thorough
@pytest.mark.slow
def test_a_backup_is_written_and_put_back_by_what_was_copied(tmp_path: Path) -> None:
    tree, backups = tmp_path / "headtable", tmp_path / "backups"
    for place in (tree, backups):
        place.mkdir()
    for name in re.findall(r"^COPY (?!--from)(\S+)", stage("headtable"), re.MULTILINE):
        (tree / name).parent.mkdir(exist_ok=True)
        (shutil.copytree if (ROOT / name).is_dir() else shutil.copy)(ROOT / name, tree / name)
    given = {
        "SECRET_KEY": "none",
        "DATABASE_URL": f"sqlite:///{tmp_path / 'hall.sqlite3'}",
        "HEADTABLE_DATA": str(backups),
        "PYTHONDONTWRITEBYTECODE": "1",
    }

    def manage(*words: str) -> None:
        command = [sys.executable, "manage.py", *words]
        subprocess.run(command, cwd=tree, env={**os.environ, **given}, check=True)

    given["DJANGO_SUPERUSER_PASSWORD"] = "no matter"
    manage("migrate", "--verbosity", "0")
    manage("createsuperuser", "--no-input", "--email", "alice@example.org")
    manage("backup", str(backups))
    (file,) = backups.glob("*.zip")
    manage("restore", str(file), "--replace")
    assert list((backups / "backups").glob("*.zip"))
