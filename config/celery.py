"""The Celery application: the worker that rings bells, and the beat that has it look every second."""

from __future__ import annotations

import os
from typing import Any

from celery import Celery
from celery.worker.consumer import Consumer as PatientConsumer
from celery.worker.state import maybe_shutdown

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

SWEEP_EVERY = 1.0


class Consumer(PatientConsumer):
    """A consumer that is back as soon as the broker is: the usual one waits up to 30 seconds."""

    def ensure_connected(self, conn: Any) -> Any:
        return conn.ensure_connection(
            errback=self._told,
            interval_start=0.2,
            interval_step=0.2,
            interval_max=0.5,
            callback=maybe_shutdown,
        )

    def _told(self, error: Exception, interval: float) -> None:
        if not getattr(self, "_waiting", False):
            from celery.utils.log import get_logger

            get_logger(__name__).warning("The broker does not answer: %s", error)
        self._waiting = True


app = Celery("headtable")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
