"""The key that the first run makes: whole, private, the same for all who start at once."""

import os
import re
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.environment import load_key
from tests.commands.refused import full_disk, open_folder, without_root


def test_it_is_made_once_and_private(tmp_path):
    file = tmp_path / "new" / "secret.key"
    assert len(load_key(file)) > 50
    assert load_key(file) == file.read_text()
    assert file.stat().st_mode & 0o777 == 0o600
    assert file.parent.stat().st_mode & 0o777 == 0o700
    assert os.listdir(file.parent) == ["secret.key"]


def test_all_who_start_at_once_have_the_same(tmp_path):
    many = 16
    together = Barrier(many)

    def start(_number):
        together.wait()
        return load_key(tmp_path / "secret.key")

    with ThreadPoolExecutor(many) as pool:
        assert set(pool.map(start, range(many))) == {(tmp_path / "secret.key").read_text()}
    assert os.listdir(tmp_path) == ["secret.key"]


def test_a_disk_without_links(tmp_path, monkeypatch):
    def link(*_names):
        raise PermissionError("Operation not permitted")

    monkeypatch.setattr(os, "link", link)
    assert load_key(tmp_path / "secret.key") == (tmp_path / "secret.key").read_text()
    assert os.listdir(tmp_path) == ["secret.key"]


def refused(file):
    """Return what is said, in one line, of a key that cannot be had."""
    with pytest.raises(ImproperlyConfigured) as caught:
        load_key(file)
    said = str(caught.value)
    assert "\n" not in said
    return said


def test_a_full_disk_leaves_no_half_key(tmp_path):
    with full_disk(10):
        said = refused(tmp_path / "secret.key")
    assert said == (
        f"{tmp_path} cannot be used: File too large. Free space on its disk, "
        "or set HEADTABLE_DATA to another folder."
    )
    assert not os.listdir(tmp_path)


def test_a_folder_that_cannot_be_written_or_made():
    with open_folder() as folder:
        folder.chmod(0o555)
        with without_root():
            for place in (folder, folder / "new"):
                assert refused(place / "secret.key") == (
                    f"{place} cannot be used: Permission denied. Give the user who starts Headtable write "
                    "access there, or set HEADTABLE_DATA to another folder."
                )


def test_a_key_that_cannot_be_read():
    with open_folder() as folder:
        (file := folder / "secret.key").touch(0o000)
        with without_root():
            assert refused(file).startswith(f"{file} cannot be used: Permission denied.")


def test_a_file_where_a_folder_should_be(tmp_path):
    (tmp_path / "data").touch()
    assert refused(tmp_path / "data" / "secret.key") == (
        f"{tmp_path}/data cannot be used: File exists. Move away what is in its place, "
        "or set HEADTABLE_DATA to another folder."
    )
    assert "data/more cannot be used: Not a directory." in refused(tmp_path / "data" / "more" / "secret.key")


def test_a_folder_where_the_key_should_be(tmp_path):
    assert refused(tmp_path).startswith(f"{tmp_path} cannot be used: Is a directory. Move away")


@pytest.mark.parametrize(("content", "why"), [(b" \n", "is empty"), (b"\xff", "is no text")])
def test_a_file_without_a_key(tmp_path, content, why):
    """It is not made anew: somebody may have the right one in a backup."""
    (file := tmp_path / "secret.key").write_bytes(content)
    assert re.fullmatch(f"{file} {why}: put the key back, or remove the file.", refused(file))
    assert file.read_bytes() == content
