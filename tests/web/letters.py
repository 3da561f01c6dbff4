"""What was sent by mail."""

import re

from django.core import mail


def link_sent() -> str:
    """Where the link in the last letter leads."""
    found = re.search(r"https?://testserver(/\S+)", str(mail.outbox[-1].body))
    assert found is not None
    return found[1]
