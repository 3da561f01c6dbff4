"""Limits on wrong guesses, by address; and a limit on the threads of this process that one subject occupies.

Only failures are counted, of codes, links, tokens and passwords. So phones that share a hall's address and
type the right code are never refused. Failures are in the database cache, because all processes count
together. If the cache fails, nobody is refused. Addresses that knew a secret are stored there too, and in a
cache of the process. So polling costs no query.
"""

import ipaddress
import logging
import math
import threading
import time
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.core.cache import caches
from django.core.cache.backends.db import DatabaseCache
from django.db import Error
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from accounts.database.snapshots import after_reading
from accounts.outages import BusyError, outage_of

log = logging.getLogger(__name__)

NETWORK = 64
"""Bits of an IPv6 address that identify a visitor's network. Visitors can choose the other bits."""
KNOWN_SECONDS = 12 * 60 * 60
"""Seconds for which an address that knew a secret is let in: longer than an evening. Each use renews them."""
MINUTE = 60


class Forgiving(DatabaseCache):
    """The database cache. If its table cannot be read, it behaves like an empty cache."""

    def add(self, *args: Any, **kwargs: Any) -> bool:
        try:
            return bool(super().add(*args, **kwargs))
        except Error as error:
            _missed(error)
            return True  # ``add`` takes a lock: without a table, no other process can have it

    def get_many(self, *args: Any, **kwargs: Any) -> dict[Any, Any]:
        try:
            return dict(super().get_many(*args, **kwargs))
        except Error as error:
            _missed(error)
            return {}

    def set(self, *args: Any, **kwargs: Any) -> None:
        try:
            super().set(*args, **kwargs)
        except Error as error:
            _missed(error)

    def delete(self, *args: Any, **kwargs: Any) -> bool:
        try:
            return bool(super().delete(*args, **kwargs))
        except Error as error:
            _missed(error)
            return False


class TooOftenError(Exception):
    """The address failed too often. It must wait ``seconds`` (HTTP 429)."""

    def __init__(self, seconds: int) -> None:
        self.seconds = seconds
        super().__init__(f"{seconds} s to wait")


def address_of(request: HttpRequest) -> str:
    """Return the visitor's address from our outermost proxy; for IPv6, the visitor's network."""
    address = str(request.META.get("REMOTE_ADDR") or "")
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR")
    if settings.TRUSTED_PROXIES and forwarded:
        addresses = forwarded.split(",")
        address = addresses[-min(settings.TRUSTED_PROXIES, len(addresses))].strip()
    return network_of(address)


def network_of(address: str) -> str:
    """Return the unit that limits count as one visitor: an IPv4 address, or an IPv6 network."""
    try:
        read = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(read, ipaddress.IPv4Address):
        return str(read)
    if read.ipv4_mapped is not None:
        return str(read.ipv4_mapped)
    return str(ipaddress.IPv6Network((int(read), NETWORK), strict=False))


def too_many(request: HttpRequest, scope: str) -> int:
    """Return the seconds that this address must wait after too many failures; 0 if it need not wait."""
    most, _seconds = settings.FAILURES[scope]
    count, seconds = _failures(_key(scope, address_of(request)))
    return math.ceil(seconds) if count >= most else 0


def refuse_guessers(request: HttpRequest, scope: str, secret: str | None = None) -> None:
    """Refuse an address that failed too often (TooOftenError), unless it knew ``secret`` before."""
    if secret is not None and _mark(request, scope, secret) is not None:
        return
    if (seconds := too_many(request, scope)) and not (secret is not None and knew(request, scope, secret)):
        raise TooOftenError(seconds)


def failed(request: HttpRequest, scope: str) -> None:
    """Count a failure of this address."""
    _most, seconds = settings.FAILURES[scope]
    key = _key(scope, address_of(request))
    count, remaining = _failures(key)
    remaining = remaining or seconds
    _keep(key, (count + 1, time.time() + remaining), math.ceil(remaining))


def passed(request: HttpRequest, scope: str, secret: str) -> None:
    """Record that this address knew ``secret``. Failures of others at this address then do not shut it out.

    Other processes learn of it at the first use after a minute, so the first page waits for no write.
    """
    if _mark(request, scope, secret) is None:
        caches["throttle"].set(_key(scope, address_of(request), secret), time.time() + MINUTE, KNOWN_SECONDS)
    else:
        remember(request, scope, secret)


