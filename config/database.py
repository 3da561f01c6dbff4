"""The database settings from an address, and the time limits for its locks and statements."""

from dataclasses import dataclass
from typing import Any

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

from config.environment import read_number

SQLITE = {
    # WAL lets phones read while a result is written. IMMEDIATE takes the write lock at the start of a
    # transaction: two writers then queue (up to the timeout), and neither fails half way. FULL: a commit
    # waits until the data are on the disk, so a power cut loses nothing that was answered
    # (docs/decisions/0033). On a Mac only fullfsync writes to the disk itself; elsewhere it does nothing.
    "transaction_mode": "IMMEDIATE",
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA fullfsync=ON;",
}
POSTGRESQL = {
    # A server that does not answer holds a thread for seconds, not minutes. The address can change this.
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 3,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}

ENGINES = {
    "django.db.backends.sqlite3": "accounts.database.sqlite3",
    "django.db.backends.postgresql": "accounts.database.postgresql",
}
"""Django's engines, and the same engines with snapshots for readers."""


@dataclass(frozen=True)
class DatabaseLimits:
    """Seconds after which the database gives up.

    SQLite has only ``lock``: its one lock is for the whole file.
    """

    lock: float
    """Waiting for a lock. Shorter than a phone waits for its response (10 s)."""
    statement: float
    """One statement of a page or command. A migration, a backup and a restore have no limit."""
    idle: float
    """A transaction without a query: its process has stopped, and keeps its locks."""

    @property
    def options(self) -> str:
        """Return PostgreSQL connection options. They apply from the first statement, and need no query."""
        seconds_of = {
            "lock_timeout": self.lock,
            "statement_timeout": self.statement,
            "idle_in_transaction_session_timeout": self.idle,
        }
        return " ".join(f"-c {name}={round(seconds * 1000)}" for name, seconds in seconds_of.items())


def read_limits() -> DatabaseLimits:
    """Return the limits that the environment sets. Decision 35 gives the reasons of the defaults."""
    return DatabaseLimits(
        lock=read_number("LOCK_TIMEOUT") or 5,
        statement=read_number("STATEMENT_TIMEOUT") or 15,
        idle=read_number("IDLE_IN_TRANSACTION_TIMEOUT") or 10,
    )


def make_database(address: str, max_age: int, limits: DatabaseLimits) -> dict[str, Any]:
    """Return Django's settings for the database at ``address``. ``max_age``: seconds to keep a connection."""
    try:
        settings: dict[str, Any] = dict(
            dj_database_url.parse(address, conn_max_age=max_age, conn_health_checks=True)
        )
    except ValueError:  # the error's own text can contain the password
        raise ImproperlyConfigured(
            "DATABASE_URL is no address of a database: sqlite:///PATH or postgres://USER:PASSWORD@HOST/NAME."
        ) from None
    if settings["ENGINE"].endswith("sqlite3"):
        settings["OPTIONS"] = {**SQLITE}
    elif settings["ENGINE"].endswith("postgresql"):
        settings["OPTIONS"] = {**POSTGRESQL, **settings.get("OPTIONS", {})}
    set_limits(settings, limits)
    settings["ENGINE"] = ENGINES.get(settings["ENGINE"], settings["ENGINE"])
    return settings


def set_limits(settings: dict[str, Any], limits: DatabaseLimits) -> None:
    """Add the limits to the settings. On PostgreSQL, options in the database's address override them."""
    if settings["ENGINE"].endswith("sqlite3"):
        settings["OPTIONS"]["timeout"] = limits.lock
    elif settings["ENGINE"].endswith("postgresql"):
        options = settings["OPTIONS"].get("options", "")
        settings["OPTIONS"]["options"] = f"{limits.options} {options}".strip()
