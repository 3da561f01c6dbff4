"""Each answer is read from one snapshot of the database."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from accounts.database.snapshots import reading


class SnapshotMiddleware:
    """The last of all: sessions and messages are written by those before it, so after the snapshot."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with reading():
            return self.get_response(request)
