"""The Celery application: the worker that rings bells, and the beat that has it look twice a second."""

import os
import warnings
from typing import Any

from celery import Celery, signals
from celery.exceptions import SecurityWarning

from config.web import logs
from config.work.sweeping import WorkerClock, stand_by, swept

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
# Django's checks load every page into a process that shows none: 50 MB. `manage.py migrate` makes them.
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")

SWEEP = "tournaments.sweep"

# Celery warns of root because of pickled messages: ours are JSON, and nothing else is read.
warnings.simplefilter("ignore", SecurityWarning)

app = Celery("headtable")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.steps["worker"].add(WorkerClock)


@signals.setup_logging.connect
def _leave_the_log(**_: Any) -> None:
    """Keep Django's log: Celery sets up no log of its own where a function listens here."""


@signals.task_success.connect
def _works(sender: Any, **_: Any) -> None:
    if sender.name == SWEEP:
        swept()


@signals.task_prerun.connect
def _begins(task_id: str, **_: Any) -> None:
    """Put the task's number on each line that it logs."""
    logs.number.set(task_id)


@signals.task_postrun.connect
def _ends(**_: Any) -> None:
    logs.number.set("")


@signals.beat_init.connect
def _stands_by(**_: Any) -> None:
    stand_by()
