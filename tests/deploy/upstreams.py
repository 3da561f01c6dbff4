"""Servers behind the proxy, which note what they were asked."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from tests.waits import HUNG

PAGE = b"<p>Everybody sits.</p>" * 500


@dataclass
class Asked:
    method: str
    path: str
    headers: Message
    body: bytes


@dataclass
class Upstream:
    """A server on a port that is free, or on ``port`` of its ``host``.

    ``dies``: it takes a request, and is gone before it has answered. Only that it lives it can say.
    ``hangs``: it takes whatever comes, and says nothing for a long time.
    """

    name: str
    dies: bool = False
    hangs: bool = False
    host: str = "127.0.0.1"
    port: int = 0
    asked: list[Asked] = field(default_factory=list)
    goes_on: threading.Event = field(default_factory=threading.Event)
    """A stream's second piece is sent once this is set, as it is in the beginning."""

    def __post_init__(self) -> None:
        self.goes_on.set()


@contextmanager
def serving(*upstreams: Upstream) -> Iterator[None]:
    servers = [
        ThreadingHTTPServer((upstream.host, upstream.port), _handler(upstream)) for upstream in upstreams
    ]
    for upstream, server in zip(upstreams, servers, strict=True):
        upstream.port = server.server_port
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    try:
        yield
    finally:
        for server in servers:
            server.shutdown()
            server.server_close()


def _handler(upstream: Upstream) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            self.close_connection = True
            if upstream.hangs:
                time.sleep(HUNG)
            if self.path != "/healthz":
                upstream.asked.append(Asked(self.command, self.path, self.headers, body))
                if upstream.dies:
                    return
            streams = self.path.startswith("/live/")
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream" if streams else "text/html")
            self.send_header("X-Served-By", upstream.name)
            self.send_header("Connection", "close")
            self.end_headers()
            for piece in (b"data: 1\n\n", b"data: 2\n\n") if streams else (PAGE,):
                self.wfile.write(piece)
                if streams:
                    upstream.goes_on.wait(HUNG)

        do_GET = do_POST = answer  # noqa: N815 - the names that http.server calls

        def log_message(self, *_args: object) -> None:
            """Nothing: the tests look at what was asked."""

    return Handler
