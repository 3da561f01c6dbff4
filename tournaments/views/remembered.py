"""Pages that a browser may keep: asked for again, they are sent again only if something has changed."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.translation import get_language

from accounts.release import RELEASE


def remembered(request: HttpRequest, page: Callable[[], HttpResponse], *tag: object) -> HttpResponse:
    """The page; or 304 where the browser has it as it is.

    ``tag``: all that the page depends on, besides who looks at it, in which language, and the program:
    where it is the same, the page must be. The page holds no token against forgery, for it may be shown
    when that has changed, so it has no form. A page that has something to say once is never kept.
    """
    if len(get_messages(request)):
        return page()
    user = request.user
    parts = (RELEASE, get_language(), user.pk, user, request.get_full_path(), *tag)
    read = hashlib.sha256("\n".join(map(repr, map(str, parts))).encode()).hexdigest()[:32]
    etag = f'"{read}"'
    answer = get_conditional_response(request, etag=etag)
    if answer is None:
        request.remembered = True  # type: ignore[attr-defined]
        answer = page()
        if answer.status_code != 200:
            return answer
    answer["ETag"] = etag
    patch_cache_control(answer, private=True, no_cache=True)
    patch_vary_headers(answer, ("Cookie", "Accept-Language", "HX-Request"))
    return answer
