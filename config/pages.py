"""Django behind an ASGI server, with a limit on the requests that are worked on at the same time."""

import asyncio

import django
from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.handlers.asgi import ASGIHandler
from django.db import close_old_connections
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from config.health import PROBES


class Pages(ASGIHandler):
    """Works on ``settings.ROOM.pages_at_once`` requests at a time: each opens the database and other files.

    A request takes its turn once it has arrived completely, so that a slow one delays no other. The
    database is closed before the answer is sent, so that a slow reader keeps no file open.
    """

    def __init__(self) -> None:
        django.setup(set_prefix=False)
        super().__init__()
        self._turns = asyncio.Semaphore(settings.ROOM.pages_at_once)

    async def run_get_response(self, request: HttpRequest) -> HttpResponseBase:
        """The answer, in its turn. A probe does not wait for a turn."""
        if request.path_info in PROBES:
            return await super().run_get_response(request)
        await self._turns.acquire()
        work = asyncio.ensure_future(self._work(request))
        work.add_done_callback(lambda _work: self._turns.release())
        try:
            return await asyncio.shield(work)
        except asyncio.CancelledError:
            # The client is gone. The thread cannot be stopped, and keeps its files open until it ends.
            response = await work
            await sync_to_async(response.close)()
            raise

    async def _work(self, request: HttpRequest) -> HttpResponseBase:
        response = await super().run_get_response(request)
        await sync_to_async(close_old_connections)()
        return response
