"""The worker, ``python -m config.worker``: it does one task after another.

A task takes milliseconds, most of it in a database that lets one write at a time, and there is nothing
besides it to be left over or to be stopped. Celery's own command would load 10 MB for its terminal.
"""

import sys
from typing import Any

from config.celery import app


def worker() -> Any:
    """Return the worker. It does not talk to others of its kind: what is due stands in the database."""
    return app.Worker(
        pool="solo", quiet=True, without_gossip=True, without_mingle=True, without_heartbeat=True
    )


if __name__ == "__main__":
    made = worker()
    made.start()
    sys.exit(made.exitcode)
