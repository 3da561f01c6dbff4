"""A backup under a passphrase: nobody reads it without, and it is thinned and restored like any other."""

import sys
from pathlib import Path
from typing import Any

import pytest

from accounts.models import Club
from tests.cast import Cast
from tests.commands.laptops import all_rows, backup, copy, refused, restore
from tournaments.management.backups import backup as backups
from tournaments.management.backups.archive import BEGINS
from tournaments.management.commands import restore as typed

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("shared", "here"),
    pytest.mark.slow,
]
PASSPHRASE = "eleven of hearts"


@pytest.fixture
def encrypted(cast: Cast, tmp_path: Path, settings: Any) -> Path:
    """A folder with one that carries the key. The passphrase is not set any more."""
    settings.BACKUP_PASSPHRASE = PASSPHRASE
    folder = tmp_path / "stick"
    folder.mkdir()
    copy(folder)
    settings.BACKUP_PASSPHRASE = ""
    return folder


@pytest.mark.thorough
def test_it_is_restored_with_the_passphrase_alone(
    encrypted: Path, here: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    (file,) = encrypted.iterdir()
    content, before = file.read_bytes(), all_rows()
    assert content.startswith(b"age-encryption.org/v1\n")
    assert file.stat().st_mode & 0o777 == 0o600
    assert b"headtable-backup" not in content
    refused(file, "is encrypted. Set BACKUP_PASSPHRASE, or run the command in a terminal")
    Club.objects.create(name="Since then")
    settings.BACKUP_PASSPHRASE = "ten of hearts"
    refused(file, "The passphrase is wrong, or the file is incomplete or was changed")
    cut = file.with_name("cut.zip.age")
    cut.write_bytes(content[:100])
    refused(cut, "The passphrase is wrong, or the file is incomplete or was changed")
    settings.BACKUP_PASSPHRASE = ""
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    monkeypatch.setattr(typed, "getpass", lambda _asks: PASSPHRASE)
    assert "Restored in" in restore(file, "--replace")
    assert all_rows() == before


def test_they_are_thinned_and_those_of_others_are_not(
    cast: Cast, tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the passphrase of the older ones: their names tell whose they are."""
    settings.BACKUP_PASSPHRASE = PASSPHRASE
    monkeypatch.setattr(backups, "encrypt", lambda content, _passphrase: BEGINS + content)
    backup(tmp_path, "--keep", "2")
    (file,) = tmp_path.glob("*.age")
    assert backups.FILE_NAME.fullmatch(file.name)
    of_this = file.name[-len("-01234567.zip.age") :]
    file = file.rename(tmp_path / f"headtable-20260301T000000Z{of_this}")
    older = [tmp_path / f"headtable-2026010{day}T000000Z{of_this}" for day in (1, 2)]
    other = tmp_path / f"headtable-20260103T000000Z-{'0' * 8}.zip.age"
    for path in (*older, other):
        path.write_bytes(BEGINS)
    settings.BACKUP_PASSPHRASE = ""
    backup(tmp_path, "--keep", "2")
    left = {path.name for path in tmp_path.iterdir() if path.is_file() and path.suffix in backups.ENDS}
    assert len(left) == 3
    assert left > {file.name, other.name}
