"""The project: settings, addresses, and the applications that servers and workers start from."""

from config.celery import app as celery

__all__ = ["celery"]
