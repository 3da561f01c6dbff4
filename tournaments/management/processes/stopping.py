"""Work that is whole or not done, also when it is asked to stop."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.management.base import CommandError

from tournaments.management.processes.supervise import STOPPING


@contextmanager
def whole_or_nothing() -> Iterator[None]:
    """Treat a stop signal like Ctrl-C: the work under way clears up after itself. Then raise CommandError."""
    try:
        with _answered(signal.default_int_handler):
            yield
    except KeyboardInterrupt:
        raise CommandError("Stopped. No work was left unfinished.") from None


@contextmanager
def not_to_be_stopped() -> Iterator[None]:
    """Ignore stop signals during work that takes a moment, and must not be left half made."""
    with _answered(signal.SIG_IGN):
        yield


@contextmanager
def _answered(by: Any) -> Iterator[None]:
    """Handle stop signals with ``by``. A signal that is ignored already, as under nohup, stays ignored."""
    signals = [number for number in STOPPING if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, by) for number in signals}
    try:
        yield
    finally:
        for number, answer in before.items():
            signal.signal(number, answer)
