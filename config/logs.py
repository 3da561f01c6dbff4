"""The log holds no secret, the token in the address of a scorer's link, and does not repeat itself."""

from __future__ import annotations

import logging
import re

from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

TOKEN = re.compile(r"(/s/)[^/\s\"'<>?#]+")


def masked(text: str) -> str:
    """The text with the tokens of scorers' links left out."""
    return TOKEN.sub(r"\1***", text)


class Masking(logging.Formatter):
    """Masks the whole line as it is written: message and figures, and what a traceback shows."""

    def format(self, record: logging.LogRecord) -> str:
        return masked(super().format(record))


class Once(logging.Filter):
    """Leaves out where in the libraries a broker was missed: that it is away is said once, by ``Outage``."""

    def filter(self, record: logging.LogRecord) -> bool:
        return not (record.exc_info and isinstance(record.exc_info[1], RedisError | OperationalError))
