"""The Celery application: the worker that rings bells, and the beat that has it look twice a second."""

from __future__ import annotations

import os
import warnings
from contextlib import suppress
from typing import Any

from celery import Celery, signals
from celery.exceptions import SecurityWarning
from redis.exceptions import RedisError

from config import logs

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
    """A sweep is done: ``manage.py up`` waits for this file, and a container's health is how old it is.

    The broker is told too, so that the doctor of any machine can ask when it was.
    """
    if sender.name == SWEEP:
        from tournaments import fanout

        _touch("CLOCK_WORKS")
        with suppress(RedisError):
            fanout.swept()


@signals.task_prerun.connect
def _begins(task_id: str, **_: Any) -> None:
    """What is logged in a task bears its number."""
    logs.number.set(task_id)


@signals.task_postrun.connect
def _ends(**_: Any) -> None:
    logs.number.set("")


@signals.after_task_publish.connect
def _sends(sender: str, **_: Any) -> None:
    """Beat has sent for a sweep."""
    if sender == SWEEP:
        _touch("BEAT_WORKS")


def _touch(setting: str) -> None:
    from django.conf import settings

    with suppress(OSError):  # no such folder: nobody looks
        getattr(settings, setting).touch()
