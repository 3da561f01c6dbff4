"""The log: one line for each event, without secrets, and without characters that could fake a second line.

Each line has the number of its request or task. ``LOG_FORMAT`` chooses the format: plain for people at a
terminal, JSON for machines.
"""

import json
import logging
import re
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

number: ContextVar[str] = ContextVar("number", default="")
"""The number of the current request or task; empty outside of both."""

SLASH = r"(?:/|%(?:25)*2f)"
SENT_TOKENS = rf"password{SLASH}new|email{SLASH}confirm"
"""The paths of links that are sent by mail."""
TOKEN = re.compile(rf"({SLASH}(?:[si]|%73|%69|{SENT_TOKENS}){SLASH}+)[^/\s\"'<>?#]+", re.IGNORECASE)
PROGRAM = re.compile(r"((?:(?<![^\W_])|(?<=%[0-9a-f]{2}))ht_)[\w-]{8,}", re.IGNORECASE)
"""A program's token, anywhere in the text."""
PASSWORD_IN_ADDRESS = re.compile(r"(://[^/\s:@]*:)[^/\s]+(?=@)")
# Without possessive quantifiers: Python 3.11.2, in Debian 12, matches them wrongly inside a group.
NAMED_TOKENS = re.compile(
    r"""((?:passw(?:or)?d|csrf|session|secret|cookie|token|authorization|scorer)[\w-]{0,24}
        \\{0,3}["']?\s{0,4}[=:]\s{0,4}(?:(?:bearer|basic|digest|token)\s{1,4})?)
        (?:(?P<quote>\\{0,3}["'])(?:(?!(?P=quote))(?:\\.|[^\\\n]))+(?P=quote)  # in quotes
        |(?P<open>\\{0,3}["']?)[^\s"'&;<>]+)  # a word
    """,
    re.IGNORECASE | re.VERBOSE,
)
"""A secret value after its name, in a query, a header or a dictionary."""

MISSED = {"redis.exceptions.RedisError", "kombu.exceptions.OperationalError"}
"""The names of library errors for a broker outage. Not every process has imported these classes."""

FIELDS = ("method", "path", "status", "ms", "user")
"""Fields of a line besides its message, passed as ``extra``. Other extras are not written."""


def mask(text: str) -> str:
    """Return the text without tokens of links and programs, and without values of named secrets."""
    for secret in (TOKEN, PROGRAM, PASSWORD_IN_ADDRESS):
        text = secret.sub(r"\1***", text)
    return NAMED_TOKENS.sub(_hide_secret, text)


def _hide_secret(match: re.Match[str]) -> str:
    """Return the secret's name without its value. Quotes stay, so the text can still be parsed."""
    quote = match["quote"] or ""
    return f"{match[1]}{quote or match['open']}***{quote}"


def escape_controls(text: str) -> str:
    """Return the text on one line: escape line ends and control characters."""
    if text.isprintable():
        return text
    return "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in text
    )


class Masking(logging.Formatter):
    """Formats for people. Lines of a traceback are indented, so that none looks like a log line."""

    def format(self, record: logging.LogRecord) -> str:
        prefix = f"[{number.get()}] " if number.get() else ""
        record.message = prefix + record.getMessage()
        if self.usesTime():
            record.asctime = self.formatTime(record, self.datefmt)
        return "\n  ".join(map(self.clean, [self.formatMessage(record), *self.format_trace(record)]))

    def format_trace(self, record: logging.LogRecord) -> list[str]:
        """Return the traceback's lines, and the stack's lines if the call asked for them."""
        error = self.formatException(record.exc_info) if record.exc_info and record.exc_info[0] else ""
        return [line for text in (error, record.stack_info) if text for line in text.split("\n")]

    @staticmethod
    def clean(text: str) -> str:
        return escape_controls(mask(text))


class Json(Masking):
    """Formats for machines: one JSON object in each line, with the time as in RFC 3339."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": self.clean(record.getMessage()),
        }
        if number.get():
            line["request"] = number.get()
        for name in FIELDS:
            if (value := getattr(record, name, None)) is not None:
                line[name] = value if isinstance(value, int) else self.clean(str(value))
        if trace := self.format_trace(record):
            line["error"] = "\n".join(map(self.clean, trace))
        return json.dumps(line)


class Once(logging.Filter):
    """Drops records with the libraries' errors about a missing broker: ``BrokerOutage`` logs it once."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        return not any(f"{kind.__module__}.{kind.__name__}" in MISSED for kind in type(error).__mro__)


def make_logging(form: str, level: str, *, requests: bool) -> dict[str, Any]:
    """Return Django's logging settings for this format and level. ``requests``: a line for each request."""
    ours: dict[str, Any] = {"handlers": [], "propagate": True}
    servers = ("django", "django.server", "uvicorn", "uvicorn.access", "uvicorn.error", "gunicorn")
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"once": {"()": "config.web.logs.Once"}},
        "formatters": {
            "plain": {
                "()": "config.web.logs.Masking",
                "fmt": "{asctime} {levelname} {name} {message}",
                "style": "{",
            },
            "json": {"()": "config.web.logs.Json"},
        },
        "handlers": {
            "console": {"class": "logging.StreamHandler", "formatter": form, "filters": ["once"]},
            "nowhere": {"class": "logging.NullHandler"},
        },
        "loggers": {
            **dict.fromkeys((*servers, "gunicorn.access", "gunicorn.error"), ours),
            "headtable.requests": {} if requests else {"level": "WARNING"},
            # Anybody can request a host that is not ours.
            "django.security.DisallowedHost": {"handlers": ["nowhere"], "propagate": False},
            "celery": {"level": "WARNING"},
            "kombu": {"level": "WARNING"},
            # config.work.celery_retry logs the broker's outages.
            "celery.worker.consumer": {"level": "ERROR"},
        },
        "root": {"handlers": ["console"], "level": level},
    }
