"""What may be sent: JSON, and not too much of it."""

import json
from collections.abc import Mapping
from typing import IO, Any, NoReturn

from django.utils.translation import gettext
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser

from accounts.refusals import NAME_TWICE, TOO_LARGE

MOST_BYTES = 256 * 1024
"""The largest body: an evening of sixty tables has a quarter of it."""

MOST_OF_A_FILE = 5 * 1024 * 1024


class JSON(BaseParser):
    """A JSON body in UTF-8, of a bounded size, that can be sent back: no NaN, no half of a character."""

    media_type = "application/json"
    most = MOST_BYTES

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        body = stream.read(self.most + 1)
        if len(body) > self.most:
            raise ParseError(gettext(TOO_LARGE) % {"bytes": self.most})
        try:
            read = json.loads(body.decode(), parse_constant=_no_number, object_pairs_hook=_object)
            # What JSON can write and the answer could not: a lone surrogate, a number beyond all figures.
            json.dumps(read, ensure_ascii=False, allow_nan=False).encode()
        except (ValueError, RecursionError):
            raise ParseError(gettext("This must be JSON in UTF-8.")) from None
        return read


class LargeJSON(JSON):
    """The same for what somebody brings along as a whole file."""

    most = MOST_OF_A_FILE


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Each name once: of two values nobody can say which was meant."""
    if len(read := dict(pairs)) < len(pairs):
        raise ParseError(gettext(NAME_TWICE))
    return read


def _no_number(constant: str) -> NoReturn:
    raise ValueError(constant)
