"""Each answer is read from one snapshot of the database."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from accounts.database.snapshots import reading

TRIES = 3


class SnapshotMiddleware:
    """The last of all: sessions and messages are written by those before it, so after the snapshot.

    A page that shows why a command was refused, or what it would change, is read from two snapshots: before
    the command and after it. Where others wrote between them, the request is carried out anew: nothing was
    done yet. After so many tries the page is shown as it is.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        tries = TRIES
        while True:
            tries -= 1
            with reading() as read:
                response = self.get_response(request)
                if not tries or not read.torn():
                    return response
