"""Clients that send one request after another, and pages asked for in turns."""

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

from tests.bench.client import Answer, Client
from tests.bench.figures import Row, median, ms, times

MOMENT = 0.25


class Run:
    """Clients with the requests that each sends, and how long each of these took."""

    def __init__(self, phones: Sequence[tuple[Client, Iterator[bytes]]], status: int = 200) -> None:
        self.phones, self.status = phones, status
        self.taken: list[float] = []
        self.lasted = 0.0

    @property
    def rate(self) -> float:
        """Requests in a second."""
        return len(self.taken) / self.lasted

    def go_on(self, seconds: float) -> None:
        with ThreadPoolExecutor(len(self.phones)) as threads:
            began = time.monotonic()
            done = list(
                threads.map(lambda phone: self._send(phone[0], phone[1], began + seconds), self.phones)
            )
            self.lasted += time.monotonic() - began
        self.taken += [one for each in done for one in each]

    def _send(self, phone: Client, requests: Iterator[bytes], end: float) -> list[float]:
        taken: list[float] = []
        while not taken or time.monotonic() < end:
            request = next(requests)
            took, answer = timed(phone, request)
            if answer.status != self.status:
                raise RuntimeError(f"{request.decode()}\n{answer.head}\n{answer.body.decode()}")
            taken.append(took)
        return taken


def timed(client: Client, request: bytes) -> tuple[float, Answer]:
    """How long the answer took, in seconds."""
    began = time.monotonic()
    answer = client.send(request)
    return time.monotonic() - began, answer


def asked(client: Client, path: str, **headers: str) -> float:
    """How long the page took, in seconds."""
    took, answer = timed(client, client.request("GET", path, headers=headers))
    if answer.status != 200:
        raise RuntimeError(f"{path}: {answer.status}\n{answer.body.decode()}")
    return took


def in_turn(runs: Sequence[Run], seconds: float) -> None:
    """Let each run so long, in turns of a moment, so that what else the machine does meets them all."""
    for run in runs:
        run.go_on(MOMENT)  # so that all is loaded
        run.taken.clear()
        run.lasted = 0.0
    for _turn in range(round(seconds / MOMENT)):
        for run in runs:
            run.go_on(MOMENT)


def rated(group: str, what: str, ours: Run, plain: Run, least: float | None = None) -> Row:
    """A rate beside that of the reference, of which it is at least such a part."""
    ratio = ours.rate / plain.rate
    shown = f"{ours.rate:.0f}/s, {ms(median(ours.taken))} each"
    goal, met = ("", None) if least is None else (f"at least {times(least)}", ratio >= least)
    return Row(
        group, what, shown, f"{plain.rate:.0f}/s, {ms(median(plain.taken))}: {times(ratio)}", goal, met
    )


def medians(often: int, *asks: Callable[[], float]) -> list[float]:
    """The median time of each, asked so often, in turns."""
    taken = [[ask() for ask in asks] for _turn in range(often)]
    return [median(each) for each in zip(*taken, strict=True)]
