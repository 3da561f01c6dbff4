"""The beat, ``python -m config.beat``: it has a worker look twice a second what is due.

It loads no app of the program, and so half the memory of a worker, until it must sweep itself.
"""

from celery.beat import Service
from django.conf import settings
from django.utils.log import configure_logging

from config.celery import app

if __name__ == "__main__":
    configure_logging(settings.LOGGING_CONFIG, settings.LOGGING)
    Service(app).start()
