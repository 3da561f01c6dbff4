"""What a command would change, seen by doing it and taking it back at once.

So what is shown before is what is done after, whatever the command: nothing computes it a second time. What
is looked at, and how it is worded, the caller knows.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar
from uuid import UUID

from django.db import transaction

from accounts.errors import StaleError
from accounts.refusals import CHANGED
from tournaments.evening.services.journal import By, journaled
from tournaments.models import Evening, Journal

T = TypeVar("T")
NOT_SAID_YET = "…"
"""In place of the reason, which is asked for with the yes."""


def rehearse_at(by: By, command: Callable[[By], object], look: Callable[[Evening], T]) -> tuple[int, T, T]:
    """The journal's last line, and what ``look`` sees of the evening before the command and after it.

    Nothing is kept, and nobody is told. Raises what the command raises.
    """
    with journaled.share(by.evening), transaction.atomic():
        evening = Evening.objects.select_for_update(of=("self",)).get(pk=by.evening)
        before = look(evening)
        command(replace(by, key=None, reason=by.reason.strip() or NOT_SAID_YET))
        after = look(Evening.objects.get(pk=by.evening))
        transaction.set_rollback(True)
    return evening.seq, before, after


def as_shown(by: By, command: Callable[[By], T], *, seq: int, key: UUID | None = None) -> T:
    """The command, if line ``seq`` is still the last, at which it was shown what it changes.

    StaleError at ``seen`` if not; but one that was sent before is answered as it was then: there is its
    line. ``key`` is that of the last line that it writes, if it writes several.
    """
    with journaled.share(by.evening), transaction.atomic():
        evening = Evening.objects.select_for_update(of=("self",)).get(pk=by.evening)
        key = key or by.key
        sent = key and Journal.objects.filter(evening=evening, request_key=key).exists()
        if evening.seq != seq and not sent:
            raise StaleError("seen", CHANGED)
        return command(by)
