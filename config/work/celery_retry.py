"""Retries for the worker and the beat: both survive a broker's outage, and continue just after it.

Celery itself waits up to 30 seconds. Only these two processes need this module and its imports.
"""

import logging
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from celery.beat import Scheduler as PatientScheduler
from celery.worker.consumer import Consumer as PatientConsumer
from celery.worker.state import maybe_shutdown
from kombu.exceptions import ChannelError

from config.work.sweeping import WorkerPart, heartbeat, touch

TRY_EVERY = 0.2
"""Seconds between two attempts to reach the broker."""

log = logging.getLogger(__name__)


class BrokerOutage:
    """Logs once that the broker is away, and once that it is back."""

    def __init__(self, process: str) -> None:
        self.process, self.lasts = process, False

    def begin(self, error: BaseException, _interval: float = 0) -> None:
        if not self.lasts:
            log.warning("The broker does not answer: the %s waits for it. (%s)", self.process, error)
        self.lasts = True

    def end(self) -> None:
        if self.lasts:
            log.warning("The broker is back: the %s goes on.", self.process)
        self.lasts = False


class Consumer(PatientConsumer):
    """The part of the worker that receives messages."""

    def __init__(self, *args: Any, **more: Any) -> None:
        self.outage = BrokerOutage("worker")
        super().__init__(*args, **more)

    def ensure_connected(self, conn: Any) -> Any:
        connected = _wait_for_connection(conn, self.outage, self._between)
        self.outage.end()
        return connected

    def register_with_event_loop(self, hub: Any) -> None:
        super().register_with_event_loop(hub)
        hub.call_repeatedly(1.0, heartbeat.note_progress, WorkerPart.CONSUMER)

    def _between(self) -> None:
        heartbeat.note_progress(WorkerPart.CONSUMER)
        maybe_shutdown()


class Scheduler(PatientScheduler):
    """Beat's schedule, in memory. A sweep is always due at the start."""

    def setup_schedule(self) -> None:
        self.outage = BrokerOutage("beat")
        super().setup_schedule()
        self._make_due()

    def _make_due(self) -> None:
        for entry in self.schedule.values():
            entry.last_run_at = entry.default_now() - timedelta(days=1)

    def tick(self, *args: Any, **more: Any) -> float:
        """Run one turn. Restart the schedule if the machine's clock was set back."""
        _turn()
        last = [entry.last_run_at for entry in self.schedule.values() if entry.last_run_at]
        if last and max(last) > self.app.now():
            self._make_due()
            self._heap = None
        return float(super().tick(*args, **more))

    def apply_entry(self, entry: Any, producer: Any = None) -> None:
        """Send the entry's message, unless one waits already. Retry while the broker is away.

        Without a worker, only one message waits, however long that lasts.
        """
        while True:
            _turn()
            try:
                if not self.count_waiting(entry.options["queue"]):
                    self.apply_async(entry, producer=producer, advance=False)
            except Exception as error:
                self.outage.begin(error.__context__ or error)
                time.sleep(TRY_EVERY)
            else:
                self.outage.end()
                return

    def count_waiting(self, queue: str) -> int:
        """Return the number of messages in the queue."""
        try:
            channel: Any = self.connection.default_channel
            return int(channel.queue_declare(queue, passive=True).message_count)
        except ChannelError:  # the broker has no queue of that name while it is empty
            return 0

    def _ensure_connected(self) -> Any:
        return _wait_for_connection(self.connection, self.outage, _turn)


def _turn() -> None:
    touch("BEAT_WORKS")


def _wait_for_connection(
    connection: Any, outage: BrokerOutage, between: Callable[[], object] | None = None
) -> Any:
    """Return the connection as soon as the broker answers. Call ``between`` between two attempts."""
    return connection.ensure_connection(
        outage.begin,
        interval_start=TRY_EVERY,
        interval_step=0,
        interval_max=TRY_EVERY,
        callback=between,
    )
