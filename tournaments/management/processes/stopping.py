"""Work that is complete or undone, also after a stop signal."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.management.base import CommandError

from tournaments.management.processes.supervise import STOPPING


@contextmanager
def undo_on_stop() -> Iterator[None]:
    """Treat a stop signal like Ctrl-C, so that the work cleans up after itself. Then raise CommandError."""
    try:
        with _handle_stops(signal.default_int_handler):
            yield
    except KeyboardInterrupt:
        raise CommandError("Stopped. No work was left unfinished.") from None


@contextmanager
def ignore_stops() -> Iterator[None]:
    """Ignore stop signals during short work that must not be left incomplete."""
    with _handle_stops(signal.SIG_IGN):
        yield


@contextmanager
def _handle_stops(by: Any) -> Iterator[None]:
    """Handle stop signals with ``by``. A signal that was ignored before, as under nohup, stays ignored."""
    signals = [number for number in STOPPING if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, by) for number in signals}
    try:
        yield
    finally:
        for number, answer in before.items():
            signal.signal(number, answer)
