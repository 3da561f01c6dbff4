"""Who is signed in: looked up for each request, so by queries that are put together once.

Sessions are rows of the database, so that one which ends is over in every process at once. Use prolongs them,
written at most once a day.
"""

import logging
from copy import deepcopy
from datetime import timedelta
from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.auth import BACKEND_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as Stored
from django.contrib.sessions.models import Session
from django.db import DatabaseError
from django.db.models import QuerySet
from django.utils import timezone

from accounts.database.prepared_queries import prepared
from accounts.models import User

log = logging.getLogger(__name__)

BACKEND = "accounts.sessions.Backend"
DAY = timedelta(days=1)


@prepared
def _session(key: str) -> QuerySet[Session]:
    return Session.objects.filter(session_key=key)


@prepared
def _user(pk: int) -> QuerySet[User]:
    return User.objects.filter(pk=pk)


class SessionStore(Stored):
    """A session as a row. Without the prepared queries an unchanged page took twice as long.

    ``former``: whose session it was, if it has ended.
    """

    former: str | None = None
    _unchanged: dict[str, Any] | None = None
    """The contents of a session that is due to be prolonged."""

    def load(self) -> dict[str, Any]:
        row = self._get_session_from_db()
        data: dict[str, Any] = self.decode(row.session_data) if row else {}
        if row and BACKEND_SESSION_KEY in data:
            data[BACKEND_SESSION_KEY] = BACKEND  # sessions of 0.9 name allauth's
            if row.expire_date < self.get_expiry_date(expiry=data.get("_session_expiry")) - DAY:
                # The middleware then saves the session and sends the cookie anew.
                self.modified, self._unchanged = True, deepcopy(data)
        return data

    def save(self, must_create: bool = False) -> None:
        """Save the session; only its new end if nothing else changed, and no page fails by that."""
        if must_create or self._unchanged is None or dict(self.items()) != self._unchanged:
            super().save(must_create)
            return
        end = self.get_expiry_date()
        try:
            due = Session.objects.filter(session_key=self.session_key, expire_date__lt=end - DAY)
            due.update(expire_date=end)
        except DatabaseError as error:
            log.warning("A session could not be prolonged: %s", error)

    def flush(self) -> None:
        self.former = self.get(SESSION_KEY) or self.former
        super().flush()

    def _get_session_from_db(self) -> Session | None:
        found = _session(self.session_key or "")
        if found and found[0].expire_date > timezone.now():
            return found[0]
        if found:
            self.former = self.decode(found[0].session_data).get(SESSION_KEY)
        self._session_key = None
        return None


class Backend(AuthenticationBackend):  # type: ignore[misc] # allauth has no types
    """Signing in by e-mail, as allauth does it."""

    def get_user(self, user_id: int) -> User | None:
        found = _user(user_id)
        return found[0] if found and self.user_can_authenticate(found[0]) else None