def remember(request: HttpRequest, scope: str, secret: str) -> None:
    """Record for all processes that this address knew ``secret``. Renew the record after half of its time."""
    key = _key(scope, address_of(request), secret)
    caches["throttle"].set(key, time.time() + KNOWN_SECONDS / 2, KNOWN_SECONDS)
    _keep(key, True, KNOWN_SECONDS)


def knows(request: HttpRequest, scope: str, secret: str) -> bool:
    """Return whether this process has a record that needs no renewal. Makes no query."""
    until = _mark(request, scope, secret)
    return until is not None and time.time() < until


def knew(request: HttpRequest, scope: str, secret: str) -> bool:
    """Return whether this address knew ``secret``, in this process or another."""
    cache = caches["default"]
    return _mark(request, scope, secret) is not None or _key(scope, address_of(request), secret) in cache


def _mark(request: HttpRequest, scope: str, secret: str) -> float | None:
    """Return the time at which this process must renew the record; None without a record."""
    until: float | None = caches["throttle"].get(_key(scope, address_of(request), secret))
    return until


def _keep(key: str, value: object, seconds: int) -> None:
    """Store the value for all processes. A page in a snapshot is read to its end first."""
    after_reading(lambda: caches["default"].set(key, value, seconds))


def _failures(key: str) -> tuple[int, float]:
    """Return the number of failures, and the seconds until they expire."""
    count, until = caches["default"].get(key) or (0, 0.0)
    seconds = until - time.time()
    return (count, seconds) if seconds > 0 else (0, 0.0)


def _missed(error: Error) -> None:
    log.warning("Failures could not be counted: %s", error)


def _key(scope: str, *parts: str) -> str:
    """Return the cache key: a digest, so that no table holds visitors' addresses."""
    return f"failures.{scope}.{salted_hmac('accounts.limits', chr(10).join(parts)).hexdigest()}"


# Threads are few. Without a limit, requests to one stuck evening occupy all threads, and nobody gets a
# response. A thread beyond the share waits as long as other threads succeed. If none succeeds for
# ``PATIENCE``, the request is refused at once.

PATIENCE = 1.0
"""Seconds without a success after which an evening or other subject is stuck."""


@dataclass
class Use:
    """The threads that work on one subject."""

    since: float
    """The time of the last success; before any success, the time when the first thread began."""
    threads: int = 0


class Shares:
    """The threads of this process, by the subject that they work on."""

    def __init__(self) -> None:
        self._uses: dict[Hashable, Use] = {}
        self._left = threading.Condition()
        self._mine = threading.local()

    @contextmanager
    def take(self, thing: Hashable) -> Iterator[None]:
        """Occupy one thread of the subject's share inside the block. BusyError if the subject is stuck."""
        mine: set[Hashable] = self._mine.__dict__.setdefault("things", set())
        if thing in mine:  # a command inside a command
            yield
            return
        self._enter(thing)
        mine.add(thing)
        stuck = False
        try:
            yield
        except Exception as error:
            stuck = outage_of(error) is not None
            raise
        finally:
            mine.discard(thing)
            self._leave(thing, stuck)

    def _enter(self, thing: Hashable) -> None:
        until = time.monotonic() + settings.LIMITS.lock
        with self._left:
            while (use := self._use(thing)).threads >= settings.EVENING_THREADS:
                seconds = min(until, use.since + PATIENCE) - time.monotonic()
                if seconds <= 0:
                    raise BusyError(f"{thing}: {use.threads} threads of this process wait for it.")
                self._left.wait(seconds)
            use.threads += 1

    def _leave(self, thing: Hashable, stuck: bool) -> None:
        """Release the thread. ``stuck``: keep the old ``since``, so the next request is refused sooner."""
        with self._left:
            use = self._use(thing)
            use.threads -= 1
            if not stuck:
                use.since = time.monotonic()
                if not use.threads:
                    del self._uses[thing]
            self._left.notify_all()

    def _use(self, thing: Hashable) -> Use:
        return self._uses.setdefault(thing, Use(time.monotonic()))


shares = Shares()
