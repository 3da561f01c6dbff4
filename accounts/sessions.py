"""Sessions as database rows, and forms that come back after a session has ended.

A session that ends is over in every process at once. Use prolongs a session, with at most one write a day.
Every request reads session and user, so prepared queries do it. A form sent after the session has ended comes
back after signing in: filled, but not carried out.
"""

import logging
import re
from collections.abc import Callable
from copy import deepcopy
from datetime import timedelta
from html import escape
from typing import Any
from urllib.parse import quote, unquote, urlencode, urlsplit

from allauth.account.auth_backends import AuthenticationBackend
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import BACKEND_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as Stored
from django.contrib.sessions.models import Session
from django.core import signing
from django.core.exceptions import SuspiciousOperation
from django.db import DatabaseError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import CSRF_ALLOWED_CHARS, CSRF_TOKEN_LENGTH
from django.middleware.csrf import _unmask_cipher_token as unmasked  # type: ignore[attr-defined]
from django.shortcuts import redirect, resolve_url
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.crypto import salted_hmac
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext, gettext_noop
from django.views import csrf as defaults

from accounts.database.prepared_queries import prepare_query
from accounts.models import User
from accounts.page_forms import OWN, UNSENT, FieldValues, FormPage, PageForm

log = logging.getLogger(__name__)

BACKEND = "accounts.sessions.Backend"
DAY = timedelta(days=1)


@prepare_query
def _find_session(key: str) -> QuerySet[Session]:
    return Session.objects.filter(session_key=key)


@prepare_query
def _find_user(pk: int) -> QuerySet[User]:
    return User.objects.filter(pk=pk)


class SessionStore(Stored):
    """A session row. Without the prepared queries an unchanged page took twice as long.

    ``former``: the user of a session that has ended.
    """

    former: str | None = None
    _unchanged: dict[str, Any] | None = None
    """The original contents of a session that is due to be prolonged."""

    def load(self) -> dict[str, Any]:
        row = self._get_session_from_db()
        data: dict[str, Any] = self.decode(row.session_data) if row else {}
        if row and BACKEND_SESSION_KEY in data:
            data[BACKEND_SESSION_KEY] = BACKEND  # sessions of version 0.9 name allauth's backend
            if row.expire_date < self.get_expiry_date(expiry=data.get("_session_expiry")) - DAY:
                # The middleware then saves the session and sends the cookie again.
                self.modified, self._unchanged = True, deepcopy(data)
        return data

    def save(self, must_create: bool = False) -> None:
        """Save the session. If only the end changed, write only that, and do not fail on a database error."""
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
        session = _find_session(self.session_key or "")
        if session and session[0].expire_date > timezone.now():
            return session[0]
        if session:
            self.former = self.decode(session[0].session_data).get(SESSION_KEY)
        self._session_key = None
        return None


class Backend(AuthenticationBackend):  # type: ignore[misc] # allauth has no types
    """Signing in by e-mail, as allauth does it."""

    def get_user(self, user_id: int) -> User | None:
        user = _find_user(user_id)
        return user[0] if user and self.user_can_authenticate(user[0]) else None


# The entries wait in the visitor's new session for at most a day. They are stored only if the ended
# session's user is known. Passwords and files are never stored. The first page after signing in shows the
# entries, to the same user alone.

USER = "headtable_user"
"""The name of a cookie that lists the last users of a browser."""
YEAR = 365 * 24 * 3600
SECRET = re.compile("passw", re.IGNORECASE)
"""Matches names of fields that are never stored."""
FILES_OF = {"held": "file"}
"""Fields that hold an uploaded file until it is confirmed, each with the field for choosing the file."""
SIGN_IN = ("account_login", "/admin/login/")
OPEN_PAGES = ("account_login", "invitation")
"""Pages that need no session, besides those of table phones."""
SIGN_INS = 4
"""The most sign-ins that the cookie lists."""
COMES_BACK = gettext_noop("You are signed out. Sign in, and what you entered comes back. It is not sent.")
ENTRIES_LOST = gettext_noop("You are signed out, so nothing was done. What you entered is lost.")


class UnsentMiddleware:
    """Stores a form that needs a session and has none; shows it on the first page after signing in."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        comes_back = bool(request.COOKIES.get(UNSENT)) and request.method == "GET" and not _is_htmx(request)
        if comes_back:  # the browser must not use its cached copy
            request.META.pop("HTTP_IF_NONE_MATCH", None)
        response = self.get_response(request)
        if comes_back and request.user.is_authenticated:
            response = _return_to_page(request, response)
        elif request.method == "POST" and _needs_session(request, response):
            response = _store_unsent_form(request)
        _remember_user(request, response)
        return response


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Refuse a request without a valid CSRF token. A form from an earlier sign-in comes back later."""
    if _find_page_owner(request) is None or not _can_come_back(request):
        return defaults.csrf_failure(request, reason)
    return _store_unsent_form(request)


