"""A power cut: what a disk holds of SQLite's files if only what was synced has reached it.

SQLite reaches its files by a table of functions, its VFS. ``recording`` puts a VFS before the default one of
the library that Python uses. It notes each write, truncation, sync and deletion, and passes it on. From
these notes ``after`` makes the files as a power cut leaves them at any moment: nothing that was not synced is
there, or a random part of it, in sectors of 512 bytes. Neither root nor a compiler is needed.
"""

import _sqlite3
import ctypes
import os
import stat
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_int, c_int64, c_void_p, cast
from dataclasses import dataclass, field
from enum import Enum, auto
from pathlib import Path
from random import Random
from typing import Any

SECTOR = 512
OK = 0
DELETE_ON_CLOSE = 0x8
NAMED_BY_SYNC = 0x800 | 0x4000 | 0x80000
"""Journals and write-ahead logs: with their first sync SQLite syncs their folder too."""

# A name is an address here, for SQLite keeps it, and what Python makes of it would be gone.
OPEN = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, c_void_p)
DELETE = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int)
CLOSE = CFUNCTYPE(c_int, c_void_p)
WRITE = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
TRUNCATE = CFUNCTYPE(c_int, c_void_p, c_int64)
SYNC = CFUNCTYPE(c_int, c_void_p, c_int)


class _VFS(Structure):
    """``sqlite3_vfs``: functions that are not replaced stay as they are."""

    _fields_ = [
        ("version", c_int),
        ("file_size", c_int),
        ("longest_path", c_int),
        ("next", c_void_p),
        ("name", c_char_p),
        ("own", c_void_p),
        ("open", c_void_p),
        ("delete", c_void_p),
        ("others", c_void_p * 14),
    ]


class _Methods(Structure):
    """``sqlite3_io_methods``."""

    _fields_ = [
        ("version", c_int),
        ("close", c_void_p),
        ("read", c_void_p),
        ("write", c_void_p),
        ("truncate", c_void_p),
        ("sync", c_void_p),
        ("others", c_void_p * 13),
    ]


class Did(Enum):
    """What was done to a file, or that somebody was answered."""

    OPENED = auto()
    WROTE = auto()
    TRUNCATED = auto()
    SYNCED = auto()
    FOLDER_SYNCED = auto()
    DELETED = auto()
    ANSWERED = auto()


@dataclass(frozen=True)
class Event:
    """One note. ``at``: the offset, or the new size."""

    did: Did
    file: int = 0
    name: str = ""
    at: int = 0
    data: bytes = b""


@dataclass
class File:
    """A file as it is on the disk, and what was done to it since its last sync."""

    name: str
    synced: bytearray
    since: list[Event] = field(default_factory=list)

    def sync(self) -> None:
        for event in self.since:
            _do(self.synced, event)
        self.since.clear()

    def left(self, chance: Random | None) -> bytes:
        """What a power cut leaves: what was synced, and by chance some sectors of the rest."""
        content = bytearray(self.synced)
        for event in self.since if chance else ():
            assert chance is not None
            for piece in _pieces(event):
                if chance.random() < 0.5:
                    _do(content, piece)
        return bytes(content)


