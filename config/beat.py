"""The beat, ``python -m config.beat``: twice a second it tells a worker to look for what is due.

It loads no app of the program, and so needs half of a worker's memory, until it must sweep itself.
"""

from celery.beat import Service
from django.conf import settings
from django.utils.log import configure_logging

from config.celery import app


def make_service() -> Service:
    """Return the beat with our scheduler. Only Celery's command reads the scheduler from the settings."""
    return Service(app, scheduler_cls=app.conf.beat_scheduler)


if __name__ == "__main__":
    configure_logging(settings.LOGGING_CONFIG, settings.LOGGING)
    make_service().start()