def _is_htmx(request: HttpRequest) -> bool:
    return "HX-Request" in request.headers


def _needs_session(request: HttpRequest, response: HttpResponse) -> bool:
    """Return whether the response redirects to the sign-in page and from there back."""
    to = urlsplit(response.headers.get("Location", ""))
    leads = response.status_code == 302 and to.path in map(resolve_url, SIGN_IN) and "next=" in to.query
    return leads and not request.user.is_authenticated and _can_come_back(request)


def _can_come_back(request: HttpRequest) -> bool:
    name = request.resolver_match.url_name if request.resolver_match else None
    return name not in OPEN_PAGES and not (name or "").startswith("score")


def _make_seal(secret: str) -> str:
    """Return a digest that identifies a sign-in: the CSRF tokens of its pages share ``secret``."""
    return salted_hmac(USER, secret).hexdigest()[:16]


def _read_sign_ins(request: HttpRequest) -> list[list[str]]:
    """Return the last sign-ins of this browser, newest first: user and seal."""
    try:
        sign_ins: list[list[str]] = signing.loads(request.COOKIES.get(USER, ""), salt=USER)
    except signing.BadSignature:
        return []
    return sign_ins


def _find_page_owner(request: HttpRequest) -> str | None:
    """Return the user for whom the form's page was made, by the form's CSRF token; None if unknown."""
    try:
        token = request.headers.get("X-CSRFToken") or request.POST.get("csrfmiddlewaretoken", "")
    except SuspiciousOperation:  # the request is too large to read
        return None
    if len(token) != CSRF_TOKEN_LENGTH or not set(token) <= set(CSRF_ALLOWED_CHARS):
        return None
    seal = _make_seal(unmasked(token))
    return next((user for user, user_seal in _read_sign_ins(request) if user_seal == seal), None)


def _find_session_user(request: HttpRequest) -> str | None:
    """Return the user of the ended session: by the CSRF token, the session row, or the last sign-in."""
    return (
        _find_page_owner(request)
        or _find_account(request)
        or next((user for user, _seal in _read_sign_ins(request)), None)
    )


def _find_account(request: HttpRequest) -> str | None:
    """Return the user of the session, or of the session that has just ended."""
    return request.session.get(SESSION_KEY) or getattr(request.session, "former", None)


def _remember_user(request: HttpRequest, response: HttpResponse) -> None:
    """Write the user of the session, present or just ended, into a cookie that outlives the session."""
    user = _find_account(request) if request.session.accessed else None
    if not user:
        return
    sign_ins, secret = _read_sign_ins(request), request.META.get("CSRF_COOKIE", "")
    new = [user, _make_seal(secret)]
    if not sign_ins or (secret and SESSION_KEY in request.session and new != sign_ins[0]):
        older = [sign_in for sign_in in sign_ins if sign_in != new]
        _set_cookie(response, USER, signing.dumps([new, *older][:SIGN_INS], salt=USER), YEAR)


def _set_cookie(response: HttpResponse, name: str, value: str, age: float) -> None:
    secure = settings.SESSION_COOKIE_SECURE
    response.set_cookie(name, value, max_age=int(age), secure=secure, httponly=True, samesite="Lax")


def _store_unsent_form(request: HttpRequest) -> HttpResponse:
    """Store the entries. Redirect to the sign-in page, which leads back to the form's page."""
    entries = _collect_entries(request)  # first, because a refused body reads as empty
    user, session, to = _find_session_user(request), request.session, _find_form_page(request)
    session.pop(UNSENT, None)
    waits = bool(user and entries)
    if entries and waits:
        session[UNSENT] = {"user": user, **entries}
    if not request.user.is_authenticated:
        to = f"{resolve_url(settings.LOGIN_URL)}?{urlencode({'next': to})}"
        if waits:
            session.set_expiry(int(DAY.total_seconds()))
            Session.objects.filter(expire_date__lt=timezone.now() - 2 * DAY).delete()
            messages.info(request, gettext(COMES_BACK))
        else:
            messages.warning(request, gettext(ENTRIES_LOST))
    answer = HttpResponse(headers={"HX-Redirect": to}) if _is_htmx(request) else redirect(to)
    _set_cookie(answer, UNSENT, quote(request.get_full_path(), safe=""), DAY.total_seconds())
    return answer


