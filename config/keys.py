"""The secret key that the first run makes, where the environment names none."""

import os
import secrets
import tempfile
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from accounts.file_errors import in_one_line


def key_kept_in(file: Path) -> str:
    """Return the key in the file, and make both if there is none. ImproperlyConfigured if that cannot be."""
    try:
        if not file.exists():
            _make(file)
        key = file.read_text().strip()
    except OSError as error:
        raise ImproperlyConfigured(in_one_line(error, file.parent)) from None
    except ValueError:
        raise ImproperlyConfigured(f"{file} is no text: put the key back, or remove the file.") from None
    if not key:
        raise ImproperlyConfigured(f"{file} is empty: put the key back, or remove the file.")
    return key


def _make(file: Path) -> None:
    """Write a new key under another name, and give it its own name when it is whole and on the disk.

    So a full disk or a power cut leaves no half key, and of two that start at once both read the same.
    """
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        descriptor, written = tempfile.mkstemp(prefix=f".{file.name}-", dir=file.parent)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(file.parent)) from None
    try:
        with os.fdopen(descriptor, "w") as out:
            out.write(secrets.token_urlsafe(50))
            out.flush()
            os.fsync(descriptor)
        _name(written, file)
    finally:
        Path(written).unlink(missing_ok=True)


def _name(written: str, file: Path) -> None:
    """Give what was written its name, unless another process was faster."""
    try:
        os.link(written, file)
    except FileExistsError:
        pass
    except OSError:  # some disks know no links: there the last one counts
        os.replace(written, file)
