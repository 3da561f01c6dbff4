"""Who is signed in: looked up for each request, so by queries that are put together once.

Sessions are rows of the database, so that one which ends is over in every process at once.
"""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.auth import BACKEND_SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as Stored
from django.contrib.sessions.models import Session
from django.db.models import QuerySet
from django.utils import timezone

from accounts.database.prepared_queries import prepared
from accounts.models import User

BACKEND = "accounts.sessions.Backend"


@prepared
def _session(key: str) -> QuerySet[Session]:
    return Session.objects.filter(session_key=key)


@prepared
def _user(pk: int) -> QuerySet[User]:
    return User.objects.filter(pk=pk)


class SessionStore(Stored):
    """A session as a row. Without the prepared queries an unchanged page took twice as long."""

    def load(self) -> dict[str, Any]:
        data = super().load()
        if BACKEND_SESSION_KEY in data:
            data[BACKEND_SESSION_KEY] = BACKEND  # sessions of 0.9 name allauth's
        return data

    def _get_session_from_db(self) -> Session | None:
        found = _session(self.session_key or "")
        if found and found[0].expire_date > timezone.now():
            return found[0]
        self._session_key = None
        return None


class Backend(AuthenticationBackend):  # type: ignore[misc] # allauth has no types
    """Signing in by e-mail, as allauth does it."""

    def get_user(self, user_id: int) -> User | None:
        found = _user(user_id)
        return found[0] if found and self.user_can_authenticate(found[0]) else None
