"""Asking the API as a member, by a token."""

import json
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.core.cache import caches
from django.test import Client

from accounts.account.services import token_create
from accounts.models import Club, Role, User


@dataclass
class Bearer:
    """Somebody's program: it asks with a token, and sends JSON."""

    secret: str

    def get(self, address: str, **how: Any) -> Any:
        return self._ask("GET", address, b"", None, how)

    def post(self, address: str, body: Any = None, key: UUID | str | None = None, **how: Any) -> Any:
        return self.send("POST", address, body, key, **how)

    def send(
        self, method: str, address: str, body: Any = None, key: UUID | str | None = None, **how: Any
    ) -> Any:
        """The response to a body that is sent as JSON; none: an empty object."""
        return self._ask(method, address, json.dumps({} if body is None else body).encode(), key, how)

    def _ask(
        self, method: str, address: str, sent: bytes, key: UUID | str | None, how: dict[str, Any]
    ) -> Any:
        caches["throttle"].clear()
        headers = {"authorization": f"Bearer {self.secret}", **how.pop("headers", {})}
        if key is not None:
            headers["idempotency-key"] = str(key)
        client = Client(raise_request_exception=False)
        return client.generic(method, address, sent, "application/json", headers=headers, **how)


def bearer(user: User, role: str = Role.OWNER, club: Club | None = None) -> Bearer:
    """A program of the user's: it may do what the user may, up to ``role``, in one ``club`` or in all."""
    _token, secret = token_create(by=user, name="Program", role=role, club=club)
    return Bearer(secret)
