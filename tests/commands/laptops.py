"""Another laptop: a data folder with a key and a database of its own, for what a backup carries there."""

import json
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.test import override_settings

from tournaments.management.backups.archive import APPS, FORMAT, MANIFEST, begin_backup
from tournaments.management.backups.restore import OURS, open_database
from tournaments.models import Evening
from tournaments.transfer.presenters.evening import export_evening

KEY = "the key of the first laptop"


def data(folder: Path, key: str) -> override_settings:
    """What a laptop's settings say: its folder, and in it its key."""
    folder.mkdir(exist_ok=True)
    file = folder / "secret.key"
    if not file.exists():
        file.write_text(key)
    return override_settings(
        DATA_DIR=folder, RUN_DIR=folder / "run", KEY_FILE=file, SECRET_KEY=file.read_text()
    )


@contextmanager
def laptop(folder: Path) -> Iterator[Path]:
    """Django is meanwhile on that laptop, as its files have it: at first an empty database, and a key."""
    with data(folder, f"the key of {folder.name}"), open_database(OURS, folder / "headtable.sqlite3"):
        yield folder


def backup(to: Path, *more: Any) -> Path:
    """Take a backup, as it is typed; the file."""
    call_command("backup", str(to), *more, stdout=StringIO())
    return to


def copy(to: Path) -> Path:
    """Take a backup that is to go on on another laptop."""
    return backup(to, "--with-key")


def restore(file: Path, *more: Any) -> str:
    """Restore it, as it is typed; what is said."""
    out = StringIO()
    call_command("restore", str(file), *more, stdout=out)
    return out.getvalue()


def all_rows() -> dict[str, list[tuple[object, ...]]]:
    """Every row that a backup carries, in values that are the same in any database."""
    models = (
        model for app in APPS for model in apps.get_app_config(app).get_models(include_auto_created=True)
    )
    return {model._meta.label: list(model._base_manager.order_by("pk").values_list()) for model in models}


def exports() -> dict[int, str]:
    """Every evening, as the command exports it."""
    return {
        evening.pk: json.dumps(export_evening(evening), ensure_ascii=False, indent=1)
        for evening in Evening.objects.select_related("club").order_by("pk")
    }


def refused(file: Path, says: str, *, replace: bool = True) -> str:
    """It is refused in these words, and everything is as it was."""
    before, there = all_rows(), places(file.parent)
    with pytest.raises(CommandError, match=says) as caught:
        restore(file, *(["--replace"] if replace else []))
    assert all_rows() == before
    assert places(file.parent) == there
    return str(caught.value)


def places(folder: Path) -> dict[str, bytes]:
    """The files that there are, with what is in them, but for what the database and `up` keep."""
    return {
        str(path): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and "sqlite3" not in path.name and path.parent.name != "run"
    }


def members(file: Path) -> dict[str, bytes]:
    """What is in a backup, by name."""
    with zipfile.ZipFile(file) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def forged(file: Path, to: Path, change: Callable[[dict[str, bytes]], object]) -> Path:
    """Another backup with a good seal, whose members were changed."""
    found = members(file)
    change(found)
    with to.open("w+b") as out, begin_backup(out) as backup:
        for name, content in found.items():
            if name != FORMAT:
                backup.members.writestr(name, content)
    return to


def saying(**said: Any) -> Callable[[dict[str, bytes]], None]:
    """A change: the manifest says something else."""

    def change(found: dict[str, bytes]) -> None:
        found[MANIFEST] = json.dumps({**json.loads(found[MANIFEST]), **said}).encode()

    return change
