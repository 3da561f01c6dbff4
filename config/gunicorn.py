"""How gunicorn serves the pages: ``gunicorn --config python:config.gunicorn config.wsgi:application``.

Threads of a few processes: a page waits for its database more than it computes. The streams at /live/ are
no work for threads: uvicorn serves them. ``docs/operator.md`` explains the variables.
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

# A request takes milliseconds: two seconds are enough for those under way, and SIGTERM ends within three.
graceful_timeout = 2
# A process whose main thread shows nothing for so long is killed and started again. Requests are worked on by
# other threads: a slow one is no reason.
timeout = 4
# Each request comes by a connection of its own: the proxy is refused one where the process is gone, before it
# has sent anything, and asks another process.
keepalive = 0
# No process is started anew after so many requests: their memory does not grow, and it would end connections.
max_requests = 0

# The proxy in front has limits of its own; these hold where there is none.
limit_request_line = 4094
limit_request_fields = 60
# Whether a request came by https is for Django to say, by BEHIND_TLS: nobody is believed here.
forwarded_allow_ips = ""

# A process shows by a file that it lives: on a busy disk that may take so long that it is killed for it.
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108 - a folder, not a file's name
control_socket_disable = True

# Requests are logged by Django.
accesslog = None
loglevel = "warning"


def post_worker_init(_worker: Any) -> None:
    """Start to report the clock of the machine of this process."""
    clock_reports.start("web")


def on_starting(_server: Any) -> None:
    """Send gunicorn's messages to the log of everything else, which masks secrets."""
    dictConfig(settings.LOGGING)
