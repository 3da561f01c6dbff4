"""Work that is whole or not done, also when it is told to stop."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.management.base import CommandError

STOPS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""By Ctrl-C, by whoever looks after processes, and by a terminal that is closed."""


@contextmanager
def whole_or_nothing() -> Iterator[None]:
    """Whatever stops it is like Ctrl-C: what is under way clears up after itself. CommandError says so."""
    try:
        with _answered(signal.default_int_handler):
            yield
    except KeyboardInterrupt:
        raise CommandError("Stopped. No work was left unfinished.") from None


@contextmanager
def not_to_be_stopped() -> Iterator[None]:
    """For what takes a moment, and must not be left half made."""
    with _answered(signal.SIG_IGN):
        yield


@contextmanager
def _answered(by: Any) -> Iterator[None]:
    """What is ignored already, as under nohup, stays so."""
    heard = [number for number in STOPS if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, by) for number in heard}
    try:
        yield
    finally:
        for number, answer in before.items():
            signal.signal(number, answer)
