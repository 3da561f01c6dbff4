"""A backup under a passphrase: a file as the program ``age`` writes and reads them.

The whole file is in memory meanwhile, and 256 MB more, which make each guess at the passphrase slow.
"""

import io
from pathlib import Path
from typing import IO

import pyrage
from django.core.management.base import CommandError

BEGINS = b"age-encryption.org/v1\n"


def encrypt(content: bytes, passphrase: str) -> bytes:
    written: bytes = pyrage.passphrase.encrypt(content, passphrase)
    return written


def is_encrypted(file: IO[bytes]) -> bool:
    file.seek(0)
    return file.read(len(BEGINS)) == BEGINS


def decrypted(path: Path, file: IO[bytes], passphrase: str) -> IO[bytes]:
    """What is in the file. CommandError if that is not the passphrase, or the file is damaged."""
    if not passphrase:
        raise CommandError(
            f"{path} is encrypted. Set BACKUP_PASSPHRASE, or run the command in a terminal, which asks "
            "for the passphrase. Nothing was changed."
        )
    file.seek(0)
    try:
        return io.BytesIO(pyrage.passphrase.decrypt(file.read(), passphrase))
    except pyrage.DecryptError as error:
        raise CommandError(
            f"{path} cannot be decrypted. The passphrase is wrong, or the file is incomplete or was "
            "changed. Nothing was changed."
        ) from error
