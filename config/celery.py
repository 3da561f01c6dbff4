"""The Celery application: the worker that rings bells, and the beat that has it look twice a second."""

from __future__ import annotations

import os
import warnings
from contextlib import suppress
from typing import Any

from celery import Celery, signals
from celery.exceptions import SecurityWarning

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

SWEEP = "tournaments.sweep"

# Celery warns of root because of pickled messages: ours are JSON, and nothing else is read.
warnings.simplefilter("ignore", SecurityWarning)

app = Celery("headtable")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@signals.setup_logging.connect
def _leave_the_log(**_: Any) -> None:
    """Celery sets up no log of its own where somebody listens here: Django's stands."""


@signals.task_success.connect
def _works(sender: Any, **_: Any) -> None:
    """The first sweep is done: ``manage.py up`` waits for this file."""
    if sender.name == SWEEP:
        from django.conf import settings

        signals.task_success.disconnect(_works)
        with suppress(OSError):
            settings.CLOCK_WORKS.touch()
