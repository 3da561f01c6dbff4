"""Many listeners in a process of their own, which writes down when each heard what.

`python -m tests.bench.listeners` takes orders by lines of JSON: first where to listen, then what to tell.
"""

import gc
import json
import select
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from typing import Any

from tests.bench.processes import HOST, ROOT

SECONDS = 30


class Heard:
    """Something that a stream was sent: which stream, when (seconds, monotonic and since 1970), and what."""

    def __init__(self, stream: int, at: float, on: float, text: str) -> None:
        self.stream, self.at, self.on, self.text = stream, at, on, text


class Listeners:
    """One stream for each path, opened at once."""

    def __init__(self, port: int, paths: Sequence[str]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.bench.listeners"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )
        self._tell({"port": port, "paths": list(paths)})
        self.began = float(self._answer())
        self.many = len(paths)

    def __enter__(self) -> "Listeners":
        return self

    def __exit__(self, *_error: object) -> None:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.close()
        self._process.wait(SECONDS)
        self._process.stdout.close()

    def first(self, part: str, seconds: float = SECONDS) -> dict[int, Heard]:
        """When each stream first was sent ``part``, from now or since this was last asked.

        Waits until all were, or ``seconds`` are over.
        """
        end = time.monotonic() + seconds
        found: dict[int, Heard] = {}
        while len(found) < self.many and time.monotonic() < end:
            time.sleep(0.25)
            self._tell({"part": part})
            for stream, at, on, text in self._answer():
                found.setdefault(stream, Heard(stream, at, on, text))
        return found

    def _tell(self, order: Any) -> None:
        assert self._process.stdin
        self._process.stdin.write(json.dumps(order).encode() + b"\n")
        self._process.stdin.flush()

    def _answer(self) -> Any:
        assert self._process.stdout
        return json.loads(self._process.stdout.readline())


def _open(port: int, path: str) -> socket.socket:
    stream = socket.create_connection((HOST, port), timeout=SECONDS)
    stream.sendall(f"GET {path} HTTP/1.1\r\nhost: {HOST}:{port}\r\n\r\n".encode())
    stream.setblocking(False)
    return stream


def listen() -> None:
    """What the process does, until its input ends."""
    order = json.loads(sys.stdin.buffer.readline())
    gc.disable()  # a pause here would be taken for one of the server
    began = time.monotonic()
    poll = select.poll()
    streams = {}
    for number, path in enumerate(order["paths"]):
        stream = _open(order["port"], path)
        streams[stream.fileno()] = number, stream
        poll.register(stream, select.POLLIN)
    poll.register(0, select.POLLIN)
    print(began, flush=True)
    heard: list[tuple[int, float, bytes]] = []
    while True:
        for file, _events in poll.poll():
            if file:
                number, stream = streams[file]
                heard.append((number, time.monotonic(), stream.recv(1 << 16)))
            elif line := sys.stdin.buffer.readline():
                part = json.loads(line)["part"].encode()
                told = [one for one in heard if part in one[2]]
                heard.clear()
                past = time.time() - time.monotonic()
                print(json.dumps([[n, at, at + past, text.decode()] for n, at, text in told]), flush=True)
            else:
                return


if __name__ == "__main__":
    listen()
