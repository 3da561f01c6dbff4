"""Secrets come by the environment, or by a file that it names; and are never shown."""

from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.environment import read_secret
from tests.commands.running import python

VALUE = "nobody-may-read-this"


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file that SECRET_KEY_FILE names."""
    monkeypatch.delenv("SECRET_KEY", raising=False)
    monkeypatch.setenv("SECRET_KEY_FILE", str(path := tmp_path / "secret_key"))
    return path


@pytest.mark.parametrize("given", ["", VALUE])
def test_by_the_environment(monkeypatch, given):
    monkeypatch.delenv("SECRET_KEY_FILE", raising=False)
    monkeypatch.setenv("SECRET_KEY", given)
    assert read_secret("SECRET_KEY") == given
    monkeypatch.setenv("SECRET_KEY_FILE", "")
    assert read_secret("SECRET_KEY") == given


def test_by_a_file(file, monkeypatch):
    file.write_text(f"{VALUE}\n")
    assert read_secret("SECRET_KEY") == VALUE
    monkeypatch.setenv("SECRET_KEY", "")
    assert read_secret("SECRET_KEY") == VALUE


def test_both_are_one_too_many(file, monkeypatch):
    file.write_text("another")
    monkeypatch.setenv("SECRET_KEY", VALUE)
    with pytest.raises(ImproperlyConfigured, match="SECRET_KEY and SECRET_KEY_FILE are both set") as caught:
        read_secret("SECRET_KEY")
    assert VALUE not in str(caught.value)


def test_a_file_that_holds_no_secret(file):
    for why in ("No such file or directory", "Is a directory"):
        with pytest.raises(ImproperlyConfigured, match=f"SECRET_KEY_FILE: {file} cannot be read: {why}"):
            read_secret("SECRET_KEY")
        file.mkdir(exist_ok=True)
    file.rmdir()
    for empty in (b"", b" \n"):
        file.write_bytes(empty)
        with pytest.raises(ImproperlyConfigured, match=f"SECRET_KEY_FILE: {file} is empty"):
            read_secret("SECRET_KEY")
    file.write_bytes(b"\xff\xfe" + VALUE.encode())
    with pytest.raises(ImproperlyConfigured, match=r"cannot be read: it is no text\.$") as caught:
        read_secret("SECRET_KEY")
    assert caught.value.__suppress_context__


SAYS = "from config import settings as s; print(s.DATABASES['default']['NAME'], s.REDIS_URL, s.SECRET_KEY)"


@pytest.mark.slow
def test_all_three_are_read_so_and_nothing_is_made(tmp_path):
    given = {"SECRET_KEY": VALUE, "DATABASE_URL": "postgres://a:b@c/hall", "REDIS_URL": "redis://d"}
    for name, value in given.items():
        (tmp_path / name).write_text(value)
    files = {f"{name}_FILE": str(tmp_path / name) for name in given}
    done = python(tmp_path / "data", "-c", SAYS, **files, BEHIND_TLS="1")
    assert done.stdout.split() == ["hall", "redis://d", VALUE], done.stderr
    assert not (tmp_path / "data").exists()


@pytest.mark.slow
@pytest.mark.parametrize(
    "environment",
    [
        {"SECRET_KEY": VALUE, "SECRET_KEY_FILE": "/dev/null"},
        {"DATABASE_URL": f"postgres://a:{VALUE}@b/c", "DATABASE_URL_FILE": "/dev/null"},
        {"SECRET_KEY": "x", "DATABASE_URL": f"postgres://a:{VALUE}@b:no-port/c"},
        {"SECRET_KEY": "x", "REDIS_URL": f"redis://:{VALUE}@b", "REDIS_URL_FILE": "/nowhere"},
    ],
    ids=["key", "database", "no address", "broker"],
)
def test_what_is_refused_is_refused_at_once_and_not_shown(tmp_path, environment):
    done = python(tmp_path / "data", "-c", SAYS, **environment)
    assert done.returncode
    assert not done.stdout
    assert VALUE not in done.stderr
