"""The database, as its address says, and how it is kept from making people wait."""

from __future__ import annotations

from typing import Any

import dj_database_url

SQLITE = {
    # WAL lets phones read while a result is written; IMMEDIATE takes the write lock at the start, so
    # that two writers queue (up to the timeout) where they would otherwise fail half way.
    "timeout": 20,
    "transaction_mode": "IMMEDIATE",
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
}
POSTGRESQL = {
    # One that is gone or does not answer costs a thread seconds, not minutes; its address may say otherwise.
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 3,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}


def database(address: str, kept: int) -> dict[str, Any]:
    """Django's settings for the database at an address, whose connections are ``kept`` so many seconds."""
    made: dict[str, Any] = dict(dj_database_url.parse(address, conn_max_age=kept, conn_health_checks=True))
    if made["ENGINE"].endswith("sqlite3"):
        made["OPTIONS"] = SQLITE
    elif made["ENGINE"].endswith("postgresql"):
        made["OPTIONS"] = {**POSTGRESQL, **made.get("OPTIONS", {})}
    return made
