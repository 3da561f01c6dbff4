"""The ASGI application for uvicorn: the streams at /live/, and Django for everything else."""

import gc
import os
import signal
import threading
import warnings
from functools import cache
from importlib import import_module
from types import FrameType
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
# Static files are small, so Django reads them synchronously.
warnings.filterwarnings("ignore", "StreamingHttpResponse must consume synchronous iterators")

from config.server.pages import PageHandler  # noqa: E402

pages = PageHandler()

from django.conf import settings  # noqa: E402

from config.web.requests import add_number, bound_body  # noqa: E402 - models are there once Django is set up
from config.work import clock_reports  # noqa: E402
from tournaments.base.fanout import hub  # noqa: E402
from tournaments.console import live  # noqa: E402

import_module(settings.PAGE_URLCONF)  # else the first request would wait for it

# Present objects stay for good. With thousands of streams, the garbage collector would search them all day.
gc.freeze()
gc.set_threshold(50_000, 20, 50)
clock_reports.start("live")


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Serve streams outside of Django, which would keep a thread for each open request."""
    if scope["type"] == "http" and scope["path"].startswith(live.PREFIX):
        _end_streams_with_the_server()
        await live.application(scope, receive, add_number(scope, send))
    else:
        await pages(scope, bound_body(scope, receive) if scope["type"] == "http" else receive, send)


@cache
def _end_streams_with_the_server() -> None:
    """End the streams when a signal stops the server. Otherwise the server waits, and cuts them off.

    Called with the first stream: the server has then set its signal handlers, and ours run before them. The
    server sends "lifespan.shutdown" too late, when all connections are gone.
    """
    if threading.current_thread() is threading.main_thread():  # only this thread may set signal handlers
        for number in (signal.SIGTERM, signal.SIGINT):
            _handle_first(number)


def _handle_first(number: signal.Signals) -> None:
    server = signal.getsignal(number)
    if not callable(server):
        return  # there is no handler to call after ours

    def handle(number: int, frame: FrameType | None) -> None:
        hub.end()
        server(number, frame)

    signal.signal(number, handle)
