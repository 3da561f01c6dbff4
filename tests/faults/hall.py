"""The hall of the fault tests: evenings in play, a screen that listens, a phone that sends results."""

import json
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from contextlib import closing, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from http.cookiejar import CookieJar
from typing import Any
from uuid import uuid4

from django.urls import reverse

from tests.bench import scene
from tests.cast import Cast, Night
from tests.waits import HUNG, stopwatch, until
from tournaments.bell.services.clock import clock_start
from tournaments.core.settings import BellBy, Counting
from tournaments.models import Deal, DealVersion, Journal, RoundRow

PLAYERS = 12
RETRY = 1.0
"""Seconds after which a stream is tried again, as a browser is told to."""


def in_play(cast: Cast) -> Night:
    """An evening of three tables whose bell nothing rings but its clock."""
    return scene.playing(cast, PLAYERS, bell=BellBy.HAND, deals=100, counting=Counting.AT_THE_END)


def start(night: Night, seconds: int) -> float:
    """Start the round's clock; when it rings, in seconds since 1970."""
    clock_start(night.by, round=1, seconds=seconds)
    ends_at = RoundRow.objects.get(evening=night.evening, number=1).ends_at
    assert ends_at is not None
    return ends_at.timestamp()


class Screen(threading.Thread):
    """Listens to the evening's stream, and opens it again whenever it ends."""

    def __init__(self, port: int, code: str) -> None:
        super().__init__(daemon=True)
        self.port, self.path = port, reverse("live", args=[code])
        self.connected = self.heard = 0.0
        """When the stream last began, and when it first said that the bell had rung."""
        self.times = 0
        self.over = threading.Event()

    def run(self) -> None:
        while not self.over.is_set() and not self.heard:
            with suppress(OSError, HTTPException):
                self._listen()
            if not self.heard:
                time.sleep(RETRY)

    def _listen(self) -> None:
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=HUNG)) as connection:
            connection.request("GET", self.path)
            answer = connection.getresponse()
            if answer.status != 200:
                return
            self.connected, self.times = time.time(), self.times + 1
            while line := answer.readline():
                if line.startswith(b"data:") and json.loads(line[5:])["rung"]:
                    self.heard = time.time()
                    return


@dataclass
class Sent:
    """A result that a phone sent: its key, its table and deal, and what the answer was in the end."""

    key: str
    table: int
    deal: int
    status: int = 0
    tries: int = 0


class Phone(threading.Thread):
    """Sends one result after another, each with its key until there is an answer; until it is refused."""

    def __init__(self, port: int, night: Night, cookie: str) -> None:
        super().__init__(daemon=True)
        self.root, self.evening, self.round = f"http://127.0.0.1:{port}", night.evening.pk, night.round
        self.winners = {table: night.table(table)[0] for table in night.tables}
        jar = CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar), _Stay)
        self.opener.addheaders = [("Cookie", f"sessionid={cookie}; csrftoken={'c' * 32}")]
        self.sent: list[Sent] = []
        self.over = threading.Event()
        self.worst = 0.0
        """The longest that a result waited for its answer."""

    def run(self) -> None:
        deal = 0
        while not self.over.is_set():
            deal += 1
            for table in self.winners:
                one = Sent(str(uuid4()), table, deal)
                self.sent.append(one)
                took = stopwatch()
                while not one.status and not self.over.is_set():
                    self._send(one)
                self.worst = max(self.worst, took())
                if one.status != 302:
                    return
            time.sleep(0.15)

    def told(self, table: int) -> dict[str, Any]:
        """The table's result: its first won, and nobody called."""
        return {"winners": self.winners[table], "nobody": "on"}

    def _send(self, one: Sent) -> None:
        one.tries += 1
        said = {**self.told(one.table), "request_key": one.key, "csrfmiddlewaretoken": "c" * 32}
        path = reverse("deal", args=[self.evening, self.round, one.table, one.deal])
        body = urllib.parse.urlencode(said).encode()
        try:
            with self.opener.open(self.root + path, body, timeout=HUNG) as answer:
                one.status = answer.status
        except urllib.error.HTTPError as refused:
            one.status = refused.code
        except (OSError, HTTPException):
            time.sleep(0.1)


class _Stay(urllib.request.HTTPRedirectHandler):
    """Follows no redirect: it is the answer."""

    def redirect_request(self, *_args: Any) -> None:
        return None


@dataclass
class Scene:
    """An evening with its screen and its phone, and when its bell is to ring."""

    night: Night
    screen: Screen
    phone: Phone
    deadline: float = 0.0
    rang: float = field(default=0.0, init=False)

    def begin(self, seconds: int) -> None:
        self.screen.start()
        self.phone.start()
        self.deadline = start(self.night, seconds)

    def lines(self) -> list[Journal]:
        return list(Journal.objects.filter(evening=self.night.evening, verb="bell_rung"))

    def end(self) -> None:
        """Wait until the bell has rung and the screen knows; then look at all."""
        until(lambda: self.lines() and self.screen.heard)
        self.screen.over.set()
        self.phone.join(HUNG)
        self.phone.over.set()
        self.rang_once()
        self._results()

    def rang_once(self) -> None:
        (line,) = self.lines()
        self.rang = line.at.timestamp()
        assert RoundRow.objects.get(evening=self.night.evening, number=1).rung == line
        assert Journal.objects.filter(evening=self.night.evening, verb="time_up").count() == 1

    def _results(self) -> None:
        """No result that was accepted is lost, and none is there twice."""
        sent = self.phone.sent
        assert not self.phone.is_alive()
        assert sent[-1].status in (409, 422), "the bell has rung: no deal begins after it"
        accepted = {(one.table, one.deal): one.key for one in sent if one.status == 302}
        assert len(accepted) == len(sent) - 1
        lines = Journal.objects.filter(evening=self.night.evening, verb="deal_recorded")
        assert sorted(str(line.request_key) for line in lines) == sorted(accepted.values())
        deals = Deal.objects.filter(round__evening=self.night.evening, void=None)
        assert sorted(deals.values_list("position", "number")) == sorted(accepted)
        assert DealVersion.objects.filter(deal__in=deals).count() == len(accepted)
