"""The network of the tests ends without a trace: what it leaves would fail another test."""

import asyncio
import gc
import socket
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

import pytest

from tests.browser.network import Network

PHONES = 20


class Phones(threading.Event):
    """Connect as soon as the network is there, and end it before it has taken any of them."""

    def __init__(self, between: Network) -> None:
        super().__init__()
        self.between = between
        self.open: list[socket.socket] = []

    def set(self) -> None:
        there = urlsplit(self.between.url)
        self.open = [socket.create_connection((str(there.hostname), there.port or 0)) for _ in range(PHONES)]
        self.between.end()


@pytest.mark.filterwarnings("error::ResourceWarning")
def test_it_ends_while_connections_come(monkeypatch: pytest.MonkeyPatch) -> None:
    left: list[str] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda what: left.append(str(what.exc_value)))
    between = Network(("127.0.0.1", 9), "refuse")
    phones = Phones(between)
    with ThreadPoolExecutor(1) as thread:  # a browser's loop may run in this one
        thread.submit(asyncio.run, between.serve(phones)).result()
    for end in phones.open:
        end.close()
    gc.collect()
    assert left == []
