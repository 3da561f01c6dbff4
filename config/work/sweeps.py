"""How often a sweep looks for what is due, and its queue: for Celery and for ``sweeping.py``."""

EVERY = 0.5
"""Seconds between two sweeps, so that a bell whose message was lost rings within one second."""

QUEUE = "sweeps"
"""The queue of sweeps alone: beat counts its messages, and sends none while one waits."""

QUEUES: dict[str, dict[str, str]] = {"celery": {}, QUEUE: {}}
SCHEDULE = {
    "sweep": {"task": "tournaments.sweep", "schedule": EVERY, "options": {"queue": QUEUE, "retry": False}}
}

AFTER = 1.0
"""Seconds without a sweep after which a worker sweeps by itself, because the broker may have stopped."""

AFTER_NO_WORKER = 1.5
"""Seconds without a sweep after which beat sweeps by itself, because no worker has."""
