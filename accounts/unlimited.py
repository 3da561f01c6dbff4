"""Lifts PostgreSQL's time limits for long work: a migration, a backup, a restore."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from django.db import Error, connections
from django.db.models.signals import post_migrate, pre_migrate

LIMITS = ("lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout")


@contextmanager
def lift_limits(using: str = "default") -> Iterator[None]:
    """Lift this connection's time limits inside the block. Restore them at its end."""
    lift(using)
    try:
        yield
    finally:
        restore(using)


def lift(using: str) -> None:
    _run_unlimited("SET {} = 0", using)


def restore(using: str) -> None:
    """Restore the limits. A new connection has the limits by itself, so a broken one is ignored."""
    if connections[using].connection is not None:
        with suppress(Error):
            _run_unlimited("RESET {}", using)


def _run_unlimited(statement: str, using: str) -> None:
    connection = connections[using]
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("; ".join(map(statement.format, LIMITS)))


def watch_migrations(app: Any) -> None:
    """Run every migration without time limits. Django sends its signals for each app; ``app`` is ours."""
    pre_migrate.connect(lambda using, **_: lift(using), sender=app, weak=False, dispatch_uid="limits lifted")
    post_migrate.connect(
        lambda using, **_: restore(using), sender=app, weak=False, dispatch_uid="limits back"
    )
