"""The beat, ``python -m config.beat``: it has a worker look twice a second what is due.

It loads no app of the program, and so half the memory of a worker, until it must sweep itself.
"""

from celery.beat import Service
from django.conf import settings
from django.utils.log import configure_logging

from config.celery import app


def service() -> Service:
    """Return the beat with our scheduler. Celery's command finds it in the settings, its service does not."""
    return Service(app, scheduler_cls=app.conf.beat_scheduler)


if __name__ == "__main__":
    configure_logging(settings.LOGGING_CONFIG, settings.LOGGING)
    service().start()
