"""Who may come in: what every page's ownership test asks."""

from collections.abc import Iterable
from typing import Any

from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.cast import Cast

HOSTILE = "<script>alert(1)</script>"


def keeps_strangers_out(
    url: str, cast: Cast, refused: Iterable[User] = (), post: dict[str, Any] | None = None
) -> None:
    """Charlie finds nothing, nobody's visitor is sent to sign in, and ``refused`` members get 403."""

    def visit(user: User | None) -> Any:
        client = Client()
        if user:
            client.force_login(user)
        return client.get(url) if post is None else client.post(url, post)

    assert visit(cast.charlie).status_code == 404
    anonymous = visit(None)
    assert anonymous.status_code == 302
    assert anonymous.url.startswith(reverse("account_login"))
    for member in refused:
        assert visit(member).status_code == 403, member
