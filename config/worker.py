"""The worker, ``python -m config.worker``: it runs one task after another.

A task takes milliseconds, mostly in a database that allows one write at a time, so one process without
children is enough. Celery's own command would load 10 MB for its terminal.
"""

import sys
from typing import Any

from config.celery import app


def make_worker() -> Any:
    """Return the worker. It does not communicate with other workers: the database has all that is due."""
    return app.Worker(
        pool="solo", quiet=True, without_gossip=True, without_mingle=True, without_heartbeat=True
    )


if __name__ == "__main__":
    made = make_worker()
    made.start()
    sys.exit(made.exitcode)
