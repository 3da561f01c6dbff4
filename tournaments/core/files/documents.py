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


def parse_json(text: str) -> Any:
    """Return the value of a text. RuleError at "file" if it is incomplete JSON or invalid Unicode."""
    try:
        value = json.loads(text, object_pairs_hook=_build_object, parse_constant=_refuse_number)
        # Half of a surrogate pair ("\ud800") is refused here, anywhere in the text: no page could show it.
        json.dumps(value, ensure_ascii=False).encode()
        return value
    except (ValueError, RecursionError) as error:
        raise RuleError("file", _("This is not complete JSON. Choose the file again.")) from error


def _build_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a name that is there twice")
    return found


def _refuse_number(word: str) -> None:
    raise ValueError(word)


def pack_text(text: str) -> str:
    """Return the text compressed. A page holds it until it is sent again."""
    return base64.b64encode(zlib.compress(text.encode())).decode()


def unpack_text(data: str, most: int) -> str:
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

    def make_error(self, name: str, message: str, /, **figures: object) -> RuleError:
        return RuleError(f"{self.path}{name}".rstrip("."), message, **figures)

    def get_value(self, name: str, kind: type[T]) -> T:
        """Return the property of this name. RuleError if it is missing or of another type."""
        if not isinstance(self.value, dict):
            raise self.make_error("", WRONG_KIND)
        if name not in self.value:
            raise self.make_error(name, IS_MISSING)
        found = self.value[name]
        if not isinstance(found, kind) or (isinstance(found, bool) and kind is not bool):
            raise self.make_error(name, WRONG_KIND)
        return found

    def get_optional(self, name: str, kind: type[T]) -> T | None:
        """Return the property as ``get_value`` does; None if it is missing or empty."""
        if isinstance(self.value, dict) and self.value.get(name) is None:
            return None
        return self.get_value(name, kind)

    def get_list(self, name: str, most: int) -> "list[FileValue]":
        found = self.get_value(name, list)
        if len(found) > most:
            raise self.make_error(name, TOO_MANY, most=most)
        return [FileValue(one, f"{self.path}{name}.{number}.") for number, one in enumerate(found, start=1)]

    def get_number(self, name: str, least: int, most: int) -> int:
        found = self.get_value(name, int)
        if not least <= found <= most:
            raise self.make_error(name, OUT_OF_RANGE, least=least, most=most)
        return found

    def read_with(self, name: str, read: Callable[[], T]) -> T:
        """Return the result of ``read``. Raise its refusal again, at its place in the document."""
        try:
            return read()
        except RuleError as error:
            if error.field.startswith(self.path + name) and name:
                raise
            inner = error.field if error.field != name else ""
            raise self.make_error(
                ".".join(filter(None, (name, inner))), error.message, **error.figures
            ) from error

    def get_name(self, name: str) -> str:
        return self.read_with(name, lambda: clean_name(self.get_value(name, str), name))

    def get_own_name(self) -> str:
        """Return the value, which is a name."""
        if not isinstance(self.value, str):
            raise self.make_error("", WRONG_KIND)
        return self.read_with("", lambda: clean_name(self.value, ""))

    def get_text(self, name: str, longest: int) -> str:
        """Return the value, read as a name."""
        found = " ".join(self.get_value(name, str).split())
        if len(found) > longest:
            raise self.make_error(name, TOO_LONG, most=longest)
        self.read_with(name, lambda: refuse_unshown(found, name))
        return found

    def get_choice(self, name: str, kind: type[E]) -> E:
        try:
            return kind(self.get_value(name, str))
        except ValueError as error:
            raise self.make_error(name, CHOOSE_KNOWN, known=", ".join(kind)) from error

    def get_day(self, name: str) -> date:
        try:
            return date.fromisoformat(self.get_value(name, str))
        except ValueError as error:
            raise self.make_error(name, _("This is not a date. Write it as 2025-01-31.")) from error


def refuse_doubles(place: str, names: Iterable[str]) -> None:
    """Refuse names that occur twice. RuleError at ``place``."""
    seen = set[str]()
    for name in names:
        if name_key(name) in seen:
            raise RuleError(place, TWICE, name=name)
        seen.add(name_key(name))


def sort_keys(value: Any) -> Any:
    """Return a JSON value with its keys in a fixed order, because databases keep other orders."""
    if isinstance(value, Mapping):
        return {key: sort_keys(value[key]) for key in sorted(value)}
    if isinstance(value, list):
        return [sort_keys(one) for one in value]
    return value
