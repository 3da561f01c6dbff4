"""A client that costs little beside what it measures: one connection, requests made beforehand."""

import re
import select
import socket
from collections.abc import Mapping
from urllib.parse import urlencode

from tests.bench.processes import HOST

LENGTH = re.compile(rb"\r\ncontent-length: (\d+)\r\n", re.IGNORECASE)
CLOSES = re.compile(rb"\r\nconnection: close\r\n", re.IGNORECASE)


class Answer:
    """The status, the head with the status line, and the body."""

    def __init__(self, head: bytes, body: bytes) -> None:
        self.status, self.head, self.body = int(head[9:12]), head.decode("latin-1"), body

    def header(self, name: str) -> str:
        found = re.search(rf"\r\n{name}: ([^\r]*)", self.head, re.IGNORECASE)
        return found[1] if found else ""

    @property
    def cookies(self) -> dict[str, str]:
        """The cookies that it sets."""
        return dict(re.findall(r"\r\nset-cookie: ([^=]+)=([^;\r]*)", self.head, re.IGNORECASE))


class Client:
    """A connection, opened anew where the server closes it; ``cookies`` go with every request."""

    def __init__(self, port: int, cookies: Mapping[str, str] | None = None) -> None:
        self.cookies = dict(cookies or {})
        self.port = port
        self._open: socket.socket | None = None

    def get(self, path: str, **headers: str) -> Answer:
        return self.send(self.request("GET", path, headers=headers))

    def post(self, path: str, body: bytes) -> Answer:
        return self.send(self.request("POST", path, body))

    def form(
        self, path: str, fields: Mapping[str, object] | None = None, cookies: Mapping[str, str] | None = None
    ) -> bytes:
        """The request that sends a form, with the token against forgery and with more cookies."""
        form = {**(fields or {}), "csrfmiddlewaretoken": self.cookies.get("csrftoken", "")}
        more = {
            "content-type": "application/x-www-form-urlencoded",
            "cookie": _cookies({**self.cookies, **(cookies or {})}),
        }
        return self.request("POST", path, urlencode(form, doseq=True).encode(), more)

    def request(
        self, method: str, path: str, body: bytes = b"", headers: Mapping[str, str] | None = None
    ) -> bytes:
        named = {
            "host": f"{HOST}:{self.port}",
            "cookie": _cookies(self.cookies),
            "content-length": str(len(body)),
            **(headers or {}),
        }
        lines = "".join(f"{name}: {value}\r\n" for name, value in named.items() if value)
        return f"{method} {path} HTTP/1.1\r\n{lines}\r\n".encode() + body

    def send(self, request: bytes) -> Answer:
        if self._open is not None and select.select([self._open], [], [], 0)[0]:
            self.close()  # the server has, after a silence
        if self._open is None:
            self._open = socket.create_connection((HOST, self.port), timeout=60)
            self._open.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._open.sendall(request)
        received = b""
        while (end := received.find(b"\r\n\r\n")) < 0:
            received += self._receive(self._open)
        head, body = received[: end + 2], received[end + 4 :]
        said = LENGTH.search(head)
        if said is None and head[9:12] != b"304":
            raise RuntimeError(f"An answer of unknown length: {head!r}")
        while said and len(body) < int(said[1]):
            body += self._receive(self._open)
        if CLOSES.search(head):
            self.close()
        return Answer(head, body)

    def close(self) -> None:
        if self._open is not None:
            self._open.close()
        self._open = None

    def _receive(self, open_: socket.socket) -> bytes:
        if not (part := open_.recv(1 << 18)):
            raise RuntimeError("The server closed the connection.")
        return part


def _cookies(cookies: Mapping[str, str]) -> str:
    return "; ".join(f"{name}={value}" for name, value in cookies.items())
