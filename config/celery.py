"""The Celery application: the worker that rings bells, and the beat that starts a sweep twice a second."""

import os
import warnings
from typing import Any

from celery import Celery, signals
from celery.exceptions import SecurityWarning

from config.web import logs
from config.work.sweeping import WorkerClock, record_sweep, stand_by

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
# Django's checks import every page: 50 MB in a process that serves none. `manage.py migrate` runs them.
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")

SWEEP = "tournaments.sweep"

# Celery warns about root because of pickled messages. Ours are JSON, and no others are read.
warnings.simplefilter("ignore", SecurityWarning)

app = Celery("headtable")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.steps["worker"].add(WorkerClock)


@signals.setup_logging.connect
def _leave_the_log(**_: Any) -> None:
    """Keep Django's logging. Celery sets up none of its own if a function receives this signal."""


@signals.task_success.connect
def _note_sweep(sender: Any, **_: Any) -> None:
    if sender.name == SWEEP:
        record_sweep()


@signals.task_prerun.connect
def _set_task_number(task_id: str, **_: Any) -> None:
    """Add the task's number to each line that the task logs."""
    logs.number.set(task_id)


@signals.task_postrun.connect
def _clear_task_number(**_: Any) -> None:
    logs.number.set("")


@signals.beat_init.connect
def _start_standby(**_: Any) -> None:
    stand_by()