def _collect_entries(request: HttpRequest) -> dict[str, object] | None:
    """Return the fields to store and the names of the others; None for a form that is too large."""
    try:
        fields = {name: values for name, values in request.POST.lists() if name not in OWN}
    except SuspiciousOperation:
        return None
    files = [*request.FILES, *(FILES_OF[name] for name in fields if name in FILES_OF)]
    unstored = [*(name for name in fields if SECRET.search(name)), *files]
    stored = {name: values for name, values in fields.items() if name not in (*unstored, *FILES_OF)}
    return {"fields": stored, "again": unstored}


def _find_form_page(request: HttpRequest) -> str:
    """Return the address of the page with the form."""
    page = request.headers.get("HX-Current-URL") or request.headers.get("Referer", "")
    if not url_has_allowed_host_and_scheme(page, {request.get_host()}, require_https=request.is_secure()):
        return request.get_full_path()
    parts = urlsplit(page)
    if parts.path in map(resolve_url, SIGN_IN):
        return request.get_full_path()
    return parts.path + (f"?{parts.query}" if parts.query else "")


def _return_to_page(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Show the unsent form on its page. If that page does not exist, redirect to the page above."""
    session, kind = request.session, response.headers.get("Content-Type", "")
    stored = session.get(UNSENT)
    own = stored if stored and stored["user"] == str(request.user.pk) else None
    if (response.status_code == 405 and stored) or (response.status_code == 404 and own):
        return redirect(request.path.rstrip("/").rpartition("/")[0] + "/")
    if response.status_code != 200 or response.streaming or not kind.startswith("text/html"):
        return response
    session.pop(UNSENT, None)
    session.set_expiry(None)  # the usual time again
    response.content = _fill_page(request, response.content.decode(), own)
    response.delete_cookie(UNSENT, samesite="Lax")
    del response["ETag"]
    patch_cache_control(response, no_store=True)
    return response


def _fill_page(request: HttpRequest, html: str, stored: dict[str, object] | None) -> str:
    """Return the page with its form filled, and with a note about what was not done."""
    address = unquote(request.COOKIES[UNSENT])
    values: FieldValues = stored["fields"] if stored else {}  # type: ignore[assignment]
    unstored: list[str] = stored["again"] if stored else []  # type: ignore[assignment]
    page = FormPage(request.get_full_path(), html)
    form = page.find_form(address, values)
    unplaced = list(values)
    if form:
        html, unplaced = page.fill(form, values)
    words = [_describe_filled(form, address, values) if stored else _describe_lost(form, address)]
    if unstored:
        names = {"fields": ", ".join(form.find_label(name) if form else name for name in unstored)}
        words.append(gettext("Files and passwords are not stored. Enter them again: %(fields)s.") % names)
    note = f"<p>{escape(' '.join(words))}</p>"
    if stored and unplaced:
        label = escape(gettext("What you entered and is not on this page:"))
        rest = escape("\n".join(f"{name}: {value}" for name in unplaced for value in values[name]))
        note += f'<label>{label}<textarea rows="4" readonly>\n{rest}</textarea></label>'
    note = f'<div class="note warn unsent" role="status">{note}</div>'
    return html[: page.main] + note + html[page.main :]


def _describe_filled(form: PageForm | None, address: str, values: FieldValues) -> str:
    """Return the text of the note: what was not done, and whether the form is filled."""
    if form is None:
        return gettext(
            "You were signed out, so nothing was done. The button that you pressed is no longer here."
        )
    button = {"button": form.find_title(address, values)}
    words = [gettext("You were signed out, so “%(button)s” was not done.") % button]
    if any(control.is_visible and control.get("name") in values for control in form.controls):
        words.append(gettext("What you entered is in the form again. Check it, then send it."))
    return " ".join(words)


def _describe_lost(form: PageForm | None, address: str) -> str:
    """Return what was not done, for entries that are lost: of another or an unknown user."""
    if form is None:
        return gettext(
            "Before you signed in, something was sent here. It was not done, and what was entered is lost."
        )
    fields = [control.get("name") for control in form.controls if control.is_visible]
    button = {"button": form.find_title(address, {})}
    words = [gettext("Before you signed in, “%(button)s” was pressed here. It was not done.") % button]
    if fields:
        labels = ", ".join(dict.fromkeys(form.find_label(name) for name in fields))
        words.append(gettext("What was entered is lost: %(fields)s.") % {"fields": labels})
    return " ".join(words)
