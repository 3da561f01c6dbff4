"""How often the program looks what is due, and by which queue: for Celery and for ``sweeping.py``."""

EVERY = 0.5
"""Seconds between two sweeps, so that a bell whose message was lost rings within one."""

QUEUE = "sweeps"
"""Sweeps have a queue of their own: beat asks how many wait there, and sends none while one does."""

QUEUES: dict[str, dict[str, str]] = {"celery": {}, QUEUE: {}}
SCHEDULE = {
    "sweep": {"task": "tournaments.sweep", "schedule": EVERY, "options": {"queue": QUEUE, "retry": False}}
}

AFTER = 1.0
"""Seconds after which a worker makes a sweep by itself: the broker may stand still."""

AFTER_NO_WORKER = 1.5
"""Seconds after which beat makes one by itself: no worker has."""
