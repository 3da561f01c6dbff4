"""The settings of gunicorn: ``gunicorn --config python:config.gunicorn config.wsgi:application``.

A few processes have many threads, because a page waits for its database more than it computes. uvicorn serves
the streams at /live/. ``docs/operator.md`` explains the variables.
"""

import os
from logging.config import dictConfig
from pathlib import Path
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from django.conf import settings

from config.work import clock_reports

worker_class = "gthread"
workers = settings.WEB_PROCESSES
threads = settings.WEB_THREADS
worker_connections = settings.ROOM.pages

# Requests take milliseconds: two seconds are enough to finish them, and SIGTERM ends within three.
graceful_timeout = 2
# A process whose main thread is silent for this long is killed and started again. Other threads work on
# requests, so a slow request is no reason.
timeout = 4
# One connection for each request. If a process is gone, the proxy's connection is refused before it has
# sent anything, and the proxy uses another process.
keepalive = 0
# Never restart a process after a number of requests: its memory does not grow, and a restart cuts
# connections.
max_requests = 0

# The proxy in front has limits of its own. These apply without a proxy.
limit_request_line = 4094
limit_request_fields = 60
# Django decides by BEHIND_TLS whether a request came by https. gunicorn trusts no header.
forwarded_allow_ips = ""

# Each process touches a file to show that it lives. On a busy disk that can take so long that it is killed.
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108 - a folder, not a file's name
control_socket_disable = True

# Django logs requests.
accesslog = None
loglevel = "warning"


def post_worker_init(_worker: Any) -> None:
    """Start to report this machine's clock."""
    clock_reports.start("web")


def on_starting(_server: Any) -> None:
    """Send gunicorn's messages to the common log, which masks secrets."""
    dictConfig(settings.LOGGING)
