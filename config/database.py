"""The database, as its address says, and how long anybody waits for it."""

from dataclasses import dataclass
from typing import Any

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

from config.environment import whole

SQLITE = {
    # WAL lets phones read while a result is written; IMMEDIATE takes the write lock at the start, so
    # that two writers queue (up to the timeout) where they would otherwise fail half way.
    # FULL: a commit waits until the disk has it, so that a power cut loses nothing that was answered
    # (docs/decisions/0033). Only by fullfsync does a Mac's disk write it down; elsewhere that does nothing.
    "transaction_mode": "IMMEDIATE",
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA fullfsync=ON;",
}
POSTGRESQL = {
    # One that is gone or does not answer costs a thread seconds, not minutes; its address may say otherwise.
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
"""Django's own, and the same with snapshots for those who read."""


@dataclass(frozen=True)
class DatabaseLimits:
    """Seconds after which the database gives something up.

    SQLite has only the first: its one lock is that of the whole file.
    """

    lock: float
    """Waiting for a lock. Shorter than a phone waits for its answer (10 s)."""
    statement: float
    """One statement of a page or a command; a migration, a backup and a restore have no limit."""
    idle: float
    """A transaction in which nothing is asked: its process stands still, and holds what it locked."""

    @property
    def options(self) -> str:
        """Return options for a PostgreSQL connection, in force from its first statement, at no query."""
        seconds_of = {
            "lock_timeout": self.lock,
            "statement_timeout": self.statement,
            "idle_in_transaction_session_timeout": self.idle,
        }
        return " ".join(f"-c {name}={round(seconds * 1000)}" for name, seconds in seconds_of.items())


def limits() -> DatabaseLimits:
    """Return the limits that the environment sets. Decision 35 gives the reasons of the defaults."""
    return DatabaseLimits(
        lock=whole("LOCK_TIMEOUT") or 5,
        statement=whole("STATEMENT_TIMEOUT") or 15,
        idle=whole("IDLE_IN_TRANSACTION_TIMEOUT") or 10,
    )


def database(address: str, max_age: int, limits: DatabaseLimits) -> dict[str, Any]:
    """Return Django's settings for the database at an address. ``max_age``: seconds of a connection."""
    try:
        settings: dict[str, Any] = dict(
            dj_database_url.parse(address, conn_max_age=max_age, conn_health_checks=True)
        )
    except ValueError:  # its words can hold the password
        raise ImproperlyConfigured(
            "DATABASE_URL is no address of a database: sqlite:///PATH or postgres://USER:PASSWORD@HOST/NAME."
        ) from None
    if settings["ENGINE"].endswith("sqlite3"):
        settings["OPTIONS"] = {**SQLITE}
    elif settings["ENGINE"].endswith("postgresql"):
        settings["OPTIONS"] = {**POSTGRESQL, **settings.get("OPTIONS", {})}
    limited(settings, limits)
    settings["ENGINE"] = ENGINES.get(settings["ENGINE"], settings["ENGINE"])
    return settings


def limited(settings: dict[str, Any], limits: DatabaseLimits) -> None:
    """Put the limits into such settings. What the address itself says comes last, and counts."""
    if settings["ENGINE"].endswith("sqlite3"):
        settings["OPTIONS"]["timeout"] = limits.lock
    elif settings["ENGINE"].endswith("postgresql"):
        options = settings["OPTIONS"].get("options", "")
        settings["OPTIONS"]["options"] = f"{limits.options} {options}".strip()