class Disk:
    """The notes of all that was done in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self.events: list[Event] = []
        self.lock = threading.RLock()
        self._open: dict[int, tuple[int, int]] = {}
        self._files: dict[str, int] = {}
        self._numbered = 0
        for path in sorted(self.folder.glob("*.sqlite3")):
            self._first_seen(str(path))
            self.note(Event(Did.FOLDER_SYNCED))

    def answered(self, what: str) -> None:
        self.note(Event(Did.ANSWERED, name=what))

    def note(self, event: Event) -> None:
        with self.lock:
            self.events.append(event)

    def opened(self, address: int, name: str, flags: int) -> None:
        """Files of other folders are not noted."""
        with self.lock:
            if Path(name).parent != self.folder:
                return
            number = self._files.get(name) or self._first_seen(name)
            self._open[address] = number, flags

    def closed(self, address: int) -> None:
        self._open.pop(address, None)

    def wrote(self, address: int, at: int, data: bytes) -> None:
        if address in self._open:
            self.note(Event(Did.WROTE, self._open[address][0], at=at, data=data))

    def truncated(self, address: int, size: int) -> None:
        if address in self._open:
            self.note(Event(Did.TRUNCATED, self._open[address][0], at=size))

    def synced(self, address: int) -> None:
        if address in self._open:
            number, flags = self._open[address]
            self.note(Event(Did.SYNCED, number))
            if flags & NAMED_BY_SYNC:
                self.note(Event(Did.FOLDER_SYNCED))

    def deleted(self, name: str, *, named: bool) -> None:
        with self.lock:
            if name not in self._files:
                return
            self.note(Event(Did.DELETED, self._files.pop(name), name))
            if named:
                self.note(Event(Did.FOLDER_SYNCED))

    def fsync(self, descriptor: int) -> None:
        """Python synced a file, or a folder."""
        found = os.fstat(descriptor)
        if stat.S_ISDIR(found.st_mode):
            if os.path.samestat(found, self.folder.stat()):
                self.note(Event(Did.FOLDER_SYNCED))
            return
        for name, number in list(self._files.items()):
            if os.path.exists(name) and os.path.samestat(found, os.stat(name)):
                self.note(Event(Did.SYNCED, number))

    def _first_seen(self, name: str) -> int:
        self._numbered += 1
        self._files[name] = self._numbered
        content = Path(name).read_bytes() if os.path.exists(name) else b""
        self.events.append(Event(Did.OPENED, self._numbered, name, data=content))
        return self._numbered

    def after(self, into: Path, seed: int | None = None) -> Iterator[list[str]]:
        """Cut the power after each answer: all that was answered until then; the files are in the folder.

        With a seed, a random part of what was not synced is there too.
        """
        into.mkdir()
        files: dict[int, File] = {}
        names: dict[str, int] = {}
        on_disk: dict[str, int] = {}
        answered: list[str] = []
        chance = None if seed is None else Random(seed)
        for event in self.events:
            if event.did is Did.OPENED:
                files[event.file] = File(event.name, bytearray(event.data))
                names[event.name] = event.file
            elif event.did is Did.DELETED:
                names.pop(event.name, None)
            elif event.did is Did.FOLDER_SYNCED:
                on_disk = dict(names)
            elif event.did is Did.SYNCED:
                files[event.file].sync()
            elif event.did is Did.ANSWERED:
                answered.append(event.name)
                _write(into, {name: files[number].left(chance) for name, number in on_disk.items()})
                yield answered
            else:
                files[event.file].since.append(event)


def _write(into: Path, contents: dict[str, bytes]) -> None:
    for path in into.iterdir():
        path.unlink()
    for name, content in contents.items():
        (into / Path(name).name).write_bytes(content)


def _pieces(event: Event) -> Iterator[Event]:
    """A write as the disk does it: each sector by itself."""
    if event.did is Did.TRUNCATED:
        yield event
    for at in range(0, len(event.data), SECTOR):
        yield Event(event.did, event.file, at=event.at + at, data=event.data[at : at + SECTOR])


def _do(content: bytearray, event: Event) -> None:
    if event.did is Did.TRUNCATED:
        del content[event.at :]
        return
    end = event.at + len(event.data)
    content.extend(b"\0" * (end - len(content)))
    content[event.at : end] = event.data


def library() -> Any:
    """SQLite as this Python uses it. AttributeError if it is built in and its functions are hidden."""
    found = ctypes.CDLL(getattr(_sqlite3, "__file__", None))
    found.sqlite3_vfs_find.restype = POINTER(_VFS)
    found.sqlite3_vfs_find.argtypes = [c_char_p]
    found.sqlite3_vfs_register.argtypes = [POINTER(_VFS), c_int]
    found.sqlite3_vfs_unregister.argtypes = [POINTER(_VFS)]
    return found


def _text(name: int) -> str:
    return os.fsdecode(ctypes.string_at(name))


def reachable() -> bool:
    try:
        return bool(library().sqlite3_vfs_find)
    except AttributeError:
        return False


_KEPT: "list[_Recorder]" = []
"""Their functions must live as long as the last connection that was opened by them."""


@contextmanager
def recording(folder: Path) -> Iterator[Disk]:
    """Every connection that is opened meanwhile is noted. All must be closed at the end."""
    sqlite, disk = library(), Disk(folder)
    before = sqlite.sqlite3_vfs_find(None)
    _KEPT.append(recorder := _Recorder(disk, before))
    whole = os.fsync

    def fsync(descriptor: int) -> None:
        whole(descriptor)
        disk.fsync(descriptor)

    assert sqlite.sqlite3_vfs_register(recorder.vfs, 1) == OK
    os.fsync = fsync  # type: ignore[assignment]
    try:
        yield disk
    finally:
        os.fsync = whole
        sqlite.sqlite3_vfs_unregister(recorder.vfs)
        sqlite.sqlite3_vfs_register(before, 1)


class _Recorder:
    """A VFS that notes what is done, and has the default one do it."""

    def __init__(self, disk: Disk, base: Any) -> None:
        self.disk, self.base = disk, base
        self.vfs = _VFS()
        ctypes.pointer(self.vfs)[0] = base[0]
        self.vfs.name, self.vfs.next = b"power", None
        self._open, self._delete = OPEN(self.vfs.open), DELETE(self.vfs.delete)
        self._kept: list[Any] = [OPEN(self.open), DELETE(self.delete)]
        self.vfs.open, self.vfs.delete = (cast(one, c_void_p) for one in self._kept)
        self._methods: dict[int, _Methods] = {}

    def open(self, _vfs: int, name: int | None, file: int, flags: int, out: int | None) -> int:
        with self.disk.lock:
            answer: int = self._open(cast(self.base, c_void_p), name, file, flags, out)
            if answer == OK and name and not flags & DELETE_ON_CLOSE:
                self.disk.opened(file, _text(name), flags)
                methods = cast(file, POINTER(c_void_p))
                methods[0] = ctypes.addressof(self._noting(methods[0] or 0))
            return answer

    def delete(self, _vfs: int, name: int, folder_too: int) -> int:
        with self.disk.lock:
            answer: int = self._delete(cast(self.base, c_void_p), name, folder_too)
            if answer == OK:
                self.disk.deleted(_text(name), named=bool(folder_too))
            return answer

    def _noting(self, base: int) -> _Methods:
        """The same functions for a file, of which four take notes."""
        if base in self._methods:
            return self._methods[base]
        methods = _Methods.from_buffer_copy(cast(base, POINTER(_Methods))[0])
        disk, close, write = self.disk, CLOSE(methods.close), WRITE(methods.write)
        truncate = TRUNCATE(methods.truncate)

        def closing(file: int) -> int:
            disk.closed(file)
            return int(close(file))

        def writing(file: int, data: int, size: int, at: int) -> int:
            with disk.lock:
                disk.wrote(file, at, ctypes.string_at(data, size))
                return int(write(file, data, size, at))

        def truncating(file: int, size: int) -> int:
            with disk.lock:
                disk.truncated(file, size)
                return int(truncate(file, size))

        def syncing(file: int, _flags: int) -> int:
            disk.synced(file)  # these notes are the disk: no test need wait for the machine's own
            return OK

        made: list[tuple[str, Callable[..., Any], Any]] = [
            ("close", closing, CLOSE),
            ("write", writing, WRITE),
            ("truncate", truncating, TRUNCATE),
            ("sync", syncing, SYNC),
        ]
        for named, function, kind in made:
            self._kept.append(kept := kind(function))
            setattr(methods, named, cast(kept, c_void_p))
        self._methods[base] = methods
        return methods
