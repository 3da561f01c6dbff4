"""A JSON document that somebody brings along. Each value is read or refused at its place.

The place of a value is given in the document's own names: "evenings.3.lines.2.place", counted from 1.
"""

import base64
import json
import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Any, TypeVar

from accounts.errors import RuleError
from accounts.errors import gettext_noop as _
from accounts.names import clean_name, name_key, refuse_unshown
from accounts.refusals import CHOOSE_KNOWN, IS_MISSING, OUT_OF_RANGE, TOO_LONG, TOO_MANY, TWICE
from tournaments.core.refusals import WRONG_KIND

T = TypeVar("T")
E = TypeVar("E", bound=StrEnum)


def parsed(text: str) -> Any:
    """Return the value of a text. RuleError at "file" if it is incomplete JSON or invalid Unicode."""
    try:
        value = json.loads(text, object_pairs_hook=_object, parse_constant=_no_number)
        # Half of a surrogate pair ("\ud800") is refused here, anywhere in the text: no page could show it.
        json.dumps(value, ensure_ascii=False).encode()
        return value
    except (ValueError, RecursionError) as error:
        raise RuleError("file", _("This is not complete JSON. Choose the file again.")) from error


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a name that is there twice")
    return found


def _no_number(word: str) -> None:
    raise ValueError(word)


def packed(text: str) -> str:
    """Return the text compressed. A page holds it until it is sent again."""
    return base64.b64encode(zlib.compress(text.encode())).decode()


def unpacked(data: str, most: int) -> str:
    """Return the text that was packed, at most ``most`` bytes. RuleError if it is invalid."""
    try:
        unpacking = zlib.decompressobj()
        text = unpacking.decompress(base64.b64decode(data, validate=True), most)
        if not unpacking.eof:
            raise ValueError("more than there may be, or cut short")
        return text.decode()
    except (ValueError, zlib.error) as error:
        raise RuleError("file", _("The page no longer has the file. Choose it again.")) from error


@dataclass(frozen=True)
class FileValue:
    """A value of the file, and its place in the file."""

    value: Any
    path: str

    def wrong(self, name: str, message: str, /, **figures: object) -> RuleError:
        return RuleError(f"{self.path}{name}".rstrip("."), message, **figures)

    def of(self, name: str, kind: type[T]) -> T:
        """Return the property of this name. RuleError if it is missing or of another type."""
        if not isinstance(self.value, dict):
            raise self.wrong("", WRONG_KIND)
        if name not in self.value:
            raise self.wrong(name, IS_MISSING)
        found = self.value[name]
        if not isinstance(found, kind) or (isinstance(found, bool) and kind is not bool):
            raise self.wrong(name, WRONG_KIND)
        return found

    def maybe(self, name: str, kind: type[T]) -> T | None:
        """Return the property as ``of`` does; None if it is missing or empty."""
        if isinstance(self.value, dict) and self.value.get(name) is None:
            return None
        return self.of(name, kind)

    def list(self, name: str, most: int) -> "list[FileValue]":
        found = self.of(name, list)
        if len(found) > most:
            raise self.wrong(name, TOO_MANY, most=most)
        return [FileValue(one, f"{self.path}{name}.{number}.") for number, one in enumerate(found, start=1)]

    def number(self, name: str, least: int, most: int) -> int:
        found = self.of(name, int)
        if not least <= found <= most:
            raise self.wrong(name, OUT_OF_RANGE, least=least, most=most)
        return found

    def within(self, name: str, read: Callable[[], T]) -> T:
        """Return the result of ``read``. Raise its refusal again, at its place in the document."""
        try:
            return read()
        except RuleError as error:
            if error.field.startswith(self.path + name) and name:
                raise
            inner = error.field if error.field != name else ""
            raise self.wrong(".".join(filter(None, (name, inner))), error.message, **error.figures) from error

    def name(self, name: str) -> str:
        return self.within(name, lambda: clean_name(self.of(name, str), name))

    def itself(self) -> str:
        """Return the value, which is a name."""
        if not isinstance(self.value, str):
            raise self.wrong("", WRONG_KIND)
        return self.within("", lambda: clean_name(self.value, ""))

    def text(self, name: str, longest: int) -> str:
        """Return the value, read as a name."""
        found = " ".join(self.of(name, str).split())
        if len(found) > longest:
            raise self.wrong(name, TOO_LONG, most=longest)
        self.within(name, lambda: refuse_unshown(found, name))
        return found

    def choice(self, name: str, of: type[E]) -> E:
        try:
            return of(self.of(name, str))
        except ValueError as error:
            raise self.wrong(name, CHOOSE_KNOWN, known=", ".join(of)) from error

    def day(self, name: str) -> date:
        try:
            return date.fromisoformat(self.of(name, str))
        except ValueError as error:
            raise self.wrong(name, _("This is not a date. Write it as 2025-01-31.")) from error


def refuse_doubles(place: str, names: Iterable[str]) -> None:
    """Refuse names that occur twice. RuleError at ``place``."""
    seen = set[str]()
    for name in names:
        if name_key(name) in seen:
            raise RuleError(place, TWICE, name=name)
        seen.add(name_key(name))


def ordered(value: Any) -> Any:
    """Return a JSON value with its keys in a fixed order, because databases keep other orders."""
    if isinstance(value, Mapping):
        return {key: ordered(value[key]) for key in sorted(value)}
    if isinstance(value, list):
        return [ordered(one) for one in value]
    return value
