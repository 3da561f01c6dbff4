"""The tests and docker-compose.yml have the same major version of PostgreSQL."""

from pathlib import Path

import pytest
from django.db import connection

from tests import database


@pytest.mark.postgresql
@pytest.mark.skipif(connection.vendor != "postgresql", reason="this run has another database")
@pytest.mark.django_db
def test_the_server_is_of_the_version_that_compose_runs() -> None:
    assert connection.cursor().connection.info.server_version // 10000 == int(database.MAJOR)


@pytest.fixture
def on_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that is all of PATH, with an initdb."""
    (tmp_path / "initdb").touch(mode=0o700)
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("version", [f"{database.MAJOR}.1 (Debian)", f"{database.MAJOR}beta2"])
def test_binaries_on_path_of_that_version_are_taken(version: str, on_path: Path, tmp_path: Path) -> None:
    postgres(on_path, version)
    assert database.binaries(tmp_path) == on_path


@pytest.mark.parametrize("version", [f"{int(database.MAJOR) - 1}.10", "9.6.24", f"{database.MAJOR}1.0"])
def test_binaries_of_another_version_are_left_alone(
    version: str, on_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    postgres(on_path, version)
    monkeypatch.setattr("os.geteuid", lambda: 1000)  # root would copy the wheel's files
    found = database.binaries(tmp_path)
    assert found != on_path
    assert database.major(found / "postgres") == database.MAJOR


def postgres(folder: Path, version: str) -> None:
    path = folder / "postgres"
    path.write_text(f"#!/bin/sh\necho 'postgres (PostgreSQL) {version}'\n")
    path.chmod(0o700)
