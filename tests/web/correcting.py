"""The two steps of a correction on the pages: what it would change is shown, and it is said yes to."""

from typing import Any

from django.test import Client

from tournaments.scoring.views.corrections import CorrectionPreview


def looked_at(client: Client, url: str, sent: dict[str, Any]) -> CorrectionPreview:
    """What a correction would change, as its page shows it."""
    answer = client.post(url, sent)
    assert answer.status_code == 200, answer.content.decode()
    look = answer.context["look"]
    assert isinstance(look, CorrectionPreview)
    return look


def said_yes(client: Client, url: str, sent: dict[str, Any], how: str = "scores", **more: Any) -> Any:
    """The answer to a correction that was looked at, and then said yes to."""
    seen = looked_at(client, url, sent).token
    return client.post(url, {**sent, "seen": seen, "yes": how, **more})
