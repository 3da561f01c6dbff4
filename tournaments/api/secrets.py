"""What only those may know who run the evening, as long as the hall does not."""

from __future__ import annotations

from accounts.errors import ForbiddenError
from accounts.errors import gettext_noop as _
from accounts.permissions import Right
from tournaments.models import Evening
from tournaments.pages.results.prizes import keeps_secrets


def is_secret(evening: Evening, right: Right) -> bool:
    """Whether the reader has to wait until every prize is revealed."""
    return right < Right.RUN and keeps_secrets(evening)


def refuse_secret(evening: Evening, right: Right) -> None:
    """ForbiddenError where the reader has to wait."""
    if is_secret(evening, right):
        raise ForbiddenError("prizes", _("This can be had when every prize has been revealed."))
