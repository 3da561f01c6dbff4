"""The ASGI application, which uvicorn serves: the streams at /live/, and Django for everything else."""

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
# Static files are read in one go: they are small.
warnings.filterwarnings("ignore", "StreamingHttpResponse must consume synchronous iterators")

from config.server.pages import PageHandler  # noqa: E402

pages = PageHandler()

from django.conf import settings  # noqa: E402

from config.web.requests import bounded, numbered  # noqa: E402 - models are there once Django is set up
from config.work import clock_reports  # noqa: E402
from tournaments.base.fanout import hub  # noqa: E402
from tournaments.console import live  # noqa: E402

import_module(settings.PAGE_URLCONF)  # the first request would wait for it

# What stands in memory by now stays; with thousands of streams the collector would look through it all day.
gc.freeze()
gc.set_threshold(50_000, 20, 50)
clock_reports.start("live")


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Streams are served beside Django, whose way of serving keeps a thread for each open request."""
    if scope["type"] == "http" and scope["path"].startswith(live.PREFIX):
        _end_streams_with_the_server()
        await live.application(scope, receive, numbered(scope, send))
    else:
        await pages(scope, bounded(scope, receive) if scope["type"] == "http" else receive, send)


@cache
def _end_streams_with_the_server() -> None:
    """End the streams as soon as the server is asked to stop: else it waits for them, and cuts them off.

    Asked for with the first stream: by then the server listens to signals, and gets them after us. Its own
    word to applications, "lifespan.shutdown", comes only when all connections are gone.
    """
    if threading.current_thread() is threading.main_thread():  # no other may listen to signals
        for number in (signal.SIGTERM, signal.SIGINT):
            _handle_first(number)


def _handle_first(number: signal.Signals) -> None:
    server = signal.getsignal(number)
    if not callable(server):
        return  # nobody would get it after us

    def handle(number: int, frame: FrameType | None) -> None:
        hub.end()
        server(number, frame)

    signal.signal(number, handle)
