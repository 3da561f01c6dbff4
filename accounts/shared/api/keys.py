"""``Idempotency-Key``: a request that is sent again is answered again, and not done again."""

import hashlib
import json
import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.errors import KeyUsedError, RuleError, StateError
from accounts.errors import gettext_noop as _
from accounts.models import Answer
from accounts.refusals import KEY_USED
from accounts.shared.api.callers import user_of

HEADER = "Idempotency-Key"
KEPT = timedelta(days=7)
A_UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
"""As the description says that it is written; Python would read it in other ways, too."""


def key_of(request: Request) -> UUID | None:
    """The key that the caller gave the request; None without one. RuleError if it is no UUID."""
    given = request.headers.get(HEADER)
    if given is None:
        return None
    if not A_UUID.fullmatch(given):
        raise RuleError(HEADER, _("This must be a UUID. Create a new one for each change."))
    return UUID(given)


def once(request: Request, act: Callable[[], Response], *, secret: bool = False) -> Response:
    """What ``act`` answers, in one transaction with what it writes; by the same key the same answer again.

    For what keeps no keys of its own, as evenings and seasons do. A ``secret`` answer is not kept: sent
    again it is refused, for what it told is told once. RuleError where the key came with another body.
    """
    key = key_of(request)
    if key is None:
        with transaction.atomic():
            return act()
    user, digest = user_of(request), _digest(request)
    try:
        with transaction.atomic():
            kept = Answer.objects.create(user=user, key=key, digest=digest)
            response = act()
            kept.status, kept.body = response.status_code, None if secret else response.data
            kept.save(update_fields=["status", "body"])
            Answer.objects.filter(user=user, at__lt=timezone.now() - KEPT).delete()
    except IntegrityError as error:
        known = Answer.objects.filter(user=user, key=key).first()
        if known is None:
            raise error
        return _again(known, digest)
    return response


def created(request: Request, answer: Response, name: str, *of: int, by: str = "id") -> Response:
    """The answer to what made something, with where that stands: at the address ``name``, ``by`` its id."""
    address = reverse(name, args=[*of, answer.data[by]])
    answer["Location"] = request.build_absolute_uri(address)
    return answer


def deleted_before(request: Request) -> Response | None:
    """The answer to a deletion that is sent again, before what it deleted is looked for in vain.

    It tells nothing. Other answers are given again only to who may still see what they are about.
    """
    if request.method != "DELETE" or (key := key_of(request)) is None:
        return None
    known = Answer.objects.filter(user=user_of(request), key=key, digest=_digest(request), status=204)
    return Response(status=204) if known.exists() else None


def _again(known: Answer, digest: str) -> Response:
    if known.digest != digest:
        raise KeyUsedError(HEADER, KEY_USED)
    if known.body is None and known.status != 204:
        raise StateError(HEADER, _("This was done before. Its answer can be read only once."))
    return Response(known.body, status=known.status)


def _digest(request: Request) -> str:
    body: Any = [request.method, request.path, request.data]
    return hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()
